// The menus this agent has: its own (users, files, history, ground truth) and those of the schema. A menu of the schema need
// not be modelled (modelled.h): it is kept, shown and exported all the same.
//
// Immutable; any thread.
#pragma once

#include "core/routeros/config/schema.h"

namespace agent::control {

// Null when there is no such menu.
[[nodiscard]] const core::routeros::config::Menu* knownMenu(std::string_view path);

// Every menu, sorted by path.
[[nodiscard]] const std::vector<const core::routeros::config::Menu*>& knownMenus();

// Whether menus begin with this path: "/ip", "/ip/firewall", "/ip/firewall/filter".
[[nodiscard]] bool isDirectory(std::string_view path);

// Menus that are not configuration for others: never exported, not compared, but kept in the state file.
[[nodiscard]] bool isPrivate(std::string_view path);

} // namespace agent::control
