#include "agent/io/partial_checksum.h"

#include "agent/io/internet_checksum.h"
#include "agent/io/offload.h"
#include "core/base/endian.h"

namespace agent::io {

using core::base::loadBe16;

bool completeIfPartial(std::span<std::uint8_t> frame) {
    std::size_t l3 = 14;
    while (l3 + 4 <= frame.size() && (loadBe16(&frame[l3 - 2]) == 0x8100 || loadBe16(&frame[l3 - 2]) == 0x88a8)) {
        l3 += 4;
    }
    if (l3 + 20 > frame.size()) {
        return false;
    }
    const std::uint16_t type = loadBe16(&frame[l3 - 2]);
    const bool six = type == 0x86dd;
    if ((!six && type != 0x0800) || (six && l3 + 40 > frame.size()) || (!six && (loadBe16(&frame[l3 + 6]) & 0x3fff) != 0)) {
        return false;
    }
    const std::size_t l4 = six ? l3 + 40 : l3 + (frame[l3] & 0x0fu) * 4u;
    const std::size_t end = six ? l4 + loadBe16(&frame[l3 + 4]) : l3 + loadBe16(&frame[l3 + 2]);
    const std::uint8_t protocol = frame[l3 + (six ? 6 : 9)];
    const std::size_t field = protocol == 6 ? 16 : 6;
    if ((protocol != 6 && protocol != 17) || end > frame.size() || l4 + field + 2 > end) {
        return false;
    }
    const std::uint64_t pseudo = addWords(protocol + (end - l4), {&frame[l3 + (six ? 8 : 12)], six ? std::size_t{32} : std::size_t{8}});
    if (loadBe16(&frame[l4 + field]) != fold(pseudo)) {
        return false;
    }
    OffloadHints hints;
    hints.checksumStart = static_cast<std::uint16_t>(l4);
    hints.checksumOffset = static_cast<std::uint16_t>(field);
    return completeChecksum(frame.first(end), hints);
}

} // namespace agent::io
