#include "agent/dataplane/fib/routing_table.h"

#include "agent/dataplane/fib/hop_numbers.h"

#include <algorithm>
#include <bit>
#include <span>
#include <unordered_map>

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

// Sorts as (table, address, length, distance).
std::uint64_t keyOf(MarkId table, std::uint32_t address, std::uint8_t length, std::uint8_t distance) {
    return static_cast<std::uint64_t>(table) << 46 | static_cast<std::uint64_t>(address) << 14 | static_cast<std::uint64_t>(length) << 8 |
           distance;
}
constexpr std::uint64_t destinationOf(std::uint64_t key) { return key >> 8; }

} // namespace

void RoutingTable::build(const EngineConfig& config) {
    routes_.clear();
    locals_.clear();
    addresses_.clear();
    hops_.assign(1, {});
    marked_.clear();
    leftOut_ = 0;
    placeVrfs(config);
    pointToPoint_.assign(config.interfaces.size(), false);
    for (std::size_t i = 0; i < config.interfaces.size(); ++i) {
        pointToPoint_[i] = config.interfaces[i].type == InterfaceType::Tunnel;
    }
    collect(config);
    order();
    resolve(config);
    choose();
    fill();
    places_ = {}; // only build() needs the order
}

void RoutingTable::order() {
    places_.reserve(routes_.size());
    mainLengths_ = 0;
    for (std::uint32_t i = 0; i < routes_.size(); ++i) {
        const ResolvedRoute& r = routes_[i];
        places_.push_back({keyOf(r.table, r.destination.address, r.destination.length, r.distance), i});
        mainLengths_ |= r.table == 0 ? std::uint64_t{1} << r.destination.length : 0;
    }
    std::sort(places_.begin(), places_.end());
}

void RoutingTable::placeVrfs(const EngineConfig& config) {
    vrfs_.assign(config.interfaces.size(), 0);
    vrfTables_.clear();
    for (const VrfConfig& vrf : config.vrfs) {
        vrfTables_.push_back(vrf.table);
        for (const IfIndex interface : vrf.interfaces) {
            if (interface < vrfs_.size()) {
                vrfs_[interface] = vrf.table;
            }
        }
    }
}

bool RoutingTable::isVrf(MarkId table) const {
    return std::find(vrfTables_.begin(), vrfTables_.end(), table) != vrfTables_.end();
}

// The tries, table by table. Local addresses stand behind the routes: they win over a /32 route to the same address.
void RoutingTable::fill() {
    HopNumbers numbers(hops_);
    std::vector<RouteTrie::Entry> entries;
    const auto finish = [&](MarkId table) {
        const bool isolated = isVrf(table);
        RouteTrie& trie = table == 0 ? main_ : marked_.emplace_back(MarkedTable{table, isolated, {}}).trie;
        for (const LocalRoute& local : locals_) {
            if (local.table == (isolated ? table : MarkId{0})) {
                entries.push_back({local.prefix, numbers.of(local.hop)});
            }
        }
        trie.build(std::exchange(entries, {}));
    };
    MarkId table = 0;
    std::vector<NextHop> ways;
    active_.clear();
    for (std::size_t first = 0, next = 0; first < places_.size(); first = next) {
        const std::size_t before = active_.size();
        ways.clear();
        for (next = first; next < places_.size() && destinationOf(places_[next].key) == destinationOf(places_[first].key); ++next) {
            if (const ResolvedRoute& route = routes_[places_[next].route]; route.active) {
                ways.push_back(onPointToPoint(route.hop));
                active_.push_back(places_[next].route);
            }
        }
        if (ways.empty()) {
            continue;
        }
        const ResolvedRoute& route = routes_[active_[before]];
        if (route.table != table) {
            finish(std::exchange(table, route.table));
        }
        if (const std::uint16_t number = numbers.of(std::span<const NextHop>(ways)); number != 0) {
            entries.push_back({route.destination, number});
            continue;
        }
        for (std::size_t i = before; i < active_.size(); ++i) {
            routes_[active_[i]].active = false;
            ++leftOut_;
        }
        active_.resize(before);
    }
    finish(table);
    for (const MarkId vrf : vrfTables_) { // those without any route
        if (std::none_of(marked_.begin(), marked_.end(), [vrf](const MarkedTable& marked) { return marked.table == vrf; })) {
            finish(vrf);
        }
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
        connected.table = vrfOf(a.interface);
        connected.hop = {NextHopKind::Connected, false, a.interface, 0, a.address};
        routes_.push_back(connected);
        locals_.push_back({{a.address, 32}, {NextHopKind::Local, false, a.interface, 0, a.address}, connected.table});
        if (a.length < 31) { // RFC 3021: no broadcast on a point to point link
            const Ipv4Prefix broadcast{network.address | ~network.mask(), 32};
            locals_.push_back({broadcast, {NextHopKind::Broadcast, false, a.interface, 0, a.address}, connected.table});
        }
    }
    // A broadcast address never hides an address of the router itself.
    std::stable_partition(locals_.begin(), locals_.end(), [](const auto& l) { return l.hop.kind == NextHopKind::Broadcast; });

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
        route.preferredSource = r.preferredSource;
        routes_.push_back(route);
    }
}

