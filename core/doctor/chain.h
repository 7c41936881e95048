// Walks a chain of firewall rules from the top, through its jumps, the way the traffic would.
//
//   walkChain("/ip/firewall/filter", "forward", flow, context, [&](const RuleHit& hit) {
//       return hit.rule.value("action") == "fasttrack-connection" ? Walk::Stop : Walk::On;
//   });
//
// Disabled and invalid rules are passed over. Only rules that match at least a part of the traffic are shown to the visitor. A jump
// that holds for a part hands its rules on as a part. Chains that jump in circles are left after 16 jumps. Pure.
#pragma once

#include "core/doctor/matcher.h"

#include <functional>

namespace core::doctor {

struct RuleHit {
    Line rule;
    Match match = Match::Yes; // never No
    std::string why;          // the condition that holds for a part; empty for Yes
};

enum class Walk { On, Stop };

// accept, drop, reject, tarpit: the packet looks at no further rule.
[[nodiscard]] bool endsChain(std::string_view action);

void walkChain(std::string_view menu, std::string_view chain, const Flow& flow, const MatchContext& context,
               const std::function<Walk(const RuleHit&)>& visit);

} // namespace core::doctor
