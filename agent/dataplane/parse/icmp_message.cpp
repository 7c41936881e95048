#include "agent/dataplane/parse/icmp_message.h"

#include "agent/dataplane/parse/checksum.h"
#include "agent/dataplane/parse/ethernet.h"
#include "agent/dataplane/parse/ipv4.h"
#include "agent/dataplane/parse/parse.h"

#include <algorithm>
#include <cstring>

namespace agent::dataplane {

using core::base::loadBe16;
using core::base::storeBe16;
using core::base::storeBe32;

namespace {
constexpr std::uint32_t kLongestError = 576; // RFC 1812 section 4.3.2.3
constexpr std::uint8_t kInitialTtl = 64;
constexpr std::uint8_t kInternetworkControl = 0xc0; // precedence 6 for errors, RFC 1812 section 4.3.2.5
} // namespace

bool mayCauseIcmpError(const PacketBuf& p) {
    if ((p.flags & (kIsGroup | kMalformed)) != 0 || (p.flags & kIsIpv4) == 0) {
        return false;
    }
    if ((loadBe16(p.frame() + p.l3Offset + ipv4::kFragment) & ipv4::kFragmentOffsetMask) != 0) {
        return false;
    }
    if (p.protocol == kProtocolIcmp && icmp::isError(p.icmpType)) {
        return false;
    }
    return p.src != 0 && p.src != kLimitedBroadcast && !isMulticast(p.src) && !isMulticast(p.dst) && p.dst != kLimitedBroadcast &&
           !isLoopback(p.src);
}

void writeIcmpError(PacketBuf& packet, const PacketBuf& offender, std::uint32_t source, std::uint8_t type, std::uint8_t code,
                    std::uint32_t rest) {
    const std::uint32_t original = totalLength(offender);
    const std::uint32_t quoted = std::min(original, kLongestError - kIpv4Header - kIcmpHeader);
    const std::uint32_t total = kIpv4Header + kIcmpHeader + quoted;
    packet.offset = kHeadroom;
    packet.length = static_cast<std::uint16_t>(kEthernetHeader + total);
    std::uint8_t* frame = packet.frame();
    std::memset(frame, 0, kEthernetHeader + kIpv4Header + kIcmpHeader);
    storeBe16(frame + 12, kEtherTypeIpv4);
    std::uint8_t* ip = frame + kEthernetHeader;
    ip[0] = 0x45;
    ip[ipv4::kTypeOfService] = kInternetworkControl;
    storeBe16(ip + ipv4::kTotalLength, static_cast<std::uint16_t>(total));
    ip[ipv4::kTtl] = kInitialTtl;
    ip[ipv4::kProtocol] = kProtocolIcmp;
    storeBe32(ip + ipv4::kSource, source);
    storeBe32(ip + ipv4::kDestination, offender.src);
    storeBe16(ip + ipv4::kChecksum, checksum(ip, kIpv4Header));
    std::uint8_t* message = ip + kIpv4Header;
    message[0] = type;
    message[icmp::kCode] = code;
    storeBe32(message + 4, rest);
    std::memcpy(message + kIcmpHeader, offender.frame() + offender.l3Offset, quoted);
    storeBe16(message + icmp::kChecksum, checksum(message, kIcmpHeader + quoted));
    parse(packet);
}

bool icmpChecksumIsValid(const PacketBuf& p) {
    const std::uint32_t end = p.l3Offset + totalLength(p);
    return onesSum(p.frame() + p.l4Offset, end - p.l4Offset) == 0xffffu;
}

void turnIntoEchoReply(PacketBuf& p) {
    std::uint8_t* ip = p.frame() + p.l3Offset;
    std::uint8_t* message = p.frame() + p.l4Offset;
    const std::uint16_t before = loadBe16(message);
    message[0] = icmp::kEchoReply;
    storeBe16(message + icmp::kChecksum, updateChecksum(loadBe16(message + icmp::kChecksum), before, loadBe16(message)));
    storeBe32(ip + ipv4::kSource, p.dst);
    storeBe32(ip + ipv4::kDestination, p.src);
    ip[ipv4::kTtl] = kInitialTtl;
    storeBe16(ip + ipv4::kChecksum, 0);
    storeBe16(ip + ipv4::kChecksum, checksum(ip, p.l4Offset - std::uint32_t{p.l3Offset}));
    parse(p);
}

} // namespace agent::dataplane
