// Explicit congestion notification in the IPv4 header (RFC 3168 section 5).
#pragma once

#include "agent/dataplane/packet/packet_buf.h"
#include "core/base/endian.h"

namespace agent::dataplane {

// Sets CE on a packet whose sender declared itself capable and repairs the header checksum (RFC 1624, equation 3).
// False: not IPv4 or not capable; the packet is as it was.
inline bool markCongestionExperienced(PacketBuf& packet) {
    constexpr std::uint16_t kCe = 0x0003; // the two ECN bits, low in the word "version, IHL, TOS"
    if ((packet.flags & kIsIpv4) == 0) {
        return false;
    }
    std::uint8_t* header = packet.frame() + packet.l3Offset;
    const std::uint16_t before = core::base::loadBe16(header);
    if ((before & kCe) == 0) {
        return false;
    }
    if ((before & kCe) == kCe) {
        return true;
    }
    const std::uint16_t after = before | kCe;
    std::uint32_t sum = static_cast<std::uint16_t>(~core::base::loadBe16(header + 10));
    sum += static_cast<std::uint16_t>(~before);
    sum += after;
    sum = (sum & 0xffff) + (sum >> 16);
    sum = (sum & 0xffff) + (sum >> 16);
    core::base::storeBe16(header, after);
    core::base::storeBe16(header + 10, static_cast<std::uint16_t>(~sum));
    return true;
}

} // namespace agent::dataplane
