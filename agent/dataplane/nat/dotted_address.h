// IPv4 addresses as the texts of FTP and SIP write them: "10.0.0.2", nothing before or behind it. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace agent::dataplane {

// Host order; nothing when the text is more or less than four octets.
[[nodiscard]] std::optional<std::uint32_t> parseDotted(std::string_view text);

} // namespace agent::dataplane
