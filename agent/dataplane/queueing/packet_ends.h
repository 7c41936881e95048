// Who a packet is from and for, as disciplines that tell hosts apart see it. Read from the header, so that IPv4 and IPv6 are alike.
#pragma once

#include "agent/dataplane/packet/packet_buf.h"
#include "agent/dataplane/queueing/flow_hash.h"
#include "core/base/endian.h"

#include <algorithm>
#include <cstdint>

namespace agent::dataplane {

// 4, 6, or 0 for a frame that carries no IP packet.
[[nodiscard]] inline int ipVersion(const PacketBuf& packet) {
    if ((packet.flags & kIsIpv4) != 0) {
        return 4;
    }
    constexpr std::uint16_t kEtherTypeIpv6 = 0x86dd;
    const bool six = packet.l3Offset >= 14 && packet.length >= packet.l3Offset + 40u &&
                     core::base::loadBe16(packet.frame() + packet.l3Offset - 2) == kEtherTypeIpv6;
    return six ? 6 : 0;
}

enum class PacketEnd : std::uint8_t { Source, Destination };

// A number that stands for the first bits of an address: `mask4` of an IPv4, `mask6` of an IPv6 one. 0 when there is none.
[[nodiscard]] inline std::uint32_t addressKey(const PacketBuf& packet, PacketEnd end, unsigned mask4, unsigned mask6) {
    const int version = ipVersion(packet);
    if (version == 0) {
        return 0;
    }
    const std::uint8_t* header = packet.frame() + packet.l3Offset;
    const bool source = end == PacketEnd::Source;
    const std::uint8_t* address = version == 4 ? header + (source ? 12 : 16) : header + (source ? 8 : 24);
    std::uint32_t key = 0;
    unsigned left = version == 4 ? std::min(mask4, 32u) : std::min(mask6, 128u);
    for (; left > 0; address += 4) {
        const unsigned bits = std::min(left, 32u);
        key = mixHash(key ^ (core::base::loadBe32(address) & ~std::uint32_t{0} << (32 - bits)));
        left -= bits;
    }
    return key;
}

// The sender before src-nat, IPv4 (PacketBuf::src stays as the router received it); otherwise as above.
[[nodiscard]] inline std::uint32_t senderKeyBeforeNat(const PacketBuf& packet, unsigned mask4, unsigned mask6) {
    if (ipVersion(packet) != 4) {
        return addressKey(packet, PacketEnd::Source, mask4, mask6);
    }
    return mask4 == 0 ? 0 : mixHash(packet.src & ~std::uint32_t{0} << (32 - std::min(mask4, 32u)));
}

// Differentiated services code point, 0 when there is none.
[[nodiscard]] inline std::uint8_t dscpOf(const PacketBuf& packet) {
    const int version = ipVersion(packet);
    const std::uint8_t* header = packet.frame() + packet.l3Offset;
    return version == 4   ? static_cast<std::uint8_t>(header[1] >> 2)
           : version == 6 ? static_cast<std::uint8_t>((core::base::loadBe16(header) >> 6) & 0x3f)
                          : std::uint8_t{0};
}

} // namespace agent::dataplane
