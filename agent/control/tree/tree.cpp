#include "agent/control/tree/tree.h"

namespace agent::control {

const std::vector<std::string_view>& interfaceKinds() {
    static const std::vector<std::string_view> kinds{"/interface/ethernet", "/interface/bridge", "/interface/vlan"};
    return kinds;
}

std::vector<const Item*> Tree::items(std::string_view menu) const {
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

const Item* Tree::find(std::string_view menu, ItemId id) const {
    for (const Item* item : items(menu)) {
        if (item->id == id) {
            return item;
        }
    }
    return nullptr;
}

const Item* Tree::findBy(std::string_view menu, std::string_view property, std::string_view value) const {
    for (const Item* item : items(menu)) {
        if (item->get(property) == value) {
            return item;
        }
    }
    return nullptr;
}

const Item& Tree::settings(std::string_view menu) const { return tables_.find(menu)->second.front(); }

std::string_view Tree::menuOf(ItemId id) const {
    for (const auto& [menu, table] : tables_) {
        for (const Item& item : table) {
            if (item.id == id) {
                return menu;
            }
        }
    }
    return {};
}

const Item* Tree::findInterface(std::string_view nameOrId) const {
    if (const auto id = parseId(nameOrId)) {
        return find("/interface", *id);
    }
    return findBy("/interface", "name", nameOrId);
}

std::vector<Item>& Tree::table(std::string_view menu) {
    const auto found = tables_.find(menu);
    return found != tables_.end() ? found->second : tables_[std::string(menu)];
}

Item* Tree::mutableItem(ItemId id) {
    for (auto& [menu, table] : tables_) {
        for (Item& item : table) {
            if (item.id == id && id != 0) {
                return &item;
            }
        }
    }
    return nullptr;
}

void Tree::forEach(const std::function<void(std::string_view menu, Item& item)>& visit) {
    for (auto& [menu, table] : tables_) {
        for (Item& item : table) {
            visit(menu, item);
        }
    }
}

} // namespace agent::control
