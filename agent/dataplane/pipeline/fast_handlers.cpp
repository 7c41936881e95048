#include "agent/dataplane/pipeline/fast_handlers.h"

#include "agent/dataplane/nat/rewrite.h"
#include "agent/dataplane/parse/ethernet.h"
#include "agent/dataplane/parse/parse.h"

namespace agent::dataplane {

using core::base::Nanos;
using core::model::PathKind;

namespace {
constexpr std::uint32_t kNoHop = 0x10000;
}

void FastHandlers::lookAhead(const Batch& batch, std::uint64_t plain) {
    if (plain == 0 || !s_.switches.fastPath || !s_.config->ip.ipForward) {
        return;
    }
    std::array<std::uint32_t, kBatchSize> destinations;
    for (std::size_t i = 0; i < batch.count; ++i) {
        destinations[i] = batch.packets[i] != nullptr ? batch.packets[i]->dst : 0; // of frames without IPv4 nobody will ask
    }
    s_.routes.hopsOf({destinations.data(), batch.count}, hops_.data());
    if (neighbours_.size() < s_.routes.hopCount()) [[unlikely]] {
        neighbours_.resize(s_.routes.hopCount()); // once per configuration
    }
}

std::size_t FastHandlers::handle(const Batch& batch, const Arrivals& arrivals, const BatchFlows& flows, std::size_t first, std::size_t end,
                                 Nanos now) {
    std::size_t next = first;
    while (next < end && batch.packets[next] != nullptr) {
        const std::size_t before = next;
        if (arrivals.places[next].fate == Fate::Bridge) {
            next += bridgeFrame(batch.packets[next], arrivals.places[next], now) ? 1u : 0u;
        } else if (s_.switches.fastPath) {
            next = s_.config->ip.ipForward ? fastPathRun(batch, arrivals, next, end, now) : next;
        } else if (s_.switches.fastTrack) {
            next = fastTrackRun(batch, arrivals, flows, next, end, now);
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
    if (!bridgeFastPathOn(s_.switches, bridge.settings()) || (p->flags & kMalformed) != 0 || !in.fastCapable) {
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
    s_.countPath(PathKind::FastPath, countRx({&in, 1}));
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
        const NextHop& hop = decide_.routeOf(flow); // main table, whatever mangle would have marked
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

NeighbourTable::Index FastHandlers::neighbourByPolicy(const PacketBuf& p) {
    if (decide_.filtersSources() && !decide_.sourceFits(p)) {
        return NeighbourTable::kNone;
    }
    const NextHop& hop = decide_.routeOf(p, 0);
    return hop.forwards() ? s_.neighbours.lookup(hop.interface, hop.neighbour(p.dst)) : NeighbourTable::kNone;
}

NeighbourTable::Index FastHandlers::neighbourTowards(std::uint16_t number, std::uint32_t destination) {
    const NextHop& hop = s_.routes.hop(number);
    if (hop.kind != NextHopKind::Gateway) {
        return hop.kind == NextHopKind::Connected ? s_.neighbours.lookup(hop.interface, destination) : NeighbourTable::kNone;
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

// Raw, connection state, mangle, filter, global and simple queues are skipped; the translation comes from the flow; the packet
// stays no-mark.
std::size_t FastHandlers::fastTrackRun(const Batch& batch, const Arrivals& arrivals, const BatchFlows& flows, std::size_t first,
                                       std::size_t end, Nanos now) {
    EngineState& s = s_;
    const FlowTick tick = flowTick(now);
    const std::size_t stop = runEnd(flows.known & arrivals.plain, first, end);
    Outlet outlet(s);
    std::uint64_t octetsOfAll = 0;
    std::size_t next = first;
    for (; next < stop; ++next) {
        FlowEntry& flow = *flows.found.flow[next];
        if (!Conntrack::takesFastTrack(flow, tick)) {
            break;
        }
        if (flow.egressSlot != outlet.neighbour() || flow.egressGeneration != s.egressGeneration) [[unlikely]] {
            outlet.turn(neighbourOf(flow), now);
        }
        PacketBuf* p = batch.packets[next];
        const std::uint32_t octets = totalLength(*p);
        if (octets > outlet.fastRoom()) {
            break;
        }
        flow.countFastTracked(octets, now);
        octetsOfAll += octets;
        p->connection = flows.found.ref[next] >> 1;
        p->direction = static_cast<std::uint8_t>(flows.found.ref[next] & 1u);
        p->path = PathKind::FastTrack;
        p->length = static_cast<std::uint16_t>(p->l3Offset + octets); // without padding
        forwardFlow(*p, flow);
        if (outlet.isStraight()) [[likely]] {
            outlet.send(p, now);
        } else {
            sendByWay(p, *outlet.way(), now);
        }
    }
    if (next != first) {
        s.countPath(PathKind::FastTrack, countRx(arrivals, first, next));
        s.work.path = PathKind::FastTrack;
        s.fastTrack.bytes += octetsOfAll;
        s.fastTrack.packets += next - first;
    }
    return next;
}

// The neighbour changes from packet to packet where routes are many: what a hop leads to is one look into neighbours_ then.
std::size_t FastHandlers::fastPathRun(const Batch& batch, const Arrivals& arrivals, std::size_t first, std::size_t end, Nanos now) {
    EngineState& s = s_;
    const std::size_t stop = runEnd(arrivals.plain, first, end);
    const bool policy = decide_.hasPolicy() || decide_.filtersSources();
    Outlet outlet(s);
    std::uint64_t octetsOfAll = 0;
    std::uint32_t lastHop = kNoHop;
    std::size_t next = first;
    for (; next < stop; ++next) {
        PacketBuf* p = batch.packets[next];
        const std::uint16_t number = hops_[next];
        if (number != lastHop) {
            const HopNeighbour& known = neighbours_[number];
            if (!policy && known.generation == s.egressGeneration) [[likely]] {
                lastHop = number;
                outlet.turn(known.neighbour, now);
            } else {
                lastHop = kNoHop;
                outlet.turn(policy || s.routes.hop(number).ways > 1 ? neighbourByPolicy(*p) : neighbourTowards(number, p->dst), now);
            }
        }
        const std::uint32_t octets = totalLength(*p);
        if (octets > outlet.fastRoom()) {
            break;
        }
        octetsOfAll += octets;
        p->path = PathKind::FastPath;
        p->length = static_cast<std::uint16_t>(p->l3Offset + octets); // without padding
        decrementTtl(*p);
        if (outlet.isStraight()) [[likely]] {
            outlet.send(p, now);
        } else {
            sendByWay(p, *outlet.way(), now);
        }
    }
    if (next != first) {
        s.countPath(PathKind::FastPath, countRx(arrivals, first, next));
        s.work.path = PathKind::FastPath;
        s.fastPath.bytes += octetsOfAll;
        s.fastPath.packets += next - first;
    }
    return next;
}

BytesPackets FastHandlers::countRx(const Arrivals& arrivals, std::size_t first, std::size_t end) {
    if (!arrivals.isRow(first, end)) {
        return countRx(std::span(arrivals.places).subspan(first, end - first));
    }
    InterfaceStats& stats = s_.stats[arrivals.places[first].ether];
    stats.fpRxByte += arrivals.rowOctets;
    stats.fpRxPacket += end - first;
    return {arrivals.rowOctets, end - first};
}

BytesPackets FastHandlers::countRx(std::span<const Ingress> places) {
    BytesPackets all{0, places.size()};
    for (std::size_t row = 0, next = 0; row < places.size(); row = next) {
        const IfIndex ether = places[row].ether;
        std::uint64_t octets = 0;
        for (; next < places.size() && places[next].ether == ether; ++next) {
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

void FastHandlers::sendByWay(PacketBuf* p, const Adjacency& a, Nanos now) {
    const bool straight = a.direct && !a.queued;
    writeLinkHeader(*p, a, straight);
    if (straight) {
        egress_.sendDirect(p, a, now);
    } else {
        egress_.transmit(p, a.interface, now);
    }
}

} // namespace agent::dataplane
