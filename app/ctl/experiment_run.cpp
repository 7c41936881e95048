#include "app/ctl/experiment.h"

#include "app/ctl/report.h"
#include "app/ctl/router_door.h"
#include "core/workspace/evidence.h"
#include "core/workspace/plan_file.h"

#include <QEventLoop>
#include <cstdio>
#include <unistd.h>

namespace app::ctl {
namespace {

using core::base::ErrorCode;
using core::base::Result;
using core::model::Experiment;
using core::model::ExperimentVerdict;
using core::workspace::ExperimentJob;
using core::workspace::ExperimentProgress;

constexpr int kMeasured = 0, kFailed = 1, kWrong = 2, kNoRouterThere = 3, kWorse = 4, kNoVerdict = 5, kInterrupted = 130;

int complain(const core::base::Error& error) {
    std::fprintf(stderr, "pathscopectl: %s\n", error.describe().c_str());
    switch (error.code) {
    case ErrorCode::NotFound:
    case ErrorCode::InvalidInput:
        return kWrong;
    case ErrorCode::Io:
    case ErrorCode::Internal:
        return kFailed;
    case ErrorCode::Cancelled:
        return kInterrupted;
    default:
        return kNoRouterThere;
    }
}

const char* stepText(const ExperimentProgress& progress) {
    switch (progress.step) {
    case ExperimentProgress::Step::Reading:
        return "reading the configuration";
    case ExperimentProgress::Step::AskingTwin:
        return "asking the twin";
    case ExperimentProgress::Step::Changing:
        return "making the change";
    case ExperimentProgress::Step::TakingBack:
        return "taking the change back";
    case ExperimentProgress::Step::Measuring:
    case ExperimentProgress::Step::Ended:
        break;
    }
    return progress.side == core::model::Side::Before ? "measuring before" : "measuring after";
}

// On a terminal one line that is written over; nothing elsewhere.
void showProgress(const ExperimentProgress& progress) {
    if (isatty(STDERR_FILENO) == 0) {
        return;
    }
    if (progress.step == ExperimentProgress::Step::Ended) {
        std::fputs("\r\033[K", stderr);
        return;
    }
    std::fprintf(stderr, "\r\033[Krun %zu of %zu: %s, %.0f of %.0f s", progress.run, progress.runs, stepText(progress), progress.second, progress.seconds);
}

QCoro::Task<> runInto(ExperimentJob& job, std::optional<Result<Experiment>>& into, QEventLoop& loop) {
    Result<Experiment> answer = co_await job.run();
    into = std::move(answer);
    loop.quit();
}

int verdictCode(ExperimentVerdict verdict) {
    switch (verdict) {
    case ExperimentVerdict::Better:
    case ExperimentVerdict::NoDifference:
        return kMeasured;
    case ExperimentVerdict::Worse:
        return kWorse;
    case ExperimentVerdict::NotEnoughData:
    case ExperimentVerdict::Refused:
        break;
    }
    return kNoVerdict;
}

bool hasBothSides(const Experiment& experiment) {
    bool before = false, after = false;
    for (const auto& run : experiment.runs) {
        (run.side == core::model::Side::Before ? before : after) = true;
    }
    return before && after;
}

} // namespace

int measureRouter(const ExperimentOptions& options) {
    core::workspace::ExperimentRequest request = options.request;
    if (!options.planFile.empty()) {
        auto plan = core::workspace::readPlanFile(QString::fromStdString(options.planFile));
        if (!plan) {
            return complain(plan.error());
        }
        request.change = std::move(*plan);
    }
    RouterDoor door(options.router);
    const auto router = door.open();
    if (!router) {
        return complain(router.error());
    }
    std::optional<Result<Experiment>> experiment;
    QEventLoop loop;
    ExperimentJob job(**router, std::move(request));
    QObject::connect(&door.signals(), &TerminationSignals::received, &job, &ExperimentJob::cancel);
    QObject::connect(&job, &ExperimentJob::progressed, &job, [&job] { showProgress(job.progress()); });
    runInto(job, experiment, loop);
    if (!experiment) {
        loop.exec();
    }
    if (!*experiment) {
        return complain(experiment->error());
    }
    const Experiment& made = **experiment;
    if (!hasBothSides(made)) {
        std::printf("%s\n", made.id.c_str());
        std::fprintf(stderr, "One side is measured and kept. Add the other with: pathscopectl experiment run … --continue %s\n", made.id.c_str());
        return kMeasured;
    }
    const int printed = printEvidence({made.id}, options.look, options.json);
    return printed != 0 ? printed : verdictCode(core::workspace::verdictOf(made));
}

} // namespace app::ctl
