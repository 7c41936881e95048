#include "agent/dataplane/parse/checksum.h"

#include "core/base/endian.h"

namespace agent::dataplane {

std::uint16_t onesSum(const std::uint8_t* data, std::size_t length, std::uint32_t initial) {
    // Words are added as 32 bit big-endian pairs into 64 bit, so that carries are folded only once (RFC 1071 section 2, (B) and (C)).
    std::uint64_t sum = initial;
    while (length >= 4) {
        sum += core::base::loadBe32(data);
        data += 4;
        length -= 4;
    }
    if (length >= 2) {
        sum += core::base::loadBe16(data);
        data += 2;
        length -= 2;
    }
    if (length == 1) {
        sum += static_cast<std::uint32_t>(*data) << 8;
    }
    sum = (sum & 0xffffffffu) + (sum >> 32);
    sum = (sum & 0xffffffffu) + (sum >> 32);
    return foldSum(static_cast<std::uint32_t>((sum & 0xffffu) + (sum >> 16)));
}

} // namespace agent::dataplane
