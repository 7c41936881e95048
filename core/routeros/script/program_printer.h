// Program → text that reads back as the same program, in one spelling: menus by blanks as export writes them, one statement
// per line, blocks indented by four blanks, quotes where the script had them, parentheses around every operator.
//
//   printProgram(parseProgram("/ip/firewall/filter/add chain=\\\n  forward"))  →  "/ip firewall filter add chain=forward\n"
//
// Refused text is written back as it came. Pure; any thread.
#pragma once

#include "core/routeros/script/program.h"

#include <string>

namespace core::routeros::script {

[[nodiscard]] std::string printProgram(const Program& program);
[[nodiscard]] std::string printExpression(const Expression& expression);
// "!=", "and", "->"; how messages name an operator.
[[nodiscard]] std::string_view spelling(Operator op);

} // namespace core::routeros::script
