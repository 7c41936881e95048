#include "agent/dataplane/conntrack/quoted_packet.h"

#include "agent/dataplane/parse/ipv4.h"
#include "core/base/endian.h"

#include <algorithm>

namespace agent::dataplane {

using core::base::loadBe16;
using core::base::loadBe32;

std::optional<QuotedPacket> quotedPacket(const PacketBuf& error) {
    if (error.protocol != kProtocolIcmp || (error.flags & kMalformed) != 0 || isLaterFragment(error) || !icmp::isError(error.icmpType)) {
        return std::nullopt;
    }
    const std::uint8_t* frame = error.frame();
    const std::uint32_t total = loadBe16(frame + error.l3Offset + ipv4::kTotalLength);
    const std::uint32_t end = std::min<std::uint32_t>(error.length, error.l3Offset + total);
    const std::uint32_t ip = error.l4Offset + kIcmpHeader;
    if (end < ip + kIpv4Header + 8u || (frame[ip] >> 4) != 4) {
        return std::nullopt;
    }
    const std::uint32_t l4 = ip + (frame[ip] & 0x0fu) * 4u;
    if (l4 < ip + kIpv4Header || end < l4 + 8u || (loadBe16(frame + ip + ipv4::kFragment) & ipv4::kFragmentOffsetMask) != 0) {
        return std::nullopt;
    }
    QuotedPacket quoted;
    quoted.ipOffset = static_cast<std::uint16_t>(ip);
    quoted.l4Offset = static_cast<std::uint16_t>(l4);
    quoted.end = static_cast<std::uint16_t>(end);
    FlowKey& key = quoted.key;
    key.src = loadBe32(frame + ip + ipv4::kSource);
    key.dst = loadBe32(frame + ip + ipv4::kDestination);
    key.protocol = frame[ip + ipv4::kProtocol];
    if (key.protocol == kProtocolTcp || key.protocol == kProtocolUdp) {
        key.sport = loadBe16(frame + l4);
        key.dport = loadBe16(frame + l4 + 2);
    } else if (key.protocol == kProtocolIcmp) {
        key.icmpType = frame[l4];
        if (answerType(key.icmpType) == 255) {
            return std::nullopt;
        }
        key.sport = key.dport = loadBe16(frame + l4 + icmp::kIdentifier);
    }
    return quoted;
}

} // namespace agent::dataplane
