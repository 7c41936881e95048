#include "agent/dataplane/fib/hw_route_table.h"

#include <algorithm>

namespace agent::dataplane {

bool isHwCandidate(const ResolvedRoute& route) {
    const bool kind = route.hop.forwards() || route.hop.kind == NextHopKind::Blackhole;
    return route.active && route.table == 0 && kind && !route.suppressHwOffload;
}

void HwRouteTable::build(const RoutingTable& routes, std::uint32_t routeLimit) {
    hops_.assign(1, {});
    size_ = 0;
    std::vector<RouteTrie::Entry> entries;
    const auto add = [&](const Ipv4Prefix& prefix, const NextHop& hop) {
        auto found = std::find(hops_.begin() + 1, hops_.end(), hop);
        if (found == hops_.end() && hops_.size() <= RouteTrie::kMaxValue) {
            found = hops_.insert(hops_.end(), hop);
        }
        if (found != hops_.end()) {
            entries.push_back({prefix, static_cast<std::uint16_t>(found - hops_.begin())});
        }
    };

    std::vector<const ResolvedRoute*> candidates;
    for (const ResolvedRoute& route : routes.routes()) {
        if (isHwCandidate(route)) {
            candidates.push_back(&route);
        } else if (route.active && route.table == 0) {
            NextHop trap = route.hop;
            trap.trapped = true;
            add(route.destination, trap);
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
        NextHop trap = hop;
        trap.trapped = true;
        add(prefix, trap);
    }
    trie_.build(std::move(entries));
}

} // namespace agent::dataplane
