// What every simulated host needs from the world it lives in. References only; the owner is Traffic.
#pragma once

#include "agent/dataplane/packet/packet_pool.h"
#include "agent/traffic/random.h"
#include "agent/traffic/timer_queue.h"

namespace agent::traffic {

struct Services {
    dataplane::PacketPool& pool;
    TimerQueue& timers;
    Random& random;
    // Buffers of the pool may have held frames from outside, so a payload is not known to be zero beyond its first octets.
    bool foreignFrames = false;
};

} // namespace agent::traffic
