// IPv6 addresses and prefixes as numbers (RFC 4291): the first octet on the wire is the highest one of `high`.
#pragma once

#include <cstdint>
#include <utility> // brings <compare>; as the first header <compare> trips Qt 6.4's moc

namespace agent::dataplane {

struct Ipv6Address {
    std::uint64_t high = 0, low = 0;
    auto operator<=>(const Ipv6Address&) const = default;

    [[nodiscard]] bool isUnspecified() const { return (high | low) == 0; }
    [[nodiscard]] bool isLoopback() const { return high == 0 && low == 1; }
    [[nodiscard]] bool isMulticast() const { return high >> 56 == 0xff; }                 // RFC 4291 section 2.7
    [[nodiscard]] bool isLinkLocal() const { return high >> 54 == 0xfe80u >> 6; }         // section 2.5.6
    [[nodiscard]] std::uint8_t multicastScope() const { return high >> 48 & 0xfu; }       // of a multicast address
    [[nodiscard]] Ipv6Address next() const { return {high + (low == ~std::uint64_t{0} ? 1u : 0u), low + 1}; }
};

// Solicited-node multicast address (RFC 4291 section 2.7.1).
constexpr Ipv6Address solicitedNode(const Ipv6Address& address) {
    return {0xff02'0000'0000'0000ull, 0x0000'0001'ff00'0000ull | (address.low & 0x00ff'ffffull)};
}
constexpr Ipv6Address kAllNodes{0xff02'0000'0000'0000ull, 1};
constexpr Ipv6Address kAllRouters{0xff02'0000'0000'0000ull, 2};
constexpr std::uint64_t kLinkLocalPrefix = 0xfe80'0000'0000'0000ull;

struct Ipv6Prefix {
    Ipv6Address address;
    std::uint8_t length = 0; // 0…128
    auto operator<=>(const Ipv6Prefix&) const = default;

    [[nodiscard]] Ipv6Address mask() const {
        const auto ones = [](unsigned bits) { return bits == 0 ? std::uint64_t{0} : ~std::uint64_t{0} << (64 - bits); };
        return length <= 64 ? Ipv6Address{ones(length), 0} : Ipv6Address{~std::uint64_t{0}, ones(length - 64u)};
    }
    [[nodiscard]] Ipv6Address first() const { return {address.high & mask().high, address.low & mask().low}; }
    [[nodiscard]] Ipv6Address last() const { return {address.high | ~mask().high, address.low | ~mask().low}; }
    [[nodiscard]] bool contains(const Ipv6Address& a) const {
        return (((a.high ^ address.high) & mask().high) | ((a.low ^ address.low) & mask().low)) == 0;
    }
};

} // namespace agent::dataplane
