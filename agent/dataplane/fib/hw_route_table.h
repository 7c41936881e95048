// The routes a switch chip holds itself (L3 hardware offloading): longest prefixes first, as many as its table takes.
// What must not be routed by the chip although a shorter route would match - the router's own addresses, routes kept out by
// suppress-hw-offload - is a trap entry: the packet goes to the CPU.
#pragma once

#include "agent/dataplane/fib/routing_table.h"

#include <cstdint>
#include <vector>

namespace agent::dataplane {

class HwRouteTable {
public:
    // `routeLimit`: IPv4 prefixes the chip has room for. Traps of local addresses do not count against it.
    void build(const RoutingTable& routes, std::uint32_t routeLimit);

    // nullptr: the CPU decides.
    [[nodiscard]] const NextHop* lookup(std::uint32_t destination) const {
        const NextHop& hop = hops_[trie_.lookup(destination)];
        return hop.trapped || hop.kind == NextHopKind::None ? nullptr : &hop;
    }
    [[nodiscard]] std::size_t size() const { return size_; }

private:
    std::vector<NextHop> hops_ = std::vector<NextHop>(1);
    RouteTrie trie_;
    std::size_t size_ = 0;
};

// Flag H of a route: the chip may have it (not: has it).
[[nodiscard]] bool isHwCandidate(const ResolvedRoute& route);

} // namespace agent::dataplane
