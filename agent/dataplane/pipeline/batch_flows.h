// The connections of a batch, found together before any packet of it is handled: what the connection table knows of the packets that are
// ordinary enough to be asked about.
#pragma once

#include "agent/dataplane/conntrack/conntrack.h"
#include "agent/dataplane/pipeline/engine_state.h"

#include <cstdint>

namespace agent::dataplane {

struct BatchFlows {
    FoundFlows found;
    std::uint64_t known = 0; // bit i: packet i is a plain segment or datagram for the router to forward, of a connection in the table

    [[nodiscard]] bool has(std::size_t i) const { return (known >> i & 1u) != 0; }
};

// `ordinary`: Arrivals::ordinary. Looks nothing up when connections are not tracked.
void findFlows(EngineState& state, const Batch& batch, std::uint64_t ordinary, BatchFlows& flows);

} // namespace agent::dataplane
