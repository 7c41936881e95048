// Base64 (RFC 4648, section 4). Pure; any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace core::base {

// With padding, on one line.
[[nodiscard]] std::string encodeBase64(std::string_view octets);
// Nothing for text that is not Base64; padding may be left out.
[[nodiscard]] std::optional<std::string> decodeBase64(std::string_view text);

} // namespace core::base
