// The three handlers that spare a packet the full stack: bridge (fast forward, fast path), FastTrack, IP fast path. A handler either
// takes the packet to its end or leaves it exactly as it was.
//
//   fast.lookAhead(batch, places, now);
//   while (i < batch.count) {
//       const std::size_t next = fast.handle(batch, places, i, batch.count, now);   // [i, next) are on their way
//       if (next < batch.count) slow(batch.packets[next]);                          // … and the one after them is not for a handler
//       i = next + 1;
//   }
//
// Packets are taken in runs, each run step by step over all its packets: looked up, counted, rewritten, sent. A run ends where a packet
// has to go the slow way, so the order of arrival is the order of departure.
#pragma once

#include "agent/dataplane/pipeline/egress.h"
#include "agent/dataplane/pipeline/engine_state.h"
#include "agent/dataplane/pipeline/ingress.h"

#include <array>
#include <span>
#include <vector>

namespace agent::dataplane {

class FastHandlers {
public:
    FastHandlers(EngineState& state, Egress& egress)
        : s_(state)
        , egress_(egress) {}

    // Once per batch: looks up the connections of all its packets together, so that memory accesses overlap.
    void lookAhead(const Batch& batch, std::span<const Ingress> places, core::base::Nanos now);
    // Handles the packets of that batch from `first` on, in order, but none from `end` on. Returns the first one not handled.
    std::size_t handle(const Batch& batch, std::span<const Ingress> places, std::size_t first, std::size_t end, core::base::Nanos now);

private:
    using Places = std::span<const Ingress>;
    // Where a packet of the run goes.
    struct Way {
        const Adjacency* adjacency = nullptr;
        FlowEntry* flow = nullptr; // FastTrack
        NeighbourTable::Index neighbour = NeighbourTable::kNone;
        std::uint32_t octets = 0; // of the IPv4 packet
    };
    // A neighbour remembered by hop, good while the generation is the engine's.
    struct HopNeighbour {
        std::uint32_t generation = 0;
        NeighbourTable::Index neighbour = NeighbourTable::kNone;
    };

    // Neither the packet's headers nor its way in stand against a routed handler.
    [[nodiscard]] static bool isPlain(const PacketBuf& p, const Ingress& in);
    bool bridgeFrame(PacketBuf* p, const Ingress& in, core::base::Nanos now);
    std::size_t fastTrackRun(const Batch& batch, Places places, std::size_t first, std::size_t end, core::base::Nanos now);
    std::size_t fastPathRun(const Batch& batch, Places places, std::size_t first, std::size_t end, core::base::Nanos now);
    FlowEntry* findFastTracked(PacketBuf* p, std::size_t index, core::base::Nanos now);
    // The neighbour of a FastTracked flow, remembered in the flow; kNone: the slow path has to decide.
    NeighbourTable::Index neighbourOf(FlowEntry& flow);
    // The neighbour a route leads to, remembered by route when it is a gateway.
    NeighbourTable::Index neighbourTowards(std::uint32_t destination);
    // The adjacency, when the packet may take it.
    const Adjacency* adjacencyOf(NeighbourTable::Index neighbour, std::uint32_t octets);
    void noteUse(std::size_t first, std::size_t end, core::base::Nanos now);
    // Returns packets and octets as the port saw them.
    BytesPackets countRx(Places places, std::size_t first, std::size_t end);
    void countCrossed(const Ingress& in);
    void send(PacketBuf* p, const Adjacency& adjacency, core::base::Nanos now);

    EngineState& s_;
    Egress& egress_;
    std::array<Way, kBatchSize> ways_;     // of the run, by position in the batch
    std::vector<HopNeighbour> neighbours_; // by route hop
    std::uint64_t candidates_ = 0; // packets of the batch a FastTrack entry may exist for
    std::uint64_t hits_ = 0;       // … and did when the batch began
    bool changed_ = false;         // one of them went slow since: samples and new marks make the answer stale
};

} // namespace agent::dataplane
