// Rules that look at more than one property: names taken twice, a port in two bridges, actions without their argument.
#pragma once

#include "agent/control/tree/tree.h"
#include "core/routeros/config/outcome.h"

namespace agent::control {

// `item` as it would be in `menu` of `tree`; its own id (0: new) is left out of the comparison with others.
[[nodiscard]] core::routeros::config::Outcome<void> check(const Tree& tree, std::string_view menu, const Item& item);

} // namespace agent::control
