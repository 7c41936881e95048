// The frame routers see most, parsed in one go: untagged, IPv4 without options or fragments, TCP or UDP, intact.
//
//   if (!parseUsual(packet)) parseUnusual(packet);   // together: parse(packet)
//
// In line, for loops over batches. A header is read and a PacketBuf written a word at a time, which is the same octets on a little-endian
// machine only; elsewhere no frame is usual.
#pragma once

#include "agent/dataplane/packet/packet_buf.h"
#include "agent/dataplane/packet/words.h"
#include "agent/dataplane/parse/ethernet.h"
#include "agent/dataplane/parse/ipv4.h"
#include "core/base/endian.h"

#include <bit>
#include <cstddef>
#include <cstdint>

namespace agent::dataplane {

namespace usual {

// The words of a header of 20 octets. Its one's complement sum does not care about the byte order (RFC 1071 section 2, (B)), carries go
// round (C), and to sum to 0xffff is to be a multiple of it: 2^16 leaves 1 behind, so words of any width count alike. Never all zero.
[[gnu::always_inline]] inline bool headerSumIsValid(std::uint64_t first, std::uint64_t second, std::uint32_t third) {
    std::uint64_t sum = first + second;
    sum += sum < second ? 1u : 0u;
    sum += third;
    sum += sum < third ? 1u : 0u;
    return sum % 0xffffu == 0;
}

} // namespace usual

// True: everything is filled in as parse() does. False: the frame is of another kind, and nothing was changed.
[[gnu::always_inline]] inline bool parseUsual(PacketBuf& p) {
    if constexpr (std::endian::native != std::endian::little) {
        return false;
    }
    constexpr std::uint32_t kLeast = kEthernetHeader + kIpv4Header + kTcpHeader; // shorter ones are the other parser's
    constexpr std::uint64_t kHead = 0xff3f'0000'0000'00ff, kHeadUsual = 0x45;    // version, words; more-fragments, fragment offset
    const std::uint8_t* frame = p.frame();
    const std::uint8_t* ip = frame + kEthernetHeader;
    const std::uint8_t* l4 = ip + kIpv4Header;
    const std::uint32_t room = static_cast<std::uint32_t>(p.length) - kEthernetHeader;
    if (p.length < kLeast || loadWord<std::uint16_t>(frame + 12) != core::base::swap16(kEtherTypeIpv4)) {
        return false;
    }
    const auto first = loadWord<std::uint64_t>(ip), second = loadWord<std::uint64_t>(ip + 8);
    const auto third = loadWord<std::uint32_t>(ip + 16);
    const auto protocol = static_cast<std::uint8_t>(second >> 8);
    const bool segment = protocol == kProtocolTcp;
    const std::uint32_t totalLength = core::base::swap16(static_cast<std::uint16_t>(first >> 16));
    const std::uint32_t least = kIpv4Header + (segment ? kTcpHeader : kUdpHeader);
    if ((first & kHead) != kHeadUsual || !(segment || protocol == kProtocolUdp) || totalLength - least > room - least ||
        !usual::headerSumIsValid(first, second, third)) {
        return false;
    }
    static_assert(offsetof(PacketBuf, outInterface) == 8 && offsetof(PacketBuf, vlan) == 10 && offsetof(PacketBuf, l3Offset) == 12 &&
                  offsetof(PacketBuf, l4Offset) == 13 && offsetof(PacketBuf, protocol) == 14 && offsetof(PacketBuf, flags) == 15);
    constexpr std::uint64_t kPlace = kNoInterface | std::uint64_t{kEthernetHeader} << 32 |
                                     std::uint64_t{kEthernetHeader + kIpv4Header} << 40 | std::uint64_t{kIsIpv4 | kHasPorts} << 56;
    static_assert(kIsGroup == 0x80);
    storeWord(&p, 8, kPlace | static_cast<std::uint64_t>(protocol) << 48 | static_cast<std::uint64_t>(frame[0]) << 63);

    static_assert(offsetof(PacketBuf, src) == 16 && offsetof(PacketBuf, dst) == 20 && offsetof(PacketBuf, sport) == 24 &&
                  offsetof(PacketBuf, dport) == 26 && offsetof(PacketBuf, tcpFlags) == 28 && offsetof(PacketBuf, ttl) == 29);
    storeWord(&p, 16, std::rotl(__builtin_bswap64(loadWord<std::uint64_t>(ip + ipv4::kSource)), 32));
    storeWord(&p, 24, std::rotl(core::base::loadBe32(l4), 16));
    const std::uint32_t flags = segment ? l4[tcp::kFlags] & 0x3fu : 0u;
    storeWord(&p, 28, static_cast<std::uint16_t>(flags | static_cast<std::uint32_t>(second & 0xffu) << 8));
    p.connectionState = 0;

    static_assert(offsetof(PacketBuf, connection) == 32 && offsetof(PacketBuf, direction) == 36 && offsetof(PacketBuf, icmpType) == 37 &&
                  offsetof(PacketBuf, packetMark) == 38);
    storeWord(&p, 32, std::uint64_t{kNoConnection});
    p.flowHash = 0;
    return true;
}

} // namespace agent::dataplane
