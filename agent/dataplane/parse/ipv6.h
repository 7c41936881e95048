// IPv6 (RFC 8200): field positions, what the parser leaves of a packet in PacketBuf, and the walk along extension headers.
//
// A parsed IPv6 packet: isIpv6() holds; l3Offset, l4Offset, protocol (of the first header that is no extension header), ttl (hop limit),
// ports, tcpFlags, icmpType and flowHash are as for IPv4, src and dst are 0 - its addresses stay in the frame. kHasIpOptions says that
// there are extension headers, kIsFragment that one of them is a fragment header. What cannot be read as IPv6 is no IPv6 packet.
// A chain of headers longer than 255 octets from the start of the frame is not followed: protocol then names the last one reached.
#pragma once

#include "agent/dataplane/config/ipv6_address.h"
#include "agent/dataplane/packet/packet_buf.h"
#include "core/base/endian.h"

#include <cstdint>
#include <optional>

namespace agent::dataplane {

constexpr std::uint16_t kEtherTypeIpv6 = 0x86dd;
constexpr std::uint32_t kIpv6Header = 40;
constexpr std::uint32_t kIpv6MinimumMtu = 1280;
constexpr std::uint8_t kProtocolIcmpv6 = 58;
constexpr std::uint8_t kNoNextHeader = 59;

// Offsets from the start of the IPv6 header (RFC 8200 section 3), and the numbers of extension headers (section 4).
namespace ipv6 {
constexpr std::uint32_t kPayloadLength = 4, kNextHeader = 6, kHopLimit = 7, kSource = 8, kDestination = 24;
constexpr std::uint8_t kHopByHop = 0, kRouting = 43, kFragment = 44, kAuthentication = 51, kDestinationOptions = 60, kMobility = 135;
} // namespace ipv6

[[nodiscard]] inline bool isIpv6(const PacketBuf& p) { return (p.flags & (kIsIpv4 | kIsArp)) == 0 && p.protocol != 0; }

inline Ipv6Address loadIpv6(const std::uint8_t* p) {
    const auto half = [](const std::uint8_t* q) {
        return static_cast<std::uint64_t>(core::base::loadBe32(q)) << 32 | core::base::loadBe32(q + 4);
    };
    return {half(p), half(p + 8)};
}
inline void storeIpv6(std::uint8_t* p, const Ipv6Address& a) {
    core::base::storeBe32(p, static_cast<std::uint32_t>(a.high >> 32));
    core::base::storeBe32(p + 4, static_cast<std::uint32_t>(a.high));
    core::base::storeBe32(p + 8, static_cast<std::uint32_t>(a.low >> 32));
    core::base::storeBe32(p + 12, static_cast<std::uint32_t>(a.low));
}
inline Ipv6Address source6(const PacketBuf& p) { return loadIpv6(p.frame() + p.l3Offset + ipv6::kSource); }
inline Ipv6Address destination6(const PacketBuf& p) { return loadIpv6(p.frame() + p.l3Offset + ipv6::kDestination); }
// Octets of the IPv6 packet as its header says.
inline std::uint32_t totalLength6(const PacketBuf& p) {
    return kIpv6Header + core::base::loadBe16(p.frame() + p.l3Offset + ipv6::kPayloadLength);
}
inline void trimPadding6(PacketBuf& p) { p.length = static_cast<std::uint16_t>(p.l3Offset + totalLength6(p)); }
inline void decrementHopLimit(PacketBuf& p) { p.frame()[p.l3Offset + ipv6::kHopLimit] = --p.ttl; }

// For parse(): fills in what an IPv6 header at p.l3Offset with `room` octets says. Changes nothing when it is none.
void parseIpv6(PacketBuf& p, std::uint32_t room);

struct Ipv6Fragment {
    std::uint32_t identification = 0;
    bool later = false; // not the first one: there is no transport header in it
};
// Of a parsed packet with kIsFragment.
[[nodiscard]] std::optional<Ipv6Fragment> fragmentOf(const PacketBuf& p);

} // namespace agent::dataplane
