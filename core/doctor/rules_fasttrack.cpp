// The FastTrack rule: missing, shadowed, too narrow; and the switch that turns it off.
#include "core/doctor/plan_facts.h"
#include "core/doctor/report.h"
#include "core/planner/fasttrack_plans.h"
#include "core/planner/steps.h"

#include <algorithm>

namespace core::doctor {
namespace {

using core::model::Certainty;
using core::model::ConfigRef;
using core::model::Finding;

bool hasReason(const Examined& e, std::string_view id) {
    return std::any_of(e.verdict.reasons.begin(), e.verdict.reasons.end(), [&](const auto& r) { return r.id == id; });
}

void remedyByPlan(const Facts& facts, Finding& finding) {
    auto steps = core::planner::addFastTrack(planFacts(facts)).steps;
    core::planner::renumberPlaces(steps); // rules are meant by their number here
    for (const auto& step : steps) {
        finding.remedy.push_back({step.commandLine, step.inverseLine});
    }
    finding.costs = {"mangle, filter and queues on global or of /queue simple see only the first packets of a FastTracked connection"};
}

bool marksRoutes(const ConfigView& view) {
    const auto rules = view.enabled("/ip/firewall/mangle");
    return std::any_of(rules.begin(), rules.end(), [](const Line& rule) { return rule.value("action") == "mark-routing"; });
}

// Something that needs the slow path: then FastTrack is left out on purpose.
bool needsSlowPath(const Facts& facts) {
    const auto trees = facts.view.enabled("/queue/tree");
    const bool global = std::any_of(trees.begin(), trees.end(), [](const Line& tree) { return tree.value("parent") == "global"; });
    return global || facts.view.any("/queue/simple") || facts.view.any("/ip/hotspot") || marksRoutes(facts.view);
}

void missing(Report& report) {
    const Facts& facts = report.facts;
    const bool queues = facts.view.any("/queue/simple") || facts.view.any("/queue/tree");
    const auto disabled = disabledFastTrackRules(facts.view);
    if (!facts.tracks() || !fastTrackRules(facts.view).empty()) {
        return;
    }
    if (!disabled.empty() && queues) {
        auto& finding = report.add(
            "fasttrack-disabled-for-qos", 1,
            "a FastTrack rule stands there disabled while queues are in force; trees on interfaces act on FastTracked packets too",
            {report.ref(disabled.front())});
        remedyByPlan(facts, finding);
        finding.costs.emplace_back("simple queues and trees on global have to become trees on interfaces first");
        return;
    }
    const auto accepts = acceptsEstablished(facts.view);
    const bool onlyNat = accepts.empty() && masquerades(facts.view) && !facts.view.any("/ip/firewall/filter");
    const bool slow =
        std::any_of(report.examined.begin(), report.examined.end(), [](const Examined& e) { return hasReason(e, "FT-NORULE"); });
    if (slow && !needsSlowPath(facts) && (!accepts.empty() || onlyNat)) {
        std::vector<ConfigRef> evidence;
        for (const Line& rule : accepts) {
            evidence.push_back(report.ref(rule));
        }
        if (evidence.empty()) {
            evidence.push_back(report.ref(facts.view.enabled("/ip/firewall/nat").front()));
        }
        auto& finding =
            report.add("fasttrack-rule-missing", 1,
                       "connections are tracked, so plain fast path is impossible, and no rule puts established ones on FastTrack",
                       std::move(evidence));
        remedyByPlan(facts, finding);
    }
}

void shadowed(Report& report) {
    const bool works =
        std::any_of(report.examined.begin(), report.examined.end(), [](const Examined& e) { return e.track.marked != Match::No; });
    for (const Examined& e : report.examined) {
        if (!works && e.pair.name.empty() && e.track.shadowedBy && e.track.shadowed) {
            auto& finding = report.add("fasttrack-rule-shadowed", 1,
                                       "the rule above takes every packet of established connections, so the FastTrack rule never sees one",
                                       {report.ref(*e.track.shadowedBy), report.ref(*e.track.shadowed)});
            remedyByPlan(report.facts, finding);
            return;
        }
    }
}

void direction(Report& report) {
    for (const Examined& e : report.examined) {
        if (e.pair.bridged || !e.fastTracked() || !e.track.rule || !e.track.oneDirection) {
            continue;
        }
        auto& finding = report.add(
            "fasttrack-matcher-direction", 0.2,
            "the rule sees the packets of one direction; the mark is the connection's, so the other direction is FastTracked as well",
            {report.ref(*e.track.rule)});
        finding.costs = {"none: the interface condition may stay, or be left out"};
        report.unseen("diagnosis-contested", "published opinions differ on whether a one-directional FastTrack rule slows the replies; "
                                             "byte counters of the marked connections decide");
        return;
    }
}

// Marks on most of the traffic, with a rule that only takes unmarked connections.
void excluded(Report& report) {
    const ConfigView& view = report.facts.view;
    for (const Line& rule : fastTrackRules(view)) {
        const std::string_view condition = rule.value("connection-mark");
        if (condition != "no-mark") {
            continue;
        }
        for (const Line& marker : view.enabled("/ip/firewall/mangle")) {
            const std::string_view mark = marker.value("new-connection-mark");
            const bool broad = std::any_of(report.examined.begin(), report.examined.end(), [&](const Examined& e) {
                const auto found = e.flow.marks.connection.find(mark);
                return !e.pair.bridged && found != e.flow.marks.connection.end() && found->second >= Match::Most;
            });
            const auto rules = view.enabled("/ip/firewall/mangle");
            const bool routes = std::any_of(rules.begin(), rules.end(), [&](const Line& other) {
                return other.value("action") == "mark-routing" && other.value("connection-mark") == mark;
            });
            if (!mark.empty() && broad && !routes) {
                auto& finding = report.add("fasttrack-excludes-marked-connections", 0.8,
                                           "the rule takes unmarked connections only, and mangle marks nearly all of them",
                                           {report.ref(rule), report.ref(marker)});
                finding.remedy = {{"/ip firewall filter set [find action=fasttrack-connection connection-mark=no-mark] !connection-mark",
                                   "/ip firewall filter set [find action=fasttrack-connection] connection-mark=no-mark"}};
                finding.costs = {"FastTracked packets pass mangle by: queues that wait for the packet marks no longer see them"};
                return;
            }
        }
    }
}

void lists(Report& report) {
    const ConfigView& view = report.facts.view;
    const Topology& topology = report.facts.topology;
    for (const Line& member : view.enabled("/interface/list/member")) {
        const std::string_view list = member.value("list");
        const auto rules = view.enabled("/ip/firewall/filter");
        const auto user = std::find_if(rules.begin(), rules.end(), [&](const Line& rule) {
            return rule.value("chain") == "forward" &&
                   (rule.value("in-interface-list") == list || rule.value("out-interface-list") == list);
        });
        const Interface* bridge = topology.find(member.value("interface"));
        if (user == rules.end() || !bridge || bridge->type != InterfaceType::Bridge) {
            continue;
        }
        std::vector<ConfigRef> evidence{report.ref(member), report.ref(*user)};
        std::vector<core::model::Remedy> remedy;
        const auto members = view.enabled("/interface/list/member");
        for (const auto& [name, vlan] : topology.all()) {
            const bool listed =
                std::any_of(members.begin(), members.end(), [&n = name](const Line& m) { return m.value("interface") == n; });
            if (vlan.type == InterfaceType::Vlan && vlan.line && !vlan.disabled && vlan.parent == bridge->name && !listed) {
                evidence.push_back(report.ref(*vlan.line));
                remedy.push_back({"/interface list member add list=" + std::string(list) + " interface=" + name,
                                  "/interface list member remove [find list=" + std::string(list) + " interface=" + name + "]"});
            }
        }
        if (!remedy.empty()) {
            auto& finding = report.add("interface-list-missing-vlan", 0.6,
                                       "rules ask for list " + std::string(list) +
                                           ", which has the bridge but not the VLANs on it; their packets come in by the VLAN",
                                       std::move(evidence));
            finding.remedy = std::move(remedy);
            finding.costs = {"every other rule that uses the list applies to these VLANs too"};
            return;
        }
    }
}

void ipv6(Report& report) {
    const Facts& facts = report.facts;
    const auto accepts = acceptsEstablished(facts.view, true);
    if (fastTrackRules(facts.view).empty() || accepts.empty() || !fastTrackRules(facts.view, true).empty()) {
        return;
    }
    const std::string_view id = facts.version.atLeast(7, 18) ? "ipv6-fasttrack-rule-missing" : "version-no-ipv6-fasttrack";
    auto& finding = report.add(id, 0.4, "IPv4 connections are FastTracked, IPv6 ones are not", {report.ref(accepts.front())});
    if (facts.version.atLeast(7, 18)) {
        finding.remedy = {
            {"/ipv6 firewall filter add chain=forward action=fasttrack-connection connection-state=established,related place-before=0",
             "/ipv6 firewall filter remove [find action=fasttrack-connection]"}};
    }
}

} // namespace

void fastTrackFindings(Report& report) {
    const ConfigView& view = report.facts.view;
    if (!view.settingYes("/ip/settings", "allow-fast-path", true)) {
        auto& finding =
            report.add("ip-fast-path-disabled", 1, "FastTrack and fast path are switched off for the whole router, whatever the rules say",
                       {view.settingRef("/ip/settings", "allow-fast-path")});
        finding.remedy = {{"/ip settings set allow-fast-path=yes", "/ip settings set allow-fast-path=no"}};
    }
    missing(report);
    shadowed(report);
    direction(report);
    excluded(report);
    lists(report);
    ipv6(report);
}

} // namespace core::doctor
