#include "agent/dataplane/parse/checksum.h"

#include "core/base/endian.h"

#include <array>
#include <cstring>

namespace agent::dataplane {

std::uint16_t onesSum(const std::uint8_t* data, std::size_t length, std::uint32_t initial) {
    // Eight octets at a time in the machine's own order, carries added back at once; only the result is turned round (RFC 1071 section 2, (A)
    // to (C)).
    std::uint64_t own = 0;
    const auto add = [&own](std::uint64_t word) {
        own += word;
        own += own < word ? 1u : 0u;
    };
    for (; length >= 8; data += 8, length -= 8) {
        std::uint64_t word;
        std::memcpy(&word, data, 8);
        add(word);
    }
    if (length != 0) {
        std::uint64_t word = 0;
        std::memcpy(&word, data, length); // the rest of the word is zero, whichever end is which
        add(word);
    }
    own = (own & 0xffffffffu) + (own >> 32);
    own = (own & 0xffffffffu) + (own >> 32);
    const std::uint16_t folded = foldSum(static_cast<std::uint32_t>(own));
    std::array<std::uint8_t, 2> octets{};
    std::memcpy(octets.data(), &folded, 2);
    const std::uint32_t sum = core::base::loadBe16(octets.data());
    return foldSum(foldSum(initial) + sum);
}

} // namespace agent::dataplane
