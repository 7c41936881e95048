#include "agent/dataplane/fib/routing_table.h"

#include <algorithm>
#include <tuple>

namespace agent::dataplane {

namespace {

bool usable(const EngineConfig& config, IfIndex interface) {
    return interface < config.interfaces.size() && config.interfaces[interface].enabled;
}

NextHopKind kindOf(RouteKind kind) {
    switch (kind) {
    case RouteKind::Blackhole:
        return NextHopKind::Blackhole;
    case RouteKind::Unreachable:
        return NextHopKind::Unreachable;
    case RouteKind::Prohibit:
        return NextHopKind::Prohibit;
    case RouteKind::Unicast:
        break;
    }
    return NextHopKind::None;
}

} // namespace

void RoutingTable::build(const EngineConfig& config) {
    routes_.clear();
    locals_.clear();
    addresses_.clear();
    hops_.assign(1, {});
    marked_.clear();
    collect(config);
    resolve(config);
    choose();

    std::vector<RouteTrie::Entry> main;
    for (const ResolvedRoute& route : routes_) {
        if (route.active && route.table == 0) {
            main.push_back(entryOf(route.destination, route.hop));
        }
    }
    for (const auto& [prefix, hop] : locals_) {
        main.push_back(entryOf(prefix, hop)); // behind the routes: a local address wins over a /32 route to it
    }
    main_.build(std::move(main));

    std::vector<MarkId> tables;
    for (const ResolvedRoute& route : routes_) {
        if (route.active && route.table != 0 && std::find(tables.begin(), tables.end(), route.table) == tables.end()) {
            tables.push_back(route.table);
        }
    }
    for (const MarkId table : tables) {
        std::vector<RouteTrie::Entry> entries;
        for (const ResolvedRoute& route : routes_) {
            if (route.active && route.table == table) {
                entries.push_back(entryOf(route.destination, route.hop));
            }
        }
        for (const auto& [prefix, hop] : locals_) {
            entries.push_back(entryOf(prefix, hop));
        }
        marked_.push_back({table, {}});
        marked_.back().trie.build(std::move(entries));
    }
}

// Addresses make local host routes, broadcasts and connected networks; static routes follow in list order.
void RoutingTable::collect(const EngineConfig& config) {
    for (const AddressConfig& a : config.addresses) {
        if (!usable(config, a.interface)) {
            continue;
        }
        addresses_.push_back(a);
        const Ipv4Prefix network{a.address & Ipv4Prefix{0, a.length}.mask(), a.length};
        ResolvedRoute connected;
        connected.uid = a.uid;
        connected.destination = network;
        connected.connected = true;
        connected.hop = {NextHopKind::Connected, false, a.interface, 0, a.address};
        routes_.push_back(connected);
        locals_.push_back({{a.address, 32}, {NextHopKind::Local, false, a.interface, 0, a.address}});
        if (a.length < 31) { // RFC 3021: no broadcast on a point to point link
            locals_.push_back({{network.address | ~network.mask(), 32}, {NextHopKind::Broadcast, false, a.interface, 0, a.address}});
        }
    }
    // A broadcast address never hides an address of the router itself.
    std::stable_partition(locals_.begin(), locals_.end(), [](const auto& l) { return l.second.kind == NextHopKind::Broadcast; });

    for (const RouteConfig& r : config.routes) {
        ResolvedRoute route;
        route.uid = r.uid;
        route.destination = {r.destination.address & r.destination.mask(), r.destination.length};
        route.gateway = r.gateway;
        route.kind = r.kind;
        route.distance = r.distance;
        route.table = r.table;
        route.suppressHwOffload = r.suppressHwOffload;
        route.hop.interface = r.gatewayInterface;
        routes_.push_back(route);
    }
}

void RoutingTable::resolve(const EngineConfig& config) {
    for (ResolvedRoute& route : routes_) {
        if (route.connected) {
            continue;
        }
        const IfIndex named = route.hop.interface;
        route.hop = {};
        if (route.kind != RouteKind::Unicast) {
            route.hop.kind = kindOf(route.kind);
        } else if (named != kNoInterface) {
            if (usable(config, named)) { // "gateway=ether1" and "gateway=10.0.0.1%ether1"
                route.hop.kind = route.gateway ? NextHopKind::Gateway : NextHopKind::Connected;
                route.hop.interface = named;
                route.hop.gateway = route.gateway.value_or(0);
                route.hop.source = sourceOn(named, route.hop.gateway);
            }
        } else if (route.gateway) {
            route.hop = resolveGateway(*route.gateway, 0);
        }
    }
}

// The longest connected network that holds the gateway; else the longest static route to it, whose own gateway is then used.
// A default route does not make a gateway reachable.
NextHop RoutingTable::resolveGateway(std::uint32_t gateway, int depth) const {
    const ResolvedRoute* best = nullptr;
    for (const ResolvedRoute& route : routes_) {
        const bool candidate = route.table == 0 && route.destination.contains(gateway) &&
                               (route.connected || (route.kind == RouteKind::Unicast && route.gateway && route.destination.length > 0));
        if (candidate && (best == nullptr ||
                          std::tuple(route.destination.length, route.connected) > std::tuple(best->destination.length, best->connected))) {
            best = &route;
        }
    }
    if (best == nullptr || depth >= kMaxRecursion) {
        return {};
    }
    if (best->connected) {
        return {NextHopKind::Gateway, false, best->hop.interface, gateway, best->hop.source};
    }
    return resolveGateway(*best->gateway, depth + 1);
}

// Of the routes to one destination in one table the resolved one of least distance is active, the first of equals.
void RoutingTable::choose() {
    std::vector<ResolvedRoute*> order;
    for (ResolvedRoute& route : routes_) {
        if (route.hop.kind != NextHopKind::None) {
            order.push_back(&route);
        }
    }
    const auto identity = [](const ResolvedRoute* r) { return std::tuple(r->table, r->destination.length, r->destination.address); };
    std::stable_sort(order.begin(), order.end(), [&](const ResolvedRoute* a, const ResolvedRoute* b) {
        return std::tuple_cat(identity(a), std::tuple(a->distance)) < std::tuple_cat(identity(b), std::tuple(b->distance));
    });
    for (std::size_t i = 0; i < order.size(); ++i) {
        order[i]->active = i == 0 || identity(order[i]) != identity(order[i - 1]);
    }
}

std::uint16_t RoutingTable::hopIndex(const NextHop& hop) {
    // Routes outnumber next hops by far; the last few are where equal ones sit.
    const std::size_t from = hops_.size() > 64 ? hops_.size() - 64 : 1;
    for (std::size_t i = from; i < hops_.size(); ++i) {
        if (hops_[i] == hop) {
            return static_cast<std::uint16_t>(i);
        }
    }
    if (hops_.size() > RouteTrie::kMaxValue) {
        return 0;
    }
    hops_.push_back(hop);
    return static_cast<std::uint16_t>(hops_.size() - 1);
}

const NextHop& RoutingTable::lookupMarked(std::uint32_t destination, MarkId table) const {
    for (const MarkedTable& marked : marked_) {
        if (marked.table == table) {
            const std::uint16_t index = marked.trie.lookup(destination);
            if (index != 0) {
                return hops_[index];
            }
        }
    }
    return hops_[main_.lookup(destination)];
}

std::uint32_t RoutingTable::sourceOn(IfIndex interface, std::uint32_t towards) const {
    std::uint32_t first = 0;
    for (const AddressConfig& a : addresses_) {
        if (a.interface != interface) {
            continue;
        }
        if (Ipv4Prefix{a.address, a.length}.contains(towards)) {
            return a.address;
        }
        if (first == 0) {
            first = a.address;
        }
    }
    return first;
}

} // namespace agent::dataplane
