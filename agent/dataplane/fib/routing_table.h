// The router's IPv4 routes: connected ones from addresses, static ones with distance, gateways resolved to interfaces.
//
//   RoutingTable routes;
//   routes.build(config);
//   const NextHop& hop = routes.lookup(packet.dst, routingMark);
//
// A routing table of its own name (routing mark) is asked first; what it does not know the main table answers. The router's
// own addresses are known to every table. Rebuilt at every change of configuration. One thread.
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

private:
    struct MarkedTable {
        MarkId table = 0;
        RouteTrie trie;
    };
    [[nodiscard]] const NextHop& lookupMarked(std::uint32_t destination, MarkId table) const;
    void collect(const EngineConfig& config);
    void resolve(const EngineConfig& config);
    void choose();
    [[nodiscard]] NextHop resolveGateway(std::uint32_t gateway, int depth) const;
    [[nodiscard]] std::uint16_t hopIndex(const NextHop& hop);
    RouteTrie::Entry entryOf(const Ipv4Prefix& prefix, const NextHop& hop) { return {prefix, hopIndex(hop)}; }

    std::vector<AddressConfig> addresses_; // on enabled interfaces
    std::vector<ResolvedRoute> routes_;
    std::vector<std::pair<Ipv4Prefix, NextHop>> locals_;
    std::vector<NextHop> hops_ = std::vector<NextHop>(1); // 0: no route
    RouteTrie main_;
    std::vector<MarkedTable> marked_;
};

} // namespace agent::dataplane
