// One run while it is made: counters and pings in, second by second, ExperimentRun out. Pure.
//
//   RunRecorder recorder(Side::Before, {.seconds = 20, .warmupS = 5});
//   while (!recorder.isDone()) { …; recorder.add({rates, cpuPercent, pings, load}); }
//   recorder.run()
//
// The first reading only marks where the run begins: the interval it ends began before the run did.
#pragma once

#include "core/model/experiment.h"
#include "core/model/path_share.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace core::experiment {

// Round trips that came back since whatever counts them began: how many, by ping and length in ms. They only grow.
using RoundTripCounts = std::map<std::pair<std::string, double>, std::uint64_t>;

struct RunLength {
    double seconds = 60; // judged ones
    double warmupS = 5;  // before them
};

struct Reading {
    core::model::RateSample rates;
    std::vector<double> cpuPercent;
    std::optional<RoundTripCounts> roundTrips; // absent: nobody measures them
    std::optional<double> generatorPercent;
};

class RunRecorder {
public:
    RunRecorder(core::model::Side side, RunLength length, std::int64_t startedMs);

    // A gap (elapsed 0) is no second and is left out; what came before and behind it stays where it was in time.
    void add(const Reading& reading);
    [[nodiscard]] double secondsDone() const { return run_.samples.empty() ? 0 : run_.samples.back().atS; }
    [[nodiscard]] bool isDone() const { return secondsDone() >= length_.seconds + length_.warmupS - 0.25; } // seconds are not quite seconds
    [[nodiscard]] core::model::ExperimentRun& run() { return run_; }

private:
    std::vector<core::model::RttCount> newRoundTrips(const std::optional<RoundTripCounts>& counts);

    RunLength length_;
    core::model::ExperimentRun run_;
    std::optional<core::base::Nanos> begin_;
    RoundTripCounts last_;
};

} // namespace core::experiment
