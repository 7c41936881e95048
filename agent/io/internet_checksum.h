// The Internet checksum (RFC 1071): one's complement sum of 16 bit words in network order.
#pragma once

#include "core/base/endian.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace agent::io {

inline std::uint16_t fold(std::uint64_t sum) {
    while (sum >> 16) {
        sum = (sum & 0xffff) + (sum >> 16);
    }
    return static_cast<std::uint16_t>(sum);
}

// The sum in words of this machine, whatever its byte order: for comparisons with other such sums. The order of octets within a word does
// not matter to a sum that is folded (RFC 1071 section 2 (B)), so eight octets are added at a time.
inline std::uint64_t machineSum(const std::uint8_t* p, std::size_t length) {
    constexpr std::uint64_t kLow = 0xffffffff;
    std::uint64_t even = 0, odd = 0;
    for (; length >= 16; length -= 16, p += 16) {
        std::uint64_t a, b;
        std::memcpy(&a, p, 8);
        std::memcpy(&b, p + 8, 8);
        even += (a & kLow) + (a >> 32);
        odd += (b & kLow) + (b >> 32);
    }
    std::uint64_t rest[2] = {};
    std::memcpy(rest, p, length);
    return even + odd + (rest[0] & kLow) + (rest[0] >> 32) + (rest[1] & kLow) + (rest[1] >> 32);
}

// Adds the words of `bytes` to `sum`; an odd last octet counts as the high half of a word.
inline std::uint64_t addWords(std::uint64_t sum, std::span<const std::uint8_t> bytes) {
    const std::uint16_t words = fold(machineSum(bytes.data(), bytes.size()));
    std::array<std::uint8_t, 2> octets;
    std::memcpy(octets.data(), &words, 2);
    return sum + core::base::loadBe16(octets.data());
}

} // namespace agent::io
