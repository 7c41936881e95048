#include "agent/dataplane/pipeline/local_host.h"

#include "agent/dataplane/parse/icmp_message.h"
#include "agent/dataplane/parse/ipv4.h"

namespace agent::dataplane {

void LocalHost::deliver(PacketBuf* p, core::base::Nanos now) {
    if (s_.tunnels.any() && tunnels_->arrive(p, now)) {
        return;
    }
    // Broadcast and multicast are answered by nobody (RFC 1122 section 3.2.2); fragments are not reassembled: the router itself
    // speaks no protocol that would need it.
    const MarkId vrf = s_.routes.vrfOf(p->inInterface);
    const bool unicast = (p->flags & (kIsGroup | kIsFragment)) == 0 && s_.routes.lookup(p->dst, vrf).kind == NextHopKind::Local;
    if (unicast) {
        switch (p->protocol) {
        case kProtocolIcmp:
            if (p->icmpType == icmp::kEchoRequest && p->length >= p->l4Offset + kIcmpHeader && icmpChecksumIsValid(*p)) {
                turnIntoEchoReply(*p);
                slow_.originate(p, now, vrf);
                return;
            }
            break;
        case kProtocolTcp:
            slow_.sendReset(*p, now);
            break;
        case kProtocolUdp:
            slow_.sendError(*p, icmp::kUnreachable, icmp::kPortUnreachable, now);
            break;
        default:
            slow_.sendError(*p, icmp::kUnreachable, icmp::kProtocolUnreachable, now);
            break;
        }
    }
    s_.consume(p);
}

} // namespace agent::dataplane
