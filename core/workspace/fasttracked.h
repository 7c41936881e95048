// Connections that are FastTracked now. Whatever is changed meanwhile, they keep their path until they end: how many, how much they carry, and a plan
// that has the chosen ones looked at afresh.
//
//   Result<FastTracked> now = co_await router.fastTracked();
//   Plan plan = flushFastTracked({now->busiest[0].ends});      core/planner/flush_plan.h; none: all of them
#pragma once

#include "core/base/result.h"
#include "core/link/session.h"
#include "core/planner/flush_plan.h"

#include <QCoroTask>
#include <cstdint>
#include <vector>

namespace core::workspace {

using core::planner::ConnectionEnds;
using core::planner::flushFastTracked;

struct FastTrackedConnection {
    ConnectionEnds ends;
    std::uint64_t octets = 0; // by FastTrack since it began, both directions
    double bps = 0;           // now
    [[nodiscard]] std::string text() const; // "tcp 192.168.88.10:50000 → 203.0.113.1:443"
};

struct FastTracked {
    std::uint64_t count = 0;
    // Of more than kMostListed connections only the count is asked for: a router prints slowly.
    bool listed = false;
    std::uint64_t octets = 0;
    double bps = 0;
    std::vector<FastTrackedConnection> busiest; // at most kMostShown, the fastest first
};

constexpr std::uint64_t kMostListed = 5000;
constexpr std::size_t kMostShown = 50;

// Counts them, and reads their counters twice, a second apart. Nothing is written. Errors: those of Session.
QCoro::Task<core::base::Result<FastTracked>> readFastTracked(core::link::Session& session);

} // namespace core::workspace
