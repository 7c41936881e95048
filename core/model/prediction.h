// What the twin says a configuration will do on a board: measured in virtual time, with how far to trust it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace core::model {

struct Interval {
    double median = 0, low = 0, high = 0;
    bool operator==(const Interval&) const = default;
};

// A point of a distribution: this share of all round trips took no longer.
struct RttPoint {
    double ms = 0, share = 0;
    bool operator==(const RttPoint&) const = default;
};

struct RehearsedSecond {
    double t = 0; // at its end, since measuring began
    double throughputBps = 0;
    std::optional<double> rttMs;    // absent: no ping came back
    std::vector<double> cpuPercent; // by core
    double backlogBytes = 0;        // most that waited in all queues together
    bool operator==(const RehearsedSecond&) const = default;
};

struct RehearsedQueue {
    std::string name;
    std::uint64_t bytes = 0, drops = 0; // passed, and packets lost
    double backlogP95 = 0;              // octets
    bool operator==(const RehearsedQueue&) const = default;
};

// One rehearsal (docs/rehearsal.md).
struct Rehearsed {
    double throughputBps = 0; // whole frames with FCS that reached their receivers
    double goodputBps = 0;    // the payload of these
    double packetsPerS = 0;   // on all paths
    double rttMeanMs = 0, rttP50Ms = 0, rttP95Ms = 0, rttP99Ms = 0, rttMaxMs = 0;
    std::vector<RttPoint> rttCurve;          // share rises to 1; empty without round trips
    std::vector<double> cpuPercent;          // by core
    std::map<std::string, double> paths;     // share of the packets: switch, l3hw, fast-path, fasttrack, slow
    std::map<std::string, std::uint64_t> drops; // packets by reason
    std::vector<RehearsedQueue> queues;
    std::vector<RehearsedSecond> series;
    std::vector<std::string> unmodelled, assumed; // sentences

    bool operator==(const Rehearsed&) const = default;
};

// Several rehearsals of one configuration: other seeds, and costs at both ends of what they may be. Intervals span all of them; the medians
// are those of the typical one.
struct Predicted {
    Interval throughputBps, goodputBps, rttMeanMs, rttP99Ms;
    Interval busiestCore; // percent
    Interval fastShare;   // 0…1 of the packets, on any path but the slow one
    Rehearsed typical;    // of the median seed
    bool operator==(const Predicted&) const = default;
};

// What the change moves, seed by seed and cost by cost against the same run without it.
struct PredictedEffect {
    Interval throughput, goodput, rttMean, rttP99; // relative: 0.64 is "+64 %"; absent figures are 0
    Interval busiestCore;                          // percent points
    Interval fastShare;                            // difference of shares
    bool operator==(const PredictedEffect&) const = default;
};

struct Fidelity {
    double score = 1; // 1: nothing speaks against it; below 0.5: do not decide by it
    std::vector<std::string> why;
    bool operator==(const Fidelity&) const = default;
};

struct Prediction {
    std::string board;
    std::uint64_t seed = 1;
    double durationS = 0;
    Predicted now;
    std::optional<Predicted> change;
    std::optional<PredictedEffect> effect; // with `change`
    Fidelity fidelity;
    bool operator==(const Prediction&) const = default;
};

// Tests (agent/traffic/named_tests.h) from one place of the router to another.
struct TrafficPart {
    std::vector<std::string> tests;
    std::string from, to;  // "LAN", "WAN", an interface or an interface list
    double rateBps = 0;    // 0: as much as goes
    std::uint32_t packetSize = 1518; // octets of the largest frame, with FCS
    bool operator==(const TrafficPart&) const = default;
};

// What to rehearse.
struct PredictionRequest {
    std::string board;  // a model of resources/boards
    std::string config; // text of the export
    std::optional<std::string> change; // commands that follow it
    std::vector<std::string> tests{"tcp_nup=8"};
    std::string from = "LAN", to = "WAN";
    double durationS = 60, warmupS = 5;
    double rateBps = 0, rttMs = 1; // rate 0: as much as goes
    std::uint32_t packetSize = 1518;
    std::uint64_t seed = 1;
    std::string calibration{};    // of the board, by name; empty: its first
    std::vector<TrafficPart> mix; // not empty: instead of tests, from, to, rate and packet size
};

} // namespace core::model
