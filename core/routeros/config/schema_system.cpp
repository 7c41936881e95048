#include "core/routeros/config/schema_tables.h"

namespace core::routeros::config {

std::vector<Menu> systemMenus() {
    std::vector<Menu> menus;
    menus.push_back({"/system/identity", MenuKind::Settings, {text("name", "MikroTik")}});
    for (const std::string_view path : {"/system/resource", "/system/resource/cpu", "/system/routerboard", "/system/package", "/system/clock", "/user/active",
                                        "/log", "/pathscope/paths", "/pathscope/board", "/pathscope/scenario", "/pathscope/traffic"}) {
        menus.push_back({path, MenuKind::ReadOnly, {}});
    }
    return menus;
}

} // namespace core::routeros::config
