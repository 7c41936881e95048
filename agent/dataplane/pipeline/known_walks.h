// The slow path for packets whose walk is known (WalkMemory): connection state, counters of the rules that match, translation, queues and
// neighbour as ever, without asking the rules. Whatever could make a difference - another mark, interface, generation; a segment that
// opens or closes; a packet longer than the way out takes - sends a packet the long way, which also notes its walk.
//
//   next = known.run(batch, arrivals, flows, i, end, now);   // [i, next) are on their way
//   known.watch(flows, i); slow.receive(…);                // … and this one is not: remember how it goes
#pragma once

#include "agent/dataplane/fib/next_hop.h"
#include "agent/dataplane/pipeline/arrivals.h"
#include "agent/dataplane/pipeline/batch_flows.h"
#include "agent/dataplane/pipeline/engine_state.h"
#include "agent/dataplane/pipeline/resolver.h"

namespace agent::dataplane {

class KnownWalks {
public:
    KnownWalks(EngineState& state, Resolver& resolver)
        : s_(state)
        , resolver_(resolver) {}

    // Handles packets from `first` on, in order, but none from `end` on, and none behind the first that the FastTrack handler would take.
    // Returns the first one not handled.
    std::size_t run(const Batch& batch, const Arrivals& arrivals, const BatchFlows& flows, std::size_t first, std::size_t end, core::base::Nanos now);
    // The packet that now goes the long way is this one: notes its walk unless that was tried often enough.
    void watch(const BatchFlows& flows, std::size_t i);

private:
    void countCrossed(const Ingress& in);

    EngineState& s_;
    Resolver& resolver_;
};

// A packet got through everything and leaves towards `hop`; `record` is of its walk.
void rememberWalk(EngineState& state, const PacketBuf& packet, const NextHop& hop, const WalkRecord& record);

} // namespace agent::dataplane