void RoutingTable::resolve(const EngineConfig& config) {
    std::unordered_map<std::uint64_t, NextHop> known; // by gateway and where it is looked for: many routes share one
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
            const MarkId scope = isVrf(route.table) ? route.table : MarkId{0};
            const auto [it, fresh] = known.try_emplace(static_cast<std::uint64_t>(scope) << 32 | *route.gateway);
            if (fresh) {
                it->second = resolveGateway(*route.gateway, scope, 0);
            }
            route.hop = it->second;
        }
        if (route.preferredSource != 0 && route.hop.forwards()) {
            route.hop.source = route.preferredSource;
        }
    }
}

// The longest connected network that holds the gateway; else the longest static route to it, whose own gateway is then used.
// A default route does not make a gateway reachable.
NextHop RoutingTable::resolveGateway(std::uint32_t gateway, MarkId scope, int depth) const {
    const ResolvedRoute* best = towards(gateway, scope);
    if (best == nullptr || depth >= kMaxRecursion) {
        return {};
    }
    if (best->connected) {
        return {NextHopKind::Gateway, false, best->hop.interface, gateway, best->hop.source};
    }
    return resolveGateway(*best->gateway, scope, depth + 1);
}

// Of one table; of routes to one destination a connected one, else the static one of least distance. One search per length there is.
const ResolvedRoute* RoutingTable::towards(std::uint32_t gateway, MarkId scope) const {
    constexpr std::uint64_t kAllLengths = (std::uint64_t{1} << 33) - 1;
    for (std::uint64_t lengths = scope == 0 ? mainLengths_ : kAllLengths; lengths != 0;) {
        const auto length = static_cast<std::uint8_t>(std::bit_width(lengths) - 1);
        lengths &= ~(std::uint64_t{1} << length);
        const std::uint64_t key = keyOf(scope, gateway & Ipv4Prefix{0, length}.mask(), length, 0);
        const ResolvedRoute* found = nullptr;
        for (auto it = std::lower_bound(places_.begin(), places_.end(), Place{key, 0});
             it != places_.end() && destinationOf(it->key) == destinationOf(key); ++it) {
            const ResolvedRoute& route = routes_[it->route];
            if (route.connected) {
                return &route;
            }
            if (found == nullptr && route.kind == RouteKind::Unicast && route.gateway && length > 0) {
                found = &route;
            }
        }
        if (found != nullptr) {
            return found;
        }
    }
    return nullptr;
}

// Of the routes to one destination in one table the resolved ones of least distance are active: all of them when they lead to gateways,
// else the first.
void RoutingTable::choose() {
    const auto shares = [](const ResolvedRoute& r) { return !r.connected && r.hop.forwards(); };
    const ResolvedRoute* best = nullptr;
    for (std::size_t i = 0; i < places_.size(); ++i) {
        if (i == 0 || destinationOf(places_[i].key) != destinationOf(places_[i - 1].key)) {
            best = nullptr;
        }
        ResolvedRoute& route = routes_[places_[i].route];
        const bool resolved = route.hop.kind != NextHopKind::None;
        route.active = resolved && (best == nullptr || (route.distance == best->distance && shares(*best) && shares(route)));
        best = best == nullptr && resolved ? &route : best;
    }
}

// Whatever the address, the other end of the link is the neighbour.
NextHop RoutingTable::onPointToPoint(NextHop hop) const {
    if (hop.forwards() && hop.interface < pointToPoint_.size() && pointToPoint_[hop.interface]) {
        hop.kind = NextHopKind::Gateway;
        hop.gateway = 0;
    }
    return hop;
}

const NextHop& RoutingTable::lookupMarked(std::uint32_t destination, MarkId table) const {
    for (const MarkedTable& marked : marked_) {
        if (marked.table == table) {
            const std::uint16_t index = marked.trie.lookup(destination);
            if (index != 0 || marked.isolated) {
                return hops_[index];
            }
        }
    }
    return hops_[main_.lookup(destination)];
}

std::uint16_t RoutingTable::hopIn(std::uint32_t destination, MarkId table) const {
    if (table == 0) {
        return main_.lookup(destination);
    }
    for (const MarkedTable& marked : marked_) {
        if (marked.table == table) {
            return marked.trie.lookup(destination);
        }
    }
    return 0;
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
