// Does a firewall rule match this traffic?
//
//   const MatchAnswer answer = matchRule(rule, flow, {view, topology});
//   answer.match     Match::Part
//   answer.why       "src-address=192.168.88.10"      the condition that holds for a part only
//
// Understood: interfaces and lists, addresses and lists, protocol and ports, connection-state, the three kinds of marks, ipsec-policy,
// dst-address-type. Every other condition can only be decided on a packet and counts as a part. Pure.
#pragma once

#include "core/doctor/flow.h"

namespace core::doctor {

struct MatchContext {
    const ConfigView& view;
    const Topology& topology;
    const AddressLists& lists;
    bool addressFamilyIpv6 = false;
};

struct MatchAnswer {
    Match match = Match::Yes;
    std::string why; // the condition that decided; empty when all hold
};

[[nodiscard]] MatchAnswer matchRule(const Line& rule, const Flow& flow, const MatchContext& context);

// Address or address list entry against a range; absent range: any address.
[[nodiscard]] Match matchAddress(std::string_view text, const std::optional<AddressRange>& range);
[[nodiscard]] std::optional<AddressRange> addressRange(std::string_view text);

} // namespace core::doctor
