#include "agent/dataplane/classifier/packet_fields.h"

#include "agent/dataplane/conntrack/flow_key.h"
#include "agent/dataplane/parse/ipv4.h"

namespace agent::dataplane {

PacketFields PacketFields::of(const PacketBuf& p, const ConnectionEntry* connection, MarkId routingMark) {
    std::uint64_t bits = 0;
    if ((p.flags & kHasPorts) != 0) [[likely]] {
        bits = kFieldPorts;
    } else {
        const bool later = isLaterFragment(p);
        const bool icmp = p.protocol == kProtocolIcmp && !later && p.length >= p.l4Offset + kIcmpHeader;
        bits = (later ? std::uint64_t{kFieldLaterFragment} : 0u) | (icmp ? std::uint64_t{kFieldIcmp} : 0u);
    }
    PacketFields f;
    f.header = static_cast<std::uint64_t>(p.protocol) | static_cast<std::uint64_t>(p.tcpFlags) << kTcpFlagsAt |
               static_cast<std::uint64_t>(p.icmpType) << kIcmpTypeAt | bits << kFieldBitsAt |
               static_cast<std::uint64_t>(p.packetMark) << kPacketMarkAt;
    f.place = static_cast<std::uint64_t>(p.inInterface) | static_cast<std::uint64_t>(p.outInterface) << kOutInterfaceAt |
              static_cast<std::uint64_t>(routingMark) << kRoutingMarkAt;
    f.src = p.src;
    f.dst = p.dst;
    f.sport = p.sport;
    f.dport = p.dport;
    f.state = p.connectionState == 0 ? kNoState : p.connectionState;
    if (connection != nullptr) {
        f.setConnectionMark(connection->mark);
        f.natState = static_cast<std::uint8_t>(1u << ((connection->has(kSrcNat) ? 1u : 0u) | (connection->has(kDstNat) ? 2u : 0u)));
    }
    return f;
}

} // namespace agent::dataplane
