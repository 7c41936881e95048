// The router's IPv6 routes. As RoutingTable, with addresses of next hops as ids of an AddressBook, and with link-local addresses, which
// belong to an interface and are in no table.
//
//   Ipv6RoutingTable routes;
//   routes.build(config, book);
//   const NextHop& hop = routes.lookup(destination, flowHash);
//   bool mine = routes.isOwn(interface, address);   // also what is link-local there
//
// Longest prefix match by one hash lookup per prefix length in use. Equal routes share their destination, as in IPv4. Routing tables and
// VRFs other than main are not known here. Rebuilt at every change of configuration. One thread.
#pragma once

#include "agent/dataplane/config/engine_config.h"
#include "agent/dataplane/fib/address_book.h"
#include "agent/dataplane/fib/next_hop.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace agent::dataplane {

struct ResolvedRoute6 {
    std::uint32_t uid = 0; // of the static route, or of the address a connected one follows from
    Ipv6Prefix destination;
    std::optional<Ipv6Address> gateway;
    std::uint8_t distance = 0;
    bool connected = false, blackhole = false, active = false;
    NextHop hop; // kind None when it cannot be resolved
};

class Ipv6RoutingTable {
public:
    void build(const EngineConfig& config, AddressBook& book);

    [[nodiscard]] const NextHop& lookup(const Ipv6Address& destination, std::uint32_t flow = 0) const;
    [[nodiscard]] bool isOwn(IfIndex interface, const Ipv6Address& address) const;
    // The router's address on that interface to speak to `towards` with: of the same scope, of the same network if there is one.
    // Unspecified: IPv6 is not on there (RFC 6724 sections 5 rules 2 and 8, as far as one router needs them).
    [[nodiscard]] Ipv6Address sourceOn(IfIndex interface, const Ipv6Address& towards) const;
    [[nodiscard]] const std::vector<ResolvedRoute6>& routes() const { return routes_; }
    [[nodiscard]] const std::vector<Ipv6AddressConfig>& addresses() const { return addresses_; }
    [[nodiscard]] bool runsOn(IfIndex interface) const { return interface < runs_.size() && runs_[interface]; }

private:
    struct Slot {
        Ipv6Address first;
        std::uint8_t length = 0;
        std::uint16_t hop = 0; // 0: free
    };
    void resolve(const EngineConfig& config, AddressBook& book);
    [[nodiscard]] NextHop resolveGateway(const Ipv6Address& gateway, AddressBook& book, int depth) const;
    void choose();
    void insert(const Ipv6Prefix& prefix, std::uint16_t hop);
    [[nodiscard]] std::size_t slotOf(const Ipv6Address& first, std::uint8_t length) const;

    std::vector<Ipv6AddressConfig> addresses_; // on enabled interfaces
    std::vector<bool> runs_;                   // by interface
    std::vector<ResolvedRoute6> routes_;
    std::vector<NextHop> hops_ = std::vector<NextHop>(1); // 0: no route
    std::vector<Slot> slots_ = std::vector<Slot>(1);
    std::vector<std::uint8_t> lengths_; // in use, longest first
};

} // namespace agent::dataplane
