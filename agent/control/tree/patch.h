// What one change did to a tree, small enough to keep a hundred of them: items as they were and as they are, and the order
// of a menu where it changed.
//
//   Patch patch = patchBetween(before, after);
//   applyPatch(after, patch, Direction::Back);   // `after` is `before` again
//
// A plain value. Menus whose tables the two trees share (item_table.h) cost nothing.
#pragma once

#include "agent/control/tree/tree.h"

#include <optional>
#include <string>
#include <vector>

namespace agent::control {

struct ItemChange {
    std::string menu;
    ItemId id = 0;              // 0: a settings menu
    std::optional<Item> before; // none: the item came
    std::optional<Item> after;  // none: it went
};

struct OrderChange {
    std::string menu;
    std::vector<ItemId> before, after;
};

struct Patch {
    std::vector<ItemChange> items;
    std::vector<OrderChange> orders;
    [[nodiscard]] bool empty() const { return items.empty() && orders.empty(); }
};

enum class Direction { Back, Forth };

[[nodiscard]] Patch patchBetween(const Tree& before, const Tree& after);

// Items that are no longer there are left out; everything else becomes as the patch says.
void applyPatch(Tree& tree, const Patch& patch, Direction direction);

// The patch as RouterOS commands, one a line, items by their ids: "/ip/firewall/filter/remove *4".
[[nodiscard]] std::string describePatch(const Patch& patch, Direction direction);

} // namespace agent::control
