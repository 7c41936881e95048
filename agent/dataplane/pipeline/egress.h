// The way out of the CPU: interface by interface down to a port, through the software queues on the way.
//
//   egress.transmit(packet, interface, now);   // a complete frame as `interface` sends it
//   egress.drain(now);                          // after each batch and at poll(): what the queues let go
//
// Packets reach a port with EngineState::out.flush(), at the end of the stage.
//
// Counts tx of every interface crossed. A frame that a fast handler sent counts as fp-tx even when it waited in a software queue
// on the way: queueing is the last step, the packet was decided by then. One that has to be flooded does not (half-fp).
#pragma once

#include "agent/dataplane/pipeline/engine_state.h"

namespace agent::dataplane {

// What stands behind an interface of type Tunnel. Implemented by the tunnel stage.
class TunnelEntrance {
public:
    virtual ~TunnelEntrance() = default;
    // A complete frame as the tunnel's interface sends it (layer 3 tunnels: behind an Ethernet header of no meaning). Takes it.
    virtual void enter(PacketBuf* p, IfIndex tunnel, core::base::Nanos now) = 0;
};

class Egress {
public:
    explicit Egress(EngineState& state)
        : s_(state) {}
    void setTunnels(TunnelEntrance& tunnels) { tunnels_ = &tunnels; }

    void transmit(PacketBuf* p, IfIndex interface, core::base::Nanos now) { transmit(p, interface, now, 0); }
    // A finished frame straight to its port; no queue, no logical interface.
    void sendToPort(PacketBuf* p, IfIndex ether, core::base::Nanos now);
    // Fast handlers: the whole way down is known and nothing queues on it.
    void sendDirect(PacketBuf* p, const Adjacency& adjacency, core::base::Nanos now) {
        if (adjacency.viaCount != 0) {
            countVia(*p, adjacency);
        }
        p->outInterface = adjacency.ether;
        if (s_.chipLinks.limited() && !fitsChipLink(p, adjacency.port, now)) [[unlikely]] {
            return;
        }
        s_.out.push(adjacency.port, adjacency.ether, PortBatches::Sender::Cpu, p, now);
    }
    // Copies for every port of the bridge the frame may go to, except where the chip has flooded already. Takes the packet.
    // `from`: the port it came in by, nullptr when the router itself sends it.
    void flood(PacketBuf* p, const Bridge& bridge, const Bridge::Member* from, std::uint16_t vid, core::base::Nanos now);

    void drain(core::base::Nanos now);
    // When drain() has something to do again; kNever: nothing waits.
    [[nodiscard]] core::base::Nanos nextEvent(core::base::Nanos now);

private:
    void transmit(PacketBuf* p, IfIndex interface, core::base::Nanos now, int depth);
    void leave(PacketBuf* p, IfIndex interface, core::base::Nanos now, int depth);
    void leaveBond(PacketBuf* p, IfIndex interface, core::base::Nanos now, int depth);
    // A frame with its final tag on its way out by a port of a bridge; `from` null: the router sends it.
    void leaveByPort(PacketBuf* p, const Bridge& bridge, const Bridge::Member* from, const Bridge::Member& to, std::uint16_t vid,
                     core::base::Nanos now, int depth);
    bool fitsChipLink(PacketBuf* p, PortId port, core::base::Nanos now);
    void leaveBridge(PacketBuf* p, IfIndex interface, core::base::Nanos now, int depth);
    // tx of the logical interfaces a direct packet passes on its way down.
    void countVia(const PacketBuf& p, const Adjacency& adjacency);
    void countTx(IfIndex interface, const PacketBuf& p);
    void drainInterface(IfIndex interface, core::base::Nanos now);

    EngineState& s_;
    TunnelEntrance* tunnels_ = nullptr;
};

} // namespace agent::dataplane
