// A router and the traffic through it in virtual time: the same Machine that runs live, stepped as fast as this computer can and never by a
// clock. The same setup gives the same result to the last octet.
//
//   Rehearsal rehearsal(board, std::move(config), scenario, {.duration = 60 * kSecond, .warmup = 5 * kSecond, .seed = 1});
//   while (rehearsal.advance()) { say(rehearsal.progress()); }      // 100 ms of simulated time each
//   RehearsalResult result = rehearsal.result();
//
// Only what happens after the warm-up is counted. One thread, the one that constructed it; uses no clock, no I/O, and of chance only the seed.
#pragma once

#include "agent/runtime/machine.h"
#include "agent/runtime/queue_watch.h"
#include "agent/runtime/rehearsal_result.h"
#include "agent/traffic/scenario.h"
#include "core/base/seeds.h"

#include <vector>

namespace agent::runtime {

class Rehearsal {
public:
    struct Span {
        core::base::Nanos duration = 60 * core::base::kSecond; // measured, after the warm-up
        core::base::Nanos warmup = 5 * core::base::kSecond;
        std::uint64_t seed = 1;
    };
    Rehearsal(const core::devices::Board& board, dataplane::EngineConfigPtr config, const traffic::Scenario& scenario, const Span& span);

    // False: it is over.
    bool advance();
    [[nodiscard]] double progress() const { return static_cast<double>(simulated()) / static_cast<double>(span_.warmup + span_.duration); }
    [[nodiscard]] core::base::Nanos simulated() const { return machine_.now() - Machine::kStart; }
    // Of what was measured so far. Throughput of nothing measured is 0.
    [[nodiscard]] RehearsalResult result();

    [[nodiscard]] Machine& machine() { return machine_; }

private:
    // Counts that only grow, as they stood at some time.
    struct Counts {
        std::vector<traffic::FlowReport> flows;
        dataplane::PathCounters paths;
        std::array<std::uint64_t, dataplane::kDropReasonCount> drops{};
        std::uint64_t transmitRings = 0;
        std::uint64_t wireBytes = 0;
    };
    [[nodiscard]] Counts count();
    void runUntil(core::base::Nanos until);
    void beginMeasuring();
    void closeSecond();
    [[nodiscard]] FlowResult flowResult(std::size_t index, const traffic::FlowReport& now);

    core::base::ReproducibleSeeds seeds_;
    Span span_;
    Machine machine_;
    core::base::Nanos next_;
    QueueWatch queues_;
    Counts atStart_;
    std::uint64_t wireBytesThen_ = 0; // a second ago
    std::vector<RehearsalSecond> seconds_;
    std::vector<double> busy_; // sum over the seconds, percent, by core
};

} // namespace agent::runtime
