// What the pipeline remembers of the slow path of one direction of a connection: kept beside the flow, by the same index. Conntrack only
// clears it when the connection is made; what the numbers mean is the pipeline's (pipeline/walk_memory.h).
#pragma once

#include "agent/dataplane/packet/packet_buf.h"

#include <cstdint>

namespace agent::dataplane {

struct FlowWalk {
    std::uint32_t generation = 0; // of the pipeline's tables when this was noted; 0: nothing was
    std::uint32_t neighbour = 0;  // where the packets leave
    std::uint16_t outcome = 0;    // which rules match
    IfIndex inInterface = kNoInterface; // what else the walk depended on
    MarkId connectionMark = 0;
    std::uint8_t attempts = 0; // in vain, to note something
};
static_assert(sizeof(FlowWalk) == 16);

} // namespace agent::dataplane
