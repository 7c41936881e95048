#include "core/link/cli_values.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

namespace core::link {
namespace {

bool isOneOf(std::string_view text, std::initializer_list<std::string_view> list) {
    return std::find(list.begin(), list.end(), text) != list.end();
}

// Three-way settings whose "yes" and "no" are words, not booleans, and texts of the user.
bool keepsItsWords(std::string_view menu, std::string_view property) {
    return isOneOf(property, {"name", "comment", "identity", "message", "note", "version", "rp-filter", "accept-redirects",
                              "accept-router-advertisements", "hw-offload-group", "use-peer-dns", "contact", "location", "log-prefix",
                              "board-name", "board", "platform"}) ||
           (property == "enabled" && menu == "/ip/firewall/connection/tracking");
}

bool isGrouped(std::string_view text) {
    if (text.find(' ') == std::string_view::npos) {
        return false;
    }
    std::size_t digits = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == ' ') {
            if (digits == 0 || digits > 3 || i + 4 > text.size()) {
                return false;
            }
            digits = 0;
        } else if (text[i] >= '0' && text[i] <= '9') {
            ++digits;
        } else {
            return false;
        }
    }
    return digits == 3;
}

struct Unit {
    std::string_view text;
    double factor;
};
constexpr std::array<Unit, 9> kUnits{{{"Gbps", 1e9},
                                      {"Mbps", 1e6},
                                      {"kbps", 1e3},
                                      {"bps", 1},
                                      {"GiB", 1024.0 * 1024 * 1024},
                                      {"MiB", 1024.0 * 1024},
                                      {"KiB", 1024},
                                      {"MHz", 1},
                                      {"%", 1}}};

bool hasUnit(std::string_view property) {
    return property.ends_with("-per-second") || property.ends_with("-rate") || property.ends_with("-memory") ||
           property.ends_with("-hdd-space") || property.ends_with("-load") || property.ends_with("-queued-bytes") ||
           isOneOf(property, {"cpu-frequency", "bad-blocks", "rx", "tx"});
}

std::optional<std::string> withoutUnit(std::string_view value) {
    for (const Unit& unit : kUnits) {
        if (!value.ends_with(unit.text)) {
            continue;
        }
        const std::string_view number = value.substr(0, value.size() - unit.text.size());
        double amount = 0;
        const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), amount);
        if (error != std::errc() || end != number.data() + number.size() || !std::isfinite(amount) || amount < 0 ||
            amount * unit.factor > 1e18) {
            return std::nullopt;
        }
        return std::to_string(static_cast<std::uint64_t>(std::llround(amount * unit.factor)));
    }
    return std::nullopt;
}

// "1w2d03:04:05.5" → "1w2d3h4m5s500ms": scripts see times so, the API writes them the other way.
std::optional<std::string> spanOf(std::string_view value) {
    const std::size_t colon = value.find(':');
    if (colon == std::string_view::npos || colon < 2) {
        return std::nullopt;
    }
    const std::string_view days = value.substr(0, colon - 2);
    const std::string_view clock = value.substr(colon - 2);
    if (!days.empty() && days.back() != 'd' && days.back() != 'w') {
        return std::nullopt;
    }
    if (days.find_first_not_of("0123456789wd") != std::string_view::npos || clock.size() < 8 || clock[2] != ':' || clock[5] != ':') {
        return std::nullopt;
    }
    const auto two = [clock](std::size_t at) -> int {
        const char a = clock[at], b = clock[at + 1];
        return a >= '0' && a <= '9' && b >= '0' && b <= '9' ? (a - '0') * 10 + (b - '0') : -1;
    };
    const std::array<int, 3> parts{two(0), two(3), two(6)};
    if (std::any_of(parts.begin(), parts.end(), [](int part) { return part < 0; })) {
        return std::nullopt;
    }
    std::string fraction(clock.substr(8));
    if (!fraction.empty() &&
        (fraction[0] != '.' || fraction.size() > 10 || fraction.find_first_not_of("0123456789", 1) != std::string::npos)) {
        return std::nullopt;
    }
    std::string out(days);
    const std::array<char, 3> letters{'h', 'm', 's'};
    for (std::size_t i = 0; i < parts.size(); ++i) {
        out += parts[i] > 0 ? std::to_string(parts[i]) + letters[i] : std::string();
    }
    if (!fraction.empty()) {
        fraction = (fraction.substr(1) + "000000").substr(0, 6);
        const int ms = std::stoi(fraction.substr(0, 3));
        const int us = std::stoi(fraction.substr(3));
        out += ms > 0 ? std::to_string(ms) + "ms" : std::string();
        out += us > 0 ? std::to_string(us) + "us" : std::string();
    }
    return out.empty() ? "0s" : out;
}

} // namespace

std::string apiSpelling(std::string_view menu, std::string_view property, std::string_view value) {
    if (keepsItsWords(menu, property)) {
        return std::string(value);
    }
    if (value == "yes") {
        return "true";
    }
    if (value == "no") {
        return "false";
    }
    if (isGrouped(value)) {
        std::string digits(value);
        std::erase(digits, ' ');
        return digits;
    }
    if (hasUnit(property)) {
        if (std::optional<std::string> plain = withoutUnit(value)) {
            return *plain;
        }
    }
    if (!isOneOf(property, {"time", "start-time", "gmt-offset", "date"})) {
        if (std::optional<std::string> span = spanOf(value)) {
            return *span;
        }
    }
    return std::string(value);
}

void toApiSpelling(std::string_view menu, core::model::Row& row) {
    for (const core::model::Attribute& attribute : std::vector<core::model::Attribute>(row.attributes())) {
        row.set(attribute.name, apiSpelling(menu, attribute.name, attribute.value));
    }
}

} // namespace core::link
