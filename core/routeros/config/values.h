// Reading single property values. Every function answers nothing for text that is not such a value.
// Pure; any thread.
#pragma once

#include "core/base/units.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::routeros::config {

// yes, no, true, false
[[nodiscard]] std::optional<bool> parseBoolean(std::string_view text);

// Decimal, or hexadecimal with 0x.
[[nodiscard]] std::optional<std::uint64_t> parseNumber(std::string_view text);

// Bits per second: "10M", "512k", "1G", "0", and as newer exports spell it "420.0Mbps".
[[nodiscard]] std::optional<std::uint64_t> parseRate(std::string_view text);

// Octets: "33554432", "32MiB", "32.0MiB", "50KiB".
[[nodiscard]] std::optional<std::uint64_t> parseSize(std::string_view text);

// "1w2d3h4m5s6ms7us", "00:05:00", or bare seconds.
[[nodiscard]] std::optional<core::base::Nanos> parseDuration(std::string_view text);

// "0.01"
[[nodiscard]] std::optional<double> parseDecimal(std::string_view text);

// Host order.
[[nodiscard]] std::optional<std::uint32_t> parseIpv4(std::string_view text);
[[nodiscard]] std::string formatIpv4(std::uint32_t address);

struct Ipv4WithLength {
    std::uint32_t address = 0;
    std::uint8_t length = 32;
    [[nodiscard]] std::uint32_t network() const { return length == 0 ? 0 : address & ~std::uint32_t{0} << (32 - length); }
};
// "10.0.0.1/24"; without a length: /32.
[[nodiscard]] std::optional<Ipv4WithLength> parseIpv4WithLength(std::string_view text);

struct Ipv4Interval {
    std::uint32_t first = 0, last = 0;
};
// "10.0.0.1", "10.0.0.0/8", "10.0.0.1-10.0.0.9".
[[nodiscard]] std::optional<Ipv4Interval> parseIpv4Interval(std::string_view text);

struct PortInterval {
    std::uint16_t first = 0, last = 0;
};
// "80", "1000-2000".
[[nodiscard]] std::optional<PortInterval> parsePorts(std::string_view text);

// "02:50:53:00:00:01"; read in either case, written in upper case.
[[nodiscard]] std::optional<std::array<std::uint8_t, 6>> parseMac(std::string_view text);
[[nodiscard]] std::string formatMac(const std::array<std::uint8_t, 6>& mac);

// "tcp", "udp", "icmp" … or a number below 256.
[[nodiscard]] std::optional<std::uint8_t> parseProtocol(std::string_view text);
[[nodiscard]] std::string formatProtocol(std::uint8_t protocol);

// "a,b" → {"a","b"}; "" → {}.
[[nodiscard]] std::vector<std::string_view> splitList(std::string_view text, char separator = ',');

} // namespace core::routeros::config
