// /ipv6 as the engine takes it.
//
// Rules, lists and tracking of IPv6 have the form they have for IPv4, with numbers in place of addresses: `parts` are the first
// addresses of the stretches that all prefixes in use cut the address space into, ascending, the first one is ::. An address of part n
// is a number n << kPartShift | m; so a prefix is a range of numbers, as in IPv4. Whoever compiles rules makes the parts.
#pragma once

#include "agent/dataplane/config/firewall.h"
#include "agent/dataplane/config/ipv6_address.h"
#include "agent/dataplane/packet/packet_buf.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace agent::dataplane {

constexpr unsigned kPartShift = 20;              // so many bits number the addresses the engine has met
constexpr std::size_t kMaxParts = std::size_t{1} << (32 - kPartShift);

struct Ipv6AddressConfig {
    std::uint32_t uid = 0; // 0: the link-local address every IPv6 interface has by itself
    IfIndex interface = kNoInterface;
    Ipv6Address address; // the router's own
    std::uint8_t length = 64;
};

struct Ipv6RouteConfig {
    std::uint32_t uid = 0;
    Ipv6Prefix destination;
    bool blackhole = false;
    std::optional<Ipv6Address> gateway;
    IfIndex gatewayInterface = kNoInterface; // "gateway=ether1", "gateway=fe80::1%ether1"
    std::uint8_t distance = 1;
    MarkId table = 0;
};

struct Ipv6Config {
    bool enabled = true; // disable-ipv6=no
    bool forward = true;
    bool allowFastPath = true;
    core::base::Nanos reachable = 30 * core::base::kSecond; // RFC 4861 section 10, REACHABLE_TIME
    std::vector<Ipv6AddressConfig> addresses;
    std::vector<Ipv6RouteConfig> routes; // static; connected ones follow from addresses
    std::vector<Ipv6Address> parts{{}};
    FirewallConfig firewall;             // protocol icmpv6 and its types: see pipeline/ipv6/disguise.h
};

} // namespace agent::dataplane
