// The router's IPv4 routes: connected ones from addresses, static ones with distance, gateways resolved to interfaces.
//
//   RoutingTable routes;
//   routes.build(config);
//   const NextHop& hop = routes.lookup(packet.dst, routingMark);
//
// A routing table of its own name (routing mark) is asked first; what it does not know the main table answers. The router's
// own addresses are known to every table. Rebuilt at every change of configuration, in time n log n: 500 000 routes take well under a
// second. One thread builds; after that any number may look up.
#pragma once

#include "agent/dataplane/config/engine_config.h"
#include "agent/dataplane/fib/next_hop.h"
#include "agent/dataplane/fib/route_trie.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace agent::dataplane {

// A route as a list shows it, after resolution.
struct ResolvedRoute {
    std::uint32_t uid = 0; // of the static route, or of the address a connected one follows from
    Ipv4Prefix destination;
    std::optional<std::uint32_t> gateway;
    RouteKind kind = RouteKind::Unicast;
    std::uint8_t distance = 0;
    MarkId table = 0;
    bool connected = false;
    bool active = false;
    bool suppressHwOffload = false;
    NextHop hop; // kind None when it cannot be resolved
};

class RoutingTable {
public:
    static constexpr int kMaxRecursion = 8; // gateways reached by way of other gateways

    void build(const EngineConfig& config);

    [[nodiscard]] const NextHop& lookup(std::uint32_t destination, MarkId table = 0) const {
        if (table != 0) [[unlikely]] {
            return lookupMarked(destination, table);
        }
        return hops_[main_.lookup(destination)];
    }
    // The same in two steps, for who keeps something by hop: the number stays the hop's until the next build().
    [[nodiscard]] std::uint16_t hopOf(std::uint32_t destination) const { return main_.lookup(destination); }
    [[nodiscard]] const NextHop& hop(std::uint16_t number) const { return hops_[number]; }
    [[nodiscard]] std::size_t hopCount() const { return hops_.size(); }
    [[nodiscard]] const std::vector<ResolvedRoute>& routes() const { return routes_; }
    // The router's address on an interface that shares a network with `towards`, else its first one there; 0: none.
    [[nodiscard]] std::uint32_t sourceOn(IfIndex interface, std::uint32_t towards) const;
    // Local and broadcast addresses as host routes; they go into every table.
    [[nodiscard]] const std::vector<std::pair<Ipv4Prefix, NextHop>>& localRoutes() const { return locals_; }
    // Routes that could not become active because there are more different next hops than HopNumbers::kMost.
    [[nodiscard]] std::size_t leftOut() const { return leftOut_; }

private:
    struct MarkedTable {
        MarkId table = 0;
        RouteTrie trie;
    };
    // Routes in order of table, destination and distance, first of the list first among equals.
    struct Place {
        std::uint64_t key = 0; // table, address, length, distance
        std::uint32_t route = 0;
        auto operator<=>(const Place&) const = default;
    };
    [[nodiscard]] const NextHop& lookupMarked(std::uint32_t destination, MarkId table) const;
    void collect(const EngineConfig& config);
    void order();
    void resolve(const EngineConfig& config);
    void choose();
    void fill();
    [[nodiscard]] NextHop resolveGateway(std::uint32_t gateway, int depth) const;
    [[nodiscard]] const ResolvedRoute* towards(std::uint32_t gateway) const;

    std::vector<AddressConfig> addresses_; // on enabled interfaces
    std::vector<ResolvedRoute> routes_;
    std::vector<Place> places_;
    std::uint64_t mainLengths_ = 0; // bit n: the main table has a destination of n bits
    std::vector<std::pair<Ipv4Prefix, NextHop>> locals_;
    std::vector<NextHop> hops_ = std::vector<NextHop>(1); // 0: no route
    RouteTrie main_;
    std::vector<MarkedTable> marked_;
    std::size_t leftOut_ = 0;
};

} // namespace agent::dataplane
