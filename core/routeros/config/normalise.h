// A configuration in the one order that says the same, so that two of them can be compared line by line.
//
//   exportConfig(normalised(loaded.tree), {})   // what two admins keep in git
//
// Items of ordered menus stay as they are; all others are sorted by key, then content. Pure; any thread.
#pragma once

#include "core/routeros/config/config_tree.h"

namespace core::routeros::config {

[[nodiscard]] ConfigTree normalised(ConfigTree tree);

} // namespace core::routeros::config
