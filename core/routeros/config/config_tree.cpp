#include "core/routeros/config/config_tree.h"

#include "core/routeros/config/defaults.h"
#include "core/routeros/config/schema.h"

#include <algorithm>

namespace core::routeros::config {

const std::vector<std::string_view>& interfaceKinds() {
    static const std::vector<std::string_view> kinds = [] {
        std::vector<std::string_view> out{"/interface/ethernet", "/interface/bridge", "/interface/vlan"};
        for (const Menu& menu : menus()) {
            if (menu.interfaces && std::find(out.begin(), out.end(), menu.path) == out.end()) {
                out.push_back(menu.path);
            }
        }
        return out;
    }();
    return kinds;
}

std::vector<const Item*> ConfigTree::items(std::string_view menu) const {
    std::vector<const Item*> out;
    if (menu == "/interface") {
        for (const std::string_view kind : interfaceKinds()) {
            const auto part = items(kind);
            out.insert(out.end(), part.begin(), part.end());
        }
        return out;
    }
    if (const auto table = tables_.find(menu); table != tables_.end()) {
        for (const Item& item : table->second) {
            out.push_back(&item);
        }
    }
    return out;
}

template <class Wanted> const Item* ConfigTree::firstOf(std::string_view menu, Wanted wanted) const {
    if (menu == "/interface") {
        for (const std::string_view kind : interfaceKinds()) {
            if (const Item* item = firstOf(kind, wanted)) {
                return item;
            }
        }
        return nullptr;
    }
    const auto table = tables_.find(menu);
    if (table == tables_.end()) {
        return nullptr;
    }
    const auto found = std::find_if(table->second.begin(), table->second.end(), wanted);
    return found == table->second.end() ? nullptr : &*found;
}

const Item* ConfigTree::find(std::string_view menu, ItemId id) const {
    return firstOf(menu, [&](const Item& item) { return item.id == id; });
}

const Item* ConfigTree::findBy(std::string_view menu, std::string_view property, std::string_view value) const {
    return firstOf(menu, [&](const Item& item) { return item.get(property) == value; });
}

const Item& ConfigTree::settings(std::string_view menu) const {
    const auto table = tables_.find(menu);
    return table != tables_.end() && !table->second.empty() ? table->second.front() : defaultsOf(menu);
}

std::string_view ConfigTree::menuOf(ItemId id) const {
    for (const auto& [menu, table] : tables_) {
        for (const Item& item : table) {
            if (item.id == id) {
                return menu;
            }
        }
    }
    return {};
}

const Item* ConfigTree::findInterface(std::string_view nameOrId) const {
    if (const auto id = parseId(nameOrId)) {
        return find("/interface", *id);
    }
    return findBy("/interface", "name", nameOrId);
}

std::vector<Item>& ConfigTree::table(std::string_view menu) {
    const auto found = tables_.find(menu);
    return (found != tables_.end() ? found->second : tables_[std::string(menu)]).edit();
}

Item* ConfigTree::mutableItem(ItemId id) {
    for (auto& [menu, table] : tables_) {
        for (std::size_t i = 0; i < table.size() && id != 0; ++i) {
            if (table[i].id == id) {
                return &table.edit()[i];
            }
        }
    }
    return nullptr;
}

void ConfigTree::forEach(const std::function<void(std::string_view menu, Item& item)>& visit) {
    for (auto& [menu, table] : tables_) {
        for (Item& item : table.edit()) {
            visit(menu, item);
        }
    }
}

} // namespace core::routeros::config
