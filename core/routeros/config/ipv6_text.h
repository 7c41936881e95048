// IPv6 addresses as text (RFC 4291 section 2.2) and back in the one form RFC 5952 recommends. Pure; any thread.
//
//   parseIpv6("2001:db8::1") → 16 octets;  formatIpv6(octets) → "2001:db8::1";  parseIpv6WithLength("2001:db8::1/64")
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace core::routeros::config {

using Ipv6Octets = std::array<std::uint8_t, 16>;

struct Ipv6WithLength {
    Ipv6Octets address{};
    std::uint8_t length = 128;
};

[[nodiscard]] std::optional<Ipv6Octets> parseIpv6(std::string_view text);
// Without a slash it is one address, length 128.
[[nodiscard]] std::optional<Ipv6WithLength> parseIpv6WithLength(std::string_view text);
[[nodiscard]] std::string formatIpv6(const Ipv6Octets& address);

} // namespace core::routeros::config
