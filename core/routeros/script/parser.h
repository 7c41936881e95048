// Script text → program, or → plain commands.
//
//   /ip firewall filter                      a menu alone: the lines below run in it
//   add chain=forward action=accept
//   set [find comment="old"] disabled=yes
//   /system identity set name=hap            a whole line; does not change the menu of the lines below
//   /ip/firewall/filter/remove *1,*2         slashes will do as well
//   :if ([:len [find]] > 0) do={ … }         and the whole language of scripts
//
// Pure; any thread.
#pragma once

#include "core/base/result.h"
#include "core/routeros/script/ast.h"
#include "core/routeros/script/program.h"

#include <functional>
#include <string_view>

namespace core::routeros::script {

// Reads everything that can be read. What is not understood is in the diagnostics, by name, with line and column, and kept as
// Refused statements. Takes any octets in any code page; time and memory grow with the size of the text.
[[nodiscard]] Program parseProgram(std::string_view text);

// The commands of a script without variables, expressions or control flow, such as an export. The first thing that is more
// than that is an error (InvalidInput): "file:line:column: what is wrong".
[[nodiscard]] core::base::Result<Script> parseScript(std::string_view text, std::string_view fileName);
[[nodiscard]] core::base::Result<Script> plainCommands(const Program& program, std::string_view fileName);

// Answers a [find …]: ids separated by commas, empty when nothing matches.
using FindResolver = std::function<core::base::Result<std::string>(std::string_view menu, const Find&)>;

// The request a command stands for. Positional items become "numbers" (and, for move, "destination").
[[nodiscard]] core::base::Result<core::model::Request> toRequest(const Command& command, std::string_view fileName, const FindResolver& find);

} // namespace core::routeros::script
