#include "core/routeros/config/config_tree.h"

namespace core::routeros::config {

const std::vector<std::string_view>& interfaceKinds() {
    static const std::vector<std::string_view> kinds{"/interface/ethernet", "/interface/bridge", "/interface/vlan"};
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

const Item* ConfigTree::find(std::string_view menu, ItemId id) const {
    for (const Item* item : items(menu)) {
        if (item->id == id) {
            return item;
        }
    }
    return nullptr;
}

const Item* ConfigTree::findBy(std::string_view menu, std::string_view property, std::string_view value) const {
    for (const Item* item : items(menu)) {
        if (item->get(property) == value) {
            return item;
        }
    }
    return nullptr;
}

const Item& ConfigTree::settings(std::string_view menu) const { return tables_.find(menu)->second.front(); }

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
    return found != tables_.end() ? found->second : tables_[std::string(menu)];
}

Item* ConfigTree::mutableItem(ItemId id) {
    for (auto& [menu, table] : tables_) {
        for (Item& item : table) {
            if (item.id == id && id != 0) {
                return &item;
            }
        }
    }
    return nullptr;
}

void ConfigTree::forEach(const std::function<void(std::string_view menu, Item& item)>& visit) {
    for (auto& [menu, table] : tables_) {
        for (Item& item : table) {
            visit(menu, item);
        }
    }
}

} // namespace core::routeros::config
