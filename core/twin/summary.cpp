#include "core/twin/predict.h"

#include <algorithm>

namespace core::twin {

using core::model::Interval;
using core::model::Predicted;
using core::model::PredictedEffect;
using core::model::Rehearsed;

namespace {

constexpr std::size_t kSeeds = 3;
// No throughput is told finer: rows of one vendor's table scatter by as much around any cost per packet (RB4011, 25 rules, 64 to 1518 octets).
constexpr double kScatter = 0.05;

double busiest(const Rehearsed& run) {
    return run.cpuPercent.empty() ? 0 : *std::max_element(run.cpuPercent.begin(), run.cpuPercent.end());
}

double fastShare(const Rehearsed& run) {
    double share = 0;
    for (const auto& [path, part] : run.paths) {
        share += path == "slow" ? 0 : part;
    }
    return share;
}

template <class Of> Interval spanOf(const std::vector<Rehearsed>& runs, const Rehearsed& typical, Of of) {
    Interval out{of(typical), of(typical), of(typical)};
    for (const Rehearsed& run : runs) {
        out.low = std::min(out.low, of(run));
        out.high = std::max(out.high, of(run));
    }
    return out;
}

Interval notFiner(Interval interval) {
    interval.low = std::min(interval.low, (1 - kScatter) * interval.median);
    interval.high = std::max(interval.high, (1 + kScatter) * interval.median);
    return interval;
}

} // namespace

Predicted summarised(std::vector<Rehearsed> runs) {
    Predicted out;
    std::vector<Rehearsed> seeds(runs.begin(), runs.begin() + static_cast<std::ptrdiff_t>(std::min(kSeeds, runs.size())));
    std::stable_sort(seeds.begin(), seeds.end(), [](const Rehearsed& a, const Rehearsed& b) { return a.throughputBps < b.throughputBps; });
    out.typical = seeds[(seeds.size() - 1) / 2];
    out.throughputBps = notFiner(spanOf(runs, out.typical, [](const Rehearsed& run) { return run.throughputBps; }));
    out.goodputBps = notFiner(spanOf(runs, out.typical, [](const Rehearsed& run) { return run.goodputBps; }));
    out.rttMeanMs = spanOf(runs, out.typical, [](const Rehearsed& run) { return run.rttMeanMs; });
    out.rttP99Ms = spanOf(runs, out.typical, [](const Rehearsed& run) { return run.rttP99Ms; });
    out.busiestCore = spanOf(runs, out.typical, busiest);
    out.fastShare = spanOf(runs, out.typical, fastShare);
    return out;
}

PredictedEffect effectOf(const std::vector<Rehearsed>& now, const std::vector<Rehearsed>& change, const Rehearsed& typicalNow,
                         const Rehearsed& typicalChange) {
    const auto span = [&](auto difference) {
        Interval out;
        out.median = out.low = out.high = difference(typicalNow, typicalChange);
        for (std::size_t run = 0; run < now.size(); ++run) {
            const double moved = difference(now[run], change[run]);
            out.low = std::min(out.low, moved);
            out.high = std::max(out.high, moved);
        }
        return out;
    };
    const auto relative = [&](auto of) {
        return span([of](const Rehearsed& before, const Rehearsed& after) { return of(before) > 0 ? of(after) / of(before) - 1 : 0.0; });
    };
    PredictedEffect out;
    out.throughput = relative([](const Rehearsed& run) { return run.throughputBps; });
    out.goodput = relative([](const Rehearsed& run) { return run.goodputBps; });
    out.rttMean = relative([](const Rehearsed& run) { return run.rttMeanMs; });
    out.rttP99 = relative([](const Rehearsed& run) { return run.rttP99Ms; });
    out.busiestCore = span([](const Rehearsed& before, const Rehearsed& after) { return busiest(after) - busiest(before); });
    out.fastShare = span([](const Rehearsed& before, const Rehearsed& after) { return fastShare(after) - fastShare(before); });
    return out;
}

} // namespace core::twin
