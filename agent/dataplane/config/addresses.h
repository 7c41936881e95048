// Small address types used by the engine's configuration.
#pragma once

#include <array>
#include <cstdint>
#include <utility> // brings <compare>; as the first header <compare> trips Qt 6.4's moc

namespace agent::dataplane {

struct Mac {
    std::array<std::uint8_t, 6> octets{};
    auto operator<=>(const Mac&) const = default;
    [[nodiscard]] bool isGroup() const { return (octets[0] & 1u) != 0; }
};

// IPv4, host order.
struct Ipv4Prefix {
    std::uint32_t address = 0;
    std::uint8_t length = 0; // 0…32
    auto operator<=>(const Ipv4Prefix&) const = default;
    [[nodiscard]] std::uint32_t mask() const { return length == 0 ? 0 : ~std::uint32_t{0} << (32 - length); }
    [[nodiscard]] bool contains(std::uint32_t a) const { return ((a ^ address) & mask()) == 0; }
};

struct Ipv4Range {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    auto operator<=>(const Ipv4Range&) const = default;
    [[nodiscard]] bool contains(std::uint32_t a) const { return first <= a && a <= last; }
};

struct PortRange {
    std::uint16_t first = 0;
    std::uint16_t last = 0;
    auto operator<=>(const PortRange&) const = default;
    [[nodiscard]] bool contains(std::uint16_t p) const { return first <= p && p <= last; }
};

} // namespace agent::dataplane
