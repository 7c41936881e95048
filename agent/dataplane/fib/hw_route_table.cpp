#include "agent/dataplane/fib/hw_route_table.h"

#include "agent/dataplane/fib/hop_numbers.h"

#include <algorithm>

namespace agent::dataplane {

bool isHwCandidate(const ResolvedRoute& route) {
    const bool kind = route.hop.forwards() || route.hop.kind == NextHopKind::Blackhole;
    return route.active && route.table == 0 && kind && !route.suppressHwOffload;
}

void HwRouteTable::build(const RoutingTable& routes, std::uint32_t routeLimit) {
    hops_.assign(1, {});
    size_ = 0;
    HopNumbers numbers(hops_);
    NextHop cpu;
    cpu.trapped = true;
    const std::uint16_t trap = numbers.of(cpu); // whatever has no number of its own is the CPU's
    std::vector<RouteTrie::Entry> entries;
    const auto add = [&](const Ipv4Prefix& prefix, const NextHop& hop) {
        const std::uint16_t number = numbers.of(hop);
        entries.push_back({prefix, number == 0 ? trap : number});
    };

    std::vector<const ResolvedRoute*> candidates;
    for (const ResolvedRoute& route : routes.routes()) {
        if (isHwCandidate(route)) {
            candidates.push_back(&route);
        } else if (route.active && route.table == 0) {
            entries.push_back({route.destination, trap});
        }
    }
    // With the longest first, a prefix that did not fit can only be shorter than every one that did: no wrong match.
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const ResolvedRoute* a, const ResolvedRoute* b) { return a->destination.length > b->destination.length; });
    for (const ResolvedRoute* route : candidates) {
        if (size_ >= routeLimit) {
            break;
        }
        add(route->destination, route->hop);
        ++size_;
    }
    for (const auto& [prefix, hop] : routes.localRoutes()) {
        entries.push_back({prefix, trap});
    }
    trie_.build(std::move(entries));
}

} // namespace agent::dataplane
