// /interface, /interface/ethernet, /interface/vlan, /interface/list.
#include "agent/control/commands/rows.h"
#include "core/routeros/config/values.h"

#include <array>
#include <set>
#include <string>

namespace agent::control {

using core::model::Row;
using dataplane::InterfaceStats;

namespace {

using Counter = std::pair<std::string_view, std::uint64_t InterfaceStats::*>;

// In RouterOS's order.
constexpr std::array<Counter, 13> kCounters{{
    {"rx-byte", &InterfaceStats::rxByte}, {"tx-byte", &InterfaceStats::txByte}, {"rx-packet", &InterfaceStats::rxPacket},
    {"tx-packet", &InterfaceStats::txPacket}, {"rx-drop", &InterfaceStats::rxDrop}, {"tx-drop", &InterfaceStats::txDrop},
    {"tx-queue-drop", &InterfaceStats::txQueueDrop}, {"rx-error", &InterfaceStats::rxError}, {"tx-error", &InterfaceStats::txError},
    {"fp-rx-byte", &InterfaceStats::fpRxByte}, {"fp-tx-byte", &InterfaceStats::fpTxByte}, {"fp-rx-packet", &InterfaceStats::fpRxPacket},
    {"fp-tx-packet", &InterfaceStats::fpTxPacket},
}};

// driver-*: what the CPU handled, without FCS; the rest: what the wire carried, with FCS.
constexpr std::array<Counter, 10> kEthernetCounters{{
    {"driver-rx-byte", &InterfaceStats::driverRxByte}, {"driver-rx-packet", &InterfaceStats::driverRxPacket},
    {"driver-tx-byte", &InterfaceStats::driverTxByte}, {"driver-tx-packet", &InterfaceStats::driverTxPacket},
    {"rx-bytes", &InterfaceStats::rxByte}, {"rx-packet", &InterfaceStats::rxPacket}, {"rx-drop", &InterfaceStats::rxDrop},
    {"tx-bytes", &InterfaceStats::txByte}, {"tx-packet", &InterfaceStats::txPacket}, {"tx-drop", &InterfaceStats::txDrop},
}};

template <std::size_t N> void appendCounters(Row& row, const std::array<Counter, N>& counters, const InterfaceStats& stats) {
    for (const auto& [name, counter] : counters) {
        row.set(name, std::to_string(stats.*counter));
    }
}

// What /interface calls the kinds; those not listed are called as their menu.
std::string_view typeOf(std::string_view menu) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 13> names{{
        {"ethernet", "ether"},
        {"bonding", "bond"},
        {"wireguard", "wg"},
        {"pppoe-client", "pppoe-out"},
        {"pppoe-server", "pppoe-in"},
        {"l2tp-client", "l2tp-out"},
        {"ovpn-client", "ovpn-out"},
        {"pptp-client", "pptp-out"},
        {"sstp-client", "sstp-out"},
        {"ipip", "ipip-tunnel"},
        {"gre", "gre-tunnel"},
        {"eoip", "eoip"},
        {"wireless", "wlan"},
    }};
    const std::string_view kind = menu.substr(menu.rfind('/') + 1);
    for (const auto& [name, type] : names) {
        if (name == kind) {
            return type;
        }
    }
    return kind;
}

std::set<std::string, std::less<>> slaves(const Tree& tree) {
    std::set<std::string, std::less<>> names;
    for (const Item* port : tree.items("/interface/bridge/port")) {
        if (port->enabled()) {
            names.emplace(port->value("interface"));
        }
    }
    for (const Item* bond : tree.items("/interface/bonding")) {
        if (bond->enabled()) {
            for (const std::string_view slave : core::routeros::config::splitList(bond->value("slaves"))) {
                names.emplace(slave);
            }
        }
    }
    return names;
}

// Flags come last, as RouterOS sends them.
void appendFlags(Row& row, bool running, bool slave, const Item& item) {
    row.set("running", boolText(running));
    row.set("slave", boolText(slave));
    row.set("disabled", boolText(!item.enabled()));
    if (const auto comment = item.get("comment")) {
        row.set("comment", std::string(*comment));
    }
}

// What is configured and in force: ports of the lab always have a cable.
bool isRunning(const Context& context, dataplane::IfIndex index) {
    return index != dataplane::kNoInterface && context.config.compiled().config->interfaces[index].enabled;
}

bool isTunnel(const Context& context, dataplane::IfIndex index) {
    const dataplane::InterfaceType type = context.config.compiled().config->interfaces[index].type;
    return type == dataplane::InterfaceType::Tunnel || type == dataplane::InterfaceType::EthernetTunnel;
}

Row interfaceRow(Context& context, const Item& item, const std::vector<InterfaceStats>& stats, const std::vector<bool>& tunnels,
                 bool slave) {
    const dataplane::IfIndex index = context.config.compiled().interfaceOf(item.id);
    Row row{{".id", formatId(item.id)}, {"name", std::string(item.value("name"))}};
    if (const auto name = item.get("default-name")) {
        row.set("default-name", std::string(*name));
    }
    row.set("type", std::string(typeOf(context.tree().menuOf(item.id))));
    if (const auto mtu = item.get("mtu")) {
        row.set("mtu", std::string(*mtu));
    }
    if (index != dataplane::kNoInterface) {
        const dataplane::InterfaceConfig& config = context.config.compiled().config->interfaces[index];
        row.set("actual-mtu", std::to_string(config.mtu));
        if (!isTunnel(context, index)) {
            row.set("l2mtu", std::to_string(config.l2mtu));
        }
        if (config.type != dataplane::InterfaceType::Tunnel) {
            row.set("mac-address", core::routeros::config::formatMac(config.mac.octets));
        }
    }
    if (index < stats.size()) {
        appendCounters(row, kCounters, context.baselines.interface(item.id, stats[index]));
    }
    const bool answered = index >= tunnels.size() || !isTunnel(context, index) || tunnels[index];
    appendFlags(row, isRunning(context, index) && answered, slave, item);
    return row;
}

Row withRunning(Context& context, std::string_view menu, const Item& item) {
    Row row = configRow(menu, item);
    const dataplane::IfIndex index = context.config.compiled().interfaceOf(item.id);
    if (index != dataplane::kNoInterface) {
        row.set("mac-address", core::routeros::config::formatMac(context.config.compiled().config->interfaces[index].mac.octets));
    }
    row.set("running", boolText(isRunning(context, index)));
    return row;
}

} // namespace

