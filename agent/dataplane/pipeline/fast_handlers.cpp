#include "agent/dataplane/pipeline/fast_handlers.h"

#include "agent/dataplane/nat/rewrite.h"
#include "agent/dataplane/parse/ethernet.h"
#include "agent/dataplane/parse/ipv4.h"
#include "agent/dataplane/parse/parse.h"

#include <bit>

namespace agent::dataplane {

using core::base::Nanos;
using core::model::PathKind;

bool FastHandlers::isPlain(const PacketBuf& p, const Ingress& in) const {
    constexpr std::uint8_t kLookedAt = kIsIpv4 | kMalformed | kHasIpOptions | kIsGroup;
    return in.fate == Fate::Route && in.fastCapable && (p.flags & kLookedAt) == kIsIpv4 && p.ttl > 1;
}

void FastHandlers::lookAhead(const Batch& batch, std::span<const Ingress> places, Nanos now) {
    candidates_ = hits_ = 0;
    changed_ = false;
    if (!s_.switches.fastTrack || s_.conntrack.fastTrackedCount() == 0 || !s_.config->ip.ipForward) {
        return;
    }
    // Everything unusual is the slow path's: it keeps the connection's state right.
    constexpr std::uint8_t kUnusual = tcp::kSyn | tcp::kFin | tcp::kRst;
    Batch asked;
    std::array<std::uint8_t, kBatchSize> positions;
    for (std::size_t i = 0; i < batch.count; ++i) {
        PacketBuf* p = batch.packets[i];
        if (p != nullptr && isPlain(*p, places[i]) && (p->flags & (kHasPorts | kIsFragment)) == kHasPorts &&
            (p->tcpFlags & kUnusual) == 0) {
            positions[asked.count] = static_cast<std::uint8_t>(i);
            asked.push(p);
            candidates_ |= std::uint64_t{1} << i;
        }
    }
    std::uint64_t found = s_.conntrack.lookupFastTracked(asked, now);
    if (asked.count == batch.count) {
        hits_ = found;
        return;
    }
    for (; found != 0; found &= found - 1) {
        hits_ |= std::uint64_t{1} << positions[static_cast<std::size_t>(std::countr_zero(found))];
    }
}

bool FastHandlers::tryHandle(PacketBuf* p, const Ingress& in, std::size_t index, Nanos now) {
    if (in.fate == Fate::Bridge) {
        return bridgeFrame(p, in, now);
    }
    if (s_.switches.fastPath) {
        return isPlain(*p, in) && s_.config->ip.ipForward && fastPath(p, in, now);
    }
    if ((candidates_ >> index & 1u) == 0) {
        return false;
    }
    if (fastTrack(p, in, index, now)) {
        return true;
    }
    changed_ = true;
    p->connection = kNoConnection;
    p->direction = 0;
    return false;
}

bool FastHandlers::bridgeFrame(PacketBuf* p, const Ingress& in, Nanos now) {
    Bridge& bridge = *s_.bridges[in.bridge];
    const Bridge::Member* from = bridge.member(in.member);
    if (!bridgeFastPathOn(s_.switches, bridge.settings()) || (p->flags & kMalformed) != 0) {
        return false;
    }
    const Bridge::Member* to = nullptr;
    const bool forward = bridge.fastForwards();
    if (forward) {
        to = &bridge.members()[bridge.members()[0].interface == in.member ? 1 : 0];
    } else {
        if (!in.sourceKnown || (bridge.settings().vlanFiltering && (p->flags & kPriorityTag) != 0)) {
            return false;
        }
        to = bridge.member(in.target);
        if (to == nullptr || !bridge.mayPass(*from, *to)) {
            return false;
        }
    }
    if (p->length > s_.stack[to->interface].l2mtu + kEthernetHeader) {
        return false;
    }
    s_.countPath(PathKind::FastPath, in.arrived);
    countRx(in);
    add(forward ? s_.bridgeFastForward : s_.bridgeFastPath, p->length);
    p->path = PathKind::FastPath;
    s_.work.path = PathKind::FastPath;
    s_.work.bridged = true;
    bridge.tagFor(*p, in.vid, to->pvid);
    egress_.transmit(p, to->interface, now);
    return true;
}

NeighbourTable::Index FastHandlers::neighbourOf(FlowEntry& flow) {
    if (flow.egressGeneration != s_.egressGeneration) [[unlikely]] {
        const NextHop& hop = s_.routes.lookup(flow.newDst); // main table, whatever mangle would have marked
        if (!hop.forwards()) {
            return NeighbourTable::kNone;
        }
        const NeighbourTable::Index neighbour = s_.neighbours.lookup(hop.interface, hop.neighbour(flow.newDst));
        if (neighbour == NeighbourTable::kNone) {
            return neighbour;
        }
        flow.egressSlot = neighbour;
        flow.egressGeneration = s_.egressGeneration;
    }
    return flow.egressSlot;
}

// What was found when the batch began still holds unless the flow lost its mark since; what was not found is asked again once
// packets before it went slow.
bool FastHandlers::findFastTracked(PacketBuf* p, std::size_t index, Nanos now) {
    if ((hits_ >> index & 1u) != 0) [[likely]] {
        return (s_.conntrack.flow(p->connection, p->direction).flags & kFlowFastTrack) != 0;
    }
    return changed_ && s_.conntrack.lookupFastTracked(p, now);
}

// Raw, connection state, mangle, filter, global and simple queues are skipped; the translation comes from the flow; the packet
// stays no-mark.
bool FastHandlers::fastTrack(PacketBuf* p, const Ingress& in, std::size_t index, Nanos now) {
    if (!findFastTracked(p, index, now)) {
        return false;
    }
    FlowEntry& flow = s_.conntrack.flow(p->connection, p->direction);
    const NeighbourTable::Index neighbour = neighbourOf(flow);
    const std::uint32_t octets = totalLength(*p);
    const Adjacency* a = neighbour == NeighbourTable::kNone ? nullptr : &s_.adjacencies.of(neighbour);
    if (a == nullptr || !a->fast || octets > a->mtu) {
        return false;
    }
    s_.countPath(PathKind::FastTrack, in.arrived);
    countRx(in);
    s_.neighbours.used(neighbour, now);
    flow.countFastTracked(octets, now);
    add(s_.fastTrack, octets);
    p->path = PathKind::FastTrack;
    s_.work.path = PathKind::FastTrack;
    trimPadding(*p);
    decrementTtl(*p);
    rewriteFlow(p, flow);
    send(p, *a, now);
    return true;
}

bool FastHandlers::fastPath(PacketBuf* p, const Ingress& in, Nanos now) {
    const NextHop& hop = s_.routes.lookup(p->dst);
    if (!hop.forwards()) {
        return false;
    }
    const NeighbourTable::Index neighbour = s_.neighbours.lookup(hop.interface, hop.neighbour(p->dst));
    if (neighbour == NeighbourTable::kNone) {
        return false;
    }
    const Adjacency& a = s_.adjacencies.of(neighbour);
    const std::uint32_t octets = totalLength(*p);
    if (!a.fast || octets > a.mtu) {
        return false;
    }
    s_.countPath(PathKind::FastPath, in.arrived);
    countRx(in);
    s_.neighbours.used(neighbour, now);
    add(s_.fastPath, octets);
    p->path = PathKind::FastPath;
    s_.work.path = PathKind::FastPath;
    trimPadding(*p);
    decrementTtl(*p);
    send(p, a, now);
    return true;
}

void FastHandlers::countRx(const Ingress& in) {
    InterfaceStats& ether = s_.stats[in.ether];
    ether.fpRxByte += in.arrived;
    ether.fpRxPacket += 1;
    for (std::uint8_t i = 0; i < in.crossedCount; ++i) {
        InterfaceStats& stats = s_.stats[in.crossed[i].interface];
        stats.rxByte += in.crossed[i].length;
        stats.rxPacket += 1;
        stats.fpRxByte += in.crossed[i].length;
        stats.fpRxPacket += 1;
    }
    s_.work.vlans = static_cast<std::uint16_t>(s_.work.vlans + in.vlans);
}

void FastHandlers::send(PacketBuf* p, const Adjacency& a, Nanos now) {
    const bool straight = a.direct && !a.queued;
    writeLinkHeader(*p, a, straight);
    if (straight) {
        egress_.sendDirect(p, a, now);
    } else {
        egress_.transmit(p, a.interface, now);
    }
}

} // namespace agent::dataplane
