#include "core/doctor/l3hw.h"

#include "core/doctor/bridge_path.h"

#include <algorithm>

namespace core::doctor {
namespace {

using core::model::Reason;

bool asksForL3(const Line& line) {
    return line.yes("l3-hw-offloading") || line.yes("l3hw"); // the betas of RouterOS 7 wrote l3hw
}

// Bridge ports by which packets of an interface come and go.
std::vector<const Interface*> portsBelow(const Facts& facts, const Interface& at) {
    const std::string bridge = facts.topology.bridgeUnder(at.name);
    std::vector<const Interface*> out = bridge.empty() || at.bridge == bridge ? std::vector<const Interface*>{} : facts.topology.portsOf(bridge);
    std::erase_if(out, [&](const Interface* port) {
        const auto vlans = facts.topology.vlansOf(*port);
        return at.type == InterfaceType::Vlan && !vlans.all && vlans.ids.count(at.vlan) == 0;
    });
    return out;
}

// The line that switches hardware routing off for a port; none: it is on.
std::optional<Line> withoutL3(const Facts& facts, const Interface& port) {
    for (const Line& line : portsWithoutL3(facts)) {
        const std::string_view named = line.value("name", line.value("default-name", line.value(".selector")));
        if (named == port.defaultName || named == port.name) {
            return line;
        }
    }
    return std::nullopt;
}

// What a bridge's ports lack for hardware routing.
void lookBelow(const Facts& facts, const Interface& at, bool ingress, L3HwAnswer& answer) {
    const Interface* without = nullptr;
    const Match kept = keptByChip(facts, at.name, &without);
    if (kept != Match::Yes && without != nullptr) {
        if (kept == Match::No) {
            const auto why = offloadOf(facts, *without).reasons;
            answer.reasons.insert(answer.reasons.end(), why.begin(), why.end());
        } else {
            answer.dependsOn = "the port of " + at.name + " it goes by: the chip does not keep " + without->name;
        }
    }
    const auto ports = portsBelow(facts, at);
    std::size_t off = 0;
    std::optional<Line> line;
    for (const Interface* port : ports) {
        if (const auto found = withoutL3(facts, *port)) {
            ++off;
            line = found;
        }
    }
    if (off != 0 && off == ports.size()) {
        answer.reasons.push_back(reason(ingress ? "L3-PORT-IN-OFF" : "L3-PORT-OUT-OFF", facts.view.ref(*line), "the ports of " + at.name + " have hardware routing switched off"));
    } else if (off != 0) {
        answer.dependsOn = "the port of " + at.name + " it goes by: not all of them have hardware routing";
    }
}

// One side of the traffic: a VLAN of the bridge, the bridge, or a port of its own.
void look(const Facts& facts, std::string_view name, bool ingress, L3HwAnswer& answer) {
    const Interface* at = facts.topology.find(name);
    const std::string chip = routingChip(facts);
    const auto refuse = [&](const char* id, const std::optional<Line>& line, std::string effect) {
        answer.reasons.push_back(reason(id, line ? std::optional(facts.view.ref(*line)) : std::nullopt, std::move(effect)));
    };
    if (!at) {
        answer.dependsOn = "where " + std::string(name) + " is, which the configuration does not show";
        return;
    }
    if (at->type == InterfaceType::Vlan) {
        const Interface* below = facts.topology.find(at->parent);
        if (!below || below->type != InterfaceType::Bridge) {
            refuse("L3-VLAN-ON-PORT", at->line, at->name + " stands on " + at->parent + "; the chip routes VLANs of its bridge only");
            return;
        }
        if (!below->line || !below->line->yes("vlan-filtering")) {
            refuse("L3-BRIDGE-NOT-TAGGED", below->line,
                   "bridge " + below->name + " does not filter VLANs, so the chip does not know " + at->name);
            return;
        }
        if (!facts.topology.bridgeIsTagged(below->name, at->vlan)) {
            refuse("L3-BRIDGE-NOT-TAGGED", facts.topology.vlanLine(below->name, at->vlan),
                   "the bridge is not a tagged member of VLAN " + std::to_string(at->vlan) + ", so " + at->name + " gets no packets");
            answer.routed = false;
            return;
        }
        if (at->line && at->line->has("l3-hw-offloading") && !at->line->yes("l3-hw-offloading")) {
            refuse("L3-VLAN-FLAG", at->line, at->name + " is told not to route in hardware");
        }
        if (at->line && at->line->yes("use-service-tag")) {
            refuse("L3-QINQ", at->line, "stacked VLANs are routed by the CPU");
        }
    }
    const std::string bridge = facts.topology.bridgeUnder(name);
    if (!bridge.empty()) {
        const std::string owner = bridgeOfChip(facts, chip);
        if (!owner.empty() && owner != bridge) {
            const Interface* second = facts.topology.find(bridge);
            refuse("L3-SECOND-BRIDGE", second ? second->line : std::nullopt, "the chip routes for bridge " + owner + " only");
        } else {
            lookBelow(facts, *at, ingress, answer);
        }
    } else if (at->type == InterfaceType::Ethernet) {
        const std::string own = facts.hardware.chipOf(at->defaultName);
        if (!own.empty() && own != chip) {
            refuse("HW-NOCHIP", at->line, at->name + " is not on the chip that routes");
        }
    } else if (at->type == InterfaceType::Bonding) {
        const std::string_view mode = at->line ? at->line->value("mode", "balance-rr") : std::string_view("balance-rr");
        if (mode != "802.3ad" && mode != "balance-xor") {
            refuse("L3-BONDMODE", at->line, "the chip routes over bonds of mode 802.3ad and balance-xor only");
        }
    } else if (at->type == InterfaceType::Vrrp) {
        refuse("L3-VRRP", at->line, "VRRP interfaces are routed by the CPU");
    } else {
        refuse("HW-IFTYPE", at->line, at->name + " is no interface of the chip");
    }
    for (const Line& port : portsWithoutL3(facts)) {
        const std::string_view named = port.value("name", port.value("default-name", port.value(".selector")));
        if (named == at->defaultName || named == at->name) {
            refuse(ingress ? "L3-PORT-IN-OFF" : "L3-PORT-OUT-OFF", port, at->name + " has hardware routing switched off");
        } else if (!named.empty() && named.find_first_not_of("0123456789") == std::string_view::npos) {
            answer.dependsOn = "which port switch port " + std::string(named) + " is; its hardware routing is off";
        }
    }
}

} // namespace

Match keptByChip(const Facts& facts, std::string_view interface, const Interface** without) {
    const Interface* at = facts.topology.find(interface);
    const std::string chip = routingChip(facts);
    if (!at || chip.empty()) {
        return Match::No;
    }
    const auto ports = portsBelow(facts, *at);
    if (ports.empty()) {
        const bool bridged = at->type == InterfaceType::Bridge || (at->type == InterfaceType::Vlan && !facts.topology.bridgeUnder(at->name).empty());
        return matchIf(bridged || (at->type == InterfaceType::Ethernet && facts.hardware.chipOf(at->defaultName) == chip));
    }
    std::size_t kept = 0;
    for (const Interface* port : ports) {
        const Offload offload = offloadOf(facts, *port);
        const bool here = offload.yes && (!offload.known || offload.chip == chip);
        kept += here ? 1 : 0;
        if (!here && without != nullptr) {
            *without = port;
        }
    }
    return kept == ports.size() ? Match::Yes : kept == 0 ? Match::No : Match::Part;
}

std::vector<Line> portsWithoutL3(const Facts& facts) {
    std::vector<Line> out = facts.view.lines("/interface/ethernet/switch/port");
    std::erase_if(out, [](const Line& port) { return !port.has("l3-hw-offloading") || port.yes("l3-hw-offloading"); });
    return out;
}

std::optional<Line> switchLine(const Facts& facts) {
    for (const Line& chip : facts.view.lines("/interface/ethernet/switch")) {
        if (asksForL3(chip)) {
            return chip;
        }
    }
    return std::nullopt;
}

bool switchRoutes(const Facts& facts) {
    return switchLine(facts).has_value();
}

std::string routingChip(const Facts& facts) {
    if (!facts.hardware.routesInHardware()) {
        return {};
    }
    for (const auto& chip : facts.hardware.device()->chips) {
        if (chipFamily(chip.type) == ChipFamily::Prestera) {
            return chip.name;
        }
    }
    return {};
}

L3HwAnswer l3hwOf(const Facts& facts, std::string_view in, std::string_view out) {
    L3HwAnswer answer;
    answer.capable = facts.hardware.routesInHardware();
    const auto line = switchLine(facts);
    if (!answer.capable) {
        if (line && facts.hardware.known()) {
            answer.reasons.push_back(reason("L3-NODEVICE", facts.view.ref(*line), "this board has no chip that routes"));
        } else if (line) {
            answer.dependsOn = "the board, which is not known; with a chip that routes, this could be hardware";
        }
        return answer;
    }
    look(facts, in, true, answer);
    look(facts, out, false, answer);
    if (!line) {
        answer.reasons.push_back(reason("L3-SWITCH-OFF", std::nullopt, "the switch has l3-hw-offloading=no"));
    }
    for (const Line& vrf : facts.view.enabled("/ip/vrf")) {
        const auto family = facts.hardware.chipType(routingChip(facts));
        const bool smallChip = family.find("98DX2") != std::string::npos || family.find("98DX3236") != std::string::npos;
        if (vrf.value("name") != "main" && smallChip) {
            answer.reasons.push_back(reason("L3-VRF", facts.view.ref(vrf), "this chip routes the main table only"));
            break;
        }
    }
    for (const Line& rule : facts.view.enabled("/interface/ethernet/switch/rule")) {
        if (rule.yes("redirect-to-cpu")) {
            answer.dependsOn = "the switch rule that sends frames to the CPU";
            answer.reasons.push_back(
                reason("L3-ACL-REDIRECT", facts.view.ref(rule), "what this switch rule matches goes to the CPU", false));
        }
    }
    answer.yes = line && std::none_of(answer.reasons.begin(), answer.reasons.end(), [](const Reason& r) { return r.blocking; });
    return answer;
}

} // namespace core::doctor
