#include "agent/dataplane/pipeline/slow_path.h"

#include "agent/dataplane/parse/ethernet.h"
#include "agent/dataplane/parse/fragment.h"
#include "agent/dataplane/parse/icmp_message.h"
#include "agent/dataplane/parse/ipv4.h"
#include "agent/dataplane/parse/parse.h"
#include "agent/dataplane/parse/tcp_reset.h"
#include "agent/dataplane/pipeline/ipsec_stage.h"
#include "agent/dataplane/pipeline/known_walks.h"
#include "agent/dataplane/pipeline/trace_notes.h"

#include <algorithm>

namespace agent::dataplane {

using core::base::Nanos;
using core::model::PathKind;

bool SlowPath::passed(HookResult result, PacketBuf* p, Nanos now) {
    if (s_.trace.on()) [[unlikely]] {
        trace_notes::hookDone(s_, *p);
    }
    if (result == HookResult::Pass) [[likely]] {
        return true;
    }
    if (result == HookResult::Reject) {
        reject(*p, now);
    } else if (result == HookResult::Tarpit) {
        sendTarpitAnswer(*p, now);
    }
    s_.drop(p, hooks_.dropReason());
    return false;
}

void SlowPath::reject(const PacketBuf& p, Nanos now) {
    switch (hooks_.rejectWith()) {
    case RejectWith::IcmpNetworkUnreachable:
        return sendError(p, icmp::kUnreachable, icmp::kNetUnreachable, now);
    case RejectWith::IcmpHostUnreachable:
        return sendError(p, icmp::kUnreachable, icmp::kHostUnreachable, now);
    case RejectWith::IcmpPortUnreachable:
        return sendError(p, icmp::kUnreachable, icmp::kPortUnreachable, now);
    case RejectWith::IcmpAdminProhibited:
        return sendError(p, icmp::kUnreachable, icmp::kAdminProhibited, now);
    case RejectWith::IcmpProtocolUnreachable:
        return sendError(p, icmp::kUnreachable, icmp::kProtocolUnreachable, now);
    case RejectWith::IcmpNetProhibited:
        return sendError(p, icmp::kUnreachable, icmp::kNetProhibited, now);
    case RejectWith::IcmpHostProhibited:
        return sendError(p, icmp::kUnreachable, icmp::kHostProhibited, now);
    case RejectWith::TcpReset:
        return sendReset(p, now);
    }
}

void SlowPath::receive(PacketBuf* p, Nanos now) {
    if ((p->flags & kMalformed) != 0) {
        s_.stats[p->inInterface].rxError += 1;
        s_.drop(p, DropReason::Malformed);
        return;
    }
    // Addresses that never travel on a wire (RFC 1812 section 5.3.7).
    if (isMulticast(p->src) || p->src == kLimitedBroadcast || isLoopback(p->src) || isLoopback(p->dst)) {
        s_.stats[p->inInterface].rxDrop += 1;
        s_.drop(p, DropReason::BadAddress);
        return;
    }
    trimPadding(*p);
    RuleContext context{now};
    context.record = s_.walks.begin(s_.work.rules);
    if (!s_.ipsec.empty()) {
        context.ipsecIn = ipsec_stage::received(s_, *p);
        if (context.record != nullptr) {
            context.record->demand(false); // every packet has to meet the policies
        }
    }
    if (passed(hooks_.prerouting(p, context), p, now)) {
        route(p, context);
    }
}

void SlowPath::route(PacketBuf* p, RuleContext& context) {
    if (isMulticast(p->dst) || p->dst == kLimitedBroadcast) {
        input(p, context);
        return;
    }
    if (decide_.filtersSources() && !decide_.sourceFits(*p)) [[unlikely]] {
        s_.stats[p->inInterface].rxDrop += 1;
        s_.conntrack.abandon(p);
        s_.drop(p, DropReason::ReversePath);
        return;
    }
    NextHop forced;
    const NextHop& hop =
        context.gateway == 0 ? decide_.routeOf(*p, context.routingMark) : hopByGateway(s_.routes, p->dst, context, forced);
    DropReason reason = DropReason::NotForwarded;
    if (s_.trace.on()) [[unlikely]] {
        trace_notes::routed(s_, *p, hop);
    }
    switch (hop.kind) {
    case NextHopKind::Local:
    case NextHopKind::Broadcast:
        input(p, context);
        return;
    case NextHopKind::Connected:
    case NextHopKind::Gateway:
        if (s_.config->ip.ipForward && (p->flags & kIsGroup) == 0) {
            forward(p, hop, context);
            return;
        }
        break;
    case NextHopKind::None:
    case NextHopKind::Unreachable:
        if (s_.config->ip.ipForward) {
            sendError(*p, icmp::kUnreachable, hop.kind == NextHopKind::None ? icmp::kNetUnreachable : icmp::kHostUnreachable, context.now);
        }
        reason = hop.kind == NextHopKind::None ? DropReason::NoRoute : DropReason::Unreachable;
        break;
    case NextHopKind::Prohibit:
        reason = DropReason::Prohibit;
        sendError(*p, icmp::kUnreachable, icmp::kAdminProhibited, context.now);
        break;
    case NextHopKind::Blackhole:
        reason = DropReason::Blackhole;
        break;
    }
    s_.conntrack.abandon(p);
    s_.drop(p, reason);
}

const NextHop& SlowPath::hopByGateway(const RoutingTable& routes, std::uint32_t destination, const RuleContext& context, NextHop& into) {
    const NextHop& usual = routes.lookup(destination, context.routingMark);
    into = routes.lookup(context.gateway);
    if (usual.kind == NextHopKind::Local || usual.kind == NextHopKind::Broadcast || into.kind != NextHopKind::Connected) {
        return usual;
    }
    into.kind = NextHopKind::Gateway;
    into.gateway = context.gateway;
    return into;
}

void SlowPath::forward(PacketBuf* p, const NextHop& hop, RuleContext& context) {
    p->outInterface = hop.interface;
    if (p->ttl <= 1) {
        sendError(*p, icmp::kTimeExceeded, 0, context.now);
        s_.conntrack.abandon(p);
        s_.drop(p, DropReason::TimeToLive);
        return;
    }
    const std::uint32_t mtu = s_.stack[hop.interface].mtu;
    if (p->l3Length() > mtu && !mayFragment(*p)) {
        sendError(*p, icmp::kUnreachable, icmp::kFragmentationNeeded, context.now, mtu);
        s_.conntrack.abandon(p);
        s_.drop(p, DropReason::FragmentationNeeded);
        return;
    }
    decrementTtl(*p);
    context.ipsecOut = ipsec_stage::willProtect(s_, *p);
    if (passed(hooks_.forward(p, context), p, context.now)) {
        finish(p, hop, context);
    }
}

void SlowPath::finish(PacketBuf* p, const NextHop& hop, RuleContext& context) {
    const std::uint32_t sourceBeforeNat = p->src;
    if (!passed(hooks_.postrouting(p, context), p, context.now)) {
        return;
    }
    if (!s_.ipsec.empty() && !ipsec_stage::protect(s_, *p)) {
        s_.drop(p, DropReason::Tunnel);
        return;
    }
    p->src = sourceBeforeNat; // queues tell senders apart by their own address; the frame has the translated one
    const std::uint32_t mtu = s_.stack[hop.interface].mtu;
    if (p->l3Length() > mtu) [[unlikely]] {
        sendFragments(p, hop, mtu, sourceBeforeNat, context.now);
        return;
    }
    if (context.record != nullptr) [[unlikely]] {
        rememberWalk(s_, *p, hop, *context.record);
    }
    resolver_.output(p, hop, sourceBeforeNat, context.now);
}

void SlowPath::sendFragments(PacketBuf* p, const NextHop& hop, std::uint32_t mtu, std::uint32_t sourceBeforeNat, Nanos now) {
    const std::uint32_t step = fragmentPayload(*p, mtu);
    const std::uint32_t payload = p->length - std::uint32_t{p->l4Offset};
    for (std::uint32_t start = 0; step != 0 && start < payload; start += step) {
        PacketBuf* piece = s_.make(p);
        if (piece == nullptr) {
            break; // the datagram is lost as a whole, as with any lost fragment
        }
        writeFragment(*piece, *p, start, std::min(step, payload - start));
        resolver_.output(piece, hop, sourceBeforeNat, now);
    }
    s_.consume(p);
}

void SlowPath::input(PacketBuf* p, RuleContext& context) {
    p->outInterface = kNoInterface; // "to the router" for everything downstream
    const std::uint32_t source = p->src;
    if (passed(hooks_.input(p, context), p, context.now)) {
        enqueueGlobal(p, source, context.now);
    }
}

void SlowPath::enqueueGlobal(PacketBuf* p, std::uint32_t sourceBeforeNat, Nanos now) {
    if (s_.globalQueues.any()) {
        const Admission admission = s_.globalQueues.enqueue(p, now, sourceBeforeNat, Passing::Allowed);
        s_.work.simpleQueues = static_cast<std::uint16_t>(s_.work.simpleQueues + s_.globalQueues.looked());
        if (s_.trace.on()) [[unlikely]] {
            trace_notes::queued(s_, *p, kNoInterface, admission);
        }
        s_.work.queued = static_cast<std::uint16_t>(s_.work.queued + (admission != Admission::Direct ? 1 : 0));
        if (admission == Admission::Queued || admission == Admission::Dropped) {
            return;
        }
    }
    proceed(p, now);
}

void SlowPath::proceed(PacketBuf* p, Nanos now) {
    if (p->outInterface == kNoInterface) {
        local_->deliver(p, now);
    } else {
        egress_.transmit(p, p->outInterface, now);
    }
}

void SlowPath::drain(Nanos now) {
    if (!s_.globalQueues.any()) {
        return;
    }
    Batch batch;
    do {
        batch.clear();
        s_.globalQueues.dequeue(now, batch, kBatchSize);
        for (PacketBuf* p : batch) {
            proceed(p, now);
        }
    } while (batch.count != 0);
}

bool SlowPath::filterBridged(PacketBuf* p, IfIndex bridge, BridgedBetween ports, Nanos now) {
    trimPadding(*p);
    RuleContext context{now};
    context.inBridgePort = ports.in;
    context.outBridgePort = ports.out;
    const std::uint32_t destination = p->dst;
    p->inInterface = bridge;
    if (!passed(hooks_.prerouting(p, context), p, now)) {
        return false;
    }
    if (p->dst != destination) { // dst-nat: no longer for the other end of the bridge, but for wherever that address is
        route(p, context);
        return false;
    }
    p->outInterface = bridge;
    return passed(hooks_.forward(p, context), p, now) && passed(hooks_.postrouting(p, context), p, now);
}

void SlowPath::originate(PacketBuf* p, Nanos now, MarkId table) {
    p->path = PathKind::Slow;
    p->inPort = kNoPort;
    p->inInterface = kNoInterface;
    const NextHop& hop = decide_.routeOf(*p, table);
    p->outInterface = hop.interface;
    if (s_.trace.on()) [[unlikely]] {
        trace_notes::routed(s_, *p, hop);
    }
    if (!hop.forwards()) {
        s_.drop(p, DropReason::NoRoute);
        return;
    }
    RuleContext context{now};
    context.routingMark = table;
    context.ipsecOut = ipsec_stage::willProtect(s_, *p);
    if (!passed(hooks_.output(p, context), p, now)) {
        return;
    }
    // mark-routing in output, or a translated destination: the route is looked for once more.
    const NextHop& adjusted = decide_.routeOf(*p, context.routingMark);
    if (!adjusted.forwards()) {
        s_.conntrack.abandon(p);
        s_.drop(p, DropReason::NoRoute);
        return;
    }
    p->outInterface = adjusted.interface;
    finish(p, adjusted, context);
}

void SlowPath::sendError(const PacketBuf& offender, std::uint8_t type, std::uint8_t code, Nanos now, std::uint32_t rest) {
    if (!mayCauseIcmpError(offender) || !limiter_.allow(now)) {
        return;
    }
    // The address of the interface the packet came in by (RFC 1812 section 4.3.2.4), else the one the error leaves with.
    std::uint32_t source = offender.inInterface == kNoInterface ? 0 : s_.routes.sourceOn(offender.inInterface, offender.src);
    const MarkId table = s_.routes.vrfOf(offender.inInterface);
    if (source == 0) {
        source = s_.routes.lookup(offender.src, table).source;
    }
    PacketBuf* error = source == 0 ? nullptr : s_.make(&offender);
    if (error != nullptr) {
        writeIcmpError(*error, offender, source, type, code, rest);
        originate(error, now, table);
    }
}

// RFC 1812 section 5.2.7.1: host unreachable when the next hop does not answer.
void SlowPath::onUnreachable(PacketBuf* p, Nanos now) {
    sendError(*p, icmp::kUnreachable, icmp::kHostUnreachable, now);
    s_.drop(p, DropReason::NeighbourUnknown);
}

void SlowPath::sendTarpitAnswer(const PacketBuf& segment, Nanos now) {
    if (segment.protocol != kProtocolTcp || (segment.flags & (kHasPorts | kIsGroup)) != kHasPorts || !limiter_.allow(now)) {
        return;
    }
    PacketBuf* answer = mayBeTarpitted(segment) ? s_.make(&segment) : nullptr;
    if (answer != nullptr) {
        writeTarpitAnswer(*answer, segment);
        answer->connectionState = kStateUntracked; // nothing is remembered of those it holds
        originate(answer, now);
    }
}

void SlowPath::sendReset(const PacketBuf& offender, Nanos now) {
    const bool segment = offender.protocol == kProtocolTcp && (offender.flags & kHasPorts) != 0 && (offender.flags & kIsGroup) == 0;
    if (!segment || (offender.tcpFlags & tcp::kRst) != 0 || !limiter_.allow(now)) {
        return;
    }
    if (PacketBuf* reset = s_.make(&offender)) {
        writeTcpReset(*reset, offender);
        originate(reset, now, s_.routes.vrfOf(offender.inInterface));
    }
}

} // namespace agent::dataplane
