// /interface/bridge/vlan: the rows that were typed, with the ports each VLAN has now, and the dynamic ones RouterOS adds for pvids.
#include "agent/control/commands/rows.h"
#include "agent/dataplane/l2/port_vlans.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace agent::control {

using core::model::Row;
using dataplane::IfIndex;
using dataplane::PortVlans;

namespace {

// The ports of one bridge, itself first, in the order of /interface/bridge/port.
std::vector<std::pair<IfIndex, PortVlans>> portsOf(const dataplane::EngineConfig& config, const dataplane::BridgeConfig& bridge) {
    std::vector<std::pair<IfIndex, PortVlans>> ports;
    ports.emplace_back(bridge.interface, portVlans(config, bridge.interface, bridge.interface, bridge.pvid, bridge.frameTypes,
                                                   bridge.ingressFiltering));
    for (const dataplane::BridgePortConfig& port : config.bridgePorts) {
        const bool running = port.interface < config.interfaces.size() && config.interfaces[port.interface].enabled;
        if (port.bridge == bridge.interface && running) {
            ports.emplace_back(port.interface,
                               portVlans(config, port.bridge, port.interface, port.pvid, port.frameTypes, port.ingressFiltering));
        }
    }
    return ports;
}

std::string joined(const std::vector<std::string_view>& names) {
    std::string text;
    for (const std::string_view name : names) {
        text += text.empty() ? std::string(name) : "," + std::string(name);
    }
    return text;
}

// Ports that are in any of the row's VLANs now.
void setCurrent(Row& row, const Context& context, const std::vector<std::pair<IfIndex, PortVlans>>& ports,
                const std::vector<dataplane::VlanRange>& vlans) {
    std::vector<std::string_view> tagged, untagged;
    for (const auto& [interface, facts] : ports) {
        bool tags = false, untags = false;
        for (const dataplane::VlanRange& range : vlans) {
            for (unsigned vid = range.first; vid <= range.last; ++vid) {
                const auto v = static_cast<std::uint16_t>(vid);
                untags = untags || (facts.carries(v) && facts.untags(v));
                tags = tags || (facts.carries(v) && !facts.untags(v));
            }
        }
        const std::string_view name = context.config.compiled().interfaceName(interface);
        if (tags) {
            tagged.push_back(name);
        }
        if (untags) {
            untagged.push_back(name);
        }
    }
    row.set("current-tagged", joined(tagged));
    row.set("current-untagged", joined(untagged));
}

} // namespace

Rows bridgeVlanRows(Context& context) {
    const dataplane::EngineConfig& config = *context.config.compiled().config;
    std::map<IfIndex, std::vector<std::pair<IfIndex, PortVlans>>> ports;
    for (const dataplane::BridgeConfig& bridge : config.bridges) {
        ports.emplace(bridge.interface, portsOf(config, bridge));
    }
    Rows rows;
    for (const Item* item : context.tree().items("/interface/bridge/vlan")) {
        Row row = configRow("/interface/bridge/vlan", *item);
        const auto compiled = std::find_if(config.bridgeVlans.begin(), config.bridgeVlans.end(),
                                           [&](const dataplane::BridgeVlanConfig& vlan) { return vlan.uid == item->id; });
        if (compiled != config.bridgeVlans.end()) {
            setCurrent(row, context, ports[compiled->bridge], compiled->vlans);
        }
        row.set("dynamic", "false");
        row.set("disabled", boolText(!item->enabled()));
        rows.push_back(std::move(row));
    }
    constexpr std::uint32_t kDynamicIds = 0x70000000; // rows that nobody typed have no identity of their own
    std::uint32_t number = kDynamicIds;
    for (const dataplane::BridgeConfig& bridge : config.bridges) {
        std::set<std::uint16_t> pvids;
        for (const auto& [interface, facts] : ports[bridge.interface]) {
            if (facts.carries(facts.pvid) && facts.untags(facts.pvid)) {
                pvids.insert(facts.pvid);
            }
        }
        for (const std::uint16_t pvid : pvids) {
            const bool typed = std::any_of(config.bridgeVlans.begin(), config.bridgeVlans.end(), [&](const dataplane::BridgeVlanConfig& row) {
                return row.bridge == bridge.interface &&
                       std::any_of(row.vlans.begin(), row.vlans.end(), [&](const auto& range) { return range.contains(pvid); });
            });
            if (typed || !bridge.vlanFiltering) {
                continue;
            }
            Row row{{".id", formatId(++number)},
                    {"bridge", std::string(context.config.compiled().interfaceName(bridge.interface))},
                    {"vlan-ids", std::to_string(pvid)}};
            setCurrent(row, context, ports[bridge.interface], {{pvid, pvid}});
            row.set("comment", "added by pvid");
            row.set("dynamic", "true");
            row.set("disabled", "false");
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

} // namespace agent::control
