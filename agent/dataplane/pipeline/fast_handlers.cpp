#include "agent/dataplane/pipeline/fast_handlers.h"

#include "agent/dataplane/nat/rewrite.h"
#include "agent/dataplane/parse/ethernet.h"
#include "agent/dataplane/parse/ipv4.h"
#include "agent/dataplane/parse/parse.h"

#include <bit>

namespace agent::dataplane {

using core::base::Nanos;
using core::model::PathKind;

bool FastHandlers::isPlain(const PacketBuf& p, const Ingress& in) {
    constexpr std::uint8_t kLookedAt = kIsIpv4 | kMalformed | kHasIpOptions | kIsGroup;
    return in.fate == Fate::Route && in.fastCapable && (p.flags & kLookedAt) == kIsIpv4 && p.ttl > 1;
}

void FastHandlers::lookAhead(const Batch& batch, std::span<const Ingress> places, Nanos now) {
    candidates_ = hits_ = 0;
    changed_ = false;
    if (!s_.switches.connectionTracking || batch.count == 0) {
        return;
    }
    if (!s_.switches.fastTrack || s_.conntrack.fastTrackedCount() == 0 || !s_.config->ip.ipForward) {
        s_.conntrack.prefetch(batch);
        return;
    }
    // Everything unusual is the slow path's: it keeps the connection's state right.
    constexpr std::uint8_t kUnusual = tcp::kSyn | tcp::kFin | tcp::kRst;
    const auto isCandidate = [&](std::size_t i) {
        const PacketBuf* p = batch.packets[i];
        return p != nullptr && isPlain(*p, places[i]) && (p->flags & (kHasPorts | kIsFragment)) == kHasPorts &&
               (p->tcpFlags & kUnusual) == 0;
    };
    for (std::size_t i = 0; i < batch.count; ++i) {
        candidates_ |= static_cast<std::uint64_t>(isCandidate(i)) << i;
    }
    if (candidates_ == ~std::uint64_t{0} >> (kBatchSize - batch.count)) { // all of them, as usual (an empty batch never comes here)
        hits_ = s_.conntrack.lookupFastTracked(batch, now);
        return;
    }
    Batch asked;
    std::array<std::uint8_t, kBatchSize> positions;
    for (std::uint64_t rest = candidates_; rest != 0; rest &= rest - 1) {
        const auto i = static_cast<std::size_t>(std::countr_zero(rest));
        positions[asked.count] = static_cast<std::uint8_t>(i);
        asked.push(batch.packets[i]);
    }
    for (std::uint64_t found = s_.conntrack.lookupFastTracked(asked, now); found != 0; found &= found - 1) {
        hits_ |= std::uint64_t{1} << positions[static_cast<std::size_t>(std::countr_zero(found))];
    }
}

std::size_t FastHandlers::handle(const Batch& batch, Places places, std::size_t first, std::size_t end, Nanos now) {
    std::size_t next = first;
    while (next < end && batch.packets[next] != nullptr) {
        const std::size_t before = next;
        if (places[next].fate == Fate::Bridge) {
            next += bridgeFrame(batch.packets[next], places[next], now) ? 1u : 0u;
        } else if (s_.switches.fastPath) {
            next = s_.config->ip.ipForward ? fastPathRun(batch, places, next, end, now) : next;
        } else {
            next = fastTrackRun(batch, places, next, end, now);
        }
        if (next == before) {
            break;
        }
    }
    return next;
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
        if (to == nullptr || !bridge.mayPass(*from, *to, in.vid)) {
            return false;
        }
    }
    if (p->length > s_.stack[to->interface].l2mtu + kEthernetHeader) {
        return false;
    }
    s_.countPath(PathKind::FastPath, countRx({&in, 1}, 0, 1));
    add(forward ? s_.bridgeFastForward : s_.bridgeFastPath, p->length);
    p->path = PathKind::FastPath;
    s_.work.path = PathKind::FastPath;
    s_.work.bridged = true;
    bridge.tagFor(*p, in.vid, *to->vlans);
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

NeighbourTable::Index FastHandlers::neighbourTowards(std::uint32_t destination) {
    const std::uint16_t number = s_.routes.hopOf(destination);
    const NextHop& hop = s_.routes.hop(number);
    if (hop.kind != NextHopKind::Gateway) {
        return hop.kind == NextHopKind::Connected ? s_.neighbours.lookup(hop.interface, destination) : NeighbourTable::kNone;
    }
    if (number >= neighbours_.size()) [[unlikely]] {
        neighbours_.resize(s_.routes.hopCount()); // once per configuration
    }
    HopNeighbour& known = neighbours_[number];
    if (known.generation != s_.egressGeneration) [[unlikely]] {
        const NeighbourTable::Index neighbour = s_.neighbours.lookup(hop.interface, hop.gateway);
        if (neighbour == NeighbourTable::kNone) {
            return neighbour;
        }
        known = {s_.egressGeneration, neighbour};
    }
    return known.neighbour;
}

const Adjacency* FastHandlers::adjacencyOf(NeighbourTable::Index neighbour, std::uint32_t octets) {
    if (neighbour == NeighbourTable::kNone) {
        return nullptr;
    }
    const Adjacency& a = s_.adjacencies.of(neighbour);
    return a.fast && octets <= a.mtu ? &a : nullptr;
}

// What was found when the batch began still holds unless the flow lost its mark since; what was not found is asked again once
// packets before it went slow.
FlowEntry* FastHandlers::findFastTracked(PacketBuf* p, std::size_t index, Nanos now) {
    if ((hits_ >> index & 1u) != 0) [[likely]] {
        FlowEntry& flow = s_.conntrack.flow(p->connection, p->direction);
        return (flow.flags & kFlowFastTrack) != 0 ? &flow : nullptr;
    }
    return changed_ && s_.conntrack.lookupFastTracked(p, now) ? &s_.conntrack.flow(p->connection, p->direction) : nullptr;
}

// Raw, connection state, mangle, filter, global and simple queues are skipped; the translation comes from the flow; the packet
// stays no-mark.
std::size_t FastHandlers::fastTrackRun(const Batch& batch, Places places, std::size_t first, std::size_t end, Nanos now) {
    std::size_t next = first;
    for (; next < end && (candidates_ >> next & 1u) != 0; ++next) {
        PacketBuf* p = batch.packets[next];
        Way& way = ways_[next];
        way.flow = findFastTracked(p, next, now);
        if (way.flow != nullptr) [[likely]] {
            way.octets = totalLength(*p);
            way.neighbour = neighbourOf(*way.flow);
            way.adjacency = adjacencyOf(way.neighbour, way.octets);
        } else {
            way.adjacency = nullptr;
        }
        if (way.adjacency == nullptr) {
            changed_ = true;
            candidates_ &= ~(std::uint64_t{1} << next);
            p->connection = kNoConnection;
            p->direction = 0;
            break;
        }
    }
    if (next == first) {
        return first;
    }
    s_.countPath(PathKind::FastTrack, countRx(places, first, next));
    noteUse(first, next, now);
    s_.work.path = PathKind::FastTrack;
    std::uint64_t octets = 0;
    for (std::size_t i = first; i < next; ++i) {
        PacketBuf* p = batch.packets[i];
        const Way& way = ways_[i];
        way.flow->countFastTracked(way.octets, now);
        octets += way.octets;
        p->path = PathKind::FastTrack;
        p->length = static_cast<std::uint16_t>(p->l3Offset + way.octets); // without padding
        forwardFlow(*p, *way.flow);
        send(p, *way.adjacency, now);
    }
    s_.fastTrack.bytes += octets;
    s_.fastTrack.packets += next - first;
    return next;
}

std::size_t FastHandlers::fastPathRun(const Batch& batch, Places places, std::size_t first, std::size_t end, Nanos now) {
    std::size_t next = first;
    for (; next < end && batch.packets[next] != nullptr && isPlain(*batch.packets[next], places[next]); ++next) {
        const PacketBuf& p = *batch.packets[next];
        Way& way = ways_[next];
        way.octets = totalLength(p);
        way.neighbour = neighbourTowards(p.dst);
        way.adjacency = adjacencyOf(way.neighbour, way.octets);
        if (way.adjacency == nullptr) {
            break;
        }
    }
    if (next == first) {
        return first;
    }
    s_.countPath(PathKind::FastPath, countRx(places, first, next));
    noteUse(first, next, now);
    s_.work.path = PathKind::FastPath;
    std::uint64_t octets = 0;
    for (std::size_t i = first; i < next; ++i) {
        PacketBuf* p = batch.packets[i];
        const Way& way = ways_[i];
        octets += way.octets;
        p->path = PathKind::FastPath;
        p->length = static_cast<std::uint16_t>(p->l3Offset + way.octets); // without padding
        decrementTtl(*p);
        send(p, *way.adjacency, now);
    }
    s_.fastPath.bytes += octets;
    s_.fastPath.packets += next - first;
    return next;
}

void FastHandlers::noteUse(std::size_t first, std::size_t end, Nanos now) {
    NeighbourTable::Index last = NeighbourTable::kNone;
    for (std::size_t i = first; i < end; ++i) {
        if (ways_[i].neighbour != last) {
            last = ways_[i].neighbour;
            s_.neighbours.used(last, now);
        }
    }
}

BytesPackets FastHandlers::countRx(Places places, std::size_t first, std::size_t end) {
    BytesPackets all{0, end - first};
    for (std::size_t row = first, next = first; row < end; row = next) {
        const IfIndex ether = places[row].ether;
        std::uint64_t octets = 0;
        for (; next < end && places[next].ether == ether; ++next) {
            octets += places[next].arrived;
            if (places[next].crossedCount != 0) {
                countCrossed(places[next]);
            }
        }
        s_.stats[ether].fpRxByte += octets;
        s_.stats[ether].fpRxPacket += next - row;
        all.bytes += octets;
    }
    return all;
}

void FastHandlers::countCrossed(const Ingress& in) {
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
