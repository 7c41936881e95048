// Routing in the switch chip.
#include "core/doctor/l3hw.h"
#include "core/doctor/report.h"

#include <algorithm>

namespace core::doctor {
namespace {

using core::model::ConfigRef;
using core::model::PathKind;

bool isL3Hw(const Examined& e) {
    return !e.pair.bridged && e.verdict.steady.kind == PathKind::L3Hw;
}

void membership(Report& report) {
    const Facts& facts = report.facts;
    std::vector<ConfigRef> onPorts;
    for (const auto& [name, vlan] : facts.topology.all()) {
        const Interface* below =
            vlan.type == InterfaceType::Vlan && vlan.line && !vlan.disabled ? facts.topology.find(vlan.parent) : nullptr;
        if (!below) {
            continue;
        }
        if (below->type != InterfaceType::Bridge) {
            if (below->bridge.empty()) {
                onPorts.push_back(report.ref(*vlan.line));
            }
            continue;
        }
        const auto line = facts.topology.vlanLine(below->name, vlan.vlan);
        if (below->line && below->line->yes("vlan-filtering") && line && !facts.topology.bridgeIsTagged(below->name, vlan.vlan)) {
            const std::string tagged(line->value("tagged"));
            auto& finding = report.add("l3hw-bridge-not-vlan-member", 0.7,
                                       "the bridge itself is no tagged member of VLAN " + std::to_string(vlan.vlan) + ", so " + name +
                                           " gets no packets",
                                       {report.ref(*line), report.ref(*vlan.line)});
            finding.remedy = {{"/interface bridge vlan set [find vlan-ids=" + std::to_string(vlan.vlan) +
                                   "] tagged=" + (tagged.empty() ? "" : tagged + ",") + below->name,
                               "/interface bridge vlan set [find vlan-ids=" + std::to_string(vlan.vlan) + "] tagged=" + tagged}};
            finding.costs = {"leave it if this VLAN is not meant to be routed here"};
        }
    }
    if (!onPorts.empty()) {
        auto& finding =
            report.add("l3hw-vlan-on-port", 0.8,
                       "the chip routes VLANs of its bridge only; what it does with one that stands on a port or bond is not defined",
                       std::move(onPorts));
        finding.costs = {"ports go into the bridge, the bridge becomes a tagged member of the VLAN; switch hardware routing off meanwhile"};
    }
}

void bridges(Report& report) {
    const Facts& facts = report.facts;
    std::vector<ConfigRef> evidence;
    const std::string chip = routingChip(facts);
    for (const Interface* bridge : facts.topology.bridges()) {
        const auto ports = facts.topology.portsOf(bridge->name);
        const bool onChip = std::any_of(ports.begin(), ports.end(),
                                        [&](const Interface* port) { return facts.hardware.chipOf(port->defaultName) == chip; });
        if (onChip && bridge->line) {
            evidence.push_back(report.ref(*bridge->line));
        }
    }
    if (evidence.size() > 1) {
        report.add("l3hw-multiple-bridges", 0.7, "the chip switches and routes for one bridge; the others are the CPU's",
                   std::move(evidence));
    }
}

// Rules that would stop some of what the chip routes past them.
void firewall(Report& report) {
    const Facts& facts = report.facts;
    for (const Examined& e : report.examined) {
        if (!isL3Hw(e)) {
            continue;
        }
        std::vector<ConfigRef> evidence;
        Flow fresh = e.flow;
        fresh.state = "new";
        walkChain("/ip/firewall/filter", "forward", fresh, facts.context(), [&](const RuleHit& hit) {
            const std::string_view action = hit.rule.value("action");
            if (action == "drop" || action == "reject" || action == "tarpit") {
                evidence.push_back(report.ref(hit.rule));
            }
            return Walk::On;
        });
        if (!evidence.empty()) {
            if (const auto line = switchLine(facts)) {
                evidence.push_back(report.ref(*line));
            }
            auto& finding = report.add("l3hw-bypasses-firewall-nat", 0.9,
                                       "the chip routes from " + e.verdict.from + " to " + e.verdict.to +
                                           " without asking the firewall: this rule stops nothing there",
                                       std::move(evidence));
            finding.costs = {"choose per port: hardware routing, or a firewall"};
            return;
        }
    }
}

} // namespace

void l3hwFindings(Report& report) {
    const Facts& facts = report.facts;
    if (!facts.hardware.routesInHardware()) {
        return;
    }
    const auto line = switchLine(facts);
    const bool routedPairs = std::any_of(report.examined.begin(), report.examined.end(), [](const Examined& e) {
        return isL3Hw(e) && e.verdict.certainty == core::model::Certainty::Certain;
    });
    if (!line) {
        const bool filters =
            facts.view.any("/ip/firewall/filter") || facts.view.any("/ip/firewall/nat") || facts.view.any("/ip/firewall/mangle");
        const auto onlySwitch = [](const Examined& e) {
            const auto& reasons = e.verdict.reasons;
            const bool off = std::any_of(reasons.begin(), reasons.end(), [](const auto& r) { return r.id == "L3-SWITCH-OFF"; });
            const bool other = std::any_of(reasons.begin(), reasons.end(),
                                           [](const auto& r) { return r.id.starts_with("L3-") && r.id != "L3-SWITCH-OFF"; });
            return !e.pair.bridged && off && !other;
        };
        const auto vlans = std::count_if(facts.topology.all().begin(), facts.topology.all().end(), [&](const auto& entry) {
            return entry.second.type == InterfaceType::Vlan && entry.second.line && facts.topology.networkOf(entry.first);
        });
        if (vlans > 1 && !filters && std::any_of(report.examined.begin(), report.examined.end(), onlySwitch)) {
            auto& finding = report.add("l3hw-switch-level-off", 0.8,
                                       "everything is set up for routing in the chip, but the switch has l3-hw-offloading=no");
            finding.remedy = {
                {"/interface ethernet switch set 0 l3-hw-offloading=yes", "/interface ethernet switch set 0 l3-hw-offloading=no"}};
            finding.costs = {"firewall, NAT and queues no longer see what the chip routes", "ports go down for a moment"};
        }
        return;
    }
    membership(report);
    bridges(report);
    firewall(report);
    if (!facts.hardware.fastTracksInHardware()) {
        for (const Line& rule : fastTrackRules(facts.view)) {
            if (rule.yes("hw-offload", true)) {
                report.add("l3hw-chip-no-fasttrack-offload", 0.3,
                           "this chip takes routes, but no connections and no NAT; hw-offload of the rule has no effect",
                           {report.ref(rule)});
                break;
            }
        }
    }
    const bool trouble = report.found("l3hw-vlan-on-port") || report.found("l3hw-bridge-not-vlan-member") ||
                         report.found("l3hw-multiple-bridges") || report.found("l3hw-bypasses-firewall-nat") ||
                         report.found("l3hw-port-on-other-chip");
    if (routedPairs && !trouble) {
        report.add("healthy-l3hw", 0.8, "VLANs are routed by the chip; keep the bridge a tagged member and the firewall off these ports",
                   {report.ref(*line)});
    }
    report.unseen("l3hw-route-table-partial", "how many routes the chip holds (" + facts.hardware.device()->routes +
                                                  " IPv4 prefixes at most): /interface ethernet switch l3hw-settings monitor");
    report.unseen("counter-h-flag-not-proof", "flag H of a route names a candidate, not a route in the chip; compare with the monitor");
    if (facts.hardware.chipType(routingChip(facts)).find("98DX7335") != std::string::npos) {
        report.unseen("hw-offload-stale-after-link-retrain", "whether switch1-cpu counters rise with the traffic although the ports show "
                                                             "H; toggling hw=no and hw=yes cured it on this chip");
        report.unseen("l3hw-duplicate-fdb",
                      "whether access ports with hardware routing show external host entries twice: /interface bridge host print");
    }
}

} // namespace core::doctor
