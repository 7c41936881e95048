#include "core/twin/predict.h"

#include "core/twin/rehearsal_job.h"
#include "core/twin/rehearsal_process.h"

#include <algorithm>
#include <numeric>

namespace core::twin {

using core::base::Result;
using core::model::Predicted;
using core::model::Prediction;
using core::model::PredictionRequest;
using core::model::Rehearsed;

namespace {

constexpr std::size_t kSeeds = 3;

struct Run {
    double costs = 1;
    std::uint64_t seedOffset = 0;
};
constexpr Run kRuns[] = {{1, 0}, {1, 1}, {1, 2}, {kCostsHigh, 0}, {kCostsLow, 0}};
constexpr std::size_t kRunsOfOne = std::size(kRuns);

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

Predicted summarised(std::vector<Rehearsed> runs) {
    Predicted out;
    const auto less = [](const Rehearsed& a, const Rehearsed& b) { return a.throughputBps < b.throughputBps; };
    const auto [low, high] = std::minmax_element(runs.begin(), runs.end(), less);
    out.throughputBps.low = low->throughputBps;
    out.throughputBps.high = high->throughputBps;
    const auto seeds = runs.begin() + static_cast<std::ptrdiff_t>(std::min(kSeeds, runs.size()));
    std::stable_sort(runs.begin(), seeds, less);
    out.typical = runs[static_cast<std::size_t>(seeds - runs.begin() - 1) / 2];
    out.throughputBps.median = out.typical.throughputBps;
    return out;
}

QCoro::Task<Result<Prediction>> predict(PredictionRequest request, QByteArray boardFile, std::function<void(double)> progress) {
    std::vector<std::string> configs{request.config};
    if (request.change) {
        configs.push_back(request.config + "\n" + *request.change);
    }
    Progress done{std::vector<double>(configs.size() * kRunsOfOne), std::move(progress)};
    std::vector<Rehearsed> results(done.shares.size());
    const auto start = [&](RehearsalProcess& process, std::size_t run) -> QCoro::Task<Result<Rehearsed>> {
        QObject::connect(&process, &RehearsalProcess::progressed, &process, [&done, run](double share) { done.at(run, share); });
        const Run& kind = kRuns[run % kRunsOfOne];
        const auto job = jobText(request, configs[run / kRunsOfOne], boardFile, kind.costs, request.seed + kind.seedOffset);
        if (!job) {
            co_return tl::unexpected(job.error());
        }
        Result<Rehearsed> result = co_await process.run(*job);
        co_return result;
    };
    for (std::size_t run = 0; run < results.size(); run += 2) {
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
    const auto of = [&](std::size_t side) {
        const auto begin = results.begin() + static_cast<std::ptrdiff_t>(side * kRunsOfOne);
        return summarised({begin, begin + kRunsOfOne});
    };
    out.now = of(0);
    if (request.change) {
        out.change = of(1);
    }
    co_return out;
}

} // namespace core::twin
