#include "agent/dataplane/pipeline/ipv6_path.h"

#include "agent/dataplane/parse/icmpv6_message.h"
#include "agent/dataplane/parse/ipv6.h"

#include <algorithm>

namespace agent::dataplane {

using core::base::Nanos;
using core::model::PathKind;

namespace {

// Addresses that may not be forwarded, either as source or as destination (RFC 4291 sections 2.5.2, 2.5.3, 2.5.6).
bool staysOnLink(const Ipv6Address& a) { return a.isUnspecified() || a.isLoopback() || a.isLinkLocal() || a.isMulticast(); }

} // namespace

void Ipv6Path::lose(PacketBuf* p, DropReason reason) {
    s_.v6.conntrack.abandon(p);
    s_.drop(p, reason);
}

bool Ipv6Path::passed(HookResult result, PacketBuf* p, Nanos now) {
    if (result == HookResult::Pass) [[likely]] {
        return true;
    }
    if (result == HookResult::Reject) {
        const RejectWith with = hooks_.rejectWith();
        sendError(*p, icmpv6::kUnreachable,
                  with == RejectWith::IcmpAdminProhibited    ? icmpv6::kAdminProhibited
                  : with == RejectWith::IcmpHostUnreachable  ? icmpv6::kAddressUnreachable
                  : with == RejectWith::IcmpPortUnreachable  ? icmpv6::kPortUnreachable
                                                             : icmpv6::kNoRoute,
                  now);
    }
    s_.drop(p, DropReason::FilterRule);
    return false;
}

void Ipv6Path::receive(PacketBuf* p, Nanos now) {
    if (!s_.v6.routes.runsOn(p->inInterface)) {
        s_.drop(p, DropReason::UnknownProtocol);
        return;
    }
    trimPadding6(*p);
    const Ipv6Address src = source6(*p), dst = destination6(*p);
    if (src.isMulticast() || src.isLoopback() || dst.isLoopback() || dst.isUnspecified()) {
        s_.stats[p->inInterface].rxDrop += 1;
        s_.drop(p, DropReason::BadAddress);
        return;
    }
    RuleContext context{now, 0};
    if (passed(hooks_.prerouting(p, context), p, now)) {
        route(p, context);
    }
}

void Ipv6Path::route(PacketBuf* p, RuleContext& context) {
    const Ipv6Address src = source6(*p), dst = destination6(*p);
    const IfIndex in = p->inInterface;
    if (dst.isMulticast()) {
        const auto& own = s_.v6.routes.addresses();
        const bool member = dst == kAllNodes || dst == kAllRouters || std::any_of(own.begin(), own.end(), [&](const Ipv6AddressConfig& a) {
            return a.interface == in && solicitedNode(a.address) == dst;
        });
        if (member) {
            input(p, context);
        } else {
            lose(p, DropReason::NotForwarded);
        }
        return;
    }
    if (s_.v6.routes.isOwn(in, dst)) {
        input(p, context);
        return;
    }
    if (!s_.config->ipv6.forward || (p->flags & kIsGroup) != 0 || dst.isLinkLocal() || src.isUnspecified()) {
        lose(p, DropReason::NotForwarded);
        return;
    }
    const NextHop& hop = s_.v6.routes.lookup(dst, p->flowHash);
    switch (hop.kind) {
    case NextHopKind::Connected:
    case NextHopKind::Gateway:
        if (src.isLinkLocal()) {
            sendError(*p, icmpv6::kUnreachable, icmpv6::kBeyondScope, context.now);
            lose(p, DropReason::NotForwarded);
            return;
        }
        forward(p, hop, context);
        return;
    case NextHopKind::Blackhole:
        lose(p, DropReason::Blackhole);
        return;
    default:
        sendError(*p, icmpv6::kUnreachable, icmpv6::kNoRoute, context.now);
        lose(p, DropReason::NoRoute);
    }
}

void Ipv6Path::forward(PacketBuf* p, const NextHop& hop, RuleContext& context) {
    p->outInterface = hop.interface;
    if (p->ttl <= 1) {
        sendError(*p, icmpv6::kTimeExceeded, icmpv6::kHopLimitExceeded, context.now);
        lose(p, DropReason::TimeToLive);
        return;
    }
    const std::uint32_t mtu = s_.stack[hop.interface].mtu;
    if (p->l3Length() > mtu) {
        sendError(*p, icmpv6::kPacketTooBig, 0, context.now, std::max(mtu, kIpv6MinimumMtu));
        lose(p, DropReason::FragmentationNeeded);
        return;
    }
    decrementHopLimit(*p);
    if (passed(hooks_.forward(p, context), p, context.now)) {
        finish(p, hop, context);
    }
}

void Ipv6Path::finish(PacketBuf* p, const NextHop& hop, RuleContext& context) {
    if (passed(hooks_.postrouting(p, context), p, context.now)) {
        resolver_.output(p, hop, context.now);
    }
}

void Ipv6Path::input(PacketBuf* p, RuleContext& context) {
    p->outInterface = kNoInterface; // "to the router" for everything downstream
    if (passed(hooks_.input(p, context), p, context.now)) {
        slow_.onResolved(p, 0, context.now);
    }
}

void Ipv6Path::deliver(PacketBuf* p, Nanos now) {
    const Ipv6Address dst = destination6(*p);
    const IfIndex in = p->inInterface;
    if ((p->flags & kIsFragment) == 0) {
        if (p->protocol == kProtocolIcmpv6) {
            const bool whole = p->length >= p->l4Offset + kIcmpHeader && icmpv6ChecksumIsValid(*p);
            if (whole && p->icmpType == icmpv6::kEchoRequest && !source6(*p).isUnspecified()) {
                turnIntoEchoReply6(*p, dst.isMulticast() ? s_.v6.routes.sourceOn(in, source6(*p)) : dst);
                originate(p, in, now);
                return;
            }
            resolver_.receive(*p, now);
        } else if (p->protocol == kProtocolUdp) {
            sendError(*p, icmpv6::kUnreachable, icmpv6::kPortUnreachable, now);
        } else if (p->protocol != kProtocolTcp && p->protocol != kNoNextHeader) {
            sendError(*p, icmpv6::kParameterProblem, icmpv6::kUnknownNextHeader, now, ipv6::kNextHeader);
        }
    }
    s_.consume(p);
}

void Ipv6Path::originate(PacketBuf* p, IfIndex link, Nanos now) {
    const Ipv6Address dst = destination6(*p);
    const NextHop onLink{NextHopKind::Connected, false, link, 0, 0};
    const NextHop& hop = dst.isLinkLocal() || dst.isMulticast() ? onLink : s_.v6.routes.lookup(dst, p->flowHash);
    p->path = PathKind::Slow;
    p->inPort = kNoPort;
    p->inInterface = kNoInterface;
    p->outInterface = hop.interface;
    if (!hop.forwards() || hop.interface == kNoInterface) {
        s_.drop(p, DropReason::NoRoute);
        return;
    }
    RuleContext context{now, 0};
    if (passed(hooks_.output(p, context), p, now)) {
        finish(p, hop, context);
    }
}

void Ipv6Path::sendError(const PacketBuf& offender, std::uint8_t type, std::uint8_t code, Nanos now, std::uint32_t rest) {
    if (!mayCauseIcmpv6Error(offender, type) || !limiter_.allow(now)) {
        return;
    }
    const Ipv6Address towards = source6(offender);
    const IfIndex in = offender.inInterface;
    const IfIndex from = in != kNoInterface ? in : s_.v6.routes.lookup(towards).interface;
    const Ipv6Address source = from == kNoInterface ? Ipv6Address{} : s_.v6.routes.sourceOn(from, towards);
    PacketBuf* error = source.isUnspecified() ? nullptr : s_.make(&offender);
    if (error != nullptr) {
        writeIcmpv6Error(*error, offender, source, type, code, rest);
        originate(error, in, now);
    }
}

void Ipv6Path::onUnreachable(PacketBuf* p, Nanos now) {
    sendError(*p, icmpv6::kUnreachable, icmpv6::kAddressUnreachable, now);
    s_.drop(p, DropReason::NeighbourUnknown);
}

void Ipv6Path::poll(Nanos now) {
    if (resolver_.due() <= now) {
        resolver_.poll(now);
    }
    if (conntrackDue_ <= now) {
        conntrackDue_ = s_.v6.conntrack.expire(now);
        s_.v6.tidyBook(now);
    }
}

// --- the fast ways ----------------------------------------------------------------------------------

const Adjacency* Ipv6Path::wayOf(const PacketBuf& p, std::uint32_t octets, Nanos now) {
    const Ipv6Address dst = destination6(p);
    const NextHop& hop = s_.v6.routes.lookup(dst, p.flowHash);
    if (!hop.forwards()) {
        return nullptr;
    }
    const std::uint32_t address = hop.kind == NextHopKind::Gateway ? hop.gateway : s_.v6.book.find(dst);
    const NeighbourTable::Index neighbour = address == 0 ? NeighbourTable::kNone : s_.v6.neighbours.lookup(hop.interface, address);
    if (neighbour == NeighbourTable::kNone) {
        return nullptr;
    }
    const Adjacency& a = s_.v6.adjacencies.of(neighbour);
    if (!a.fast || octets > a.mtu) {
        return nullptr;
    }
    s_.v6.neighbours.used(neighbour, now);
    return &a;
}

bool Ipv6Path::takeFast(PacketBuf* p, const Ingress& in, Nanos now) {
    const bool plain = in.fastCapable && (p->flags & (kHasIpOptions | kIsFragment | kIsGroup)) == 0 && p->ttl > 1;
    if (!plain || !s_.config->ipv6.forward || !s_.v6.routes.runsOn(p->inInterface) || staysOnLink(source6(*p)) ||
        staysOnLink(destination6(*p))) {
        return false;
    }
    const std::uint32_t octets = totalLength6(*p);
    if (s_.switches.fastPath6) {
        const Adjacency* way = wayOf(*p, octets, now);
        if (way != nullptr) {
            add(s_.v6.fastPath, octets);
            sendFast(p, in, *way, PathKind::FastPath, now);
        }
        return way != nullptr;
    }
    constexpr std::uint8_t kUnusual = tcp::kSyn | tcp::kFin | tcp::kRst;
    if (!s_.switches.fastTrack6 || s_.v6.conntrack.fastTrackedCount() == 0 || (p->flags & kHasPorts) == 0 || (p->tcpFlags & kUnusual) != 0) {
        return false;
    }
    p->src = s_.v6.book.find(source6(*p));
    p->dst = s_.v6.book.find(destination6(*p));
    const bool marked = p->src != 0 && p->dst != 0 && s_.v6.conntrack.lookupFastTracked(p, now);
    p->src = p->dst = 0;
    const Adjacency* way = marked ? wayOf(*p, octets, now) : nullptr;
    if (way != nullptr) {
        s_.v6.conntrack.flow(p->connection, p->direction).countFastTracked(octets, now);
        add(s_.v6.fastTrack, octets);
        sendFast(p, in, *way, PathKind::FastTrack, now);
        return true;
    }
    p->connection = kNoConnection;
    p->direction = 0;
    return false;
}

void Ipv6Path::sendFast(PacketBuf* p, const Ingress& in, const Adjacency& way, PathKind path, Nanos now) {
    s_.countPath(path, in.arrived);
    s_.stats[in.ether].fpRxByte += in.arrived;
    s_.stats[in.ether].fpRxPacket += 1;
    for (std::uint8_t i = 0; i < in.crossedCount; ++i) {
        InterfaceStats& stats = s_.stats[in.crossed[i].interface];
        stats.rxByte += in.crossed[i].length;
        stats.rxPacket += 1;
        stats.fpRxByte += in.crossed[i].length;
        stats.fpRxPacket += 1;
    }
    s_.work.vlans = static_cast<std::uint16_t>(s_.work.vlans + in.vlans);
    s_.work.path = path;
    p->path = path;
    p->connection = kNoConnection;
    trimPadding6(*p);
    decrementHopLimit(*p);
    const bool straight = way.direct && !way.queued;
    writeLinkHeader(*p, way, straight);
    if (straight) {
        egress_.sendDirect(p, way, now);
    } else {
        egress_.transmit(p, way.interface, now);
    }
}

} // namespace agent::dataplane
