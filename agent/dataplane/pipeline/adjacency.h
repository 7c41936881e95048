// A neighbour as the fast handlers need it: the finished link header and the port behind all the interfaces in between, one cache
// line per neighbour, made when first used and again when something below has changed.
//
//   Adjacency& a = adjacencies.of(neighbourIndex);
//   if (a.fast) { writeHeader(packet, a); … }
#pragma once

#include "agent/dataplane/l2/bridge.h"
#include "agent/dataplane/l2/interface_stack.h"
#include "agent/dataplane/l2/neighbour_table.h"
#include "agent/dataplane/pipeline/global_switches.h"
#include "agent/dataplane/queueing/interface_queue_set.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace agent::dataplane {

struct alignas(64) Adjacency {
    std::uint32_t version = 0;        // of the table when this was made; 0: never
    std::uint32_t fdbEpoch = 0;       // of the bridge on the way
    std::uint16_t bridge = kNoIndex;  // on the way down
    std::uint16_t chip = kNoIndex;    // that could send this by itself
    IfIndex interface = kNoInterface; // layer 3 egress
    IfIndex ether = kNoInterface;
    PortId port = kNoPort;
    std::uint16_t mtu = 0;
    std::array<IfIndex, 3> via{};            // logical interfaces crossed, top first; the ether is not among them
    std::array<std::uint8_t, 3> viaHeader{}; // octets of link header the frame has there
    std::uint8_t viaCount = 0;
    std::uint8_t headerLength = 0; // 14, or 18 with a tag
    bool resolved = false;         // MAC known
    bool direct = false;           // one port is known and `header` is complete
    bool queued = false;           // a software queue on the way
    bool fast = false;             // handlers may send here: no bridge on the way, or its bridge fast path is on
    std::array<std::uint8_t, 18> header{};
};
static_assert(sizeof(Adjacency) == 64, "one cache line");

// The topology an adjacency is derived from.
struct AdjacencyView {
    const InterfaceStack& stack;
    const std::vector<std::unique_ptr<Bridge>>& bridges; // by bridge slot
    const NeighbourTable& neighbours;
    const InterfaceQueueSet& queues;
    const GlobalSwitches& switches;
    std::uint16_t etherType = kEtherTypeIpv4;
};

class AdjacencyTable {
public:
    explicit AdjacencyTable(AdjacencyView view)
        : view_(view)
        , entries_(view.neighbours.capacity()) {}

    const Adjacency& of(NeighbourTable::Index neighbour) {
        Adjacency& a = entries_[neighbour];
        if (a.version != version_ || (a.bridge != kNoIndex && a.fdbEpoch != view_.bridges[a.bridge]->hosts().epoch())) [[unlikely]] {
            make(a, neighbour);
        }
        return a;
    }
    void forget(NeighbourTable::Index neighbour) { entries_[neighbour].version = 0; }
    void forgetAll() { ++version_; }

private:
    void make(Adjacency& a, NeighbourTable::Index neighbour) const;
    void walkDown(Adjacency& a, MacKey mac) const;

    AdjacencyView view_;
    std::vector<Adjacency> entries_;
    std::uint32_t version_ = 1;
};

// Puts the link header in front of the IPv4 packet, in place of whatever header it has. The tag is left out when the frame still
// has to pass software queues (the interfaces on the way down add it then).
inline void writeLinkHeader(PacketBuf& p, const Adjacency& a, bool complete) {
    if (p.l3Offset == kEthernetHeader && a.headerLength == kEthernetHeader) [[likely]] { // an untagged frame stays one
        std::memcpy(p.frame(), a.header.data(), kEthernetHeader);
        return;
    }
    const std::uint8_t length = complete ? a.headerLength : std::uint8_t{kEthernetHeader};
    const int shift = p.l3Offset - length;
    p.offset = static_cast<std::uint16_t>(p.offset + shift);
    p.length = static_cast<std::uint16_t>(p.length - shift);
    p.l4Offset = static_cast<std::uint8_t>(p.l4Offset - shift);
    p.l3Offset = length;
    std::uint8_t* frame = p.frame();
    if (length == kEthernetHeader) {
        std::memcpy(frame, a.header.data(), 12);
        std::memcpy(frame + 12, a.header.data() + (a.headerLength > kEthernetHeader ? 16 : 12), 2);
        p.vlan = 0;
    } else {
        std::memcpy(frame, a.header.data(), 18);
        p.vlan = core::base::loadBe16(frame + 14) & 0x0fffu;
    }
    p.flags = static_cast<std::uint8_t>(p.flags & ~kPriorityTag);
}

} // namespace agent::dataplane
