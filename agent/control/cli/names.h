// Commands as typed → commands of the router's tree: names written out, or what RouterOS says about a name it does not have.
//
//   Program program = parseProgram("/int pr det");
//   auto complaint = resolveNames(program, text, keeps);      // nothing: program is now "/interface print detail"
//   "bad command name foo (line 1 column 1)", "expected end of command (line 1 column 18)"
//
// Names may be cut short as long as only one fits. Everything is looked at, also what stands in brackets and blocks: a line
// with an error in it does nothing at all. Pure but for `keeps`.
#pragma once

#include "core/routeros/script/program.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace agent::control {

// Whether the router keeps items of a menu its schema does not have (of a configuration it was given).
using KeepsMenu = std::function<bool(std::string_view menu)>;

struct Complaint {
    std::string text;
    core::routeros::script::Position at;
};

// `text`: what the program was read from.
[[nodiscard]] std::optional<Complaint> resolveNames(core::routeros::script::Program& program, std::string_view text, const KeepsMenu& keeps);

// Where a path of names leads: as far as it can be followed.
struct Place {
    std::string menu;                 // written out
    std::string verb;                 // empty: the path names a menu
    std::size_t used = 0;             // names of the path
};
[[nodiscard]] Place followPath(const std::vector<std::string>& path, const KeepsMenu& keeps);

// Names of a command's arguments, those that only shape what a terminal shows included. Sorted.
[[nodiscard]] std::vector<std::string> terminalArguments(std::string_view menu, std::string_view verb);

// The one name of `names` that is, or else begins with, `typed`.
[[nodiscard]] std::optional<std::string> uniqueName(const std::vector<std::string>& names, std::string_view typed);

} // namespace agent::control
