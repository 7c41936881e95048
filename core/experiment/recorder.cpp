#include "core/experiment/recorder.h"

#include <algorithm>

namespace core::experiment {

using core::model::ExperimentSample;
using core::model::RttCount;

RunRecorder::RunRecorder(core::model::Side side, RunLength length, std::int64_t startedMs)
    : length_(length) {
    run_.side = side;
    run_.startedMs = startedMs;
    run_.warmupS = length.warmupS;
}

void RunRecorder::add(const Reading& reading) {
    std::vector<RttCount> pings = newRoundTrips(reading.roundTrips);
    if (!begin_) {
        begin_ = reading.rates.at;
        return;
    }
    if (reading.generatorPercent) {
        run_.generatorPercent = std::max(run_.generatorPercent.value_or(0), *reading.generatorPercent);
    }
    if (reading.rates.elapsed == 0 || reading.rates.at <= *begin_) {
        return;
    }
    ExperimentSample sample;
    sample.atS = static_cast<double>(reading.rates.at - *begin_) / static_cast<double>(core::base::kSecond);
    sample.throughputBps = reading.rates.paths.total.bps;
    for (const core::model::PathKind kind : core::model::kAllPaths) {
        sample.pathBps[static_cast<std::size_t>(kind)] = reading.rates.paths.of(kind).bps;
    }
    sample.unattributedBps = reading.rates.paths.unattributed.bps;
    sample.cpuPercent = reading.cpuPercent;
    sample.rtts = std::move(pings);
    run_.samples.push_back(std::move(sample));
}

std::vector<RttCount> RunRecorder::newRoundTrips(const std::optional<RoundTripCounts>& counts) {
    std::map<double, std::uint32_t> fresh; // pings of one length together
    if (!counts) {
        return {};
    }
    for (const auto& [key, count] : *counts) {
        const auto before = last_.find(key);
        // Fewer than before: counting began anew, and all of them are new.
        const std::uint64_t more = before == last_.end() || before->second > count ? count : count - before->second;
        if (more > 0) {
            fresh[key.second] += static_cast<std::uint32_t>(more);
        }
    }
    last_ = *counts;
    std::vector<RttCount> out;
    for (const auto& [ms, count] : fresh) {
        out.push_back({ms, count});
    }
    return out;
}

} // namespace core::experiment
