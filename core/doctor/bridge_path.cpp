#include "core/doctor/bridge_path.h"

#include <algorithm>

namespace core::doctor {
namespace {

using core::model::Certainty;
using core::model::PathKind;
using core::model::Reason;
using core::model::Verdict;

constexpr std::string_view kSettings = "/interface/bridge/settings";

bool bridgeYes(const Interface& bridge, std::string_view property, bool otherwise = false) {
    return bridge.line ? bridge.line->yes(property, otherwise) : otherwise;
}

} // namespace

std::vector<Reason> bridgeFastPathBlockers(const Facts& facts, std::string_view name) {
    std::vector<Reason> out;
    const ConfigView& view = facts.view;
    if (!view.settingYes(kSettings, "allow-fast-path", true)) {
        out.push_back(reason("BFP1", view.settingRef(kSettings, "allow-fast-path"), "bridge fast path is switched off"));
    }
    for (const std::string_view menu : {"/interface/bridge/filter", "/interface/bridge/nat", "/interface/bridge/calea"}) {
        if (const auto rules = view.enabled(menu); !rules.empty()) {
            out.push_back(reason("BFP2", view.ref(rules.front()), "a bridge filter or NAT rule looks at every bridged frame"));
        }
    }
    if (view.settingYes(kSettings, "use-ip-firewall")) {
        out.push_back(reason("BFP3", view.settingRef(kSettings, "use-ip-firewall"), "every bridged packet goes through the IP firewall"));
    }
    if (view.any("/interface/mesh")) {
        out.push_back(reason("BFP4", view.ref(view.enabled("/interface/mesh").front()), "mesh needs the slow path"));
    }
    if (facts.running.sniffer || facts.running.torch || facts.running.trafficGenerator) {
        out.push_back(reason("BFP5", std::nullopt, "a running sniffer, torch or traffic generator sees every frame"));
    }
    const Interface* bridge = facts.topology.find(name);
    if (!bridge || !bridge->line) {
        return out;
    }
    if (bridgeYes(*bridge, "vlan-filtering") && !facts.version.atLeast(7, 2)) {
        out.push_back(reason("BFP6", view.ref(*bridge->line), "before RouterOS 7.2 a bridge that filters VLANs has no fast path"));
    }
    if (bridgeYes(*bridge, "dhcp-snooping")) {
        out.push_back(reason("BFP7", view.ref(*bridge->line), "dhcp-snooping switches the bridge's fast path off"));
    }
    return out;
}

bool fastForwards(const Facts& facts, const Interface& bridge) {
    const auto ports = facts.topology.portsOf(bridge.name);
    if (ports.size() != 2 || !bridgeFastPathBlockers(facts, bridge.name).empty() || !bridgeYes(bridge, "fast-forward", true) ||
        bridgeYes(bridge, "vlan-filtering")) {
        return false;
    }
    return std::all_of(ports.begin(), ports.end(), [](const Interface* port) {
        const bool floods = !port->port || (port->port->yes("unknown-unicast-flood", true) &&
                                            port->port->yes("unknown-multicast-flood", true) && port->port->yes("broadcast-flood", true));
        return floods && (!port->port || port->port->value("horizon", "none") == "none");
    });
}

std::string bridgeOfChip(const Facts& facts, std::string_view chip) {
    for (const Interface* bridge : facts.topology.bridges()) {
        for (const Interface* port : facts.topology.portsOf(bridge->name)) {
            const bool wanted = !port->port || port->port->yes("hw", true);
            const std::string_view member =
                port->slaves.empty() ? std::string_view(port->defaultName) : std::string_view(port->slaves.front());
            if (wanted && facts.hardware.chipOf(member) == chip) {
                return bridge->name;
            }
        }
    }
    return {};
}

Offload offloadOf(const Facts& facts, const Interface& port) {
    Offload out;
    const ConfigView& view = facts.view;
    const Interface* bridge = facts.topology.find(port.bridge);
    const auto portRef = port.port ? std::optional(view.ref(*port.port)) : std::nullopt;
    const auto bridgeRef = bridge && bridge->line ? std::optional(view.ref(*bridge->line)) : std::nullopt;
    const bool bond = port.type == InterfaceType::Bonding;
    if (port.type != InterfaceType::Ethernet && !bond) {
        out.reasons.push_back(reason("HW-IFTYPE", portRef, port.name + " is no port of a switch chip"));
    }
    if (port.port && !port.port->yes("hw", true)) {
        out.reasons.push_back(reason("HW-OFF", portRef, "hw=no keeps " + port.name + " off the chip"));
    }
    if (port.port && port.port->value("horizon", "none") != "none") {
        out.reasons.push_back(reason("HW-HORIZON", portRef, "horizon is only kept by the software bridge"));
    }
    // Hardware names of a bond's members decide where it hangs.
    const Interface* member = bond && !port.slaves.empty() ? facts.topology.find(port.slaves.front()) : &port;
    const std::string_view hardwareName = member ? std::string_view(member->defaultName)
                                          : bond ? std::string_view(port.slaves.front())
                                                 : std::string_view(port.name);
    out.chip = facts.hardware.chipOf(hardwareName);
    out.known = !out.chip.empty();
    if (out.chip == "cpu") {
        out.reasons.push_back(reason("HW-NOCHIP", portRef, port.name + " is wired to the CPU, not to a switch chip"));
    }
    const bool offloadable = out.known && out.chip != "cpu" && facts.hardware.familyOf(out.chip) != ChipFamily::Unknown;
    if (offloadable) {
        const ChipAbilities can = facts.hardware.abilities(out.chip);
        const std::string chip = facts.hardware.chipType(out.chip);
        const auto lose = [&](bool used, bool able, const char* id, const char* what) {
            if (used && !able) {
                out.reasons.push_back(
                    reason(id, bridgeRef, std::string(what) + " is not kept by the " + chip + " chip, so the CPU bridges"));
            }
        };
        if (!can.bridge) {
            out.reasons.push_back(reason("HW-PPE-RSTP", bridgeRef, "the " + chip + " chip does not take a bridge"));
        }
        const bool present = bridge && bridge->line.has_value();
        lose(present && bridgeYes(*bridge, "vlan-filtering"), can.vlanFiltering, "HW-VLAN", "vlan-filtering");
        lose(present && bridge->line->value("protocol-mode") == "mstp", can.mstp, "HW-MSTP", "MSTP");
        lose(present && bridgeYes(*bridge, "igmp-snooping"), can.igmpSnooping, "HW-IGMP", "igmp-snooping");
        lose(present && bridgeYes(*bridge, "dhcp-snooping"), can.dhcpSnooping, "HW-DHCPSNOOP", "dhcp-snooping");
        lose(present && bridgeYes(*bridge, "arp-inspection"), can.otherTags, "HW-ARPINSP", "ARP inspection");
        lose(present && bridge->line->value("ether-type", "0x8100") != "0x8100", can.otherTags, "HW-ETHERTYPE",
             "an ether-type other than 0x8100");
        lose(port.port && port.port->yes("tag-stacking"), can.otherTags, "HW-TAGSTACK", "tag-stacking");
        const std::string_view mode = bond && port.line ? port.line->value("mode", "balance-rr") : std::string_view();
        const bool hardwareMode = mode == "802.3ad" || mode == "balance-xor" || mode == "active-backup";
        if (bond && (!can.bonding || !hardwareMode)) {
            out.reasons.push_back(reason("HW-BOND", port.line ? std::optional(view.ref(*port.line)) : portRef,
                                         "a bond of mode " + std::string(mode) + " is not kept by the " + chip + " chip"));
        }
        const std::string owner = bridgeOfChip(facts, out.chip);
        if (!can.manyBridges && owner != port.bridge && !owner.empty()) {
            out.reasons.push_back(reason("HW-SECONDBRIDGE", bridgeRef, "chip " + out.chip + " takes one bridge, and that is " + owner));
        }
    }
    out.yes = out.reasons.empty();
    return out;
}

bool sameLayer2(const Facts& facts, const Interface& a, const Interface& b) {
    const auto left = facts.topology.vlansOf(a), right = facts.topology.vlansOf(b);
    if (left.all || right.all) {
        return true;
    }
    return std::any_of(left.ids.begin(), left.ids.end(), [&](int id) { return right.ids.count(id) != 0; });
}

Verdict bridgedVerdict(const Facts& facts, const Interface& from, const Interface& to) {
    Verdict verdict;
    verdict.from = from.name;
    verdict.to = to.name;
    verdict.protocol = "any";
    if (!sameLayer2(facts, from, to)) {
        verdict.first = verdict.steady = {std::nullopt, "none"};
        verdict.reasons.push_back(reason(
            "HW-VLAN",
            facts.topology.find(from.bridge)->line ? std::optional(facts.view.ref(*facts.topology.find(from.bridge)->line)) : std::nullopt,
            "the two ports share no VLAN; traffic between them is routed or dropped"));
        return verdict;
    }
    const auto horizon = [](const Interface& port) { return port.port ? port.port->value("horizon", "none") : std::string_view("none"); };
    if (horizon(from) != "none" && horizon(from) == horizon(to)) {
        verdict.first = verdict.steady = {std::nullopt, "none"};
        verdict.reasons.push_back(reason("HW-HORIZON", facts.view.ref(*to.port), "both ports have one horizon: the bridge forwards nothing between them"));
        return verdict;
    }
    const Offload a = offloadOf(facts, from), b = offloadOf(facts, to);
    if (a.yes && b.yes && a.chip == b.chip) {
        verdict.first = verdict.steady = {PathKind::Switch, {}};
        if (!a.known) {
            verdict.certainty = Certainty::Depends;
            verdict.dependsOn = "the board, which is not known: both ports must hang on one switch chip that keeps this bridge";
        }
        return verdict;
    }
    for (const Offload* side : {&a, &b}) {
        verdict.reasons.insert(verdict.reasons.end(), side->reasons.begin(), side->reasons.end());
    }
    if (a.yes && b.yes) {
        const auto& port = to.port ? to.port : from.port;
        verdict.reasons.push_back(
            reason("HW-DIFFCHIP", port ? std::optional(facts.view.ref(*port)) : std::nullopt,
                   from.name + " and " + to.name + " hang on different chips; frames between them go through the CPU"));
    }
    const Interface* bridge = facts.topology.find(from.bridge);
    std::vector<Reason> blockers = bridgeFastPathBlockers(facts, from.bridge);
    verdict.first = {PathKind::Slow, {}}; // the first frame of a host is learned on the slow path
    if (blockers.empty()) {
        const bool forward = bridge && fastForwards(facts, *bridge) && !a.yes && !b.yes;
        verdict.steady = {PathKind::FastPath, forward ? "bridge-fast-forward" : "bridge-fp"};
        if (forward) {
            verdict.first = verdict.steady;
        }
    } else {
        verdict.steady = {PathKind::Slow, {}};
        verdict.reasons.insert(verdict.reasons.end(), blockers.begin(), blockers.end());
    }
    return verdict;
}

} // namespace core::doctor
