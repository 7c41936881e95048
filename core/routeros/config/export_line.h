// One line of an export, from its words to text. Internal to the room. Pure; any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace core::routeros::config {

// `words` with blanks between them. Wrapped: lines of at most 80 octets, with a backslash where the line goes on and four blanks in front
// of the rest; a line breaks between words, behind the "=" of a word whose value does not fit, within quotes and behind commas.
[[nodiscard]] std::string exportLine(const std::vector<std::string>& words, bool wrap);

} // namespace core::routeros::config
