#include "core/routeros/config/schema_tables.h"

namespace core::routeros::config {

std::vector<Menu> ipMenus() {
    using enum ValueType;
    std::vector<Menu> menus;
    menus.push_back({"/ip/address", MenuKind::List,
                     {required(typed("address", AddressWithLength)), typed("network", Address), required(reference("interface", Target::Interface))}});
    menus.push_back({"/ip/route", MenuKind::List,
                     {typed("dst-address", Prefix, "0.0.0.0/0"), reference("gateway", Target::Gateway), boolean("blackhole", {}),
                      number("distance", "1", 1, 255), number("scope", "30", 0, 255), number("target-scope", "10", 0, 255),
                      text("routing-table", "main"), boolean("suppress-hw-offload", "false")}});
    for (Menu& menu : menus) {
        addItemProperties(menu.properties);
    }
    menus.push_back({"/ip/arp", MenuKind::ReadOnly, {}});
    menus.push_back({"/ip/settings", MenuKind::Settings,
                     {boolean("ip-forward", "true"), typed("arp-timeout", Duration, "30s"), boolean("allow-fast-path", "true")}});
    return menus;
}

} // namespace core::routeros::config
