// What comes out of a RouterOS console, made ready to be parsed. Pure; any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::link {

// Lines without line ends, terminal control sequences (ECMA-48 CSI) and what a bare carriage return had overwritten; without the log lines
// RouterOS writes into any console ("17:20:06 echo: system,error,critical login failure …"), wherever they stand. Octets are kept as they
// are.
[[nodiscard]] std::vector<std::string> cliLines(std::string_view output);

// "fp-rx-byte", ".id", "rx-65-127": what can stand before '='. Length of the name at `at` when a '=' follows it, else 0.
[[nodiscard]] std::size_t propertyNameAt(std::string_view text, std::size_t at);

// The console's complaint in `output`, such as "bad command name poe (line 1 column 21)" or "no such item"; absent when there is none.
// Only a line that begins like one of RouterOS's own messages counts, so a value cannot pass as a complaint.
[[nodiscard]] std::optional<std::string> cliComplaint(std::string_view output);

// The complaint is about the form of the command, so another form may do.
[[nodiscard]] bool isSyntaxComplaint(std::string_view complaint);

} // namespace core::link