Rows interfaceRows(Context& context) {
    const std::vector<InterfaceStats> stats = context.engine.interfaceStats();
    const std::vector<bool> tunnels = context.engine.tunnelsRunning();
    const auto members = slaves(context.tree());
    Rows rows;
    for (const Item* item : context.tree().items("/interface")) {
        rows.push_back(interfaceRow(context, *item, stats, tunnels, members.contains(item->value("name"))));
    }
    return rows;
}

Rows ethernetRows(Context& context) {
    const std::vector<InterfaceStats> stats = context.engine.interfaceStats();
    const auto members = slaves(context.tree());
    Rows rows;
    for (const Item* item : context.tree().items("/interface/ethernet")) {
        Row row = configRow("/interface/ethernet", *item);
        const dataplane::IfIndex index = context.config.compiled().interfaceOf(item->id);
        if (index < stats.size()) {
            appendCounters(row, kEthernetCounters, context.baselines.interface(item->id, stats[index]));
        }
        appendFlags(row, isRunning(context, index), members.contains(item->value("name")), *item);
        rows.push_back(std::move(row));
    }
    return rows;
}

Rows bridgeRows(Context& context) {
    Rows rows;
    for (const Item* item : context.tree().items("/interface/bridge")) {
        Row row = withRunning(context, "/interface/bridge", *item);
        row.set("actual-mtu", item->value("mtu") == "auto" ? "1500" : std::string(item->value("mtu")));
        rows.push_back(std::move(row));
    }
    return rows;
}

Rows bondingRows(Context& context) {
    Rows rows;
    for (const Item* item : context.tree().items("/interface/bonding")) {
        rows.push_back(withRunning(context, "/interface/bonding", *item));
    }
    return rows;
}

Rows vlanRows(Context& context) {
    Rows rows;
    for (const Item* item : context.tree().items("/interface/vlan")) {
        rows.push_back(withRunning(context, "/interface/vlan", *item));
    }
    return rows;
}

Rows interfaceListRows(Context& context) {
    Rows rows;
    for (const Item* item : context.tree().items("/interface/list")) {
        Row row = configRow("/interface/list", *item);
        row.set("dynamic", "false");
        row.set("builtin", boolText(item->builtin));
        rows.push_back(std::move(row));
    }
    return rows;
}

Rows interfaceListMemberRows(Context& context) {
    Rows rows;
    for (const Item* item : context.tree().items("/interface/list/member")) {
        Row row = configRow("/interface/list/member", *item);
        row.set("dynamic", "false");
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace agent::control
