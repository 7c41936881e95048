// Bridges: hardware offloading and bridge fast path.
#include "core/doctor/bridge_path.h"
#include "core/doctor/l3hw.h"
#include "core/doctor/report.h"
#include "core/routeros/script/quoting.h"

#include <algorithm>
#include <charconv>
#include <set>

namespace core::doctor {
namespace {

using core::model::Certainty;
using core::model::ConfigRef;

struct PortState {
    const Interface* port = nullptr;
    Offload offload;
};

std::vector<PortState> portsOf(const Facts& facts, const Interface& bridge) {
    std::vector<PortState> out;
    for (const Interface* port : facts.topology.portsOf(bridge.name)) {
        if (!port->disabled) {
            out.push_back({port, offloadOf(facts, *port)});
        }
    }
    return out;
}

bool lost(const PortState& state, std::string_view id) {
    return std::any_of(state.offload.reasons.begin(), state.offload.reasons.end(), [&](const auto& r) { return r.id == id; });
}

void addPort(const Report& report, const PortState& state, std::vector<ConfigRef>& evidence) {
    if (state.port->port) {
        evidence.push_back(report.ref(*state.port->port));
    }
}

void offloadFindings(Report& report, const Interface& bridge, const std::vector<PortState>& ports) {
    std::vector<ConfigRef> second, vlan, off;
    const std::string routing = routingChip(report.facts);
    const auto start = [&](std::vector<ConfigRef>& evidence) {
        if (evidence.empty() && bridge.line) {
            evidence.push_back(report.ref(*bridge.line));
        }
    };
    for (const PortState& state : ports) {
        if (lost(state, "HW-SECONDBRIDGE")) {
            start(second);
            addPort(report, state, second);
        }
        // A management port on a chip of its own is another finding's.
        if (lost(state, "HW-VLAN") && (routing.empty() || state.offload.chip == routing)) {
            start(vlan);
            addPort(report, state, vlan);
        }
        if (lost(state, "HW-OFF") && state.offload.known && state.offload.chip != "cpu") {
            addPort(report, state, off);
        }
    }
    if (!second.empty()) {
        auto& finding = report.add("bridge-second-on-same-chip", 0.6,
                                   "a chip of this kind forwards for one bridge; the ports of " + bridge.name + " are bridged by the CPU",
                                   std::move(second));
        finding.costs = {"one bridge with VLANs instead of two; hosts may need new addresses"};
    }
    if (!vlan.empty()) {
        auto& finding =
            report.add("bridge-vlan-filtering-chip-unsupported", 0.8,
                       "this switch chip does not keep a bridge that filters VLANs; every frame goes through the CPU", std::move(vlan));
        finding.remedy = {{"/interface bridge set [find name=" + bridge.name + "] vlan-filtering=no",
                           "/interface bridge set [find name=" + bridge.name + "] vlan-filtering=yes"}};
        finding.costs = {"set up the VLANs in /interface ethernet switch first, or they are no longer kept apart",
                         "ports go down for a moment"};
    }
    const bool filters = report.facts.view.any("/interface/bridge/filter") || report.facts.view.any("/interface/bridge/nat");
    if (!off.empty() && !filters && ports.size() > 1) {
        auto& finding = report.add("bridge-hw-disabled-by-config", 0.4,
                                   "hw=no keeps these ports off the chip; without bridge filter rules nothing needs that", std::move(off));
        for (const PortState& state : ports) {
            if (lost(state, "HW-OFF") && state.port->port) {
                const std::string port = "/interface bridge port set [find interface=" + core::routeros::script::quote(state.port->name) + "] hw=";
                finding.remedy.push_back({port + "yes", port + "no"});
            }
        }
        finding.costs = {"ports go down for a moment", "what the chip forwards is not seen by queues and sniffers of this router"};
    }
}

void chipFindings(Report& report, const std::vector<PortState>& ports) {
    const std::string routing = routingChip(report.facts);
    std::set<std::string> chips;
    std::vector<ConfigRef> evidence, elsewhere;
    for (const PortState& state : ports) {
        if (!routing.empty() && state.offload.known && state.offload.chip != routing && state.port->type == InterfaceType::Ethernet) {
            addPort(report, state, elsewhere);
        }
        if (state.offload.known && state.offload.yes && chips.insert(state.offload.chip).second) {
            addPort(report, state, evidence);
        }
    }
    if (!elsewhere.empty()) {
        report.add("l3hw-port-on-other-chip", 0.4,
                   "this port does not hang on the chip that switches and routes; what goes between it and the others is the CPU's",
                   std::move(elsewhere));
    } else if (chips.size() > 1) {
        auto& finding = report.add("traffic-crosses-switch-chips", 0.5,
                                   "the bridge's ports hang on " + std::to_string(chips.size()) +
                                       " chips; each switches its own, and between them the CPU forwards",
                                   std::move(evidence));
        finding.costs = {"move hosts that talk to each other to ports of one chip"};
    }
}

void snooping(Report& report, const Interface& bridge, const std::vector<PortState>& ports) {
    if (!bridge.line || !bridge.line->yes("dhcp-snooping") || report.found("qos-interface-tree-no-traffic-hw-bridge")) {
        return;
    }
    const bool fastTrack = !fastTrackRules(report.facts.view).empty();
    const bool byCpu = std::any_of(ports.begin(), ports.end(), [](const PortState& state) { return !state.offload.yes; });
    if (!fastTrack && !byCpu) {
        return; // the chip forwards, and no connection waits for the bridge's fast path
    }
    auto& finding = report.add(
        "bridge-dhcp-snooping-disables-fastpath", 0.9,
        "dhcp-snooping turns bridge fast path off, and with it FastTrack of connections over this bridge; flag H of the ports stays",
        {report.ref(*bridge.line)});
    finding.remedy = {{"/interface bridge set [find name=" + bridge.name + "] dhcp-snooping=no",
                       "/interface bridge set [find name=" + bridge.name + "] dhcp-snooping=yes"}};
    finding.costs = {"a foreign DHCP server on a port is no longer stopped"};
    report.unseen("bridge-dhcp-snooping-disables-fastpath",
                  "bridge-fast-path-active of /interface bridge settings, and whether ipv4-fasttrack-packets of /ip settings grows");
}

int numberOf(std::string_view text) {
    int number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

// "ServerA mtu 9000": what an administrator noted about the host behind a port.
int mtuInComment(std::string_view comment) {
    const std::size_t at = comment.find("mtu");
    const std::size_t digit = at == std::string_view::npos ? at : comment.find_first_of("0123456789", at);
    return digit == std::string_view::npos || digit > at + 5 ? 0 : numberOf(comment.substr(digit));
}

void frameSizes(Report& report) {
    std::vector<ConfigRef> evidence;
    std::vector<core::model::Remedy> remedy;
    for (const auto& [name, interface] : report.facts.topology.all()) {
        if (interface.type != InterfaceType::Ethernet || !interface.line || interface.bridge.empty()) {
            continue;
        }
        const int room = ConfigView::isSet(*interface.line, "l2mtu") ? numberOf(interface.line->value("l2mtu")) : 0;
        const Interface* bridge = report.facts.topology.find(interface.bridge);
        const int wanted = std::max({numberOf(interface.line->value("mtu")), mtuInComment(interface.line->value("comment")),
                                     bridge && bridge->line ? numberOf(bridge->line->value("mtu")) : 0});
        if (room > 0 && wanted > room) {
            evidence.push_back(report.ref(*interface.line));
            const std::string port = "/interface ethernet set [find name=" + core::routeros::script::quote(name) + "] l2mtu=";
            remedy.push_back({port + std::to_string(wanted), port + std::to_string(room)});
        }
    }
    if (!evidence.empty()) {
        auto& finding = report.add("l2mtu-too-small", 0.8,
                                   "frames longer than the port's L2MTU are dropped without a word; ping works, bulk transfers do not",
                                   std::move(evidence));
        finding.remedy = std::move(remedy);
        finding.costs = {"ports go down for a moment"};
    }
}

} // namespace

void bridgeFindings(Report& report) {
    const Facts& facts = report.facts;
    if (facts.view.settingYes("/interface/bridge/settings", "use-ip-firewall")) {
        auto& finding = report.add("bridge-use-ip-firewall", 0.9,
                                   "every bridged packet passes the IP firewall; bridge fast path and FastTrack over bridges are off",
                                   {facts.view.settingRef("/interface/bridge/settings", "use-ip-firewall")});
        finding.remedy = {{"/interface bridge settings set use-ip-firewall=no", "/interface bridge settings set use-ip-firewall=yes"}};
        finding.costs = {"IP firewall rules and queues no longer see what stays inside a bridge"};
    }
    for (const Interface* bridge : facts.topology.bridges()) {
        const auto ports = portsOf(facts, *bridge);
        offloadFindings(report, *bridge, ports);
        chipFindings(report, ports);
        snooping(report, *bridge, ports);
    }
    for (const auto& [name, vlan] : facts.topology.all()) {
        const Interface* below =
            vlan.type == InterfaceType::Vlan && vlan.line && !vlan.disabled ? facts.topology.find(vlan.parent) : nullptr;
        if (below && !below->bridge.empty()) {
            auto& finding = report.add("vlan-on-bridge-slave", 0.5,
                                       name + " stands on " + below->name + ", which is a port of " + below->bridge +
                                           ": the bridge takes its frames first",
                                       {report.ref(*vlan.line)});
            finding.remedy = {{"/interface vlan set [find name=" + name + "] interface=" + below->bridge,
                               "/interface vlan set [find name=" + name + "] interface=" + below->name}};
            finding.costs = {"the VLAN has to be let through in /interface bridge vlan when the bridge filters"};
        }
    }
    if (facts.running.sniffer || facts.running.torch || facts.running.trafficGenerator) {
        auto& finding = report.add("sniffer-running-disables-fastpath", 1,
                                   "a tool that looks at every packet runs; until it stops, everything takes the slow path");
        if (facts.running.sniffer) {
            finding.remedy.push_back({"/tool sniffer stop", "/tool sniffer start"});
        }
        if (facts.running.trafficGenerator) {
            finding.remedy.push_back({"/tool traffic-generator stop", "/tool traffic-generator start"});
        }
        finding.costs = {"what it was started for ends"};
    }
    frameSizes(report);
}

void bondingFindings(Report& report) {
    const Facts& facts = report.facts;
    for (const auto& [name, bond] : facts.topology.all()) {
        if (bond.type != InterfaceType::Bonding || !bond.line || bond.bridge.empty() || bond.disabled) {
            continue;
        }
        const Offload offload = offloadOf(facts, bond);
        if (std::any_of(offload.reasons.begin(), offload.reasons.end(), [](const auto& r) { return r.id == "HW-BOND"; })) {
            auto& finding = report.add("bonding-mode-no-hw", 0.7, "the chip does not keep a bond of this mode, so the CPU bridges its traffic",
                                       {report.ref(*bond.line)});
            const std::string set = "/interface bonding set [find name=" + core::routeros::script::quote(name) + "] mode=";
            finding.remedy = {{set + "802.3ad", set + std::string(bond.line->value("mode"))}};
            finding.costs = {"the switch at the other end has to speak LACP on these ports too, or the bond goes down"};
            continue;
        }
        // What the chip hashes by is not what the setting says.
        if (offload.yes && offload.known && bond.line->value("transmit-hash-policy", "layer-2") != "layer-2") {
            const bool layer2 = facts.hardware.familyOf(offload.chip) == ChipFamily::Marvell88E;
            report.add("bonding-single-flow-hash", 0.3,
                       std::string("one flow takes one link of the bond, whatever transmit-hash-policy says: the chip chooses by ") +
                           (layer2 ? "MAC addresses" : "MAC, IP addresses and ports"),
                       {report.ref(*bond.line)});
        }
    }
}

} // namespace core::doctor
