// /interface/bridge/port, host and settings.
#include "agent/control/commands/rows.h"
#include "core/routeros/config/values.h"

#include <string>

namespace agent::control {

using core::model::Row;

Rows bridgePortRows(Context& context) {
    const std::vector<const Item*> items = context.tree().items("/interface/bridge/port");
    const auto states = context.engine.bridgePortStates(idsOf(items));
    Rows rows;
    for (std::size_t i = 0; i < items.size(); ++i) {
        const Item& item = *items[i];
        Row row = configRow("/interface/bridge/port", item);
        const bool inForce = item.enabled() && !context.config.compiled().invalid.contains(item.id);
        const Item* member = context.tree().findInterface(item.value("interface"));
        const bool active = inForce && member && member->enabled();
        row.set("status", !item.enabled() ? "disabled" : active ? "in-bridge" : "inactive");
        row.set("role", active ? "designated-port" : "disabled-port");
        row.set("hw-offload", boolText(states[i].hwOffload));
        if (states[i].hwOffload && !states[i].hwOffloadGroup.empty()) {
            row.set("hw-offload-group", states[i].hwOffloadGroup);
        }
        row.set("inactive", boolText(item.enabled() && !active));
        row.set("dynamic", "false");
        rows.push_back(std::move(row));
    }
    return rows;
}

Rows bridgeHostRows(Context& context) {
    Rows rows;
    std::uint32_t number = 0; // learned hosts have no identity of their own
    for (const dataplane::BridgeHostInfo& host : context.engine.bridgeHosts()) {
        rows.push_back({{".id", formatId(++number)},
                        {"mac-address", core::routeros::config::formatMac(host.mac.octets)},
                        {"on-interface", std::string(context.config.compiled().interfaceName(host.port))},
                        {"interface", std::string(context.config.compiled().interfaceName(host.port))},
                        {"bridge", std::string(context.config.compiled().interfaceName(host.bridge))},
                        {"dynamic", boolText(true)},
                        {"local", boolText(host.local)},
                        {"external", boolText(host.external)},
                        {"invalid", boolText(false)},
                        {"disabled", boolText(false)}});
    }
    return rows;
}

Rows bridgeSettingsRows(Context& context) {
    const dataplane::GlobalState state = context.engine.globalState();
    Row row = configRow("/interface/bridge/settings", context.tree().settings("/interface/bridge/settings"));
    row.set("bridge-fast-path-active", boolText(state.bridgeFastPathActive));
    row.set("bridge-fast-path-packets", std::to_string(state.bridgeFastPath.packets));
    row.set("bridge-fast-path-bytes", std::to_string(state.bridgeFastPath.bytes));
    row.set("bridge-fast-forward-packets", std::to_string(state.bridgeFastForward.packets));
    row.set("bridge-fast-forward-bytes", std::to_string(state.bridgeFastForward.bytes));
    return {row};
}

} // namespace agent::control
