#include "agent/dataplane/conntrack/flow_key.h"

#include "agent/dataplane/parse/ipv4.h"
#include "core/base/endian.h"

namespace agent::dataplane {

using core::base::loadBe16;

std::uint8_t answerType(std::uint8_t icmpType) {
    switch (icmpType) {
    case 8: return 0;   // echo
    case 0: return 8;
    case 13: return 14; // timestamp
    case 14: return 13;
    case 15: return 16; // information
    case 16: return 15;
    case 17: return 18; // address mask
    case 18: return 17;
    default: return 255;
    }
}

bool isIcmpRequest(std::uint8_t icmpType) { return icmpType == 8 || icmpType == 13 || icmpType == 15 || icmpType == 17; }

FlowKey FlowKey::inverse() const {
    return {dst, src, dport, sport, protocol, protocol == kProtocolIcmp ? answerType(icmpType) : icmpType};
}

bool isLaterFragment(const PacketBuf& p) {
    return (p.flags & kIsFragment) != 0 && (loadBe16(p.frame() + p.l3Offset + ipv4::kFragment) & ipv4::kFragmentOffsetMask) != 0;
}

std::optional<FlowKey> portlessKeyOf(const PacketBuf& p) {
    if ((p.flags & kMalformed) != 0 || isLaterFragment(p) || p.protocol == kProtocolTcp || p.protocol == kProtocolUdp) {
        return std::nullopt; // TCP and UDP without ports are cut short
    }
    if (p.protocol != kProtocolIcmp) {
        return FlowKey{p.src, p.dst, 0, 0, p.protocol, 0};
    }
    if (p.length < p.l4Offset + kIcmpHeader || answerType(p.icmpType) == 255) {
        return std::nullopt;
    }
    const std::uint16_t identifier = loadBe16(p.frame() + p.l4Offset + icmp::kIdentifier);
    return FlowKey{p.src, p.dst, identifier, identifier, p.protocol, p.icmpType};
}

} // namespace agent::dataplane
