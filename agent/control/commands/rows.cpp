#include "agent/control/commands/rows.h"

#include "agent/control/tree/menus.h"

#include <array>
#include <utility>

namespace agent::control {

namespace config = core::routeros::config;
using core::model::Row;

namespace {

// What is kept as it is configured and has no state of its own.
Rows genericRows(const Context& context, std::string_view menu) {
    const config::Menu* known = knownMenu(menu);
    if (known && known->kind == config::MenuKind::Settings) {
        return {configRow(menu, context.tree().settings(menu))};
    }
    Rows rows;
    for (const Item* item : context.tree().items(menu)) {
        rows.push_back(configRow(menu, *item));
        if (known && known->find("disabled")) {
            rows.back().set("invalid", boolText(isInvalid(context, *item)));
            rows.back().set("dynamic", "false");
        }
    }
    return rows;
}

void addNextIds(Rows& rows) {
    for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
        rows[i].set(".nextid", std::string(rows[i + 1].value(".id")));
    }
}

} // namespace

Rows rowsOf(Context& context, std::string_view menu) {
    const RowSource source = rowSource(menu);
    Rows rows = source ? source(context) : genericRows(context, menu);
    const config::Menu* known = knownMenu(menu);
    if (known && known->kind == config::MenuKind::Ordered) {
        addNextIds(rows);
    }
    return rows;
}

RowSource rowSource(std::string_view menu) {
    static constexpr std::array<std::pair<std::string_view, RowSource>, 65> sources{{
        {"/interface", interfaceRows},
        {"/interface/ethernet", ethernetRows},
        {"/interface/ethernet/switch", switchRows},
        {"/interface/ethernet/switch/port", switchPortRows},
        {"/interface/bridge", bridgeRows},
        {"/interface/bridge/port", bridgePortRows},
        {"/interface/bridge/host", bridgeHostRows},
        {"/interface/bridge/vlan", bridgeVlanRows},
        {"/interface/bridge/filter", bridgeFilterRows},
        {"/interface/bridge/nat", bridgeNatRows},
        {"/interface/bonding", bondingRows},
        {"/interface/bridge/settings", bridgeSettingsRows},
        {"/interface/vlan", vlanRows},
        {"/interface/gre", greRows},
        {"/interface/ipip", ipipRows},
        {"/interface/eoip", eoipRows},
        {"/interface/wireguard", wireGuardRows},
        {"/interface/pppoe-client", pppoeClientRows},
        {"/interface/wireguard/peers", wireGuardPeerRows},
        {"/interface/list", interfaceListRows},
        {"/interface/list/member", interfaceListMemberRows},
        {"/ip/address", addressRows},
        {"/ip/route", routeRows},
        {"/ip/arp", arpRows},
        {"/ip/settings", ipSettingsRows},
        {"/ipv6/address", ipv6AddressRows},
        {"/ipv6/route", ipv6RouteRows},
        {"/ipv6/neighbor", ipv6NeighborRows},
        {"/ipv6/settings", ipv6SettingsRows},
        {"/ipv6/firewall/filter", ipv6FilterRows},
        {"/ipv6/firewall/mangle", ipv6MangleRows},
        {"/ipv6/firewall/raw", ipv6RawRows},
        {"/ipv6/firewall/connection", ipv6ConnectionRows},
        {"/ip/firewall/filter", filterRows},
        {"/ip/firewall/nat", natRows},
        {"/ip/firewall/mangle", mangleRows},
        {"/ip/firewall/raw", rawRows},
        {"/ip/firewall/address-list", addressListRows},
        {"/ip/firewall/connection", connectionRows},
        {"/ip/firewall/connection/tracking", trackingRows},
        {"/queue/tree", queueTreeRows},
        {"/queue/simple", queueSimpleRows},
        {"/queue/type", queueTypeRows},
        {"/queue/interface", queueInterfaceRows},
        {"/system/identity", identityRows},
        {"/system/resource", resourceRows},
        {"/system/resource/cpu", cpuRows},
        {"/system/routerboard", routerboardRows},
        {"/system/package", packageRows},
        {"/system/clock", clockRows},
        {"/system/scheduler", schedulerRows},
        {"/system/history", historyRows},
        {"/safe-mode", safeModeRows},
        {"/file", fileRows},
        {"/user", userRows},
        {"/user/ssh-keys", sshKeyRows},
        {"/user/active", activeUserRows},
        {"/log", logRows},
        {"/pathscope/drops", dropRows},
        {"/pathscope/paths", pathRows},
        {"/pathscope/board", boardRows},
        {"/pathscope/round-trips", roundTripRows},
        {"/pathscope/scenario", scenarioRows},
        {"/pathscope/traffic", trafficRows},
        {"/pathscope/unmodelled", unmodelledRows},
    }};
    for (const auto& [path, source] : sources) {
        if (path == menu) {
            return source;
        }
    }
    return nullptr;
}

Row configRow(std::string_view path, const Item& item) {
    Row row;
    if (item.id != 0) {
        row.set(".id", formatId(item.id));
    }
    const config::Menu* menu = knownMenu(path);
    if (menu) {
        for (const config::Property& property : menu->properties) {
            if (const auto value = item.get(property.name)) {
                row.set(property.name, std::string(*value));
            }
        }
    }
    if (!menu || row.attributes().size() < item.values.size()) {
        for (const auto& [name, value] : item.values) {
            row.set(name, value);
        }
    }
    return row;
}

bool isInvalid(const Context& context, const Item& item) { return context.config.compiled().invalid.contains(item.id); }

std::string boolText(bool value) { return value ? "true" : "false"; }

std::vector<std::uint32_t> idsOf(const std::vector<const Item*>& items) {
    std::vector<std::uint32_t> ids;
    ids.reserve(items.size());
    for (const Item* item : items) {
        ids.push_back(item->id);
    }
    return ids;
}

} // namespace agent::control
