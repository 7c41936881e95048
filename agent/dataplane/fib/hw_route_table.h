// The routes a switch chip holds itself (L3 hardware offloading): longest prefixes first, as many as its table takes.
// What must not be routed by the chip although a shorter route would match - the router's own addresses, routes kept out by
// suppress-hw-offload - is a trap entry: the packet goes to the CPU. Longest-prefix-first is what RouterOS does since 7.3 when not
// everything fits (L3 hardware offloading, vendor manual); a chip has up to kMaxWays equal ways per destination.
#pragma once

#include "agent/dataplane/fib/routing_table.h"

#include <cstdint>
#include <vector>

namespace agent::dataplane {

class HwRouteTable {
public:
    static constexpr std::size_t kMaxWays = 8;

    // `routeLimit`: IPv4 prefixes the chip has room for. Traps of local addresses do not count against it.
    void build(const RoutingTable& routes, std::uint32_t routeLimit);

    // nullptr: the CPU decides. `flow`: hash that picks one of equal ways.
    [[nodiscard]] const NextHop* lookup(std::uint32_t destination, std::uint32_t flow = 0) const {
        const std::uint16_t number = trie_.lookup(destination);
        const NextHop* hop = &hops_[number];
        if (hop->ways > 1) {
            hop += flow % hop->ways;
        }
        return hop->trapped || hop->kind == NextHopKind::None ? nullptr : hop;
    }
    // Prefixes in the chip, and those that would be there if it had room.
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] std::size_t wanted() const { return wanted_; }
    // Length from which on every candidate is in the chip (ipv4-shortest-hw-prefix); 0: all of them are.
    [[nodiscard]] std::uint8_t shortestPrefix() const { return shortest_; }

private:
    std::vector<NextHop> hops_ = std::vector<NextHop>(1);
    RouteTrie trie_;
    std::size_t size_ = 0, wanted_ = 0;
    std::uint8_t shortest_ = 0;
};

// Flag H of a route: the chip may have it (not: has it).
[[nodiscard]] bool isHwCandidate(const ResolvedRoute& route);

} // namespace agent::dataplane
