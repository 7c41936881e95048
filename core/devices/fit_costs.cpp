#include "core/devices/fit_costs.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace core::devices {

using core::base::Result;

namespace {

// Of tests/accuracy/calibrate.py.
constexpr double kQueuesSlow = 0.60, kQueuesLookup = 0.15, kQueuesQueueing = 0.25, kTrackingOfRest = 0.65;
constexpr double kFastTrackOfTracked = 0.30, kNewOfTracked = 1.5, kVlanOfFast = 0.20;
constexpr double kRules = 25, kOverhead = 20, kFull = 0.95;
constexpr std::uint32_t kKept = 1518;
constexpr TestMode kModes[] = {TestMode::Bridging, TestMode::BridgingRules, TestMode::Routing, TestMode::RoutingQueues, TestMode::RoutingRules};

using Times = std::map<TestMode, double>; // core nanoseconds for a packet

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

// What the costs of a board say of a mode.
double timeOf(const Cost& cost, TestMode mode) {
    switch (mode) {
    case TestMode::Bridging: return cost.bridge;
    case TestMode::BridgingRules: return cost.slowBridge + kRules * cost.rule;
    case TestMode::Routing: return cost.fastPath;
    case TestMode::RoutingQueues: return cost.slow + kRules * cost.simpleQueue + cost.queueing;
    case TestMode::RoutingRules: return cost.slow + cost.tracking + kRules * cost.rule;
    }
    return 0;
}

bool isFull(const Board& board, const MeasuredRow& row) {
    double ports = 0;
    for (const Port& port : board.ports) {
        ports += static_cast<double>(port.speedBps);
    }
    return row.pps * (row.octets + kOverhead) * 8 >= kFull * ports;
}

// Rows of the fast path with 512 octets count only where there is none with 64: links begin to tell.
bool counts(const std::vector<FittedRow>& rows, const FittedRow& one) {
    const bool fast = one.row.mode == TestMode::Bridging || one.row.mode == TestMode::Routing;
    const bool shorter = std::any_of(rows.begin(), rows.end(), [&](const FittedRow& other) { return other.row.mode == one.row.mode && other.row.octets == 64 && !other.atLimit; });
    return !one.atLimit && one.row.octets < kKept && (!fast || !shorter || one.row.octets == 64);
}

Cost costOf(const Times& ns) {
    const double slow = kQueuesSlow * ns.at(TestMode::RoutingQueues), rest = ns.at(TestMode::RoutingRules) - slow;
    Cost out;
    out.bridge = ns.at(TestMode::Bridging);
    out.fastPath = ns.at(TestMode::Routing);
    out.slow = slow;
    out.tracking = kTrackingOfRest * rest;
    out.rule = (1 - kTrackingOfRest) * rest / kRules;
    out.fastTrack = std::max(out.fastPath, kFastTrackOfTracked * (slow + out.tracking));
    out.slowBridge = std::max(out.bridge, ns.at(TestMode::BridgingRules) - kRules * out.rule);
    out.connectionNew = kNewOfTracked * (slow + out.tracking);
    out.vlan = kVlanOfFast * out.fastPath;
    out.simpleQueue = kQueuesLookup * ns.at(TestMode::RoutingQueues) / kRules;
    out.queueing = kQueuesQueueing * ns.at(TestMode::RoutingQueues);
    return out;
}

} // namespace

Result<Fit> fitCosts(const Board& board, const std::vector<MeasuredRow>& rows, const Board& reference) {
    Fit out;
    for (const MeasuredRow& row : rows) {
        out.rows.push_back({row, false, isFull(board, row), 0});
    }
    Times own;
    for (const TestMode mode : kModes) {
        std::vector<double> times;
        for (FittedRow& each : out.rows) {
            each.used = each.row.mode == mode ? counts(out.rows, each) : each.used;
            if (each.row.mode == mode && each.used) {
                times.push_back(board.cores * 1e9 / each.row.pps);
            }
        }
        if (!times.empty()) {
            own[mode] = median(std::move(times));
        }
    }
    if (own.count(TestMode::RoutingRules) == 0) {
        return core::base::fail(core::base::ErrorCode::InvalidInput, "The table has no row of routing with 25 filter rules, of less than 1518 octets and below what the ports carry: without it costs cannot be told.");
    }
    const std::size_t measured = own.size();
    const double scale = own[TestMode::RoutingRules] / timeOf(reference.cost, TestMode::RoutingRules);
    for (const TestMode mode : kModes) {
        own.emplace(mode, timeOf(reference.cost, mode) * scale);
    }
    out.cost = costOf(own);
    const bool whole = measured >= 3;
    out.basis = whole ? "vendor-table" : "one-row";
    out.cost.low = whole ? 0.85 : 0.69;
    out.cost.high = whole ? 1.2 : 1.45;
    out.cost.receiveCores = board.cores;
    out.cost.receiveRing = board.cost.receiveRing;
    for (FittedRow& each : out.rows) {
        each.pps = board.cores * 1e9 / timeOf(out.cost, each.row.mode);
    }
    return out;
}

} // namespace core::devices
