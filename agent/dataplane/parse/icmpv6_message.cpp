#include "agent/dataplane/parse/icmpv6_message.h"

#include "agent/dataplane/parse/checksum.h"
#include "agent/dataplane/parse/ethernet.h"
#include "agent/dataplane/parse/ipv4.h"
#include "agent/dataplane/parse/ipv6.h"
#include "agent/dataplane/parse/parse.h"

#include <algorithm>
#include <cstring>

namespace agent::dataplane {

using core::base::loadBe16;
using core::base::storeBe16;
using core::base::storeBe32;

namespace {
constexpr std::uint8_t kInitialHopLimit = 64;
}

std::uint32_t pseudoHeaderSum6(const Ipv6Address& src, const Ipv6Address& dst, std::uint8_t protocol, std::uint32_t length) {
    std::uint32_t sum = protocol + (length >> 16) + (length & 0xffffu);
    for (const std::uint64_t word : {src.high, src.low, dst.high, dst.low}) {
        for (unsigned shift = 0; shift < 64; shift += 16) {
            sum += static_cast<std::uint32_t>(word >> shift & 0xffffu);
        }
    }
    return sum;
}

void writeIpv6Header(PacketBuf& packet, const Ipv6Address& src, const Ipv6Address& dst, std::uint8_t protocol, std::uint8_t hopLimit,
                     std::uint32_t payload) {
    packet.offset = kHeadroom;
    packet.length = static_cast<std::uint16_t>(kEthernetHeader + kIpv6Header + payload);
    std::uint8_t* frame = packet.frame();
    std::memset(frame, 0, kEthernetHeader + kIpv6Header);
    storeBe16(frame + 12, kEtherTypeIpv6);
    std::uint8_t* ip = frame + kEthernetHeader;
    ip[0] = 0x60;
    storeBe16(ip + ipv6::kPayloadLength, static_cast<std::uint16_t>(payload));
    ip[ipv6::kNextHeader] = protocol;
    ip[ipv6::kHopLimit] = hopLimit;
    storeIpv6(ip + ipv6::kSource, src);
    storeIpv6(ip + ipv6::kDestination, dst);
}

bool mayCauseIcmpv6Error(const PacketBuf& p, std::uint8_t type) {
    if (!isIpv6(p)) {
        return false;
    }
    if ((p.flags & kIsFragment) != 0) {
        const std::optional<Ipv6Fragment> fragment = fragmentOf(p);
        if (fragment && fragment->later && type != icmpv6::kPacketTooBig) {
            return false; // one answer per datagram is enough
        }
    }
    if (p.protocol == kProtocolIcmpv6 && (icmpv6::isError(p.icmpType) || p.icmpType == icmpv6::kRedirect)) {
        return false;
    }
    const Ipv6Address src = source6(p);
    const bool group = (p.flags & kIsGroup) != 0 || destination6(p).isMulticast();
    return !src.isUnspecified() && !src.isMulticast() && !src.isLoopback() && (!group || type == icmpv6::kPacketTooBig);
}

void writeIcmpv6Error(PacketBuf& packet, const PacketBuf& offender, const Ipv6Address& source, std::uint8_t type, std::uint8_t code,
                      std::uint32_t rest) {
    const std::uint32_t quoted = std::min(totalLength6(offender), kIpv6MinimumMtu - kIpv6Header - kIcmpHeader);
    const Ipv6Address destination = source6(offender);
    writeIpv6Header(packet, source, destination, kProtocolIcmpv6, kInitialHopLimit, kIcmpHeader + quoted);
    std::uint8_t* message = packet.frame() + kEthernetHeader + kIpv6Header;
    message[0] = type;
    message[icmp::kCode] = code;
    storeBe16(message + icmp::kChecksum, 0);
    storeBe32(message + 4, rest);
    std::memcpy(message + kIcmpHeader, offender.frame() + offender.l3Offset, quoted);
    const std::uint32_t length = kIcmpHeader + quoted;
    storeBe16(message + icmp::kChecksum, checksum(message, length, pseudoHeaderSum6(source, destination, kProtocolIcmpv6, length)));
    parse(packet);
}

bool icmpv6ChecksumIsValid(const PacketBuf& p) {
    const std::uint32_t length = p.l3Offset + totalLength6(p) - p.l4Offset;
    return onesSum(p.frame() + p.l4Offset, length, pseudoHeaderSum6(source6(p), destination6(p), kProtocolIcmpv6, length)) == 0xffffu;
}

void turnIntoEchoReply6(PacketBuf& p, const Ipv6Address& source) {
    const Ipv6Address destination = source6(p);
    std::uint8_t* ip = p.frame() + p.l3Offset;
    std::uint8_t* message = p.frame() + p.l4Offset;
    storeIpv6(ip + ipv6::kSource, source);
    storeIpv6(ip + ipv6::kDestination, destination);
    ip[ipv6::kHopLimit] = kInitialHopLimit;
    message[0] = icmpv6::kEchoReply;
    storeBe16(message + icmp::kChecksum, 0);
    const std::uint32_t length = p.l3Offset + totalLength6(p) - p.l4Offset;
    storeBe16(message + icmp::kChecksum, checksum(message, length, pseudoHeaderSum6(source, destination, kProtocolIcmpv6, length)));
    parse(p);
}

} // namespace agent::dataplane
