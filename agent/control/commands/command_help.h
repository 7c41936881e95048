// What front doors need for completion and "?": the names below a menu, its verbs, their arguments, one line on each.
//
//   childMenus("/ip")                              {"address", "arp", "firewall", "route", …}
//   verbs("/ip/firewall/filter")                   {"add", "comment", "disable", …}
//   argumentNames("/ip/firewall/filter", "add")    {"action", "chain", "comment", …}
//   helpText("/ip/firewall/filter", "add")         "Create a new item"
//
// Pure; any thread. Everything sorted.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace agent::control {

// Names, not paths. The root is "".
[[nodiscard]] std::vector<std::string> childMenus(std::string_view menu);

// Commands of a menu, those of single menus included. Of the root: export, import, undo, redo, quit.
[[nodiscard]] std::vector<std::string> verbs(std::string_view menu);

[[nodiscard]] std::vector<std::string> argumentNames(std::string_view menu, std::string_view verb);

// Words an argument takes ("yes", "no", "accept" …); empty when any value will do.
[[nodiscard]] std::vector<std::string> argumentWords(std::string_view menu, std::string_view verb, std::string_view argument);

// One line on a menu (verb empty), a command, or an argument of one; empty when there is nothing to say.
[[nodiscard]] std::string_view helpText(std::string_view menu, std::string_view verb = {}, std::string_view argument = {});

} // namespace agent::control
