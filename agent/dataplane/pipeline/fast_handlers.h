// The three handlers that spare a packet the full stack: bridge (fast forward, fast path), FastTrack, IP fast path. A handler either
// takes the packet to its end or leaves it exactly as it was.
//
//   fast.lookAhead(batch, arrivals.plain);
//   while (i < batch.count) {
//       const std::size_t next = fast.handle(batch, arrivals, flows, i, batch.count, now); // [i, next) are on their way
//       if (next < batch.count) slow(batch.packets[next]);                               // … and the one after them is not for a handler
//       i = next + 1;
//   }
//
// Packets are taken in runs: what was looked up for the batch is checked, counted, rewritten and sent packet by packet, what packets in a
// row have in common is worked out once. A run ends where a packet has to go the slow way, so the order of arrival is the order of
// departure.
#pragma once

#include "agent/dataplane/pipeline/arrivals.h"
#include "agent/dataplane/pipeline/batch_flows.h"
#include "agent/dataplane/pipeline/egress.h"
#include "agent/dataplane/pipeline/engine_state.h"
#include "agent/dataplane/pipeline/outlet.h"
#include "agent/dataplane/pipeline/route_decision.h"

#include <array>
#include <span>
#include <vector>

namespace agent::dataplane {

class FastHandlers {
public:
    FastHandlers(EngineState& state, Egress& egress)
        : s_(state)
        , egress_(egress)
        , decide_(state) {}

    // Once per batch: looks up the routes of all its packets together, so that memory accesses overlap. `plain`: Arrivals::plain.
    void lookAhead(const Batch& batch, std::uint64_t plain);
    // Handles the packets of that batch from `first` on, in order, but none from `end` on. Returns the first one not handled.
    std::size_t handle(const Batch& batch, const Arrivals& arrivals, const BatchFlows& flows, std::size_t first, std::size_t end,
                       core::base::Nanos now);

private:
    // A neighbour remembered by hop, good while the generation is the engine's.
    struct HopNeighbour {
        std::uint32_t generation = 0;
        NeighbourTable::Index neighbour = NeighbourTable::kNone;
    };

    bool bridgeFrame(PacketBuf* p, const Ingress& in, core::base::Nanos now);
    std::size_t fastTrackRun(const Batch& batch, const Arrivals& arrivals, const BatchFlows& flows, std::size_t first, std::size_t end,
                             core::base::Nanos now);
    std::size_t fastPathRun(const Batch& batch, const Arrivals& arrivals, std::size_t first, std::size_t end, core::base::Nanos now);
    // The neighbour of a FastTracked flow, remembered in the flow; kNone: the slow path has to decide.
    NeighbourTable::Index neighbourOf(FlowEntry& flow);
    // The neighbour a route leads to, remembered by route when it is a gateway.
    NeighbourTable::Index neighbourTowards(std::uint16_t hop, std::uint32_t destination);
    // The same where rules, equal ways or sources count; kNone also for a source that does not fit.
    NeighbourTable::Index neighbourByPolicy(const PacketBuf& p);
    // Return packets and octets as the port saw them.
    BytesPackets countRx(const Arrivals& arrivals, std::size_t first, std::size_t end);
    BytesPackets countRx(std::span<const Ingress> places);
    void countCrossed(const Ingress& in);
    // Through the queues and interfaces on the way; for what an outlet cannot send straight.
    void sendByWay(PacketBuf* p, const Adjacency& a, core::base::Nanos now);

    EngineState& s_;
    Egress& egress_;
    RouteDecision decide_;
    std::array<std::uint16_t, kBatchSize> hops_; // IP fast path: by position in the batch
    std::vector<HopNeighbour> neighbours_;       // by route hop
};

} // namespace agent::dataplane
