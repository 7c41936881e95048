// Rates over the last full second, for answers that need one at once (monitor-traffic once, the rate of a queue).
// Call sample() about once a second; rates are those between the last two calls.
#pragma once

#include "agent/control/commands/engine_view.h"
#include "agent/control/tree/live_config.h"

#include <map>
#include <optional>

namespace agent::control {

struct InterfaceRate {
    core::base::Nanos elapsed = 0; // 0: not known yet
    dataplane::InterfaceStats delta;
};

struct QueueRate {
    std::uint64_t bitsPerSecond = 0, packetsPerSecond = 0;
};

// a - b, counter by counter; a counter that went down (a new interface in the place) counts from zero.
[[nodiscard]] dataplane::InterfaceStats difference(const dataplane::InterfaceStats& a, const dataplane::InterfaceStats& b);

// Counts per second, rounded.
[[nodiscard]] std::uint64_t perSecond(std::uint64_t count, core::base::Nanos elapsed);

class RateSampler {
public:
    void sample(const LiveConfig& config, EngineView& engine, core::base::Nanos now);

    [[nodiscard]] InterfaceRate interfaceRate(ItemId interface) const;
    [[nodiscard]] QueueRate treeRate(ItemId queue) const;
    [[nodiscard]] std::pair<QueueRate, QueueRate> simpleRate(ItemId queue) const; // upload, download
    [[nodiscard]] QueueRate simpleTotalRate(ItemId queue) const;                    // of total-queue

private:
    struct Reading {
        core::base::Nanos at = 0;
        std::map<ItemId, dataplane::InterfaceStats> interfaces;
        std::map<ItemId, dataplane::QueueStats> tree;
        std::map<ItemId, dataplane::SimpleQueueStats> simple;
    };
    [[nodiscard]] QueueRate rate(const dataplane::QueueStats& now, const dataplane::QueueStats& before) const;

    Reading last_, before_;
};

} // namespace agent::control
