#include "core/routeros/config/schema.h"

#include "core/routeros/config/schema_tables.h"
#include "core/routeros/config/schema_text.h"

#include <iterator>
#include <unordered_map>

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
        std::vector<Menu> menus;
        for (const auto table : {interfaceTable(), tunnelTable(), bridgeTable(), switchTable(), routingTable(), ipTable(), servicesTable(),
                                 firewallTable(), ipv6Table(), queueTable(), systemTable()}) {
            auto part = readMenus(table);
            menus.insert(menus.end(), std::make_move_iterator(part.begin()), std::make_move_iterator(part.end()));
        }
        return menus;
    }();
    return all;
}

const Menu* findMenu(std::string_view path) {
    static const std::unordered_map<std::string_view, const Menu*> byPath = [] {
        std::unordered_map<std::string_view, const Menu*> map;
        for (const Menu& menu : menus()) {
            map.emplace(menu.path, &menu);
        }
        return map;
    }();
    const auto found = byPath.find(path);
    return found == byPath.end() ? nullptr : found->second;
}

} // namespace core::routeros::config
