#include "core/planner/fasttrack_plans.h"

#include "core/planner/filter_rules.h"
#include "core/planner/flush_plan.h"
#include "core/planner/steps.h"

#include <algorithm>

namespace core::planner {
namespace {

using core::model::Attribute;
using core::model::Plan;
using core::model::PlanStep;
using core::model::Request;
using core::model::Row;

const std::string kFilter = "/ip/firewall/filter";

Request dropMarkedConnections() {
    return onFound("/ip/firewall/connection", "remove", "fasttrack", "yes");
}

bool isRouterOs6(const RouterFacts& facts) {
    return facts.version.starts_with("6.");
}

bool hasActiveBridge(const RouterFacts& facts) {
    return std::any_of(facts.interfaces.begin(), facts.interfaces.end(),
                       [](const Row& i) { return i.value("type") == "bridge" && !isTrue(i, "disabled"); });
}

PlanStep addRule(const RouterFacts& facts, std::string_view before) {
    std::vector<Attribute> rule{{"chain", "forward"}, {"action", "fasttrack-connection"}, {"connection-state", "established,related"}};
    if (!isRouterOs6(facts)) {
        rule.push_back({"hw-offload", "yes"});
    }
    rule.push_back({"comment", std::string(kFastTrackComment)});
    if (!before.empty()) {
        rule.push_back({"place-before", std::string(before)});
    }
    return addStep(kFilter, std::move(rule), "comment",
                   "Packets of established connections then skip the firewall, connection tracking and global queues.");
}

PlanStep addAccept(std::string_view before) {
    std::vector<Attribute> rule{{"chain", "forward"},
                                {"action", "accept"},
                                {"connection-state", "established,related"},
                                {"comment", std::string(kEstablishedComment)}};
    if (!before.empty()) {
        rule.push_back({"place-before", std::string(before)});
    }
    return addStep(kFilter, std::move(rule), "comment",
                   "Some packets of a FastTracked connection still take the slow path and have to be accepted there.");
}

std::string_view firstForwardId(const Rows& filter) {
    const auto it = std::find_if(filter.begin(), filter.end(), isForwardRule);
    return it == filter.end() ? std::string_view() : it->value(".id");
}

// The rule itself: enabled, moved or added. Nothing when an enabled one already stands high enough.
std::vector<PlanStep> placeRule(const RouterFacts& facts) {
    const Rows& filter = facts.filter;
    const auto accept = firstAcceptingEstablished(filter);
    const auto rule = std::find_if(filter.begin(), filter.end(), isFastTrackRule);
    const auto enabledRule = std::find_if(filter.begin(), filter.end(), [](const Row& r) { return isFastTrackRule(r) && isEnabled(r); });

    if (enabledRule != filter.end()) {
        const auto at = static_cast<std::size_t>(enabledRule - filter.begin());
        if (!accept || at < *accept) {
            return {};
        }
        return {moveStep(kFilter, *enabledRule, filter[*accept].value(".id"), nextStaticId(filter, at),
                         "An accept rule above it takes every packet it is meant for.")};
    }
    if (rule != filter.end() && accept && static_cast<std::size_t>(rule - filter.begin()) < *accept && !isTrue(*rule, "invalid")) {
        return {switchStep(kFilter, *rule, true, "The rule is there and stands in the right place; it is only disabled.")};
    }
    if (accept) {
        return {addRule(facts, filter[*accept].value(".id"))};
    }
    const std::string_view before = firstForwardId(filter);
    return {addRule(facts, before), addAccept(before)};
}

std::string expectation(const RouterFacts& facts) {
    std::string text =
        "Forwarded TCP and UDP traffic moves from the slow path to FastTrack within a second; the processor has less to do per packet.";
    const auto bridgeActive = facts.bridgeSettings.get("bridge-fast-path-active");
    if (bridgeActive && !isTrue(facts.bridgeSettings, "bridge-fast-path-active") && hasActiveBridge(facts)) {
        text += " Bridge fast path is not active now, so connections that cross a bridge will stay on the slow path until it is.";
    }
    return text;
}

} // namespace

Plan addFastTrack(const RouterFacts& facts) {
    Plan plan;
    plan.id = "add-fasttrack";
    plan.title = "Add FastTrack";
    if (facts.connectionTracking.value("enabled") == "no") {
        plan.obstacle = "Connection tracking is switched off (/ip firewall connection tracking enabled=no), and FastTrack works on tracked "
                        "connections. Set it to auto first.";
        return plan;
    }
    const auto allowed = facts.ipSettings.get("allow-fast-path");
    if (allowed && !isTrue(facts.ipSettings, "allow-fast-path")) {
        plan.steps.push_back(setStep("/ip/settings", "allow-fast-path", "yes", "no", "FastTrack needs the fast path to be allowed."));
    }
    std::vector<PlanStep> rule = placeRule(facts);
    if (!rule.empty()) {
        alsoOnUndo(rule.front(), dropMarkedConnections());
    }
    plan.steps.insert(plan.steps.end(), rule.begin(), rule.end());
    if (plan.steps.empty()) {
        plan.obstacle = "Nothing to do: an enabled FastTrack rule already stands above the rule that accepts established connections.";
        return plan;
    }
    plan.expectation = expectation(facts);
    return plan;
}

Plan removeFastTrack(const RouterFacts& facts) {
    Plan plan;
    plan.id = "remove-fasttrack";
    plan.title = "Remove FastTrack";
    bool any = false;
    // From the bottom up, and put back in the opposite order: each rule then finds the one it stood above.
    std::string_view below;
    for (auto it = facts.filter.rbegin(); it != facts.filter.rend(); ++it) {
        const Row& rule = *it;
        const bool ours = rule.value("comment") == kFastTrackComment;
        if (isFastTrackRule(rule) && ours) {
            any = true;
            plan.steps.push_back(removeStep(kFilter, rule, below, "This rule was made by Pathscope."));
        } else if (isForwardRule(rule) && rule.value("comment") == kEstablishedComment) {
            plan.steps.push_back(removeStep(kFilter, rule, below, "It was added together with the FastTrack rule."));
        } else {
            if (isFastTrackRule(rule) && isEnabled(rule)) {
                any = true;
                plan.steps.push_back(switchStep(kFilter, rule, false, "The rule is the administrator's: it is kept, but disabled."));
            }
            if (!isTrue(rule, "dynamic")) {
                below = rule.value(".id");
            }
        }
    }
    if (!any) {
        plan.steps.clear();
        plan.obstacle = "Nothing to do: there is no enabled FastTrack rule in the forward chain.";
        return plan;
    }
    plan.steps.push_back(flushFastTracked({}).steps.front());
    plan.expectation =
        "All forwarded traffic takes the slow path: every packet passes the firewall and all queues, at a higher cost for the processor.";
    return plan;
}

} // namespace core::planner
