// The writes: each checks its input as RouterOS does and answers with RouterOS's words when it refuses. A refused write may
// have changed part of the tree it was given: work on a copy (LiveConfig does).
//
//   Tree copy = tree;
//   auto id = add(copy, "/ip/address", {{"address", "10.0.0.1/24"}, {"interface", "ether1"}});
//   if (!id) … id.error().message == "input does not match any value of interface"
#pragma once

#include "agent/control/tree/tree.h"
#include "core/model/request.h"
#include "core/routeros/config/outcome.h"

#include <vector>

namespace agent::control {

using core::routeros::config::Outcome;
using Attributes = std::vector<core::model::Attribute>;

// Items by ids, names or positions in the list, separated by commas; "no such item" when one is not there.
[[nodiscard]] Outcome<std::vector<ItemId>> select(const Tree& tree, std::string_view menu, std::string_view numbers);

// Understands place-before on ordered menus.
[[nodiscard]] Outcome<ItemId> add(Tree& tree, std::string_view menu, const Attributes& properties);

// "!name" takes the property away (or back to its default). `ids` is ignored for settings menus.
[[nodiscard]] Outcome<void> set(Tree& tree, std::string_view menu, const std::vector<ItemId>& ids, const Attributes& properties);

[[nodiscard]] Outcome<void> remove(Tree& tree, std::string_view menu, const std::vector<ItemId>& ids);

// In front of `destination`; to the end without one.
[[nodiscard]] Outcome<void> move(Tree& tree, std::string_view menu, const std::vector<ItemId>& ids, std::optional<ItemId> destination);

} // namespace agent::control
