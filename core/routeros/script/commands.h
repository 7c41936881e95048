// Which words are commands. Only the router knows its whole tree; without it a word can be told from a menu by these names
// alone. A word that is none of them is taken as a menu unless arguments follow it.
// Names: the command tree of RouterOS 7.22 and the command line reference. Pure; any thread.
#pragma once

#include <string_view>

namespace core::routeros::script {

// A command of this menu: add, set, print everywhere; profile only in /tool, info only in /log …
[[nodiscard]] bool isCommand(std::string_view menu, std::string_view word);

// A command every item menu has (add, set, remove, find …): it needs no menu in front of it within its own.
[[nodiscard]] bool isItemCommand(std::string_view word);

// A command of the language (if, put, foreach …) in front of which the colon may be left out.
[[nodiscard]] bool isLanguageCommand(std::string_view word);

// Whether braces in this argument hold commands; elsewhere they hold an array.
[[nodiscard]] bool takesBlock(std::string_view verb, std::string_view argument);

} // namespace core::routeros::script
