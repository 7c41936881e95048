#include "core/routeros/config/schema_tables.h"

namespace core::routeros::config {

std::vector<Menu> interfaceMenus() {
    using enum ValueType;
    std::vector<Menu> menus;

    // The union of every kind of interface; items belong to the menu of their kind.
    menus.push_back({"/interface", MenuKind::Fixed, {text("name"), number("mtu", {}, 68, 65535), number("l2mtu", {}, 68, 65535)}, "name"});
    menus.push_back({"/interface/ethernet", MenuKind::Fixed,
                     {text("name"), readOnly(text("default-name")), number("mtu", "1500", 68, 65535), number("l2mtu", "1598", 68, 65535),
                      typed("mac-address", Mac), readOnly(typed("orig-mac-address", Mac)), readOnly(text("switch"))},
                     "name"});
    menus.push_back({"/interface/ethernet/switch", MenuKind::Fixed,
                     {readOnly(text("name")), readOnly(text("type")), boolean("l3-hw-offloading", {})}, "name"});
    menus.push_back({"/interface/ethernet/switch/port", MenuKind::Fixed,
                     {readOnly(reference("name", Target::Interface)), readOnly(text("switch")), boolean("l3-hw-offloading", {})}, "name"});
    menus.push_back({"/interface/bridge", MenuKind::List,
                     {text("name"), orWord(number("mtu", "auto", 68, 65535), {"auto"}), typed("ageing-time", Duration, "5m"),
                      word("protocol-mode", "rstp", {"none", "stp", "rstp", "mstp"}), boolean("fast-forward", "true"),
                      boolean("igmp-snooping", "false"), boolean("vlan-filtering", "false"), boolean("dhcp-snooping", "false"),
                      boolean("auto-mac", "true"), typed("admin-mac", Mac), typed("priority", Hex, "0x8000")},
                     "name"});
    menus.push_back({"/interface/bridge/port", MenuKind::List,
                     {required(reference("bridge", Target::Bridge)), required(reference("interface", Target::Interface)), boolean("hw", "true"),
                      orWord(number("horizon", "none", 0, 4294967295), {"none"}), number("pvid", "1", 1, 4094), typed("priority", Hex, "0x80"),
                      boolean("unknown-unicast-flood", "true"), boolean("unknown-multicast-flood", "true"), boolean("broadcast-flood", "true")},
                     "interface"});
    menus.push_back({"/interface/bridge/host", MenuKind::ReadOnly, {}});
    menus.push_back({"/interface/bridge/settings", MenuKind::Settings,
                     {boolean("use-ip-firewall", "false"), boolean("allow-fast-path", "true")}});
    menus.push_back({"/interface/vlan", MenuKind::List,
                     {text("name"), number("mtu", "1500", 68, 65535), required(number("vlan-id", {}, 1, 4094)),
                      required(reference("interface", Target::Interface))},
                     "name"});
    menus.push_back({"/interface/list", MenuKind::List,
                     {required(text("name")), list(reference("include", Target::InterfaceList, "")), list(reference("exclude", Target::InterfaceList, ""))},
                     "name"});
    menus.push_back({"/interface/list/member", MenuKind::List,
                     {required(reference("list", Target::InterfaceList)), required(reference("interface", Target::Interface))}});
    for (Menu& menu : menus) {
        // Lists themselves and switch chips cannot be disabled.
        if (menu.path == "/interface/list") {
            menu.properties.push_back(text("comment"));
        } else if (menu.hasItems() && !menu.path.starts_with("/interface/ethernet/switch")) {
            addItemProperties(menu.properties);
        }
    }
    return menus;
}

} // namespace core::routeros::config
