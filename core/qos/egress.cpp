#include "core/qos/egress.h"

#include "core/doctor/bridge_path.h"
#include "core/doctor/l3hw.h"

#include <algorithm>

namespace core::qos {

using core::base::BitRate;
using core::doctor::Facts;
using core::doctor::Interface;
using core::doctor::InterfaceType;

namespace {

std::string parentOf(const Facts& facts, const std::string& name) {
    const Interface* interface = facts.topology.find(name);
    if (interface != nullptr && interface->type == InterfaceType::Vlan) {
        const std::string bridge = facts.topology.bridgeUnder(name);
        return bridge.empty() ? name : bridge;
    }
    return name;
}

void add(std::vector<Egress>& all, const std::string& parent, const std::string& covered) {
    const auto same = std::find_if(all.begin(), all.end(), [&](const Egress& each) { return each.parent == parent; });
    if (same == all.end()) {
        all.push_back({parent, {covered}});
    } else {
        same->covers.push_back(covered);
    }
}

bool holds(const std::vector<std::string>& list, const std::string& name) {
    return std::find(list.begin(), list.end(), name) != list.end();
}

// "dhcp-snooping=yes of bridge; use-ip-firewall=yes"
std::string listed(const std::vector<core::model::Reason>& reasons) {
    std::string out;
    for (const auto& reason : reasons) {
        out += (out.empty() ? "" : "; ") + (reason.at && !reason.at->text.empty() ? reason.at->text : reason.effect);
    }
    return out;
}

bool offloads(const Facts& facts, std::string_view bridge) {
    const auto ports = facts.topology.portsOf(bridge);
    return std::any_of(ports.begin(), ports.end(), [&](const Interface* port) { return core::doctor::offloadOf(facts, *port).yes; });
}

} // namespace

Ends endsOf(const Facts& facts, const Wishes& wishes) {
    Ends ends;
    ends.guessed = facts.topology.wanIsGuessed();
    for (const std::string& wan : facts.topology.wans()) {
        // A provider's VLAN that stands on the users' bridge has a queue of its own: the bridge's would hold the download back twice.
        add(ends.wans, wan, wan);
    }
    for (const std::string& lan : facts.topology.lans()) {
        const std::string parent = parentOf(facts, lan);
        if (!holds(wishes.leaveOut, lan) && !holds(wishes.leaveOut, parent)) {
            add(ends.lans, parent, lan);
        }
    }
    const double port = facts.hardware.fastestPort().value_or(0);
    ends.ofPort = !wishes.down || !wishes.up;
    ends.down = wishes.down.value_or(BitRate{port});
    ends.up = wishes.up.value_or(BitRate{port});
    return ends;
}

Unshapeable unshapeable(const Facts& facts, const Ends& ends) {
    if (core::doctor::switchRoutes(facts) && !core::doctor::routingChip(facts).empty()) {
        return {"The switch chip routes (l3-hw-offloading=yes): what it forwards never meets a queue of the processor.",
                {"Set l3-hw-offloading=no on the switch ports of this line (/interface ethernet switch port), if the processor can carry it.",
                 "Shape in front of this router, on a device that forwards by its processor."}};
    }
    for (const Egress& egress : ends.lans) {
        const std::string bridge = facts.topology.bridgeUnder(egress.parent);
        if (bridge.empty()) {
            continue;
        }
        const auto blockers = core::doctor::bridgeFastPathBlockers(facts, bridge);
        if (!blockers.empty() && offloads(facts, bridge)) {
            return {"Ports of " + bridge + " are offloaded to the switch chip while bridge fast path is off (" + listed(blockers) +
                        "): queues on interfaces do not work right then, and FastTrack does not carry what crosses the bridge.",
                    {"Take away what keeps bridge fast path off: " + listed(blockers) + ".",
                     "Set hw=no on the ports of " + bridge + ": the processor then does what the chip did, and its queues see every packet.",
                     "Queue on global without FastTrack: every packet passes it, on the slow path."}};
        }
    }
    return {};
}

} // namespace core::qos
