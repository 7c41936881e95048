// Whether queues see what they are there for: the octets that passed Pathscope's queue trees against those FastTrack carried meanwhile. A switch chip
// that does not play along leaves trees that look right and count nothing (case: interface trees on an offloaded bridge).
#pragma once

#include "core/base/result.h"
#include "core/link/session.h"

#include <QCoroTask>
#include <cstdint>
#include <optional>

namespace core::workspace {

struct QueueCounters {
    std::uint64_t queued = 0;      // of the trees with our comment that hang on interfaces, added up
    std::uint64_t fastTracked = 0; // of the router
    bool any = false;              // there are such trees
};

// Two requests. Errors: those of Session.
QCoro::Task<core::base::Result<QueueCounters>> readQueueCounters(core::link::Session& session);

// Share of the FastTracked octets that the queues saw; may exceed 1, for they see others too, and count the frame. Absent: there is no tree, or FastTrack
// carried too little to tell.
[[nodiscard]] std::optional<double> queuedShare(const QueueCounters& before, const QueueCounters& after);

} // namespace core::workspace
