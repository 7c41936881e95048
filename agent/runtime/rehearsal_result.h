// What a rehearsal measured. Plain data. Rates are bits per second over the measured time; absent is not zero.
#pragma once

#include "agent/traffic/rtt_record.h"
#include "core/base/units.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace agent::runtime {

struct RehearsalSecond {
    double t = 0; // seconds since measuring began, at the second's end
    double throughputBps = 0;
    std::optional<double> rttMs;    // median of the second, of the slowest ping
    std::vector<double> cpuPercent; // by core
    std::uint64_t backlog = 0;      // octets: most that waited in all queues together, sampled
};

struct RttSummary {
    double p50 = 0, p95 = 0, p99 = 0, max = 0; // ms
};

struct FlowResult {
    std::string name, kind, direction;
    double goodputBps = 0; // payload
    double wireBps = 0;    // the frames that brought it, FCS included
    std::uint64_t lost = 0, retransmitted = 0;
    std::optional<RttSummary> rtt;
    std::optional<double> mos; // of calls: mean opinion score, 1 … 4.5
};

struct QueueResult {
    std::string name;
    std::uint64_t bytes = 0, drops = 0; // passed, and lost
    std::uint64_t backlogP95 = 0;       // octets that waited, sampled
};

struct RehearsalResult {
    double throughputBps = 0; // frames with payload that reached their receivers, FCS included, all flows but pings
    double goodputBps = 0;    // their payload
    double packetsPerSecond = 0; // on all paths
    std::vector<RehearsalSecond> series;
    std::vector<FlowResult> flows;
    traffic::RttRecord rtt;                    // of the pings; of all flows when there is no ping
    std::vector<double> cpuPercent;            // mean, by core
    std::map<std::string, double> paths;       // share of the packets, by path id; empty without packets
    std::map<std::string, std::uint64_t> drops; // packets, by reason; only reasons that occurred
    std::vector<QueueResult> queues;
};

} // namespace agent::runtime
