#include "core/workspace/foretold.h"

namespace core::workspace {

using core::model::Interval;
using core::model::Metric;
using core::model::MetricPrediction;

std::vector<MetricPrediction> foretold(const core::model::Predicted& predicted, double hardwareBps) {
    const auto make = [](Metric metric, const Interval& interval, auto map) {
        return MetricPrediction{metric, map(interval.median), map(interval.low), map(interval.high)};
    };
    const double twinBps = predicted.throughputBps.median, all = twinBps + hardwareBps;
    std::vector<MetricPrediction> out{make(Metric::Throughput, predicted.throughputBps, [&](double bps) { return bps + hardwareBps; }),
                                      make(Metric::BusiestCore, predicted.busiestCore, [](double percent) { return percent; })};
    if (all > 0) {
        out.push_back(make(Metric::FastShare, predicted.fastShare, [&](double share) { return (share * twinBps + hardwareBps) / all; }));
    }
    return out;
}

} // namespace core::workspace
