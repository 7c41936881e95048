// What became of a packet offered to a set of queues.
#pragma once

#include "core/base/units.h"

#include <cstdint>
#include <limits>

namespace agent::dataplane {

enum class Admission : std::uint8_t {
    Queued,  // the queues own it; it comes back through dequeue()
    Direct,  // nothing holds it back: the caller still owns it and sends it on at once
    Dropped, // lost and already freed
};

// nextEvent() of something that waits for nothing.
constexpr core::base::Nanos kNever = std::numeric_limits<core::base::Nanos>::max();

} // namespace agent::dataplane
