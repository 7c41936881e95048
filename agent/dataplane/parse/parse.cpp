#include "agent/dataplane/parse/parse.h"

#include "agent/dataplane/parse/checksum.h"
#include "agent/dataplane/parse/ethernet.h"
#include "agent/dataplane/parse/ipv4.h"
#include "agent/dataplane/parse/ipv6.h"
#include "agent/dataplane/parse/usual_frame.h"
#include "core/base/endian.h"

namespace agent::dataplane {

using core::base::loadBe16;
using core::base::loadBe32;

namespace {

bool headerSumIsValid(const std::uint8_t* ip, std::uint32_t headerLength) {
    return headerLength == kIpv4Header
               ? usual::headerSumIsValid(loadWord<std::uint64_t>(ip), loadWord<std::uint64_t>(ip + 8), loadWord<std::uint32_t>(ip + 16))
               : onesSum(ip, headerLength) == 0xffffu;
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
}

} // namespace

void parseUnusual(PacketBuf& p) {
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

void parse(PacketBuf& p) {
    if (!parseUsual(p)) {
        parseUnusual(p);
    }
}

} // namespace agent::dataplane
