// What is different between two configurations, as changes that lead from one to the other.
//
//   ConfigDiff changes = diff(before, after);
//   if (!changes.empty()) std::puts(describe(changes).c_str());   // /ip firewall filter set 3 disabled=yes
//   applyDiff(copyOfBefore, changes);                             // now the same as `after`
//   applyDiff(copyOfBefore, inverse(changes));                    // and back
//
// Semantic: a default that is written out, the order of items where order means nothing, what the router counts or finds out by itself
// and hardware that is only named make no difference. In ordered menus an item that changed its place is one move, and as few items move
// as possible. Items are the same when they have the same key; where a menu has none, the same content, then the likest content.
//
// Plain values. Pure; any thread.
#pragma once

#include "core/base/result.h"
#include "core/model/request.h"
#include "core/routeros/config/config_tree.h"

#include <map>
#include <string>
#include <vector>

namespace core::routeros::config {

using Values = std::map<std::string, std::string, std::less<>>;

struct DiffEntry {
    enum class Kind { Add, Remove, Set, Move };
    Kind kind = Kind::Set;
    std::string menu;
    ItemId id = 0;              // in `from`; of an added item: the one it gets; 0: a settings menu
    Values before;              // Remove: all of the item; Set: what changes, as far as it was there
    Values after;               // Add: all of the item; Set: what changes, as far as it is there then
    std::string selector;       // what a command means the item by: "[ find name=a ]", "ether1"; empty: its number
    std::string comment;        // the item's, for people
    std::size_t number = 0;     // the item's place in a print of `from`
    ItemId next = 0;            // Add and Move in an ordered menu: in front of this item; 0: at the end
    std::size_t nextNumber = 0; // its place in a print of `from`
    bool operator==(const DiffEntry&) const = default;
};

// The items of a menu that has entries, before and after.
struct MenuOrder {
    std::string menu;
    std::vector<ItemId> from, to;
    bool operator==(const MenuOrder&) const = default;
};

struct ConfigDiff {
    std::vector<DiffEntry> entries; // to be made in this order
    std::vector<MenuOrder> orders;
    [[nodiscard]] bool empty() const { return entries.empty(); }
    bool operator==(const ConfigDiff&) const = default;
};

[[nodiscard]] ConfigDiff diff(const ConfigTree& from, const ConfigTree& to);

[[nodiscard]] ConfigDiff inverse(const ConfigDiff& changes);

// `tree` must be the one the difference was made from, or a copy of it: items are found by their ids. InvalidInput, with the tree
// untouched, when an item is not there.
[[nodiscard]] core::base::Result<void> applyDiff(ConfigTree& tree, const ConfigDiff& changes);

// The writes for a router whose items have the ids of `from`.
[[nodiscard]] std::vector<core::model::Request> toRequests(const ConfigDiff& changes);

// The same as commands for a person, a line each: items are meant by their key, or by their number in a print of `from`.
[[nodiscard]] std::string describe(const ConfigDiff& changes);

} // namespace core::routeros::config
