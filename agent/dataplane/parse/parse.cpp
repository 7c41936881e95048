#include "agent/dataplane/parse/parse.h"

#include "agent/dataplane/parse/checksum.h"
#include "agent/dataplane/parse/ethernet.h"
#include "agent/dataplane/parse/ipv4.h"
#include "agent/dataplane/parse/ipv6.h"
#include "core/base/endian.h"

#include <cstring>

namespace agent::dataplane {

using core::base::loadBe16;
using core::base::loadBe32;

namespace {

// The usual header of 20 octets, summed without a loop: the one's complement sum does not care about the byte order
// it is built in, so a valid header sums to 0xffff in host order as well (RFC 1071 section 2, (B)).
[[gnu::always_inline]] inline bool headerSumIsValid(const std::uint8_t* ip, std::uint32_t headerLength) {
    if (headerLength == kIpv4Header) [[likely]] {
        std::uint64_t a, b;
        std::uint32_t c;
        std::memcpy(&a, ip, 8);
        std::memcpy(&b, ip + 8, 8);
        std::memcpy(&c, ip + 16, 4);
        std::uint64_t wide = a + b;
        wide += wide < b ? 1u : 0u; // carries go round (RFC 1071 section 2, (C))
        wide += c;
        wide += wide < c ? 1u : 0u;
        const auto high = static_cast<std::uint32_t>(wide >> 32);
        std::uint32_t sum = static_cast<std::uint32_t>(wide) + high;
        sum += sum < high ? 1u : 0u;
        sum += sum << 16 | sum >> 16; // the upper half is now the sum of both, carry included
        return sum >> 16 == 0xffffu;
    }
    return onesSum(ip, headerLength) == 0xffffu;
}

// Ports, flags, identifiers. `room` is what the IPv4 packet holds behind its header.
void parseTransport(PacketBuf& p, const std::uint8_t* l4, std::uint32_t room) {
    switch (p.protocol) {
    case kProtocolTcp:
        if (room >= kTcpHeader) {
            p.sport = loadBe16(l4);
            p.dport = loadBe16(l4 + 2);
            p.tcpFlags = l4[tcp::kFlags] & 0x3fu;
            p.flags |= kHasPorts;
        }
        break;
    case kProtocolUdp:
        if (room >= kUdpHeader) {
            p.sport = loadBe16(l4);
            p.dport = loadBe16(l4 + 2);
            p.flags |= kHasPorts;
        }
        break;
    case kProtocolIcmp:
        if (room >= kIcmpHeader) {
            p.icmpType = l4[0];
            if (p.icmpType == icmp::kEchoRequest || p.icmpType == icmp::kEchoReply) {
                p.sport = p.dport = loadBe16(l4 + icmp::kIdentifier);
            }
        }
        break;
    default:
        break;
    }
}

void parseIpv4(PacketBuf& p, const std::uint8_t* ip, std::uint32_t room) {
    p.flags |= kIsIpv4;
    if (room < kIpv4Header) {
        p.flags |= kMalformed;
        return;
    }
    const std::uint32_t headerLength = (ip[0] & 0x0fu) * 4u;
    const std::uint32_t totalLength = loadBe16(ip + ipv4::kTotalLength);
    p.protocol = ip[ipv4::kProtocol];
    p.ttl = ip[ipv4::kTtl];
    p.src = loadBe32(ip + ipv4::kSource);
    p.dst = loadBe32(ip + ipv4::kDestination);
    if ((ip[0] >> 4) != 4 || headerLength < kIpv4Header || totalLength < headerLength || totalLength > room ||
        !headerSumIsValid(ip, headerLength)) {
        p.flags |= kMalformed;
        return;
    }
    if (headerLength > kIpv4Header) {
        p.flags |= kHasIpOptions;
    }
    p.l4Offset = static_cast<std::uint8_t>(p.l3Offset + headerLength);
    const std::uint16_t fragment = loadBe16(ip + ipv4::kFragment);
    const bool laterFragment = (fragment & ipv4::kFragmentOffsetMask) != 0;
    if (laterFragment || (fragment & ipv4::kMoreFragments) != 0) {
        p.flags |= kIsFragment;
    }
    if (!laterFragment) {
        parseTransport(p, ip + headerLength, totalLength - headerLength);
    }
    const bool portsCount = (p.flags & kIsFragment) == 0;
    p.flowHash =
        symmetricFlowHash(p.src, p.dst, p.protocol, portsCount ? p.sport : std::uint16_t{0}, portsCount ? p.dport : std::uint16_t{0});
}

// The frame routers see most, in one go: untagged, IPv4 without options or fragments, TCP or UDP, intact. False: nothing was changed.
[[gnu::always_inline]] inline bool parseUsual(PacketBuf& p) {
    constexpr std::uint32_t kIpv4TypeAndHead = kEtherTypeIpv4 << 8 | 0x45u; // and version 4, 5 words
    const std::uint8_t* frame = p.frame();
    const std::uint8_t* ip = frame + kEthernetHeader;
    const std::uint8_t* l4 = ip + kIpv4Header;
    if (p.length < kEthernetHeader + kIpv4Header + kUdpHeader || loadBe32(frame + 12) >> 8 != kIpv4TypeAndHead) {
        return false;
    }
    const std::uint32_t totalLength = loadBe16(ip + ipv4::kTotalLength);
    const std::uint8_t protocol = ip[ipv4::kProtocol];
    const bool tcpSegment = protocol == kProtocolTcp;
    const std::uint32_t least = kIpv4Header + (tcpSegment ? kTcpHeader : kUdpHeader);
    const bool whole = (loadBe16(ip + ipv4::kFragment) & (ipv4::kMoreFragments | ipv4::kFragmentOffsetMask)) == 0;
    if (!whole || !(tcpSegment || protocol == kProtocolUdp) || totalLength < least || totalLength > p.length - kEthernetHeader ||
        !headerSumIsValid(ip, kIpv4Header)) {
        return false;
    }
    p.outInterface = kNoInterface;
    p.vlan = 0;
    p.l3Offset = kEthernetHeader;
    p.l4Offset = kEthernetHeader + kIpv4Header;
    p.protocol = protocol;
    p.flags = static_cast<std::uint8_t>(kIsIpv4 | kHasPorts | ((frame[0] & 1u) != 0 ? kIsGroup : 0));
    p.src = loadBe32(ip + ipv4::kSource);
    p.dst = loadBe32(ip + ipv4::kDestination);
    const std::uint32_t ports = loadBe32(l4);
    p.sport = static_cast<std::uint16_t>(ports >> 16);
    p.dport = static_cast<std::uint16_t>(ports);
    p.tcpFlags = tcpSegment ? l4[tcp::kFlags] & 0x3fu : std::uint8_t{0};
    p.ttl = ip[ipv4::kTtl];
    p.connectionState = 0;
    p.connection = kNoConnection;
    p.direction = 0;
    p.icmpType = 0;
    p.packetMark = 0;
    p.flowHash = symmetricFlowHash(p.src, p.dst, protocol, p.sport, p.dport);
    return true;
}

} // namespace

namespace {

// Whatever it is.
void parseAny(PacketBuf& p) {
    p.outInterface = kNoInterface;
    p.vlan = 0;
    p.l3Offset = kEthernetHeader;
    p.l4Offset = 0;
    p.protocol = 0;
    p.flags = 0;
    p.src = p.dst = 0;
    p.sport = p.dport = 0;
    p.tcpFlags = 0;
    p.ttl = 0;
    p.connectionState = 0;
    p.connection = kNoConnection;
    p.direction = 0;
    p.icmpType = 0;
    p.packetMark = 0;
    p.flowHash = 0;

    const std::uint8_t* frame = p.frame();
    const std::uint32_t length = p.length;
    if (length < kEthernetHeader) {
        p.flags = kMalformed;
        return;
    }
    if ((frame[0] & 1u) != 0) {
        p.flags |= kIsGroup;
    }
    std::uint16_t etherType = loadBe16(frame + 12);
    if (etherType == kEtherTypeVlan) {
        if (length < kEthernetHeader + kVlanTag) {
            p.flags |= kMalformed;
            return;
        }
        p.vlan = loadBe16(frame + 14) & 0x0fffu;
        if (p.vlan == 0) {
            p.flags |= kPriorityTag;
        }
        p.l3Offset = kEthernetHeader + kVlanTag;
        etherType = loadBe16(frame + 16);
    }
    if (etherType == kEtherTypeIpv4) [[likely]] {
        parseIpv4(p, frame + p.l3Offset, length - p.l3Offset);
    } else if (etherType == kEtherTypeArp) {
        p.flags |= kIsArp;
    } else if (etherType == kEtherTypeIpv6) {
        parseIpv6(p, length - p.l3Offset);
    }
}

} // namespace

void parse(PacketBuf& p) {
    if (!parseUsual(p)) {
        parseAny(p);
    }
}

void parse(std::span<PacketBuf* const> packets) {
    constexpr std::size_t kAhead = 6;
    for (std::size_t i = 0; i < packets.size(); ++i) {
        if (i + kAhead < packets.size()) {
            __builtin_prefetch(packets[i + kAhead]->frame());
        }
        if (!parseUsual(*packets[i])) [[unlikely]] {
            parseAny(*packets[i]);
        }
    }
}

} // namespace agent::dataplane
