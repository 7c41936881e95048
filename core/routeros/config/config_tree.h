// The router's configuration: every menu's items in order. A plain value: copy it, change the copy (edit.h), keep either.
//
//   ConfigTree tree = loadConfig(text).tree;
//   for (const Item& rule : tree.items("/ip/firewall/filter")) …
//
// "/interface" is the union of its kinds: items() gives the rows of all of them, and an item is found under either path.
// Not thread-safe; a copy is independent, and cheap: tables are shared until they are changed (item_table.h).
#pragma once

#include "core/routeros/config/item.h"
#include "core/routeros/config/item_table.h"

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
    // The values of a settings menu; every property that has a default is there, also when nobody has set anything.
    [[nodiscard]] const Item& settings(std::string_view menu) const;

    // The menu an id lives in; empty when there is no such item.
    [[nodiscard]] std::string_view menuOf(ItemId id) const;

    // The interface of any kind with this name or "*ID"; null when there is none.
    [[nodiscard]] const Item* findInterface(std::string_view nameOrId) const;

    // --- for those who keep the rules: load.h here, the agent for its own tree -----------------------
    ItemId nextId() { return ++lastId_; }
    // Makes nextId() give higher ones than this.
    void useUpTo(ItemId id) { lastId_ = id > lastId_ ? id : lastId_; }
    [[nodiscard]] ItemId lastId() const { return lastId_; }
    [[nodiscard]] std::vector<Item>& table(std::string_view menu);
    [[nodiscard]] Item* mutableItem(ItemId id);
    [[nodiscard]] Item& mutableSettings(std::string_view menu) { return table(menu).front(); }
    [[nodiscard]] const std::map<std::string, ItemTable, std::less<>>& tables() const { return tables_; }
    void forEach(const std::function<void(std::string_view menu, Item& item)>& visit);

private:
    template <class Wanted> const Item* firstOf(std::string_view menu, Wanted wanted) const;

    std::map<std::string, ItemTable, std::less<>> tables_;
    ItemId lastId_ = 0;
};

// The menus "/interface" is made of, in the order of its rows.
[[nodiscard]] const std::vector<std::string_view>& interfaceKinds();

} // namespace core::routeros::config
