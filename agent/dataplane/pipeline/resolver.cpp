#include "agent/dataplane/pipeline/resolver.h"

#include "agent/dataplane/queueing/packet_list.h"

namespace agent::dataplane {

using core::base::Nanos;
using core::model::PathKind;

void Resolver::output(PacketBuf* p, const NextHop& hop, std::uint32_t sourceBeforeNat, Nanos now) {
    const std::uint32_t address = hop.neighbour(p->dst);
    NeighbourTable::Index index = s_.neighbours.lookup(hop.interface, address);
    if (index == NeighbourTable::kNone) {
        const ArpMode mode = modeOf(hop.interface);
        if (mode == ArpMode::Disabled || mode == ArpMode::ReplyOnly) { // nobody will be asked
            sink_->onUnreachable(p, now);
            return;
        }
        index = s_.neighbours.create(hop.interface, address, now);
        if (index == NeighbourTable::kNone) {
            s_.drop(p, DropReason::NeighbourTable);
            return;
        }
        s_.adjacencies.forget(index);
        due_ = now; // the question goes out with the next poll, at the end of this batch
    }
    s_.neighbours.used(index, now);
    if (s_.neighbours[index].resolved()) {
        handOn(p, index, sourceBeforeNat, now);
    } else if (PacketBuf* displaced = s_.neighbours.hold(index, p)) {
        s_.drop(displaced, DropReason::NeighbourUnknown);
    }
}

void Resolver::handOn(PacketBuf* p, NeighbourTable::Index index, std::uint32_t sourceBeforeNat, Nanos now) {
    const Adjacency& a = s_.adjacencies.of(index);
    if (a.direct && !a.queued && a.viaCount == 0 && !s_.globalQueues.any()) { // nothing between here and the port
        writeLinkHeader(*p, a, true);
        if (s_.trace.on()) [[unlikely]] {
            s_.trace.left(*p, a.ether);
        }
        egress_.sendDirect(p, a, now);
        return;
    }
    writeLinkHeader(*p, a, false);
    sink_->onResolved(p, sourceBeforeNat, now);
}

// For the router's own addresses, for published ones, and for what it would route when it stands in as a proxy (RFC 1027). A gratuitous
// request (RFC 5227 section 3) is no question.
bool Resolver::answersFor(const ArpMessage& message, IfIndex interface) const {
    const NextHop& hop = s_.routes.lookup(message.targetAddress, s_.routes.vrfOf(interface));
    if (hop.kind == NextHopKind::Local) {
        return true;
    }
    if (message.senderAddress == message.targetAddress) {
        return false;
    }
    for (const StaticArpConfig& arp : s_.config->arp) {
        if (arp.published && arp.address == message.targetAddress && arp.interface == interface) {
            return true;
        }
    }
    const ArpMode mode = modeOf(interface);
    const bool elsewhere = hop.forwards() && hop.interface != interface;
    return (mode == ArpMode::ProxyArp && elsewhere) || (mode == ArpMode::LocalProxyArp && hop.forwards());
}

void Resolver::receiveArp(PacketBuf* p, IfIndex interface, Nanos now) {
    const std::optional<ArpMessage> message = readArp(*p);
    s_.consume(p);
    const ArpMode mode = modeOf(interface);
    if (!message || (message->senderMac & kGroupBit) != 0 || message->senderMac == 0 || mode == ArpMode::Disabled) {
        return;
    }
    const MarkId vrf = s_.routes.vrfOf(interface);
    const bool forMe = s_.routes.lookup(message->targetAddress, vrf).kind == NextHopKind::Local;
    const NextHop& back = s_.routes.lookup(message->senderAddress, vrf);
    if (message->senderAddress != 0 && back.kind != NextHopKind::Local && mode != ArpMode::ReplyOnly) {
        // Known neighbours are refreshed by whatever they say; a new one is noted when it speaks to the router (RFC 826).
        NeighbourTable::Index index = s_.neighbours.lookup(interface, message->senderAddress);
        if (index == NeighbourTable::kNone && forMe && back.kind == NextHopKind::Connected && back.interface == interface) {
            index = s_.neighbours.create(interface, message->senderAddress, now);
            if (index != NeighbourTable::kNone) {
                s_.adjacencies.forget(index);
            }
        }
        if (index != NeighbourTable::kNone) {
            confirm(index, message->senderMac, now);
        }
    }
    if (message->operation != ArpOperation::Request || !answersFor(*message, interface)) {
        return;
    }
    if (PacketBuf* reply = s_.make()) {
        const MacKey own = s_.stack[interface].mac;
        writeArp(*reply, message->senderMac,
                 {ArpOperation::Reply, own, message->targetAddress, message->senderMac, message->senderAddress});
        reply->path = PathKind::Slow;
        reply->inInterface = kNoInterface;
        egress_.transmit(reply, interface, now);
    }
}

void Resolver::confirm(NeighbourTable::Index index, MacKey mac, Nanos now) {
    if (s_.neighbours.confirm(index, mac, now)) {
        s_.adjacencies.forget(index);
    }
    std::array<PacketBuf*, 3> held;
    const std::size_t count = s_.neighbours.takeHeld(index, held);
    for (std::size_t i = 0; i < count; ++i) {
        handOn(held[i], index, held[i]->src, now);
    }
}

void Resolver::ask(const Neighbour& n, Nanos now) {
    if (PacketBuf* request = s_.make()) {
        const MacKey own = s_.stack[n.interface].mac;
        const MacKey destination = n.resolved() ? n.mac : kBroadcastMac;
        writeArp(*request, destination, {ArpOperation::Request, own, s_.routes.sourceOn(n.interface, n.address), 0, n.address});
        request->path = PathKind::Slow;
        request->inInterface = kNoInterface;
        egress_.transmit(request, n.interface, now);
    }
}

Nanos Resolver::poll(Nanos now) {
    const std::uint32_t before = s_.neighbours.generation();
    PacketList given; // up: what its neighbour never took; errors about it need the table in peace
    due_ = s_.neighbours.poll(
        now, s_.config->ip.arpTimeout, [&](const Neighbour& n) { ask(n, now); }, [&](PacketBuf* p) { given.push(p); });
    while (PacketBuf* p = given.pop()) {
        sink_->onUnreachable(p, now);
    }
    if (s_.neighbours.generation() != before) {
        ++s_.egressGeneration;
    }
    return due_;
}

} // namespace agent::dataplane
