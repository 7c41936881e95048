// The router's configuration: every menu's items in order. A plain value: copy it, change the copy (edit.h), keep either.
//
//   ConfigTree tree = loadConfig(text).tree;
//   for (const Item& rule : tree.items("/ip/firewall/filter")) …
//
// "/interface" is the union of its kinds: items() gives the rows of all of them, and an item is found under either path.
// Not thread-safe; a copy is independent.
#pragma once

#include "core/routeros/config/item.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace core::routeros::config {

class ConfigTree {
public:
    // In list order; empty for a menu without items.
    [[nodiscard]] std::vector<const Item*> items(std::string_view menu) const;
    [[nodiscard]] const Item* find(std::string_view menu, ItemId id) const;
    // First item whose `property` has this value.
    [[nodiscard]] const Item* findBy(std::string_view menu, std::string_view property, std::string_view value) const;
    // The values of a settings menu; every property that has a default is there.
    [[nodiscard]] const Item& settings(std::string_view menu) const;

    // The menu an id lives in; empty when there is no such item.
    [[nodiscard]] std::string_view menuOf(ItemId id) const;

    // The interface of any kind with this name or "*ID"; null when there is none.
    [[nodiscard]] const Item* findInterface(std::string_view nameOrId) const;

    // --- for those who keep the rules: load.h here, the agent for its own tree -----------------------
    ItemId nextId() { return ++lastId_; }
    [[nodiscard]] std::vector<Item>& table(std::string_view menu);
    [[nodiscard]] Item* mutableItem(ItemId id);
    [[nodiscard]] Item& mutableSettings(std::string_view menu) { return table(menu).front(); }
    [[nodiscard]] const std::map<std::string, std::vector<Item>, std::less<>>& tables() const { return tables_; }
    void forEach(const std::function<void(std::string_view menu, Item& item)>& visit);

private:
    std::map<std::string, std::vector<Item>, std::less<>> tables_;
    ItemId lastId_ = 0;
};

// The menus "/interface" is made of.
[[nodiscard]] const std::vector<std::string_view>& interfaceKinds();

} // namespace core::routeros::config
