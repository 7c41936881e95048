#include "core/routeros/config/values.h"

#include <charconv>
#include <cstdio>
#include <limits>
#include <utility>

namespace core::routeros::config {

using core::base::Nanos;

namespace {

// Names of IP protocols as RouterOS spells them (numbers: IANA protocol registry).
constexpr std::array<std::pair<std::string_view, std::uint8_t>, 14> kProtocols{{
    {"icmp", 1}, {"igmp", 2}, {"ipencap", 4}, {"tcp", 6}, {"egp", 8}, {"udp", 17}, {"dccp", 33}, {"gre", 47}, {"ipsec-esp", 50},
    {"ipsec-ah", 51}, {"ospf", 89}, {"pim", 103}, {"vrrp", 112}, {"sctp", 132},
}};

// Leading digits of text; text moves behind them.
std::optional<std::uint64_t> takeDigits(std::string_view& text) {
    std::uint64_t value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (read.ec != std::errc()) {
        return std::nullopt;
    }
    text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
    return value;
}

std::optional<std::uint64_t> times(std::uint64_t value, std::uint64_t factor) {
    if (value > std::numeric_limits<std::uint64_t>::max() / factor) {
        return std::nullopt;
    }
    return value * factor;
}

std::optional<Nanos> parseClock(std::string_view text) {
    Nanos seconds = 0;
    for (int part = 0; part < 3; ++part) {
        const auto value = takeDigits(text);
        if (!value || *value > 1'000'000) {
            return std::nullopt;
        }
        seconds = seconds * 60 + static_cast<Nanos>(*value);
        if (part < 2) {
            if (!text.starts_with(':')) {
                return std::nullopt;
            }
            text.remove_prefix(1);
        }
    }
    return text.empty() ? std::optional(seconds * core::base::kSecond) : std::nullopt;
}

std::optional<Nanos> unitOf(std::string_view unit) {
    constexpr std::array<std::pair<std::string_view, Nanos>, 7> units{{
        {"w", 604'800 * core::base::kSecond}, {"d", 86'400 * core::base::kSecond}, {"h", 3'600 * core::base::kSecond}, {"m", 60 * core::base::kSecond},
        {"s", core::base::kSecond}, {"ms", core::base::kMillisecond}, {"us", core::base::kMicrosecond},
    }};
    for (const auto& [name, span] : units) {
        if (name == unit) {
            return span;
        }
    }
    return std::nullopt;
}

} // namespace

std::optional<bool> parseBoolean(std::string_view text) {
    if (text == "yes" || text == "true") {
        return true;
    }
    if (text == "no" || text == "false") {
        return false;
    }
    return std::nullopt;
}

std::optional<std::uint64_t> parseNumber(std::string_view text) {
    const int base = text.starts_with("0x") ? 16 : 10;
    if (base == 16) {
        text.remove_prefix(2);
    }
    std::uint64_t value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value, base);
    return read.ec == std::errc() && read.ptr == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

std::optional<std::uint64_t> parseRate(std::string_view text) {
    auto value = takeDigits(text);
    std::uint64_t tenths = 0;
    const bool spelledOut = text.ends_with("bps");
    if (value && spelledOut) {
        text.remove_suffix(3);
        if (text.size() < 2 || text.front() != '.' || text[1] < '0' || text[1] > '9') {
            return std::nullopt;
        }
        tenths = static_cast<std::uint64_t>(text[1] - '0');
        text.remove_prefix(2);
    }
    if (!value || text.size() > 1) {
        return std::nullopt;
    }
    std::uint64_t unit = 1;
    if (!text.empty()) {
        switch (text.front()) {
        case 'k':
        case 'K': unit = 1'000; break;
        case 'M': unit = 1'000'000; break;
        case 'G': unit = 1'000'000'000; break;
        default: return std::nullopt;
        }
    }
    value = times(*value, unit);
    return value ? std::optional(*value + tenths * unit / 10) : std::nullopt;
}

std::optional<std::uint64_t> parseSize(std::string_view text) {
    const auto value = takeDigits(text);
    if (!value) {
        return std::nullopt;
    }
    if (text.starts_with(".0")) {
        text.remove_prefix(2);
    }
    if (text.empty()) {
        return value;
    }
    if (text == "KiB" || text == "k" || text == "K") {
        return times(*value, 1u << 10);
    }
    if (text == "MiB" || text == "M") {
        return times(*value, 1u << 20);
    }
    if (text == "GiB" || text == "G") {
        return times(*value, 1u << 30);
    }
    return std::nullopt;
}

std::optional<Nanos> parseDuration(std::string_view text) {
    if (text.find(':') != std::string_view::npos) {
        return parseClock(text);
    }
    constexpr Nanos longest = std::numeric_limits<Nanos>::max() / 4;
    Nanos total = 0;
    bool any = false;
    while (!text.empty()) {
        const auto value = takeDigits(text);
        if (!value) {
            return std::nullopt;
        }
        std::size_t letters = 0;
        while (letters < text.size() && text[letters] >= 'a' && text[letters] <= 'z') {
            ++letters;
        }
        const bool bareSeconds = letters == 0 && text.empty() && !any;
        const std::optional<Nanos> unit = bareSeconds ? std::optional(core::base::kSecond) : unitOf(text.substr(0, letters));
        if (!unit || *value > static_cast<std::uint64_t>(longest / *unit)) {
            return std::nullopt;
        }
        text.remove_prefix(letters);
        total += static_cast<Nanos>(*value) * *unit;
        if (total > longest) {
            return std::nullopt;
        }
        any = true;
    }
    return any ? std::optional(total) : std::nullopt;
}

std::optional<double> parseDecimal(std::string_view text) {
    double value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
    return read.ec == std::errc() && read.ptr == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

std::optional<std::uint32_t> parseIpv4(std::string_view text) {
    std::uint32_t address = 0;
    for (int part = 0; part < 4; ++part) {
        const auto octet = takeDigits(text);
        if (!octet || *octet > 255) {
            return std::nullopt;
        }
        address = address << 8 | static_cast<std::uint32_t>(*octet);
        if (part < 3) {
            if (!text.starts_with('.')) {
                return std::nullopt;
            }
            text.remove_prefix(1);
        }
    }
    return text.empty() ? std::optional(address) : std::nullopt;
}

std::string formatIpv4(std::uint32_t address) {
    return std::to_string(address >> 24) + "." + std::to_string(address >> 16 & 255) + "." + std::to_string(address >> 8 & 255) + "." +
           std::to_string(address & 255);
}

std::optional<Ipv4WithLength> parseIpv4WithLength(std::string_view text) {
    const std::size_t slash = text.find('/');
    const auto address = parseIpv4(text.substr(0, slash));
    if (!address) {
        return std::nullopt;
    }
    if (slash == std::string_view::npos) {
        return Ipv4WithLength{*address, 32};
    }
    const auto length = parseNumber(text.substr(slash + 1));
    return length && *length <= 32 ? std::optional(Ipv4WithLength{*address, static_cast<std::uint8_t>(*length)}) : std::nullopt;
}

std::optional<Ipv4Interval> parseIpv4Interval(std::string_view text) {
    if (const std::size_t dash = text.find('-'); dash != std::string_view::npos) {
        const auto first = parseIpv4(text.substr(0, dash));
        const auto last = parseIpv4(text.substr(dash + 1));
        return first && last && *first <= *last ? std::optional(Ipv4Interval{*first, *last}) : std::nullopt;
    }
    const auto prefix = parseIpv4WithLength(text);
    if (!prefix) {
        return std::nullopt;
    }
    const std::uint32_t hosts = prefix->length == 0 ? ~std::uint32_t{0} : (std::uint32_t{1} << (32 - prefix->length)) - 1;
    return Ipv4Interval{prefix->network(), prefix->network() | (prefix->length == 32 ? 0 : hosts)};
}

std::optional<PortInterval> parsePorts(std::string_view text) {
    const std::size_t dash = text.find('-');
    const auto first = parseNumber(text.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : parseNumber(text.substr(dash + 1));
    if (!first || !last || *first > *last || *last > 65535) {
        return std::nullopt;
    }
    return PortInterval{static_cast<std::uint16_t>(*first), static_cast<std::uint16_t>(*last)};
}

std::optional<std::array<std::uint8_t, 6>> parseMac(std::string_view text) {
    std::array<std::uint8_t, 6> mac{};
    if (text.size() != 17) {
        return std::nullopt;
    }
    for (std::size_t i = 0; i < 6; ++i) {
        const char* at = text.data() + i * 3;
        const auto read = std::from_chars(at, at + 2, mac[i], 16);
        if (read.ec != std::errc() || read.ptr != at + 2 || (i < 5 && at[2] != ':')) {
            return std::nullopt;
        }
    }
    return mac;
}

std::string formatMac(const std::array<std::uint8_t, 6>& mac) {
    std::array<char, 18> text{};
    std::snprintf(text.data(), text.size(), "%02X:%02X:%02X:%02X:%02X:%02X", mac[0], mac[1], mac[2], mac[3], mac[4], mac[5]);
    return text.data();
}

std::optional<std::uint8_t> parseProtocol(std::string_view text) {
    for (const auto& [name, number] : kProtocols) {
        if (name == text) {
            return number;
        }
    }
    const auto number = parseNumber(text);
    return number && *number < 256 ? std::optional(static_cast<std::uint8_t>(*number)) : std::nullopt;
}

std::string formatProtocol(std::uint8_t protocol) {
    for (const auto& [name, number] : kProtocols) {
        if (number == protocol) {
            return std::string(name);
        }
    }
    return std::to_string(protocol);
}

std::vector<std::string_view> splitList(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const std::size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) {
            break;
        }
        text.remove_prefix(end + 1);
        if (text.empty()) {
            parts.push_back(text);
        }
    }
    return parts;
}

} // namespace core::routeros::config
