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
#include "agent/dataplane/parse/ipv4.h"
#include "core/base/endian.h"

#include <cstdint>
#include <span>

namespace agent::dataplane {

void parse(PacketBuf& packet);
// A batch of them, with the memory accesses of one overlapping the work on another.
void parse(std::span<PacketBuf* const> packets);

// Hash of the flow that is equal for both directions; never 0. Fragments hash by addresses only, so that all of them stay together.
inline std::uint32_t symmetricFlowHash(std::uint32_t src, std::uint32_t dst, std::uint8_t protocol, std::uint16_t sport,
                                       std::uint16_t dport) {
    // Sum and exclusive-or name an unordered pair; two multiplications mix them (finaliser of the splitmix64 kind).
    std::uint64_t x = static_cast<std::uint64_t>(src ^ dst) << 32 | static_cast<std::uint32_t>(src + dst);
    const std::uint64_t ports = static_cast<std::uint64_t>(sport ^ dport) << 24 | static_cast<std::uint64_t>(sport + dport) << 8 | protocol;
    x ^= ports * 0x9e3779b97f4a7c15ull;
    x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93ull;
    x ^= x >> 32;
    const auto hash = static_cast<std::uint32_t>(x);
    return hash == 0 ? 1u : hash;
}

// Octets of the IPv4 packet as its header says. Packet must be parsed and well formed.
inline std::uint32_t totalLength(const PacketBuf& p) {
    return core::base::loadBe16(p.frame() + p.l3Offset + ipv4::kTotalLength);
}

// Cuts what Ethernet padded behind the IPv4 packet (frames are at least 60 octets long). Packet must be parsed and well formed.
inline void trimPadding(PacketBuf& p) {
    p.length = static_cast<std::uint16_t>(p.l3Offset + totalLength(p));
}

// TTL - 1 in header and metadata, checksum updated (RFC 1141's case of RFC 1624). Only for TTL > 1.
// Works on the 16 bit word of TTL and protocol: a load that overlaps a narrower store just made would stall.
inline void decrementTtl(PacketBuf& p) {
    std::uint8_t* ip = p.frame() + p.l3Offset;
    const std::uint16_t before = core::base::loadBe16(ip + ipv4::kTtl);
    const auto after = static_cast<std::uint16_t>(before - 0x0100);
    --p.ttl;
    core::base::storeBe16(ip + ipv4::kTtl, after);
    core::base::storeBe16(ip + ipv4::kChecksum, applyDelta(core::base::loadBe16(ip + ipv4::kChecksum), kTtlDelta));
}

} // namespace agent::dataplane
