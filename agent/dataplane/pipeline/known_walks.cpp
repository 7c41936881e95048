#include "agent/dataplane/pipeline/known_walks.h"

#include "agent/dataplane/nat/rewrite.h"
#include "agent/dataplane/parse/parse.h"
#include "agent/dataplane/pipeline/outlet.h"

namespace agent::dataplane {

using core::base::Nanos;
using core::model::PathKind;

std::size_t KnownWalks::run(const Batch& batch, const Arrivals& arrivals, const BatchFlows& flows, std::size_t first, std::size_t end,
                            Nanos now) {
    if (!s_.walks.enabled() || !flows.has(first)) {
        return first;
    }
    const FlowTick tick = flowTick(now);
    const bool fastTrack = s_.switches.fastTrack;
    const bool queues = s_.globalQueues.any();
    Outlet outlet(s_);
    BytesPackets arrived;
    std::size_t next = first;
    for (; next < end && flows.has(next); ++next) {
        PacketBuf* p = batch.packets[next];
        const Ingress& in = arrivals.places[next];
        const FlowEntry& flow = *flows.found.flow[next];
        if (next != first && fastTrack && in.fastCapable && Conntrack::takesFastTrack(flow, tick)) {
            break;
        }
        const FlowWalk& walk = s_.conntrack.walk(flows.found.ref[next]);
        if (walk.generation != s_.egressGeneration || walk.outcome == WalkMemory::kNoOutcome || walk.inInterface != p->inInterface) {
            break;
        }
        if (walk.neighbour != outlet.neighbour()) {
            outlet.turn(walk.neighbour, now);
        }
        const std::uint32_t octets = totalLength(*p);
        if (outlet.way() == nullptr || octets > outlet.way()->mtu ||
            !s_.conntrack.followEstablished(*p, flows.found.ref[next], walk.connectionMark, octets, now)) {
            break;
        }
        arrived.bytes += in.arrived;
        if (in.crossedCount != 0) {
            countCrossed(in);
        }
        s_.walks.count(walk.outcome, octets);
        s_.work.tracked = true;
        s_.work.rules = static_cast<std::uint16_t>(s_.work.rules + s_.walks.rulesLooked(walk.outcome));
        const std::uint32_t source = p->src;
        p->path = PathKind::Slow;
        p->packetMark = s_.walks.packetMark(walk.outcome);
        p->length = static_cast<std::uint16_t>(p->l3Offset + octets); // without padding
        forwardFlow(*p, flow);
        if (outlet.isStraight() && !queues) {
            outlet.send(p, now);
        } else {
            p->outInterface = outlet.way()->interface;
            resolver_.handOn(p, walk.neighbour, source, now);
        }
    }
    if (next != first) {
        arrived.packets = next - first;
        s_.countPath(PathKind::Slow, arrived);
    }
    return next;
}

void KnownWalks::watch(const BatchFlows& flows, std::size_t i) {
    if (!s_.walks.enabled() || !flows.has(i)) {
        return;
    }
    FlowWalk& walk = s_.conntrack.walk(flows.found.ref[i]);
    if (walk.generation != s_.egressGeneration) {
        walk.generation = s_.egressGeneration;
        walk.outcome = WalkMemory::kNoOutcome;
        walk.attempts = 0;
    }
    if (walk.attempts < WalkMemory::kAttempts) {
        ++walk.attempts;
        s_.walks.watch(flows.found.ref[i]);
    }
}

void KnownWalks::countCrossed(const Ingress& in) {
    for (std::uint8_t i = 0; i < in.crossedCount; ++i) {
        InterfaceStats& stats = s_.stats[in.crossed[i].interface];
        stats.rxByte += in.crossed[i].length;
        stats.rxPacket += 1;
    }
    s_.work.vlans = static_cast<std::uint16_t>(s_.work.vlans + in.vlans);
}

void rememberWalk(EngineState& s, const PacketBuf& p, const NextHop& hop, const WalkRecord& record) {
    const FlowRef subject = s.walks.subject();
    const bool same = p.connection != kNoConnection && flowRef(p.connection, p.direction) == subject;
    if (!record.repeatable || !same || p.connectionState != kStateEstablished || !hop.forwards() ||
        s.conntrack.entry(p.connection).helper != Helper::None) { // a helper has to read every packet
        return;
    }
    const NeighbourTable::Index neighbour = s.neighbours.lookup(hop.interface, hop.neighbour(p.dst));
    if (neighbour == NeighbourTable::kNone || !s.neighbours[neighbour].resolved()) {
        return;
    }
    const std::uint16_t outcome = s.walks.keep(record, s.work.rules, p.packetMark);
    if (outcome == WalkMemory::kNoOutcome) {
        return;
    }
    FlowWalk& walk = s.conntrack.walk(subject);
    walk.generation = s.egressGeneration;
    walk.neighbour = neighbour;
    walk.outcome = outcome;
    walk.inInterface = p.inInterface;
    walk.connectionMark = s.conntrack.entry(p.connection).mark;
}

} // namespace agent::dataplane
