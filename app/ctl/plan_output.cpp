#include "app/ctl/plan_output.h"

#include "app/ctl/apply_options.h"
#include "core/workspace/plan_file.h"

#include <cstdio>

namespace app::ctl {

using core::base::ErrorCode;
using core::model::Plan;

int complainOfPlan(const core::base::Error& error) {
    std::fprintf(stderr, "pathscopectl: %s\n", error.describe().c_str());
    switch (error.code) {
    case ErrorCode::InvalidInput:
    case ErrorCode::NotFound:
    case ErrorCode::Io:
    case ErrorCode::PermissionDenied:
        return kChangeUsage;
    case ErrorCode::Cancelled:
        return kCutShort;
    default:
        return kChangeNoRouter;
    }
}

namespace {

void printNotes(const Plan& plan, std::FILE* to) {
    for (const auto& note : plan.notes) {
        std::fprintf(to, "%c %s\n    %s\n", note.tone == core::model::PlanNote::Tone::Good ? '+' : '!', note.title.c_str(), note.text.c_str());
    }
}

void printPlan(const Plan& plan) {
    std::printf("%s: %s%s%s\n\n", plan.title.c_str(), plan.origin.name.c_str(), plan.origin.board.empty() ? "" : ", ", plan.origin.board.c_str());
    if (!plan.obstacle.empty()) {
        std::printf("%s\n", plan.obstacle.c_str());
    }
    for (const std::string& alternative : plan.alternatives) {
        std::printf("  instead: %s\n", alternative.c_str());
    }
    for (const auto& step : plan.steps) {
        std::printf("%s\n    %s\n", step.commandLine.c_str(), step.why.c_str());
    }
    for (const auto& path : plan.paths) {
        std::printf("%s%s -> %s: %s, then %s\n", &path == &plan.paths.front() ? "\n" : "", path.from.c_str(), path.to.c_str(), std::string(core::model::verdictPathId(path.now)).c_str(),
                    std::string(core::model::verdictPathId(path.then)).c_str());
    }
    std::printf("\n");
    for (const core::model::Risk risk : core::workspace::risksOf(plan)) {
        std::printf("! %s\n", std::string(core::workspace::riskText(risk)).c_str());
    }
    printNotes(plan, stdout);
    if (!plan.expectation.empty()) {
        std::printf("\n%s\n", plan.expectation.c_str());
    }
}

} // namespace

int showPlan(const Plan& plan, const PlanOutput& output) {
    if (!output.file.empty()) {
        if (const auto written = core::workspace::writePlanFile(QString::fromStdString(output.file), plan); !written) {
            return complainOfPlan(written.error());
        }
    }
    if (output.json) {
        std::printf("%s\n", core::workspace::planJson(plan).c_str());
    } else if (output.script) {
        std::printf("%s", core::workspace::planScript(plan).c_str());
    } else {
        printPlan(plan);
    }
    return plan.steps.empty() && !plan.fulfilled ? kCannotBeMade : kThereIsAPlan;
}

} // namespace app::ctl
