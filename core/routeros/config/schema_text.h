// The schema's tables as text, and how they are read. A line is a menu, or a property of the menu above it:
//
//   menu /interface/bridge list key=name interfaces
//     protocol-mode word(none|stp|rstp|mstp) =rstp ;MI
//     mtu num(68..65535) =auto or(auto) ;MI
//
//   menu      path, kind (list, ordered, fixed, settings, readonly), then key=PROPERTY, interfaces
//   property  name, type, then in any order
//               =VALUE                               default; "=" alone is the empty one
//               required ro neg list pair bare secret   the flags of Property
//               or(a|b)                              words taken beside a proper value
//               since=7.16 until=7.13 ;MID           versions, and where the line comes from (Property::source)
//   type      text bool hex dec time rate size addr addrlen prefix range ports proto mac word(a|b) num num(0..9) ref(TARGET)
//
// Internal to the room.
#pragma once

#include "core/routeros/config/schema.h"

#include <string_view>
#include <vector>

namespace core::routeros::config {

// The menus of one table. `table` must outlive them. A line that cannot be read is left out; a test reads every line of every table.
[[nodiscard]] std::vector<Menu> readMenus(std::string_view table);

// Nothing when the line is no property.
[[nodiscard]] std::optional<Property> readProperty(std::string_view line);

} // namespace core::routeros::config
