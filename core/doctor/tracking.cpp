#include "core/doctor/tracking.h"

#include "core/doctor/chain.h"

namespace core::doctor {
namespace {

Match notracked(const Facts& facts, const Flow& flow, std::optional<Line>& rule) {
    const bool ipv6 = flow.family == "ipv6";
    Match most = Match::No;
    walkChain(ipv6 ? "/ipv6/firewall/raw" : "/ip/firewall/raw", "prerouting", flow, facts.context(ipv6), [&](const RuleHit& hit) {
        if (const auto action = hit.rule.value("action"); action == "notrack" || action == "drop") {
            most = either(most, hit.match);
            rule = rule ? rule : std::optional(hit.rule);
        }
        return most == Match::Yes ? Walk::Stop : Walk::On;
    });
    return most;
}

} // namespace

Tracking untracked(const Facts& facts, const Flow& flow) {
    Tracking out;
    out.there = notracked(facts, flow, out.rule);
    out.back = notracked(facts, flow.reversed(), out.rule);
    return out;
}

} // namespace core::doctor
