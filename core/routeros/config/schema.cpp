#include "core/routeros/config/schema.h"

#include "core/routeros/config/schema_tables.h"

#include <iterator>

namespace core::routeros::config {

const Property* Menu::find(std::string_view name) const {
    for (const Property& property : properties) {
        if (property.name == name) {
            return &property;
        }
    }
    return nullptr;
}

const std::vector<Menu>& menus() {
    static const std::vector<Menu> all = [] {
        std::vector<Menu> table;
        for (auto part : {interfaceMenus(), ipMenus(), firewallMenus(), queueMenus(), systemMenus()}) {
            table.insert(table.end(), std::make_move_iterator(part.begin()), std::make_move_iterator(part.end()));
        }
        return table;
    }();
    return all;
}

const Menu* findMenu(std::string_view path) {
    for (const Menu& menu : menus()) {
        if (menu.path == path) {
            return &menu;
        }
    }
    return nullptr;
}

} // namespace core::routeros::config
