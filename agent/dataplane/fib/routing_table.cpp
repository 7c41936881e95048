#include "agent/dataplane/fib/routing_table.h"

#include "agent/dataplane/fib/hop_numbers.h"

#include <algorithm>
#include <bit>
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

// The tries, table by table. Local addresses stand behind the routes: they win over a /32 route to the same address.
void RoutingTable::fill() {
    HopNumbers numbers(hops_);
    std::vector<RouteTrie::Entry> locals;
    for (const auto& [prefix, hop] : locals_) {
        locals.push_back({prefix, numbers.of(hop)});
    }
    std::vector<RouteTrie::Entry> entries;
    const auto finish = [&](MarkId table) {
        RouteTrie& trie = table == 0 ? main_ : marked_.emplace_back(MarkedTable{table, {}}).trie;
        entries.insert(entries.end(), locals.begin(), locals.end());
        trie.build(std::exchange(entries, {}));
    };
    MarkId table = 0;
    for (const Place& place : places_) {
        ResolvedRoute& route = routes_[place.route];
        if (!route.active) {
            continue;
        }
        if (route.table != table) {
            finish(std::exchange(table, route.table));
        }
        const std::uint16_t number = numbers.of(route.hop);
        if (number == 0) {
            route.active = false;
            ++leftOut_;
            continue;
        }
        entries.push_back({route.destination, number});
    }
    finish(table);
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
    std::unordered_map<std::uint32_t, NextHop> known; // by gateway: many routes share one
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
            const auto [it, fresh] = known.try_emplace(*route.gateway);
            if (fresh) {
                it->second = resolveGateway(*route.gateway, 0);
            }
            route.hop = it->second;
        }
    }
}

// The longest connected network that holds the gateway; else the longest static route to it, whose own gateway is then used.
// A default route does not make a gateway reachable.
NextHop RoutingTable::resolveGateway(std::uint32_t gateway, int depth) const {
    const ResolvedRoute* best = towards(gateway);
    if (best == nullptr || depth >= kMaxRecursion) {
        return {};
    }
    if (best->connected) {
        return {NextHopKind::Gateway, false, best->hop.interface, gateway, best->hop.source};
    }
    return resolveGateway(*best->gateway, depth + 1);
}

// Of the main table; of routes to one destination a connected one, else the static one of least distance. One search per length there is.
const ResolvedRoute* RoutingTable::towards(std::uint32_t gateway) const {
    for (std::uint64_t lengths = mainLengths_; lengths != 0;) {
        const auto length = static_cast<std::uint8_t>(std::bit_width(lengths) - 1);
        lengths &= ~(std::uint64_t{1} << length);
        const std::uint64_t key = keyOf(0, gateway & Ipv4Prefix{0, length}.mask(), length, 0);
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

// Of the routes to one destination in one table the resolved one of least distance is active, the first of equals.
void RoutingTable::choose() {
    bool chosen = false;
    for (std::size_t i = 0; i < places_.size(); ++i) {
        chosen = chosen && destinationOf(places_[i].key) == destinationOf(places_[i - 1].key);
        ResolvedRoute& route = routes_[places_[i].route];
        route.active = !chosen && route.hop.kind != NextHopKind::None;
        chosen = chosen || route.active;
    }
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
