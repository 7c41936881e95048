// What became of a packet offered to a set of queues.
#pragma once

#include "core/base/units.h"

#include <cstdint>
#include <limits>

namespace agent::dataplane {

enum class Admission : std::uint8_t {
    Queued,  // the queues own it; it comes back through dequeue()
    Passed,  // the queues have counted and charged it and would hand it out at once: the caller still owns it and sends it on
    Direct,  // no queue is meant for it: the caller still owns it and sends it on
    Dropped, // lost and already freed
};

// Whether enqueue() may answer Passed. Passing is what enqueue() and dequeue() at the same moment would do, without the lists.
enum class Passing : bool { No, Allowed };

// nextEvent() of something that waits for nothing.
constexpr core::base::Nanos kNever = std::numeric_limits<core::base::Nanos>::max();

} // namespace agent::dataplane
