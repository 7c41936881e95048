#include "agent/control/commands/rows.h"

#include "core/routeros/config/schema.h"

#include <array>
#include <utility>

namespace agent::control {

using core::model::Row;

RowSource rowSource(std::string_view menu) {
    static constexpr std::array<std::pair<std::string_view, RowSource>, 38> sources{{
        {"/interface", interfaceRows},
        {"/interface/ethernet", ethernetRows},
        {"/interface/ethernet/switch", switchRows},
        {"/interface/ethernet/switch/port", switchPortRows},
        {"/interface/bridge", bridgeRows},
        {"/interface/bridge/port", bridgePortRows},
        {"/interface/bridge/host", bridgeHostRows},
        {"/interface/bridge/settings", bridgeSettingsRows},
        {"/interface/vlan", vlanRows},
        {"/interface/list", interfaceListRows},
        {"/interface/list/member", interfaceListMemberRows},
        {"/ip/address", addressRows},
        {"/ip/route", routeRows},
        {"/ip/arp", arpRows},
        {"/ip/settings", ipSettingsRows},
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
        {"/user/active", activeUserRows},
        {"/log", logRows},
        {"/pathscope/paths", pathRows},
        {"/pathscope/board", boardRows},
        {"/pathscope/scenario", scenarioRows},
        {"/pathscope/traffic", trafficRows},
    }};
    for (const auto& [path, source] : sources) {
        if (path == menu) {
            return source;
        }
    }
    return nullptr;
}

Row configRow(std::string_view menu, const Item& item) {
    Row row;
    if (item.id != 0) {
        row.set(".id", formatId(item.id));
    }
    for (const core::routeros::config::Property& property : core::routeros::config::findMenu(menu)->properties) {
        if (const auto value = item.get(property.name)) {
            row.set(property.name, std::string(*value));
        }
    }
    return row;
}

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
