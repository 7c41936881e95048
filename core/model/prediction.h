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

// One rehearsal (docs/rehearsal.md).
struct Rehearsed {
    double throughputBps = 0; // whole frames with FCS that reached their receivers
    double goodputBps = 0;    // the payload of these
    double rttP50Ms = 0, rttP95Ms = 0, rttP99Ms = 0, rttMaxMs = 0;
    std::vector<double> cpuPercent;          // by core
    std::map<std::string, double> paths;     // share of the packets
    std::map<std::string, std::uint64_t> drops; // packets by reason
    std::vector<std::string> unmodelled, assumed; // sentences
};

// Several rehearsals of one configuration: other seeds, and costs at both ends of what they may be.
struct Predicted {
    Interval throughputBps;
    Rehearsed typical; // of the median seed
};

struct Fidelity {
    double score = 1; // 1: nothing speaks against it; below 0.5: do not decide by it
    std::vector<std::string> why;
};

struct Prediction {
    std::string board;
    std::uint64_t seed = 1;
    double durationS = 0;
    Predicted now;
    std::optional<Predicted> change;
    Fidelity fidelity;
};

// What to rehearse. Names of tests: agent/traffic/named_tests.h.
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
};

} // namespace core::model
