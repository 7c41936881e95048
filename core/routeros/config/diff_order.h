// The order in which changes can be made one after the other. Internal to the room. Pure; any thread.
#pragma once

#include "core/routeros/config/diff.h"

#include <string_view>

namespace core::routeros::config {

// Whether the order of this menu's items means something.
[[nodiscard]] bool isOrdered(std::string_view menu);

// Sorts the entries: what goes first, last menus first; then what comes and changes, menu by menu, so that whatever is named is there.
// Fills in places: number, next, nextNumber. Who goes in front of whom follows from orders.
void arrange(ConfigDiff& changes);

} // namespace core::routeros::config
