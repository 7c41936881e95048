// Where the packets of a run leave, kept from one packet to the next: packets in a row often have the same neighbour, and nothing below
// it changes while a run lasts.
//
//   Outlet outlet(state);
//   if (neighbour != outlet.neighbour()) outlet.turn(neighbour, now);
//   const Adjacency* way = outlet.way();      // nullptr: no neighbour, or its address is not known yet
//   if (outlet.isStraight()) outlet.send(packet, now);   // header written, straight to the port
#pragma once

#include "agent/dataplane/pipeline/engine_state.h"

namespace agent::dataplane {

class Outlet {
public:
    explicit Outlet(EngineState& state)
        : s_(state) {}

    [[nodiscard]] NeighbourTable::Index neighbour() const { return neighbour_; }
    [[nodiscard]] const Adjacency* way() const { return way_; }
    // Octets of the longest IPv4 packet a fast handler may send here; 0 when it may send none.
    [[nodiscard]] std::uint32_t fastRoom() const { return fastRoom_; }
    // Nothing to queue in, to count or to wait for between here and the port.
    [[nodiscard]] bool isStraight() const { return straight_; }

    // Both in line, so that the outlet of a loop lives in registers: stores into frames cannot change it then.
    [[gnu::always_inline]] void turn(NeighbourTable::Index neighbour, core::base::Nanos now) {
        neighbour_ = neighbour;
        way_ = nullptr;
        fastRoom_ = 0;
        straight_ = false;
        if (neighbour == NeighbourTable::kNone) {
            return;
        }
        const Adjacency& a = s_.adjacencies.of(neighbour);
        if (!a.resolved) {
            return;
        }
        way_ = &a;
        fastRoom_ = a.fast ? a.mtu : 0u;
        s_.neighbours.used(neighbour, now);
        straight_ = a.direct && !a.queued && a.viaCount == 0 && !s_.chipLinks.limited();
        if (a.port != port_) {
            port_ = a.port;
            lane_ = nullptr;
        }
    }
    [[gnu::always_inline]] void send(PacketBuf* p, core::base::Nanos now) {
        p->outInterface = way_->ether;
        writeLinkHeader(*p, *way_, true);
        if (lane_ == nullptr) [[unlikely]] { // not before: ports are served in the order of their first packets
            lane_ = &s_.out.lane(way_->port, way_->ether, PortBatches::Sender::Cpu);
        }
        s_.out.push(*lane_, p, now);
    }

private:
    EngineState& s_;
    NeighbourTable::Index neighbour_ = NeighbourTable::kNone;
    const Adjacency* way_ = nullptr;
    PortBatches::Lane* lane_ = nullptr;
    std::uint32_t fastRoom_ = 0;
    PortId port_ = kNoPort; // of lane_
    bool straight_ = false;
};

} // namespace agent::dataplane
