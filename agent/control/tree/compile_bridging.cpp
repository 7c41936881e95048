// Bridges: their settings, ports, VLAN table and typed hosts.
#include "agent/control/tree/compile_context.h"
#include "core/routeros/config/values.h"

#include <algorithm>

namespace agent::control {

namespace config = core::routeros::config;
using namespace agent::dataplane;

namespace {

// Properties whose default is yes, and which a list of properties may leave out.
bool unlessNo(const Item& item, std::string_view property) {
    return item.value(property, "true") == "true";
}

FrameTypes frameTypesOf(const Item& item) {
    const std::string_view text = item.value("frame-types");
    return text == "admit-only-vlan-tagged"                      ? FrameTypes::OnlyVlanTagged
           : text == "admit-only-untagged-and-priority-tagged" ? FrameTypes::OnlyUntaggedAndPriorityTagged
                                                                 : FrameTypes::AdmitAll;
}

MulticastRouter multicastRouterOf(const Item& item) {
    const std::string_view text = item.value("multicast-router");
    return text == "permanent" ? MulticastRouter::Permanent : text == "disabled" ? MulticastRouter::Disabled : MulticastRouter::TemporaryQuery;
}

// "10,20-30": nothing for what is no list of VLANs 1…4094.
std::vector<VlanRange> vlanRanges(std::string_view text) {
    std::vector<VlanRange> ranges;
    for (const std::string_view part : config::splitList(text)) {
        const std::size_t dash = part.find('-');
        const auto first = config::parseNumber(part.substr(0, dash));
        const auto last = dash == std::string_view::npos ? first : config::parseNumber(part.substr(dash + 1));
        if (!first || !last || *first < 1 || *last > 4094 || *first > *last) {
            return {};
        }
        ranges.push_back({static_cast<std::uint16_t>(*first), static_cast<std::uint16_t>(*last)});
    }
    return ranges;
}

// Names of interfaces and of interface lists. False when one of them is neither.
bool addPorts(const CompileContext& context, std::string_view names, std::vector<IfIndex>& into) {
    bool all = true;
    for (const std::string_view name : config::splitList(names)) {
        if (const auto one = context.interface(name)) {
            into.push_back(*one);
        } else if (const auto list = context.interfaceList(name)) {
            into.insert(into.end(), list->begin(), list->end());
        } else {
            all = false;
        }
    }
    return all;
}

void compileBridge(CompileContext& context, const Item& item) {
    BridgeConfig out;
    const auto interface = context.interface(item.value("name"));
    if (!interface) { // two interfaces of one name, of which this is none
        context.invalid.insert(item.id);
        return;
    }
    const std::string_view protocol = item.value("protocol-mode");
    out.interface = *interface;
    out.fastForward = item.isTrue("fast-forward");
    out.vlanFiltering = item.isTrue("vlan-filtering");
    out.igmpSnooping = item.isTrue("igmp-snooping");
    out.dhcpSnooping = item.isTrue("dhcp-snooping");
    out.stp = protocol == "stp" || protocol == "rstp";
    out.mstp = protocol == "mstp";
    out.guards = item.isTrue("ra-guard") || item.isTrue("dhcpv6-snooping");
    out.serviceTags = item.value("ether-type", "0x8100") != "0x8100";
    out.pvid = static_cast<std::uint16_t>(numberOf(item, "pvid", 1));
    out.frameTypes = frameTypesOf(item);
    out.ingressFiltering = unlessNo(item, "ingress-filtering");
    out.multicastRouter = item.value("multicast-router") == "permanent";
    out.ageingTime = config::parseDuration(item.value("ageing-time")).value_or(out.ageingTime);
    out.membershipInterval = config::parseDuration(item.value("membership-interval")).value_or(out.membershipInterval);
    out.querierInterval = config::parseDuration(item.value("querier-interval")).value_or(out.querierInterval);
    context.out.bridges.push_back(out);
}

void compilePort(CompileContext& context, const Item& item) {
    const auto bridge = context.interface(item.value("bridge"));
    const auto member = context.interface(item.value("interface"));
    const bool taken = member && std::any_of(context.out.bridgePorts.begin(), context.out.bridgePorts.end(),
                                             [&](const BridgePortConfig& port) { return port.interface == *member; });
    if (!bridge || !member || taken || *bridge == *member) {
        context.invalid.insert(item.id);
        return;
    }
    BridgePortConfig out;
    out.uid = item.id;
    out.bridge = *bridge;
    out.interface = *member;
    out.hw = item.isTrue("hw");
    out.horizon = static_cast<std::uint32_t>(numberOf(item, "horizon", 0));
    out.pvid = static_cast<std::uint16_t>(numberOf(item, "pvid", 1));
    out.unknownUnicastFlood = item.isTrue("unknown-unicast-flood");
    out.unknownMulticastFlood = item.isTrue("unknown-multicast-flood");
    out.broadcastFlood = item.isTrue("broadcast-flood");
    out.frameTypes = frameTypesOf(item);
    out.ingressFiltering = unlessNo(item, "ingress-filtering");
    out.tagStacking = item.isTrue("tag-stacking");
    out.trusted = item.isTrue("trusted");
    out.learn = item.value("learn") != "no";
    out.fastLeave = item.isTrue("fast-leave");
    out.multicastRouter = multicastRouterOf(item);
    context.out.bridgePorts.push_back(out);
}

void compileVlanRow(CompileContext& context, const Item& item) {
    BridgeVlanConfig out;
    out.uid = item.id;
    const auto bridge = context.interface(item.value("bridge"));
    out.vlans = vlanRanges(item.value("vlan-ids"));
    // A port that is gone leaves the others of the row where they are.
    addPorts(context, item.value("tagged"), out.tagged);
    addPorts(context, item.value("untagged"), out.untagged);
    if (!bridge || out.vlans.empty()) {
        context.invalid.insert(item.id);
        return;
    }
    out.bridge = *bridge;
    context.out.bridgeVlans.push_back(std::move(out));
}

void compileGroup(CompileContext& context, const Item& item) {
    const auto bridge = context.interface(item.value("bridge"));
    const auto port = context.interface(item.value("interface"));
    const auto group = config::parseIpv4(item.value("group"));
    if (!bridge || !port || !group) {
        context.invalid.insert(item.id);
        return;
    }
    context.out.bridgeGroups.push_back({*bridge, *port, *group, static_cast<std::uint16_t>(numberOf(item, "vid", 1))});
}

} // namespace

void compileBridges(CompileContext& context) {
    for (const Item* item : context.tree.items("/interface/bridge")) {
        compileBridge(context, *item);
    }
    for (const Item* item : context.tree.items("/interface/bridge/port")) {
        if (item->enabled()) {
            compilePort(context, *item);
        }
    }
    for (const Item* item : context.tree.items("/interface/bridge/vlan")) {
        if (item->enabled()) {
            compileVlanRow(context, *item);
        }
    }
    for (const Item* item : context.tree.items("/interface/bridge/mdb")) {
        if (item->enabled()) {
            compileGroup(context, *item);
        }
    }
    const Item& settings = context.tree.settings("/interface/bridge/settings");
    context.out.bridgeSettings.allowFastPath = settings.isTrue("allow-fast-path");
    context.out.bridgeSettings.useIpFirewall = settings.isTrue("use-ip-firewall");
    context.out.bridgeSettings.useIpFirewallForVlan = settings.isTrue("use-ip-firewall-for-vlan");
}

} // namespace agent::control
