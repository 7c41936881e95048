#include "core/routeros/script/span_text.h"

#include <array>
#include <charconv>
#include <cstdio>

namespace core::routeros::script {

using core::base::kSecond;
using core::base::Nanos;

namespace {

struct Unit {
    std::string_view name;
    Nanos span;
};

// Longer names first where one begins another.
constexpr std::array<Unit, 8> kUnits{{{"ms", kSecond / 1000}, {"us", kSecond / 1'000'000}, {"ns", 1}, {"w", 7 * 86400 * kSecond}, {"d", 86400 * kSecond}, {"h", 3600 * kSecond}, {"m", 60 * kSecond}, {"s", kSecond}}};

constexpr Nanos kLongest = INT64_MAX / 4;

// Takes a number and returns it; nothing when there is none or it is too large for a span.
std::optional<Nanos> takeNumber(std::string_view& text) {
    Nanos value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end == text.data() || text.front() == '-') {
        return std::nullopt;
    }
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
}

// "hh:mm:ss", "hh:mm:ss.fraction", from the first colon on.
std::optional<Nanos> clockRest(Nanos hours, std::string_view text) {
    text.remove_prefix(1);
    const auto minutes = takeNumber(text);
    if (!minutes || *minutes > 59 || hours > kLongest / (3600 * kSecond)) {
        return std::nullopt;
    }
    Nanos out = hours * 3600 * kSecond + *minutes * 60 * kSecond;
    if (text.empty() || text.front() != ':') {
        return std::nullopt;
    }
    text.remove_prefix(1);
    const auto seconds = takeNumber(text);
    if (!seconds || *seconds > 59) {
        return std::nullopt;
    }
    out += *seconds * kSecond;
    if (text.starts_with('.')) {
        Nanos place = kSecond / 10;
        for (text.remove_prefix(1); !text.empty() && text.front() >= '0' && text.front() <= '9'; text.remove_prefix(1)) {
            out += (text.front() - '0') * place;
            place /= 10;
        }
    }
    return text.empty() ? std::optional(out) : std::nullopt;
}

} // namespace

std::optional<Nanos> parseSpan(std::string_view text) {
    const bool negative = text.starts_with('-');
    text.remove_prefix(negative ? 1 : 0);
    Nanos out = 0;
    if (text.empty()) {
        return std::nullopt;
    }
    while (!text.empty()) {
        const auto number = takeNumber(text);
        if (!number) {
            return std::nullopt;
        }
        if (text.starts_with(':')) {
            const auto rest = clockRest(*number, text);
            if (!rest) {
                return std::nullopt;
            }
            out += *rest;
            break;
        }
        const Unit* unit = nullptr;
        for (const Unit& candidate : kUnits) {
            unit = !unit && text.starts_with(candidate.name) ? &candidate : unit;
        }
        if (!unit || *number > (kLongest - out) / unit->span) {
            return std::nullopt;
        }
        out += *number * unit->span;
        text.remove_prefix(unit->name.size());
    }
    return negative ? -out : out;
}

std::string clockText(Nanos span) {
    std::string out = span < 0 ? "-" : "";
    const std::uint64_t nanos = span < 0 ? 0 - static_cast<std::uint64_t>(span) : static_cast<std::uint64_t>(span);
    const std::uint64_t seconds = nanos / static_cast<std::uint64_t>(kSecond);
    const std::uint64_t fraction = nanos % static_cast<std::uint64_t>(kSecond);
    const std::uint64_t days = seconds / 86400;
    if (days >= 7) {
        out += std::to_string(days / 7) + "w";
    }
    if (days % 7 > 0) {
        out += std::to_string(days % 7) + "d";
    }
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%02d:%02d:%02d", static_cast<int>(seconds / 3600 % 24), static_cast<int>(seconds / 60 % 60), static_cast<int>(seconds % 60));
    out += text.data();
    if (fraction > 0) {
        std::snprintf(text.data(), text.size(), ".%09d", static_cast<int>(fraction));
        std::string digits = text.data();
        while (digits.size() > 4 && digits.ends_with("000")) {
            digits.resize(digits.size() - 3);
        }
        out += digits;
    }
    return out;
}

} // namespace core::routeros::script
