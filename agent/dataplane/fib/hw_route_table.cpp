#include "agent/dataplane/fib/hw_route_table.h"

#include "agent/dataplane/fib/hop_numbers.h"

#include <algorithm>
#include <span>
#include <vector>

namespace agent::dataplane {

bool isHwCandidate(const ResolvedRoute& route) {
    const bool kind = route.hop.forwards() || route.hop.kind == NextHopKind::Blackhole;
    return route.active && route.table == 0 && kind && !route.suppressHwOffload;
}

void HwRouteTable::build(const RoutingTable& routes, std::uint32_t routeLimit) {
    hops_.assign(1, {});
    size_ = wanted_ = 0;
    shortest_ = 0;
    HopNumbers numbers(hops_);
    NextHop cpu;
    cpu.trapped = true;
    const std::uint16_t trap = numbers.of(cpu); // whatever has no number of its own is the CPU's
    std::vector<RouteTrie::Entry> entries;

    // Runs of routes to one destination; for the chip when all of them may be there.
    struct Run {
        Ipv4Prefix destination;
        std::size_t first = 0, count = 0; // in active
    };
    std::vector<Run> candidates;
    const std::vector<ResolvedRoute>& all = routes.routes();
    const std::vector<std::uint32_t>& active = routes.activeRoutes();
    for (std::size_t first = 0, next = 0; first < active.size() && all[active[first]].table == 0; first = next) {
        const Ipv4Prefix destination = all[active[first]].destination;
        bool hardware = true;
        for (next = first; next < active.size() && all[active[next]].table == 0 && all[active[next]].destination == destination; ++next) {
            hardware = hardware && isHwCandidate(all[active[next]]);
        }
        if (hardware) {
            candidates.push_back({destination, first, std::min(next - first, kMaxWays)});
        } else {
            entries.push_back({destination, trap});
        }
    }
    wanted_ = candidates.size();
    // With the longest first, a prefix that did not fit can only be shorter than every one that did: no wrong match.
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Run& a, const Run& b) { return a.destination.length > b.destination.length; });
    std::vector<NextHop> ways;
    for (const Run& run : candidates) {
        if (size_ >= routeLimit) {
            shortest_ = static_cast<std::uint8_t>(run.destination.length + 1);
            break;
        }
        ways.clear();
        for (std::size_t i = 0; i < run.count; ++i) {
            ways.push_back(all[active[run.first + i]].hop);
        }
        const std::uint16_t number = numbers.of(std::span<const NextHop>(ways));
        entries.push_back({run.destination, number == 0 ? trap : number});
        ++size_;
    }
    for (const LocalRoute& local : routes.localRoutes()) {
        if (local.table == 0) {
            entries.push_back({local.prefix, trap});
        }
    }
    trie_.build(std::move(entries));
}

} // namespace agent::dataplane
