#include "agent/traffic/quantity.h"

#include <array>
#include <charconv>
#include <cmath>

namespace agent::traffic {
namespace {

using core::base::Nanos;

// Reads an unsigned decimal such as "12" or "0.25" from the front of `text`, and shortens `text` by it.
std::optional<double> takeNumber(std::string_view& text) {
    std::size_t length = 0;
    while (length < text.size() && ((text[length] >= '0' && text[length] <= '9') || text[length] == '.')) {
        ++length;
    }
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + length, value, std::chars_format::fixed);
    if (length == 0 || error != std::errc{} || end != text.data() + length) {
        return std::nullopt;
    }
    text.remove_prefix(length);
    return value;
}

struct Unit {
    std::string_view name;
    double nanos;
};
// Longer names first where one begins with another.
constexpr std::array<Unit, 8> kUnits{{{"ms", 1e6}, {"us", 1e3}, {"ns", 1}, {"w", 604800e9}, {"d", 86400e9}, {"h", 3600e9}, {"m", 60e9}, {"s", 1e9}}};
constexpr double kLongest = 9e18; // what fits in Nanos

} // namespace

std::optional<double> parseMultiple(std::string_view text) {
    const std::optional<double> number = takeNumber(text);
    if (!number) {
        return std::nullopt;
    }
    if (text.empty()) {
        return *number;
    }
    if (text == "k" || text == "K") {
        return *number * 1e3;
    }
    if (text == "M") {
        return *number * 1e6;
    }
    if (text == "G") {
        return *number * 1e9;
    }
    return std::nullopt;
}

std::optional<Nanos> parseDuration(std::string_view text) {
    double total = 0;
    bool first = true;
    while (first || !text.empty()) {
        const std::optional<double> number = takeNumber(text);
        if (!number) {
            return std::nullopt;
        }
        if (first && text.empty()) {
            total = *number * 1e9;
            break;
        }
        const Unit* found = nullptr;
        for (const Unit& unit : kUnits) {
            if (text.starts_with(unit.name)) {
                found = &unit;
                break;
            }
        }
        if (found == nullptr) {
            return std::nullopt;
        }
        text.remove_prefix(found->name.size());
        total += *number * found->nanos;
        first = false;
    }
    if (total > kLongest) {
        return std::nullopt;
    }
    return static_cast<Nanos>(std::llround(total));
}

std::optional<std::uint32_t> parseIpv4(std::string_view text) {
    std::uint32_t address = 0;
    for (int part = 0; part < 4; ++part) {
        if (part != 0) {
            if (text.empty() || text.front() != '.') {
                return std::nullopt;
            }
            text.remove_prefix(1);
        }
        std::uint8_t octet = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), octet);
        if (error != std::errc{}) {
            return std::nullopt;
        }
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        address = address << 8 | octet;
    }
    return text.empty() ? std::optional(address) : std::nullopt;
}

std::optional<AddressWithPrefix> parseIpv4Prefix(std::string_view text) {
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos) {
        return std::nullopt;
    }
    const std::optional<std::uint32_t> address = parseIpv4(text.substr(0, slash));
    const std::string_view tail = text.substr(slash + 1);
    std::uint8_t prefix = 0;
    const auto [end, error] = std::from_chars(tail.data(), tail.data() + tail.size(), prefix);
    if (!address || error != std::errc{} || end != tail.data() + tail.size() || prefix > 32) {
        return std::nullopt;
    }
    return AddressWithPrefix{*address, prefix};
}

} // namespace agent::traffic
