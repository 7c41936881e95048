#include "core/twin/predict.h"

#include "core/twin/rehearsal_job.h"
#include "core/twin/rehearsal_process.h"

#include <array>
#include <numeric>

namespace core::twin {

using core::base::Result;
using core::model::Prediction;
using core::model::PredictionRequest;
using core::model::Rehearsed;

namespace {

struct Run {
    double costs = 1;
    std::uint64_t seedOffset = 0;
};
constexpr std::size_t kRunsOfOne = 5;

// Share done of every run, told as one.
struct Progress {
    std::vector<double> shares;
    std::function<void(double)> tell;
    void at(std::size_t run, double share) {
        shares[run] = share;
        if (tell) {
            tell(std::accumulate(shares.begin(), shares.end(), 0.0) / static_cast<double>(shares.size()));
        }
    }
};

} // namespace

QCoro::Task<Result<Prediction>> predict(PredictionRequest request, QByteArray boardFile, PredictHooks hooks) {
    const CostRange range = costRange(boardFile);
    const std::array<Run, kRunsOfOne> kinds{Run{1, 0}, Run{1, 1}, Run{1, 2}, Run{range.high, 0}, Run{range.low, 0}};
    std::vector<std::string> configs{request.config};
    if (request.change) {
        configs.push_back(request.config + "\n" + *request.change);
    }
    Progress done{std::vector<double>(configs.size() * kRunsOfOne), std::move(hooks.progress)};
    std::vector<Rehearsed> results(done.shares.size());
    const auto start = [&](RehearsalProcess& process, std::size_t run) -> QCoro::Task<Result<Rehearsed>> {
        QObject::connect(&process, &RehearsalProcess::progressed, &process, [&done, run](double share) { done.at(run, share); });
        if (hooks.cancel) {
            QObject::connect(hooks.cancel.get(), &Cancellation::requested, &process, &RehearsalProcess::cancel);
        }
        const Run& kind = kinds[run % kRunsOfOne];
        const auto job = jobText(request, configs[run / kRunsOfOne], boardFile, kind.costs, request.seed + kind.seedOffset);
        if (!job) {
            co_return tl::unexpected(job.error());
        }
        Result<Rehearsed> result = co_await process.run(*job);
        co_return result;
    };
    for (std::size_t run = 0; run < results.size(); run += 2) {
        if (hooks.cancel && hooks.cancel->isRequested()) {
            co_return core::base::fail(core::base::ErrorCode::Cancelled, "The prediction was stopped.");
        }
        RehearsalProcess one, other;
        QCoro::Task<Result<Rehearsed>> first = start(one, run);
        if (run + 1 < results.size()) {
            Result<Rehearsed> second = co_await start(other, run + 1);
            if (!second) {
                co_return tl::unexpected(second.error());
            }
            results[run + 1] = std::move(*second);
        }
        Result<Rehearsed> result = co_await first;
        if (!result) {
            co_return tl::unexpected(result.error());
        }
        results[run] = std::move(*result);
    }
    Prediction out;
    out.board = request.board;
    out.seed = request.seed;
    out.durationS = request.durationS;
    const auto runsOf = [&](std::size_t side) {
        const auto begin = results.begin() + static_cast<std::ptrdiff_t>(side * kRunsOfOne);
        return std::vector<Rehearsed>(begin, begin + kRunsOfOne);
    };
    out.now = summarised(runsOf(0));
    if (request.change) {
        out.change = summarised(runsOf(1));
        out.effect = effectOf(runsOf(0), runsOf(1), out.now.typical, out.change->typical);
    }
    co_return out;
}

} // namespace core::twin
