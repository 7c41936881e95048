// Script text → commands.
//
//   /ip firewall filter                      a menu alone: the lines below run in it
//   add chain=forward action=accept
//   set [find comment="old"] disabled=yes
//   /system identity set name=hap            a whole line; does not change the menu of the lines below
//   /ip/firewall/filter/remove *1,*2         slashes will do as well
//
// Pure; any thread. Errors (InvalidInput) read "file:line:column: what is wrong".
#pragma once

#include "core/base/result.h"
#include "core/routeros/script/ast.h"

#include <functional>
#include <string_view>

namespace core::routeros::script {

[[nodiscard]] core::base::Result<Script> parseScript(std::string_view text, std::string_view fileName);

// Answers a [find …]: ids separated by commas, empty when nothing matches.
using FindResolver = std::function<core::base::Result<std::string>(std::string_view menu, const Find&)>;

// The request a command stands for. Positional items become "numbers" (and, for move, "destination").
[[nodiscard]] core::base::Result<core::model::Request> toRequest(const Command& command, std::string_view fileName, const FindResolver& find);

} // namespace core::routeros::script
