// The three handlers that spare a packet the full stack, in the order they are asked: bridge (fast forward, fast path),
// FastTrack, IP fast path. A handler either takes the packet to its end or leaves it exactly as it was.
#pragma once

#include "agent/dataplane/pipeline/egress.h"
#include "agent/dataplane/pipeline/engine_state.h"
#include "agent/dataplane/pipeline/ingress.h"

#include <span>

namespace agent::dataplane {

class FastHandlers {
public:
    FastHandlers(EngineState& state, Egress& egress)
        : s_(state)
        , egress_(egress) {}

    // Once per batch: looks up the FastTracked connections of all its packets together, so that memory accesses overlap.
    void lookAhead(const Batch& batch, std::span<const Ingress> places, core::base::Nanos now);
    // Packet `index` of that batch, in order. True: handled, the packet is gone.
    bool tryHandle(PacketBuf* p, const Ingress& in, std::size_t index, core::base::Nanos now);

private:
    // Neither the packet's headers nor its way in stand against a routed handler.
    [[nodiscard]] bool isPlain(const PacketBuf& p, const Ingress& in) const;
    bool bridgeFrame(PacketBuf* p, const Ingress& in, core::base::Nanos now);
    bool findFastTracked(PacketBuf* p, std::size_t index, core::base::Nanos now);
    bool fastTrack(PacketBuf* p, const Ingress& in, std::size_t index, core::base::Nanos now);
    bool fastPath(PacketBuf* p, const Ingress& in, core::base::Nanos now);
    // The neighbour of a FastTracked flow, remembered in the flow; kNone: the slow path has to decide.
    NeighbourTable::Index neighbourOf(FlowEntry& flow);
    void countRx(const Ingress& in);
    void send(PacketBuf* p, const Adjacency& adjacency, core::base::Nanos now);

    EngineState& s_;
    Egress& egress_;
    std::uint64_t candidates_ = 0; // packets of the batch a FastTrack entry may exist for
    std::uint64_t hits_ = 0;       // … and did when the batch began
    bool changed_ = false;         // one of them went slow since: samples and new marks make the answer stale
};

} // namespace agent::dataplane
