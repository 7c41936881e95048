// Script text → tokens. Joins lines that end in a backslash, drops comments, resolves the escapes of quoted strings
// (\" \\ \$ \? \_ \a \b \f \n \r \t \v and \XX).
//
//   auto tokens = tokenize("/ip address\nadd address=10.0.0.1/24", "config.rsc");
//
// Pure; any thread. InvalidInput reads "config.rsc:2:5: …".
#pragma once

#include "core/base/result.h"
#include "core/routeros/script/token.h"

#include <string_view>
#include <vector>

namespace core::routeros::script {

// The last token is always End.
[[nodiscard]] core::base::Result<std::vector<Token>> tokenize(std::string_view text, std::string_view fileName);

// "file:line:column: text", the form of every error of this room and of whoever reports on a command of a script.
[[nodiscard]] core::base::Error errorAt(std::string_view fileName, Position at, std::string_view text);

} // namespace core::routeros::script
