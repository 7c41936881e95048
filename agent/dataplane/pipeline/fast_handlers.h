// The three handlers that spare a packet the full stack, in the order they are asked: bridge (fast forward, fast path),
// FastTrack, IP fast path. A handler either takes the packet to its end or leaves it exactly as it was.
#pragma once

#include "agent/dataplane/pipeline/egress.h"
#include "agent/dataplane/pipeline/engine_state.h"
#include "agent/dataplane/pipeline/ingress.h"

namespace agent::dataplane {

class FastHandlers {
public:
    FastHandlers(EngineState& state, Egress& egress) : s_(state), egress_(egress) {}

    // Touches nothing but caches: what tryHandle() will look up for this packet.
    void prefetch(const PacketBuf& p, const Ingress& in) const {
        if (in.fate == Fate::Route && fastTrackPossible() && (p.flags & kHasPorts) != 0) {
            s_.conntrack.prefetch(&p);
        }
    }
    // True: handled, the packet is gone.
    bool tryHandle(PacketBuf* p, const Ingress& in, core::base::Nanos now);

private:
    [[nodiscard]] bool fastTrackPossible() const { return s_.switches.fastTrack && s_.conntrack.fastTrackedCount() != 0; }
    bool bridgeFrame(PacketBuf* p, const Ingress& in, core::base::Nanos now);
    bool fastTrack(PacketBuf* p, const Ingress& in, core::base::Nanos now);
    bool fastPath(PacketBuf* p, const Ingress& in, core::base::Nanos now);
    // The neighbour of a FastTracked flow, remembered in the flow; kNone: the slow path has to decide.
    NeighbourTable::Index neighbourOf(FlowEntry& flow);
    void countRx(const Ingress& in);
    void send(PacketBuf* p, const Adjacency& adjacency, core::base::Nanos now);

    EngineState& s_;
    Egress& egress_;
};

} // namespace agent::dataplane
