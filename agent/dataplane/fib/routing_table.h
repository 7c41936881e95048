// The router's IPv4 routes: connected ones from addresses, static ones with distance, gateways resolved to interfaces.
//
//   RoutingTable routes;
//   routes.build(config);
//   const NextHop& hop = routes.lookup(packet.dst, routingMark);
//
// A routing table of its own name (routing mark) is asked first; what it does not know the main table answers. The router's
// own addresses are known to every table. A VRF is a table that knows nothing but its own: addresses on its interfaces and the routes
// put into it.
//
// Routes to one destination with one distance share the traffic (ECMP): their hops stand side by side and pick() takes one of them by
// a hash of the flow, so that a flow keeps its way. A gateway that is there twice gets twice the flows.
// Rebuilt at every change of configuration, in time n log n: 500 000 routes take well under a
// second. One thread builds; after that any number may look up.
#pragma once

#include "agent/dataplane/config/engine_config.h"
#include "agent/dataplane/fib/next_hop.h"
#include "agent/dataplane/fib/route_trie.h"

#include <cstdint>
#include <optional>
#include <span>
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
    std::uint32_t preferredSource = 0;
};

// Address of the router itself, or broadcast of one of its networks.
struct LocalRoute {
    Ipv4Prefix prefix;
    NextHop hop;
    MarkId table = 0; // 0, or the VRF of its interface
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
    // For many destinations at once.
    void hopsOf(std::span<const std::uint32_t> destinations, std::uint16_t* numbers) const { main_.lookup(destinations, numbers); }
    [[nodiscard]] const NextHop& hop(std::uint16_t number) const { return hops_[number]; }
    // One of the equal ways behind a number.
    [[nodiscard]] const NextHop& pick(std::uint16_t number, std::uint32_t flow) const {
        const NextHop& first = hops_[number];
        return first.ways <= 1 ? first : hops_[number + flow % first.ways];
    }
    // What this table alone says; 0: nothing.
    [[nodiscard]] std::uint16_t hopIn(std::uint32_t destination, MarkId table) const;
    // The VRF an interface belongs to; 0: none.
    [[nodiscard]] MarkId vrfOf(IfIndex interface) const { return interface < vrfs_.size() ? vrfs_[interface] : MarkId{0}; }
    [[nodiscard]] std::size_t hopCount() const { return hops_.size(); }
    [[nodiscard]] const std::vector<ResolvedRoute>& routes() const { return routes_; }
    // The router's address on an interface that shares a network with `towards`, else its first one there; 0: none.
    [[nodiscard]] std::uint32_t sourceOn(IfIndex interface, std::uint32_t towards) const;
    // Local and broadcast addresses as host routes; those outside VRFs go into every table that is no VRF.
    [[nodiscard]] const std::vector<LocalRoute>& localRoutes() const { return locals_; }
    // Positions in routes() of the active ones, by table, then destination; equal ones side by side.
    [[nodiscard]] const std::vector<std::uint32_t>& activeRoutes() const { return active_; }
    // Routes that could not become active because there are more different next hops than HopNumbers::kMost.
    [[nodiscard]] std::size_t leftOut() const { return leftOut_; }

private:
    struct MarkedTable {
        MarkId table = 0;
        bool isolated = false; // VRF
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
    void placeVrfs(const EngineConfig& config);
    [[nodiscard]] bool isVrf(MarkId table) const;
    // `scope`: the table whose connected networks hold the gateway.
    [[nodiscard]] NextHop resolveGateway(std::uint32_t gateway, MarkId scope, int depth) const;
    [[nodiscard]] const ResolvedRoute* towards(std::uint32_t gateway, MarkId scope) const;
    [[nodiscard]] NextHop onPointToPoint(NextHop hop) const;

    std::vector<bool> pointToPoint_;       // by interface: its one neighbour has the address 0
    std::vector<AddressConfig> addresses_; // on enabled interfaces
    std::vector<ResolvedRoute> routes_;
    std::vector<Place> places_;
    std::uint64_t mainLengths_ = 0; // bit n: the main table has a destination of n bits
    std::vector<std::uint32_t> active_;
    std::vector<LocalRoute> locals_;
    std::vector<MarkId> vrfs_;      // by interface
    std::vector<MarkId> vrfTables_; // each once
    std::vector<NextHop> hops_ = std::vector<NextHop>(1); // 0: no route
    RouteTrie main_;
    std::vector<MarkedTable> marked_;
    std::size_t leftOut_ = 0;
};

} // namespace agent::dataplane
