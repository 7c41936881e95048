#include "core/doctor/fast_path.h"

#include "core/doctor/bridge_path.h"
#include "core/doctor/queues.h"

namespace core::doctor {
namespace {

using core::model::Reason;

void addTools(const Facts& facts, std::string_view prefix, std::vector<Reason>& out) {
    const bool fastPath = prefix == "FP";
    const auto add = [&](bool runs, std::string_view tool, std::string_view own) {
        if (runs) {
            out.push_back(reason(fastPath ? (own == "SCAN" ? "FP11" : "FP6") : "FT-" + std::string(own), std::nullopt,
                                 "while " + std::string(tool) + " runs, every packet takes the slow path"));
        }
    };
    add(facts.running.sniffer, "the packet sniffer", "SNIFFER");
    add(facts.running.torch, "torch", "TORCH");
    if (!fastPath) {
        add(facts.running.trafficGenerator, "the traffic generator", "TGEN");
    }
    add(facts.running.scan, "mac-scan or ip-scan", "SCAN");
}

void addFirst(const Facts& facts, std::string_view menu, std::string id, std::string effect, std::vector<Reason>& out) {
    if (const auto lines = facts.view.enabled(menu); !lines.empty()) {
        out.push_back(reason(std::move(id), facts.view.ref(lines.front()), std::move(effect)));
    }
}

bool isRealPolicy(const Line& policy) {
    return !policy.yes("template");
}

} // namespace

std::vector<Reason> fastPathBlockers(const Facts& facts, bool ipv6) {
    std::vector<Reason> out;
    const ConfigView& view = facts.view;
    const std::string settings = ipv6 ? "/ipv6/settings" : "/ip/settings";
    if (!view.settingYes(settings, "allow-fast-path", true)) {
        out.push_back(
            reason("FP1", view.settingRef(settings, "allow-fast-path"), "fast path and FastTrack are switched off for the whole router"));
    }
    if (ipv6 && !facts.version.atLeast(7, 18)) {
        out.push_back(reason("FT-V6-VERSION", std::nullopt, "IPv6 has no fast path before RouterOS 7.18"));
    }
    for (const std::string_view table : {"filter", "nat", "mangle", "raw"}) {
        const std::string menu = std::string(ipv6 ? "/ipv6/firewall/" : "/ip/firewall/") + std::string(table);
        if (const auto rules = view.enabled(menu); !rules.empty()) {
            out.push_back(reason("FP2", view.ref(rules.front()),
                                 std::to_string(rules.size()) + " rule(s) in " + menu + ": plain fast path needs an empty firewall"));
        }
    }
    if (facts.tracks(ipv6)) {
        out.push_back(reason("FP3", view.settingRef("/ip/firewall/connection/tracking", "enabled"), "connection tracking is active"));
    }
    addFirst(facts, "/queue/simple", "FP4", "simple queues look at every packet", out);
    for (const Line& tree : globalTrees(facts)) {
        out.push_back(reason("FP4", view.ref(tree), "a queue tree on global looks at every packet"));
    }
    addFirst(facts, "/interface/mesh", "FP5", "mesh needs the slow path", out);
    addTools(facts, "FP", out);
    if (!facts.version.atLeast(7, 0)) {
        if (view.settingYes("/ip/accounting", "enabled")) {
            out.push_back(reason("FP7", view.settingRef("/ip/accounting", "enabled"), "IP accounting counts every packet"));
        }
        if (!view.settingYes("/ip/settings", "route-cache", true)) {
            out.push_back(
                reason("FP12", view.settingRef("/ip/settings", "route-cache"), "RouterOS 6 needs the route cache for its fast path"));
        }
    }
    for (const Line& vrf : view.enabled("/ip/vrf")) {
        if (vrf.value("name") != "main") {
            out.push_back(reason("FP8", view.ref(vrf), "a VRF is assigned on the slow path"));
            break;
        }
    }
    addFirst(facts, "/ip/hotspot", "FP9", "hotspot sees every packet", out);
    for (const Line& policy : view.enabled("/ip/ipsec/policy")) {
        if (isRealPolicy(policy)) {
            out.push_back(reason("FP10", view.ref(policy), "IPsec policies are checked on the slow path"));
            break;
        }
    }
    return out;
}

std::vector<Reason> fastTrackBlockers(const Facts& facts, std::string_view in, std::string_view out, bool ipv6) {
    std::vector<Reason> blockers;
    const std::string settings = ipv6 ? "/ipv6/settings" : "/ip/settings";
    if (!facts.view.settingYes(settings, "allow-fast-path", true)) {
        blockers.push_back(reason("FT-ALLOWFP", facts.view.settingRef(settings, "allow-fast-path"),
                                  "FastTrack needs allow-fast-path=yes; marked connections stay on the slow path"));
    }
    if (ipv6 && !facts.version.atLeast(7, 18)) {
        blockers.push_back(reason("FT-V6-VERSION", std::nullopt, "IPv6 FastTrack came with RouterOS 7.18"));
    }
    if (!facts.tracks(ipv6)) {
        blockers.push_back(reason("FT-CONNTRACK-OFF", facts.view.settingRef("/ip/firewall/connection/tracking", "enabled"),
                                  "without connection tracking there is nothing to mark"));
    }
    addFirst(facts, "/interface/mesh", "FT-MESH", "mesh needs the slow path", blockers);
    addTools(facts, "FT", blockers);
    for (const std::string_view side : {in, out}) {
        std::string bridge = facts.topology.bridgeUnder(side);
        if (bridge.empty() && side == "LAN" && !facts.topology.bridges().empty()) {
            bridge = facts.topology.bridges().front()->name;
        }
        std::vector<Reason> own = bridge.empty() && side != "LAN" ? std::vector<Reason>{} : bridgeFastPathBlockers(facts, bridge);
        if (!own.empty()) {
            const Reason& first = own.front();
            blockers.push_back(
                reason("FT-BRIDGE-FP-OFF", first.at, "FastTrack of connections over a bridge needs bridge fast path; " + first.effect));
            blockers.insert(blockers.end(), own.begin(), own.end());
            break;
        }
    }
    return blockers;
}

bool receivesFast(const Facts& facts, std::string_view interface) {
    const Interface* at = facts.topology.find(interface);
    if (!at) {
        return true;
    }
    switch (at->type) {
    case InterfaceType::WireGuard:
    case InterfaceType::OtherPpp:
    case InterfaceType::Lte:
    case InterfaceType::Veth:
        return false;
    case InterfaceType::Vlan:
        return at->parent.empty() || at->parent == interface || receivesFast(facts, at->parent);
    default:
        return true;
    }
}

bool sendsFast(const Facts& facts, std::string_view interface) {
    const Interface* at = facts.topology.find(interface);
    if (!at) {
        return true;
    }
    if (at->type == InterfaceType::Bonding) {
        return false; // bonds have fast path for what they receive only
    }
    return at->type == InterfaceType::Vlan && !at->parent.empty() && at->parent != interface ? sendsFast(facts, at->parent)
                                                                                             : receivesFast(facts, interface);
}

} // namespace core::doctor
