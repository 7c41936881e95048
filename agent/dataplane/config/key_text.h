// Curve25519 keys as WireGuard's menus write them: 32 octets in base64 (RFC 4648 section 4), 44 characters with one "=".
//
//   const std::optional<Key32> key = keyFromBase64(item.value("private-key"));
#pragma once

#include "agent/dataplane/config/tunnels.h"

#include <optional>
#include <string>
#include <string_view>

namespace agent::dataplane {

namespace detail {
constexpr std::string_view kBase64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
}

inline std::optional<Key32> keyFromBase64(std::string_view text) {
    if (text.size() != 44 || text.back() != '=') {
        return std::nullopt;
    }
    Key32 key{};
    std::uint32_t bits = 0;
    std::size_t count = 0, out = 0;
    for (const char c : text.substr(0, 43)) {
        const std::size_t digit = detail::kBase64.find(c);
        if (digit == std::string_view::npos) {
            return std::nullopt;
        }
        bits = bits << 6 | static_cast<std::uint32_t>(digit);
        count += 6;
        if (count >= 8) {
            count -= 8;
            key[out++] = static_cast<std::uint8_t>(bits >> count);
        }
    }
    return (bits & 3u) == 0 ? std::optional(key) : std::nullopt; // the last digit has two bits to spare
}

inline std::string base64Of(const Key32& key) {
    std::string text;
    std::uint32_t bits = 0;
    std::size_t count = 0;
    for (const std::uint8_t octet : key) {
        bits = bits << 8 | octet;
        count += 8;
        while (count >= 6) {
            count -= 6;
            text += detail::kBase64[bits >> count & 63u];
        }
    }
    text += detail::kBase64[bits << (6 - count) & 63u];
    return text + '=';
}

} // namespace agent::dataplane
