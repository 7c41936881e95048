#include "agent/control/tree/menus.h"

#include <algorithm>
#include <map>

namespace agent::control {

namespace config = core::routeros::config;
using config::Menu;
using config::MenuKind;
using config::Property;

namespace {

Property text(std::string_view name, std::optional<std::string_view> fallback = {}) {
    Property property;
    property.name = name;
    property.fallback = fallback;
    return property;
}

Property required(std::string_view name) {
    Property property = text(name);
    property.required = true;
    return property;
}

Property secret(std::string_view name) {
    Property property = text(name);
    property.sensitive = true;
    return property;
}

Property disabled() {
    Property property = text("disabled", "false");
    property.type = config::ValueType::Boolean;
    return property;
}

// What only an agent has. RouterOS has most of these menus too; the rest is under /pathscope.
std::vector<Menu> ownMenus() {
    std::vector<Menu> menus;
    menus.push_back({"/user", MenuKind::List,
                     {required("name"), required("group"), text("address", ""), secret("password"), text("comment"), disabled()}, "name"});
    menus.push_back(
        {"/user/group", MenuKind::List, {required("name"), text("policy", ""), text("skin", "default"), text("comment")}, "name"});
    menus.push_back({"/user/ssh-keys", MenuKind::List, {required("user"), text("key"), text("key-owner"), text("info")}});
    for (const std::string_view path : {"/file", "/log", "/pathscope/board", "/pathscope/capture", "/pathscope/drops", "/pathscope/paths", "/pathscope/round-trips", "/pathscope/scenario",
                                        "/pathscope/traffic", "/pathscope/unmodelled", "/safe-mode", "/system/backup", "/system/history", "/system/package",
                                        "/system/resource", "/system/resource/cpu", "/system/routerboard", "/user/active"}) {
        menus.push_back({path, MenuKind::ReadOnly, {}});
    }
    return menus;
}

using Index = std::map<std::string_view, const Menu*>;

const Index& index() {
    static const std::vector<Menu> own = ownMenus();
    static const Index all = [] {
        Index table;
        for (const Menu& menu : own) {
            table.emplace(menu.path, &menu);
        }
        for (const Menu& menu : config::menus()) {
            table.emplace(menu.path, &menu);
        }
        return table;
    }();
    return all;
}

} // namespace

const Menu* knownMenu(std::string_view path) {
    const auto found = index().find(path);
    return found == index().end() ? nullptr : found->second;
}

const std::vector<const Menu*>& knownMenus() {
    static const std::vector<const Menu*> all = [] {
        std::vector<const Menu*> list;
        for (const auto& [path, menu] : index()) {
            list.push_back(menu);
        }
        return list;
    }();
    return all;
}

bool isDirectory(std::string_view path) {
    const auto at = index().lower_bound(path);
    if (at != index().end() && at->first == path) {
        return true;
    }
    // "/ip/service-port" sorts between "/ip/service" and "/ip/service/…".
    const auto below = index().lower_bound(std::string(path) + "/");
    return below != index().end() && below->first.starts_with(std::string(path) + "/");
}

bool isPrivate(std::string_view path) { return path == "/user" || path.starts_with("/user/"); }

} // namespace agent::control
