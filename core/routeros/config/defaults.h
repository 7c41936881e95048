// Items as they are before anyone sets anything.
#pragma once

#include "core/routeros/config/item.h"

#include <string_view>

namespace core::routeros::config {

// A new item with the defaults of its menu, without an id; without values when the menu is unknown.
[[nodiscard]] Item itemWithDefaults(std::string_view menu);

// The same, made once; lives as long as the program. Any thread.
[[nodiscard]] const Item& defaultsOf(std::string_view menu);

} // namespace core::routeros::config
