#include "core/base/base64.h"

#include <cstdint>

namespace core::base {

namespace {

constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

} // namespace

std::string encodeBase64(std::string_view octets) {
    std::string out;
    out.reserve((octets.size() + 2) / 3 * 4);
    for (std::size_t at = 0; at < octets.size(); at += 3) {
        const std::size_t count = std::min<std::size_t>(3, octets.size() - at);
        std::uint32_t bits = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            bits = bits << 8 | (i < count ? static_cast<std::uint8_t>(octets[at + i]) : 0u);
        }
        for (std::size_t i = 0; i < 4; ++i) {
            out += i <= count ? kAlphabet[bits >> (18 - 6 * i) & 63] : '=';
        }
    }
    return out;
}

std::optional<std::string> decodeBase64(std::string_view text) {
    while (text.ends_with('=')) {
        text.remove_suffix(1);
    }
    if (text.size() % 4 == 1) {
        return std::nullopt;
    }
    std::string out;
    std::uint32_t bits = 0;
    int held = 0;
    for (const char c : text) {
        const std::size_t value = kAlphabet.find(c);
        if (value == std::string_view::npos) {
            return std::nullopt;
        }
        bits = bits << 6 | static_cast<std::uint32_t>(value);
        held += 6;
        if (held >= 8) {
            held -= 8;
            out += static_cast<char>(bits >> held & 0xff);
        }
    }
    return out;
}

} // namespace core::base
