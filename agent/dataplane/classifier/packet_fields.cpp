#include "agent/dataplane/classifier/packet_fields.h"

#include "agent/dataplane/conntrack/flow_key.h"
#include "agent/dataplane/parse/ipv4.h"

namespace agent::dataplane {

namespace {

std::uint32_t fieldBits(const PacketBuf& p) {
    if ((p.flags & kHasPorts) != 0) [[likely]] {
        return kFieldPorts;
    }
    if (isLaterFragment(p)) {
        return kFieldLaterFragment;
    }
    const bool icmp = p.protocol == kProtocolIcmp && p.length >= p.l4Offset + kIcmpHeader;
    return icmp ? std::uint32_t{kFieldIcmp} : 0u;
}

} // namespace

PacketFields::PacketFields(const PacketBuf& p, const ConnectionEntry* connection, MarkId routingMark) {
    const std::uint32_t state = p.connectionState == 0 ? kNoState : p.connectionState;
    std::uint32_t natState = 1;
    std::uint32_t connectionMark = 0;
    if (connection != nullptr) {
        natState = 1u << ((connection->has(kSrcNat) ? 1u : 0u) | (connection->has(kDstNat) ? 2u : 0u));
        connectionMark = connection->mark;
    }
    exact_ = Words{p.protocol | static_cast<std::uint32_t>(p.tcpFlags) << kTcpFlagsAt |
                       static_cast<std::uint32_t>(p.icmpType) << kIcmpTypeAt | fieldBits(p) << kFieldBitsAt,
                   p.packetMark | connectionMark << (kConnectionMarkAt - 32),
                   p.inInterface | static_cast<std::uint32_t>(p.outInterface) << kOutInterfaceAt,
                   routingMark | state << (kStateAt - 32) | natState << (kNatStateAt - 32)};
    ranges_ = Words{p.src, p.dst, p.sport, p.dport};
}

} // namespace agent::dataplane
