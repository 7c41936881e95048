// RouterOS keeps octets: new tools write UTF-8, WinBox the code page of its Windows. For people they become text here and nowhere earlier.
#pragma once

#include <QString>
#include <string_view>

namespace core::workspace {

// UTF-8 when it is, else one character an octet (Latin-1). Ends at the first NUL: some names come padded. Never rich text.
QString displayText(std::string_view octets);

} // namespace core::workspace
