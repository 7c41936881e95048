// How RouterOS writes a value on a command line.
//
//   quote("defconf: fasttrack")  → "\"defconf: fasttrack\""
//   quote("established,related") → "established,related"
//   quote("")                    → "\"\""
//
// Values are bytes; octets outside printable ASCII are written as \XX, so a line is always plain ASCII.
#pragma once

#include <string>
#include <string_view>

namespace core::routeros::script {

// The text between the quotes: every octet that needs it escaped.
[[nodiscard]] std::string escape(std::string_view value);

// The value, in quotes with escapes when it could be misread bare.
[[nodiscard]] std::string quote(std::string_view value);

} // namespace core::routeros::script
