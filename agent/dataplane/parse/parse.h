// One pass over a received frame: Ethernet, the outer 802.1Q tag, ARP, IPv4, TCP, UDP, ICMP.
//
//   parse(*packet);
//   if (packet->flags & kIsIpv4 && !(packet->flags & kMalformed)) route(*packet);
//
// Fills every header field of PacketBuf and resets what later stages decide (connection, marks, outInterface); touches neither
// the octets nor offset, length, inPort, inInterface. Never reads behind `length`. No state, no allocation: any thread.
#pragma once

#include "agent/dataplane/packet/packet_buf.h"
#include "agent/dataplane/parse/checksum.h"
#include "agent/dataplane/parse/flow_hash.h"
#include "agent/dataplane/parse/ipv4.h"
#include "core/base/endian.h"

#include <bit>
#include <cstdint>
#include <cstring>

namespace agent::dataplane {

void parse(PacketBuf& packet);
// The part of it for frames that parseUsual() (parse/usual_frame.h) has refused; right for all.
void parseUnusual(PacketBuf& packet);

// Octets of the IPv4 packet as its header says. Packet must be parsed and well formed.
inline std::uint32_t totalLength(const PacketBuf& p) {
    return core::base::loadBe16(p.frame() + p.l3Offset + ipv4::kTotalLength);
}

// Cuts what Ethernet padded behind the IPv4 packet (frames are at least 60 octets long). Packet must be parsed and well formed.
inline void trimPadding(PacketBuf& p) {
    p.length = static_cast<std::uint16_t>(p.l3Offset + totalLength(p));
}

// TTL - 1 in header and metadata, checksum updated (RFC 1141's case of RFC 1624). Only for TTL > 1.
// Works on the words of the header: a load that overlaps a narrower store just made would stall.
inline void decrementTtl(PacketBuf& p) {
    std::uint8_t* ip = p.frame() + p.l3Offset;
    if constexpr (std::endian::native == std::endian::little) {
        // TTL, protocol and sum in one word, the sum in the upper half. To add 0x0100 to a sum is to add 1 to it with its octets swapped;
        // what would become or pass 0xffff goes round to what equation 3 of RFC 1624 yields.
        std::uint32_t word;
        std::memcpy(&word, ip + ipv4::kTtl, 4);
        word += 0x0000ffffu + (word >= 0xfffe0000u ? 0x00010000u : 0u);
        --p.ttl;
        std::memcpy(ip + ipv4::kTtl, &word, 4);
        return;
    }
    const std::uint16_t before = core::base::loadBe16(ip + ipv4::kTtl);
    const auto after = static_cast<std::uint16_t>(before - 0x0100);
    --p.ttl;
    core::base::storeBe16(ip + ipv4::kTtl, after);
    core::base::storeBe16(ip + ipv4::kChecksum, applyDelta(core::base::loadBe16(ip + ipv4::kChecksum), kTtlDelta));
}

} // namespace agent::dataplane
