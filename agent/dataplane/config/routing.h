// Configuration of what stands around the route tables: ARP modes, static ARP entries, /routing/rule, /ip/vrf, reverse path filter.
#pragma once

#include "agent/dataplane/config/addresses.h"
#include "agent/dataplane/packet/packet_buf.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace agent::dataplane {

// `arp` of an interface.
enum class ArpMode : std::uint8_t {
    Enabled,
    Disabled,      // asks nobody, answers nobody: static entries only
    ReplyOnly,     // answers, but believes only static entries
    ProxyArp,      // answers for whatever is routed out by another interface
    LocalProxyArp, // … or by the same one
};

// /ip/settings rp-filter (RFC 3704): where a packet's source would be routed to must agree with where it came from.
enum class RpFilter : std::uint8_t { No, Strict /* the same interface */, Loose /* any */ };

// /ip/settings ipv4-multipath-hash-policy: what picks one of several equal ways.
enum class MultipathHash : std::uint8_t { L3 /* addresses */, L4 /* and ports */ };

// /ip/arp
struct StaticArpConfig {
    std::uint32_t uid = 0;
    IfIndex interface = kNoInterface;
    std::uint32_t address = 0;
    Mac mac;
    bool published = false; // the router answers requests for this address with its own MAC
};

// /routing/rule. A rule holds when everything that is set agrees; the first that holds and has an answer decides.
struct RoutingRuleConfig {
    enum class Action : std::uint8_t {
        Lookup,            // in `table`; not found there: on to the next rule
        LookupOnlyInTable, // not found there: unreachable
        Drop,
        Unreachable,
    };
    std::uint32_t uid = 0;
    std::optional<Ipv4Prefix> source, destination;
    IfIndex interface = kNoInterface; // the packet came in by
    std::optional<MarkId> routingMark;
    Action action = Action::Lookup;
    MarkId table = 0;
};

// /ip/vrf: addresses on these interfaces, and packets that come in by them, know only the routes of this table.
struct VrfConfig {
    std::uint32_t uid = 0;
    MarkId table = 0;
    std::vector<IfIndex> interfaces;
};

} // namespace agent::dataplane
