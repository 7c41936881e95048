#include "core/routeros/config/ipv6_text.h"

#include "core/routeros/config/values.h"

#include <charconv>
#include <vector>

namespace core::routeros::config {

namespace {

// Groups separated by colons, a dotted IPv4 address counting as two; nothing when one of them is none.
std::optional<std::vector<std::uint16_t>> readGroups(std::string_view text) {
    std::vector<std::uint16_t> groups;
    while (!text.empty()) {
        const std::size_t colon = text.find(':');
        const std::string_view group = text.substr(0, colon);
        if (colon == std::string_view::npos && group.find('.') != std::string_view::npos) {
            const auto address = parseIpv4(group);
            if (!address) {
                return std::nullopt;
            }
            groups.push_back(static_cast<std::uint16_t>(*address >> 16));
            groups.push_back(static_cast<std::uint16_t>(*address));
            return groups;
        }
        std::uint16_t value = 0;
        const auto [end, error] = std::from_chars(group.data(), group.data() + group.size(), value, 16);
        if (group.empty() || group.size() > 4 || error != std::errc() || end != group.data() + group.size()) {
            return std::nullopt;
        }
        groups.push_back(value);
        if (colon == std::string_view::npos) {
            break;
        }
        text.remove_prefix(colon + 1);
        if (text.empty()) {
            return std::nullopt; // a colon at the end
        }
    }
    return groups;
}

} // namespace

std::optional<Ipv6Octets> parseIpv6(std::string_view text) {
    constexpr std::size_t kGroups = 8;
    const std::size_t gap = text.find("::");
    const bool shortened = gap != std::string_view::npos;
    if (shortened && text.find("::", gap + 1) != std::string_view::npos) {
        return std::nullopt;
    }
    const auto head = readGroups(text.substr(0, gap));
    const auto tail = shortened ? readGroups(text.substr(gap + 2)) : std::optional(std::vector<std::uint16_t>());
    if (!head || !tail || (shortened ? head->size() + tail->size() >= kGroups : head->size() != kGroups)) {
        return std::nullopt;
    }
    Ipv6Octets out{};
    const auto put = [&](std::size_t at, std::uint16_t group) {
        out[2 * at] = static_cast<std::uint8_t>(group >> 8);
        out[2 * at + 1] = static_cast<std::uint8_t>(group);
    };
    for (std::size_t i = 0; i < head->size(); ++i) {
        put(i, (*head)[i]);
    }
    for (std::size_t i = 0; i < tail->size(); ++i) {
        put(kGroups - tail->size() + i, (*tail)[i]);
    }
    return out;
}

std::optional<Ipv6WithLength> parseIpv6WithLength(std::string_view text) {
    const std::size_t slash = text.find('/');
    const auto address = parseIpv6(text.substr(0, slash));
    if (!address) {
        return std::nullopt;
    }
    if (slash == std::string_view::npos) {
        return Ipv6WithLength{*address, 128};
    }
    const auto length = parseNumber(text.substr(slash + 1));
    return length && *length <= 128 ? std::optional(Ipv6WithLength{*address, static_cast<std::uint8_t>(*length)}) : std::nullopt;
}

std::string formatIpv6(const Ipv6Octets& address) {
    std::array<std::uint16_t, 8> groups{};
    for (std::size_t i = 0; i < groups.size(); ++i) {
        groups[i] = static_cast<std::uint16_t>(address[2 * i] << 8 | address[2 * i + 1]);
    }
    // The longest run of zero groups, the first of equals, at least two of them (RFC 5952 section 4.2).
    std::size_t gap = groups.size(), gapLength = 1;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        std::size_t length = 0;
        while (i + length < groups.size() && groups[i + length] == 0) {
            ++length;
        }
        if (length > gapLength) {
            gap = i;
            gapLength = length;
        }
    }
    std::string out;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (i == gap) {
            out += "::";
            i += gapLength - 1;
            continue;
        }
        if (!out.empty() && out.back() != ':') {
            out += ':';
        }
        std::array<char, 4> digits{};
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), groups[i], 16).ptr;
        out.append(digits.data(), end);
    }
    return out;
}

} // namespace core::routeros::config
