// Which traffic matters on this router, found from addresses, NAT, routes, lists and bridges. Pure.
#pragma once

#include "core/doctor/facts.h"

namespace core::doctor {

struct Pair {
    std::string from, to;
    bool bridged = false;                            // both are ports of one bridge
    std::optional<AddressRange> source, destination; // one host or network behind the interface; absent: all of it
    std::string name;                                // what to call it where it is one host; empty: the interfaces
    Match ipsecOut = Match::No;                      // what goes from → to enters an IPsec tunnel
};

// Both directions of LAN and WAN, VLANs among each other, ports of a bridge that share a VLAN, what simple queues hold and what IPsec
// policies take; at most a few of each kind.
[[nodiscard]] std::vector<Pair> pairsThatMatter(const Facts& facts);

// "LAN" and "WAN" are the first interface of that role; any other name is itself.
[[nodiscard]] std::string resolveEnd(const Facts& facts, std::string_view name);
[[nodiscard]] Pair pairBetween(const Facts& facts, std::string_view from, std::string_view to);

} // namespace core::doctor
