// cake-wash: clears the differentiated services code point, leaves the ECN bits.
#pragma once

#include "agent/dataplane/queueing/packet_ends.h"

namespace agent::dataplane {

inline void clearDscp(PacketBuf& packet) {
    std::uint8_t* header = packet.frame() + packet.l3Offset;
    const int version = ipVersion(packet);
    const std::uint16_t before = version == 0 ? std::uint16_t{0} : core::base::loadBe16(header);
    if (version == 6) { // version, then the eight bits of traffic class
        core::base::storeBe16(header, before & 0xf03f);
    } else if (version == 4 && (before & 0x00fc) != 0) { // RFC 1624, equation 3
        const std::uint16_t after = before & 0xff03;
        std::uint32_t sum = static_cast<std::uint16_t>(~core::base::loadBe16(header + 10));
        sum += static_cast<std::uint16_t>(~before);
        sum += after;
        sum = (sum & 0xffff) + (sum >> 16);
        sum = (sum & 0xffff) + (sum >> 16);
        core::base::storeBe16(header, after);
        core::base::storeBe16(header + 10, static_cast<std::uint16_t>(~sum));
    }
}

} // namespace agent::dataplane
