#include "agent/dataplane/fib/ipv6_routing_table.h"

#include <algorithm>
#include <bit>
#include <tuple>

namespace agent::dataplane {

namespace {

constexpr int kMaxRecursion = 8;     // gateways reached by way of other gateways
constexpr std::size_t kMostHops = 0xffff;

bool usable(const EngineConfig& config, IfIndex interface) {
    return interface < config.interfaces.size() && config.interfaces[interface].enabled;
}

} // namespace

void Ipv6RoutingTable::build(const EngineConfig& config, AddressBook& book) {
    addresses_.clear();
    routes_.clear();
    hops_.assign(1, {});
    lengths_.clear();
    runs_.assign(config.interfaces.size(), false);
    if (!config.ipv6.enabled) {
        slots_.assign(1, {});
        return;
    }
    for (const Ipv6AddressConfig& a : config.ipv6.addresses) {
        if (!usable(config, a.interface)) {
            continue;
        }
        addresses_.push_back(a);
        runs_[a.interface] = true;
        if (!a.address.isLinkLocal()) {
            ResolvedRoute6 connected;
            connected.uid = a.uid;
            connected.destination = {Ipv6Prefix{a.address, a.length}.first(), a.length};
            connected.connected = true;
            connected.hop = {NextHopKind::Connected, false, a.interface, 0, book.idOf(a.address)};
            routes_.push_back(connected);
        }
    }
    resolve(config, book);
    choose();
}

void Ipv6RoutingTable::resolve(const EngineConfig& config, AddressBook& book) {
    for (const Ipv6RouteConfig& r : config.ipv6.routes) {
        ResolvedRoute6 route;
        route.uid = r.uid;
        route.destination = {r.destination.first(), r.destination.length};
        route.gateway = r.gateway;
        route.distance = r.distance;
        route.blackhole = r.blackhole;
        routes_.push_back(route);
    }
    std::size_t at = routes_.size() - config.ipv6.routes.size();
    for (const Ipv6RouteConfig& r : config.ipv6.routes) {
        ResolvedRoute6& route = routes_[at++];
        if (r.table != 0) {
            continue; // no other table is known here
        }
        if (r.blackhole) {
            route.hop.kind = NextHopKind::Blackhole;
        } else if (r.gatewayInterface != kNoInterface) {
            if (usable(config, r.gatewayInterface)) {
                const Ipv6Address own = sourceOn(r.gatewayInterface, r.gateway.value_or(r.destination.address));
                route.hop = {r.gateway ? NextHopKind::Gateway : NextHopKind::Connected, false, r.gatewayInterface,
                             r.gateway ? book.idOf(*r.gateway) : 0, book.idOf(own)};
            }
        } else if (r.gateway) {
            route.hop = resolveGateway(*r.gateway, book, 0);
        }
    }
}

NextHop Ipv6RoutingTable::resolveGateway(const Ipv6Address& gateway, AddressBook& book, int depth) const {
    const ResolvedRoute6* best = nullptr;
    for (const ResolvedRoute6& route : routes_) {
        const bool candidate = route.destination.contains(gateway) && (route.connected || (route.gateway && route.destination.length > 0));
        if (candidate && (best == nullptr || std::tuple(route.destination.length, route.connected) >
                                                 std::tuple(best->destination.length, best->connected))) {
            best = &route;
        }
    }
    if (best == nullptr || depth >= kMaxRecursion) {
        return {};
    }
    if (best->connected) {
        return {NextHopKind::Gateway, false, best->hop.interface, book.idOf(gateway), best->hop.source};
    }
    return resolveGateway(*best->gateway, book, depth + 1);
}

// As in IPv4: of the resolved routes to one destination those of least distance, all of them when they lead to gateways.
void Ipv6RoutingTable::choose() {
    std::vector<ResolvedRoute6*> order;
    for (ResolvedRoute6& route : routes_) {
        if (route.hop.kind != NextHopKind::None) {
            order.push_back(&route);
        }
    }
    std::stable_sort(order.begin(), order.end(), [](const ResolvedRoute6* a, const ResolvedRoute6* b) {
        return std::tuple(a->destination, a->distance) < std::tuple(b->destination, b->distance);
    });
    slots_.assign(std::bit_ceil(2 * (order.size() + addresses_.size()) + 2), {});
    const auto shares = [](const ResolvedRoute6& r) { return !r.connected && r.hop.forwards(); };
    for (std::size_t first = 0, next = 0; first < order.size(); first = next) {
        const auto number = static_cast<std::uint16_t>(hops_.size());
        for (next = first; next < order.size() && order[next]->destination == order[first]->destination; ++next) {
            ResolvedRoute6& route = *order[next];
            const bool equal = route.distance == order[first]->distance && shares(route) && shares(*order[first]);
            if ((next == first || equal) && hops_.size() < kMostHops) {
                route.active = true;
                hops_.push_back(route.hop);
            }
        }
        if (number < hops_.size()) {
            hops_[number].ways = static_cast<std::uint16_t>(hops_.size() - number);
            insert(order[first]->destination, number);
        }
    }
    for (const Ipv6AddressConfig& a : addresses_) {
        if (!a.address.isLinkLocal() && hops_.size() < kMostHops) {
            hops_.push_back({NextHopKind::Local, false, a.interface, 0, 0});
            insert({a.address, 128}, static_cast<std::uint16_t>(hops_.size() - 1));
        }
    }
    std::sort(lengths_.begin(), lengths_.end(), std::greater<>());
}

std::size_t Ipv6RoutingTable::slotOf(const Ipv6Address& first, std::uint8_t length) const {
    std::uint64_t x = (first.high + length) * 0x9e3779b97f4a7c15ull;
    x = (x ^ x >> 32 ^ first.low) * 0xd6e8feb86659fd93ull;
    return static_cast<std::size_t>(x ^ x >> 32) & (slots_.size() - 1);
}

void Ipv6RoutingTable::insert(const Ipv6Prefix& prefix, std::uint16_t hop) {
    if (std::find(lengths_.begin(), lengths_.end(), prefix.length) == lengths_.end()) {
        lengths_.push_back(prefix.length);
    }
    const Ipv6Address first = prefix.first();
    std::size_t slot = slotOf(first, prefix.length);
    while (slots_[slot].hop != 0 && (slots_[slot].first != first || slots_[slot].length != prefix.length)) {
        slot = (slot + 1) & (slots_.size() - 1);
    }
    slots_[slot] = {first, prefix.length, hop};
}

const NextHop& Ipv6RoutingTable::lookup(const Ipv6Address& destination, std::uint32_t flow) const {
    for (const std::uint8_t length : lengths_) {
        const Ipv6Address first = Ipv6Prefix{destination, length}.first();
        for (std::size_t slot = slotOf(first, length); slots_[slot].hop != 0; slot = (slot + 1) & (slots_.size() - 1)) {
            if (slots_[slot].first == first && slots_[slot].length == length) {
                const NextHop& hop = hops_[slots_[slot].hop];
                return hop.ways <= 1 ? hop : hops_[slots_[slot].hop + flow % hop.ways];
            }
        }
    }
    return hops_[0];
}

bool Ipv6RoutingTable::isOwn(IfIndex interface, const Ipv6Address& address) const {
    return std::any_of(addresses_.begin(), addresses_.end(), [&](const Ipv6AddressConfig& a) {
        return a.address == address && (a.interface == interface || !address.isLinkLocal());
    });
}

Ipv6Address Ipv6RoutingTable::sourceOn(IfIndex interface, const Ipv6Address& towards) const {
    const bool local = towards.isLinkLocal() || (towards.isMulticast() && towards.multicastScope() <= 2);
    Ipv6Address best;
    int bestRank = 0;
    for (const Ipv6AddressConfig& a : addresses_) {
        if (a.interface != interface) {
            continue;
        }
        const int rank = (a.address.isLinkLocal() == local ? 2 : 1) + (!local && Ipv6Prefix{a.address, a.length}.contains(towards) ? 2 : 0);
        if (rank > bestRank) {
            best = a.address;
            bestRank = rank;
        }
    }
    return best;
}

} // namespace agent::dataplane
