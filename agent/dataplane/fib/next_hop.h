// Where a route leads to once it is resolved: what the forwarding code reads, 16 octets.
#pragma once

#include "agent/dataplane/packet/packet_buf.h"

#include <cstdint>

namespace agent::dataplane {

enum class NextHopKind : std::uint8_t {
    None,      // no route
    Local,     // one of the router's own addresses
    Broadcast, // of a connected network
    Connected, // the destination is on the link: its own neighbour
    Gateway,   // by way of a neighbour
    Blackhole,
    Unreachable,
    Prohibit,
};

struct NextHop {
    NextHopKind kind = NextHopKind::None;
    bool trapped = false; // hardware tables only: the chip hands this to the CPU
    IfIndex interface = kNoInterface;
    std::uint32_t gateway = 0; // Gateway: address of the neighbour
    std::uint32_t source = 0;  // the router's address packets of its own (and masqueraded ones) leave with
    std::uint16_t ways = 1;    // equal-cost multipath: so many hops, this one and those that follow it in the table

    // Address the neighbour is looked up by.
    [[nodiscard]] std::uint32_t neighbour(std::uint32_t destination) const { return kind == NextHopKind::Gateway ? gateway : destination; }
    [[nodiscard]] bool forwards() const { return kind == NextHopKind::Connected || kind == NextHopKind::Gateway; }
    bool operator==(const NextHop&) const = default;
};

} // namespace agent::dataplane
