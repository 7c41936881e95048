// Pieces that every shape of print is made of. Internal to the room.
#pragma once

#include "agent/control/cli/print_format.h"
#include "agent/control/commands/print_layout.h"

namespace agent::control::shape {

// " R S": one place per flag.
[[nodiscard]] std::string flagsOf(const core::model::Row& row, const std::vector<PrintFlag>& flags);
[[nodiscard]] bool isFlag(const PrintLayout& layout, std::string_view property);
// "Flags: X - disabled, R - running"
[[nodiscard]] std::string legend(const std::vector<PrintFlag>& flags, bool upperCase);

[[nodiscard]] std::string padded(std::string_view text, std::size_t width);       // to the left
[[nodiscard]] std::string rightAligned(std::string_view text, std::size_t width);
void trimEnd(std::string& line);
// Every line of it, printable.
[[nodiscard]] Lines commentLines(std::string_view comment);

[[nodiscard]] Lines table(const PrintFormat& format, const PrintLayout& layout, const std::vector<core::model::Row>& rows, const std::vector<std::size_t>& numbers);
[[nodiscard]] Lines details(const PrintFormat& format, const PrintLayout& layout, const std::vector<core::model::Row>& rows, const std::vector<std::size_t>& numbers);
[[nodiscard]] Lines terse(const PrintFormat& format, const PrintLayout& layout, const std::vector<core::model::Row>& rows, const std::vector<std::size_t>& numbers);

} // namespace agent::control::shape
