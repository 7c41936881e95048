// The configuration a router of this board has before anyone touches it: its ports, switch chips, queue types, settings.
#pragma once

#include "agent/control/tree/tree.h"
#include "core/devices/board.h"

namespace agent::control {

[[nodiscard]] Tree factoryTree(const core::devices::Board& board);

// A new item with the defaults of its menu; without an id.
[[nodiscard]] Item itemWithDefaults(std::string_view menu);

} // namespace agent::control
