#include "app/ctl/qos.h"

#include "app/ctl/apply.h"
#include "core/workspace/plan_file.h"

#include <cstdio>

namespace app::ctl {
namespace {

using core::base::ErrorCode;
using core::base::Result;
using core::model::Plan;

constexpr int kThereIsAPlan = 0, kCannotBeMade = 1;

int complain(const core::base::Error& error) {
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
    std::printf("\n");
    printNotes(plan, stdout);
    if (!plan.expectation.empty()) {
        std::printf("\n%s\n", plan.expectation.c_str());
    }
}

int showPlan(const Plan& plan, const QosOptions& options) {
    if (!options.output.empty()) {
        if (const auto written = core::workspace::writePlanFile(QString::fromStdString(options.output), plan); !written) {
            return complain(written.error());
        }
    }
    if (options.json) {
        std::printf("%s\n", core::workspace::planJson(plan).c_str());
    } else if (options.script) {
        std::printf("%s", core::workspace::planScript(plan).c_str());
    } else {
        printPlan(plan);
    }
    return plan.steps.empty() && !plan.fulfilled ? kCannotBeMade : kThereIsAPlan;
}

} // namespace

int runQos(const QosOptions& options) {
    if (!options.request.file.empty()) {
        const Result<Plan> plan = core::workspace::planQosOfFile(options.request);
        return plan ? showPlan(*plan, options) : complain(plan.error());
    }
    RouterDoor door(options.router);
    const auto live = door.readConfig();
    if (!live) {
        return complain(live.error());
    }
    const Result<Plan> plan = core::workspace::planQosOf(*live, options.request);
    if (!plan) {
        return complain(plan.error());
    }
    if (options.verb == QosOptions::Verb::Plan) {
        return showPlan(*plan, options);
    }
    for (const std::string& alternative : plan->alternatives) {
        std::fprintf(stderr, "  instead: %s\n", alternative.c_str());
    }
    return applyPlan(door, *plan, {options.confirmSeconds, options.guard, options.keep, options.yes, options.json, options.safeMode});
}

} // namespace app::ctl
