#include "agent/dataplane/parse/neighbour_message.h"

#include "agent/dataplane/parse/checksum.h"
#include "agent/dataplane/parse/icmpv6_message.h"
#include "agent/dataplane/parse/ipv4.h"
#include "agent/dataplane/parse/ipv6.h"
#include "agent/dataplane/parse/parse.h"

#include <cstring>

namespace agent::dataplane {

using core::base::storeBe16;

namespace {
constexpr std::uint32_t kFixed = 24;   // ICMPv6 header, flags, target
constexpr std::uint32_t kOption = 8;   // type, length, MAC
constexpr std::uint8_t kHopLimit = 255; // nobody but a neighbour can send this
constexpr std::uint8_t kSourceOption = 1, kTargetOption = 2;
constexpr std::uint8_t kRouterFlag = 0x80, kSolicitedFlag = 0x40, kOverrideFlag = 0x20;
} // namespace

std::optional<NeighbourMessage> readNeighbourMessage(const PacketBuf& p) {
    const bool known = p.icmpType == icmpv6::kNeighbourSolicitation || p.icmpType == icmpv6::kNeighbourAdvertisement;
    if (!isIpv6(p) || p.protocol != kProtocolIcmpv6 || !known || p.ttl != kHopLimit || (p.flags & kIsFragment) != 0) {
        return std::nullopt;
    }
    const std::uint32_t end = p.l3Offset + totalLength6(p);
    const std::uint8_t* message = p.frame() + p.l4Offset;
    if (end < p.l4Offset + kFixed || message[icmp::kCode] != 0 || !icmpv6ChecksumIsValid(p)) {
        return std::nullopt;
    }
    NeighbourMessage out;
    out.advertisement = p.icmpType == icmpv6::kNeighbourAdvertisement;
    out.source = source6(p);
    out.destination = destination6(p);
    out.target = loadIpv6(message + 8);
    out.router = (message[4] & kRouterFlag) != 0;
    out.solicited = (message[4] & kSolicitedFlag) != 0;
    out.overrides = (message[4] & kOverrideFlag) != 0;
    const std::uint8_t wanted = out.advertisement ? kTargetOption : kSourceOption;
    for (std::uint32_t at = p.l4Offset + kFixed; at < end;) {
        const std::uint8_t* option = p.frame() + at;
        if (at + 2 > end || option[1] == 0 || at + option[1] * 8u > end) {
            return std::nullopt;
        }
        if (option[0] == wanted && option[1] == 1) {
            out.linkAddress = loadMac(option + 2);
        }
        at += option[1] * 8u;
    }
    const bool fromNowhere = out.source.isUnspecified();
    const bool refused = out.target.isMulticast() || (out.linkAddress & kGroupBit) != 0 ||
                         (out.advertisement ? fromNowhere || (out.destination.isMulticast() && out.solicited)
                                            : fromNowhere && (out.linkAddress != 0 || out.destination != solicitedNode(out.target)));
    return refused ? std::nullopt : std::optional(out);
}

void writeNeighbourMessage(PacketBuf& p, MacKey sender, MacKey receiver, const NeighbourMessage& m) {
    const std::uint32_t length = kFixed + (m.linkAddress != 0 ? kOption : 0);
    writeIpv6Header(p, m.source, m.destination, kProtocolIcmpv6, kHopLimit, length);
    storeMac(p.frame(), receiver);
    storeMac(p.frame() + 6, sender);
    std::uint8_t* message = p.frame() + kEthernetHeader + kIpv6Header;
    std::memset(message, 0, length);
    message[0] = m.advertisement ? icmpv6::kNeighbourAdvertisement : icmpv6::kNeighbourSolicitation;
    if (m.advertisement) {
        message[4] = static_cast<std::uint8_t>((m.router ? kRouterFlag : 0) | (m.solicited ? kSolicitedFlag : 0) |
                                               (m.overrides ? kOverrideFlag : 0));
    }
    storeIpv6(message + 8, m.target);
    if (m.linkAddress != 0) {
        message[kFixed] = m.advertisement ? kTargetOption : kSourceOption;
        message[kFixed + 1] = 1;
        storeMac(message + kFixed + 2, m.linkAddress);
    }
    storeBe16(message + icmp::kChecksum, checksum(message, length, pseudoHeaderSum6(m.source, m.destination, kProtocolIcmpv6, length)));
    parse(p);
}

} // namespace agent::dataplane
