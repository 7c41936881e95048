// The Internet checksum (RFC 1071): one's complement sum of 16 bit words in network order.
#pragma once

#include "core/base/endian.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace agent::io {

// Adds the words of `bytes` to `sum`; an odd last octet counts as the high half of a word. At most 64 KB a call.
inline std::uint64_t addWords(std::uint64_t sum, std::span<const std::uint8_t> bytes) {
    const std::uint8_t* p = bytes.data();
    std::size_t left = bytes.size();
    for (; left >= 4; left -= 4, p += 4) {
        sum += core::base::loadBe32(p); // two words at once; the carries come back in fold()
    }
    if (left >= 2) {
        sum += core::base::loadBe16(p);
        p += 2;
        left -= 2;
    }
    return left == 1 ? sum + (static_cast<std::uint32_t>(*p) << 8) : sum;
}

inline std::uint16_t fold(std::uint64_t sum) {
    while (sum >> 16) {
        sum = (sum & 0xffff) + (sum >> 16);
    }
    return static_cast<std::uint16_t>(sum);
}

} // namespace agent::io
