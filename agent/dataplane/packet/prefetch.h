// Asks for the cache lines of a packet that is touched soon: what is known of it, and its headers. Costs nothing to speak of when they are there.
#pragma once

#include "agent/dataplane/packet/packet_buf.h"

namespace agent::dataplane {

inline void prefetch(const PacketBuf* packet) {
    __builtin_prefetch(packet);
    __builtin_prefetch(packet->data.data() + kHeadroom); // where frames begin before headers are taken off or put on
}

} // namespace agent::dataplane
