#include "agent/dataplane/pipeline/ipv6_resolver.h"

#include "agent/dataplane/parse/ipv6.h"
#include "agent/dataplane/queueing/packet_list.h"

namespace agent::dataplane {

using core::base::Nanos;
using core::model::PathKind;

void Ipv6Resolver::output(PacketBuf* p, const NextHop& hop, Nanos now) {
    const Ipv6Address destination = destination6(*p);
    if (destination.isMulticast()) { // no question needed (RFC 4861 section 7.2)
        storeMac(p->frame(), groupMac(destination));
        storeMac(p->frame() + 6, s_.stack[hop.interface].mac);
        egress_.transmit(p, hop.interface, now);
        return;
    }
    const std::uint32_t address = hop.kind == NextHopKind::Gateway ? hop.gateway : s_.v6.book.idOf(destination);
    NeighbourTable::Index index = address == 0 ? NeighbourTable::kNone : s_.v6.neighbours.lookup(hop.interface, address);
    if (index == NeighbourTable::kNone) {
        index = address == 0 ? NeighbourTable::kNone : s_.v6.neighbours.create(hop.interface, address, now);
        if (index == NeighbourTable::kNone) {
            s_.drop(p, DropReason::NeighbourTable);
            return;
        }
        s_.v6.adjacencies.forget(index);
        due_ = now;
    }
    s_.v6.neighbours.used(index, now);
    if (s_.v6.neighbours[index].resolved()) {
        handOn(p, index, now);
    } else if (PacketBuf* displaced = s_.v6.neighbours.hold(index, p)) {
        s_.drop(displaced, DropReason::NeighbourUnknown);
    }
}

void Ipv6Resolver::handOn(PacketBuf* p, NeighbourTable::Index index, Nanos now) {
    const Adjacency& a = s_.v6.adjacencies.of(index);
    if (a.direct && !a.queued && a.viaCount == 0 && !s_.globalQueues.any()) {
        writeLinkHeader(*p, a, true);
        egress_.sendDirect(p, a, now);
        return;
    }
    writeLinkHeader(*p, a, false);
    sink_.onResolved(p, 0, now);
}

void Ipv6Resolver::receive(const PacketBuf& p, Nanos now) {
    const IfIndex interface = p.inInterface;
    const std::optional<NeighbourMessage> message = readNeighbourMessage(p);
    if (!message) {
        return;
    }
    if (!message->advertisement && !s_.v6.routes.isOwn(interface, message->target)) {
        return;
    }
    hear(*message, interface, now);
    if (!message->advertisement) {
        answer(*message, sourceMac(p), interface, now);
    }
}

// RFC 4861 sections 7.2.3 and 7.2.5. A solicitation with a link-layer address is taken as a sign of life.
void Ipv6Resolver::hear(const NeighbourMessage& message, IfIndex interface, Nanos now) {
    const Ipv6Address& about = message.advertisement ? message.target : message.source;
    if (about.isUnspecified() || s_.v6.routes.isOwn(interface, about) || (message.linkAddress == 0 && !message.advertisement)) {
        return;
    }
    const std::uint32_t known = s_.v6.book.find(about);
    NeighbourTable::Index index = known == 0 ? NeighbourTable::kNone : s_.v6.neighbours.lookup(interface, known);
    if (index == NeighbourTable::kNone) {
        const std::uint32_t address = message.advertisement ? 0 : s_.v6.book.idOf(about); // unasked advertisements make no entry
        index = address == 0 ? NeighbourTable::kNone : s_.v6.neighbours.create(interface, address, now);
        if (index == NeighbourTable::kNone) {
            return;
        }
        s_.v6.adjacencies.forget(index);
    }
    const Neighbour& n = s_.v6.neighbours[index];
    const MacKey mac = message.linkAddress != 0 ? message.linkAddress : n.mac;
    const bool contradicts = n.resolved() && mac != n.mac;
    if (mac != 0 && (!contradicts || message.overrides)) {
        confirm(index, mac, now);
    }
}

void Ipv6Resolver::answer(const NeighbourMessage& question, MacKey asker, IfIndex interface, Nanos now) {
    const bool probe = question.source.isUnspecified(); // duplicate address detection (RFC 4862 section 5.4)
    NeighbourMessage reply;
    reply.advertisement = true;
    reply.source = question.target;
    reply.destination = probe ? kAllNodes : question.source;
    reply.target = question.target;
    reply.linkAddress = s_.stack[interface].mac;
    reply.router = s_.config->ipv6.forward;
    reply.solicited = !probe;
    send(interface, probe ? groupMac(kAllNodes) : question.linkAddress != 0 ? question.linkAddress : asker, reply, now);
}

void Ipv6Resolver::confirm(NeighbourTable::Index index, MacKey mac, Nanos now) {
    if (s_.v6.neighbours.confirm(index, mac, now)) {
        s_.v6.adjacencies.forget(index);
    }
    std::array<PacketBuf*, 3> held{};
    const std::size_t count = s_.v6.neighbours.takeHeld(index, held);
    for (std::size_t i = 0; i < count; ++i) {
        handOn(held[i], index, now);
    }
}

void Ipv6Resolver::ask(const Neighbour& n, Nanos now) {
    NeighbourMessage question;
    question.target = s_.v6.book.address(n.address);
    question.source = s_.v6.routes.sourceOn(n.interface, question.target);
    question.destination = n.resolved() ? question.target : solicitedNode(question.target);
    question.linkAddress = s_.stack[n.interface].mac;
    if (!question.source.isUnspecified()) {
        send(n.interface, n.resolved() ? n.mac : groupMac(question.destination), question, now);
    }
}

void Ipv6Resolver::send(IfIndex interface, MacKey receiver, const NeighbourMessage& message, Nanos now) {
    if (PacketBuf* p = s_.make()) {
        writeNeighbourMessage(*p, s_.stack[interface].mac, receiver, message);
        p->path = PathKind::Slow;
        p->inInterface = kNoInterface;
        egress_.transmit(p, interface, now);
    }
}

Nanos Ipv6Resolver::poll(Nanos now) {
    PacketList given;
    due_ = s_.v6.neighbours.poll(
        now, s_.config->ipv6.reachable, [&](const Neighbour& n) { ask(n, now); }, [&](PacketBuf* p) { given.push(p); });
    while (PacketBuf* p = given.pop()) {
        sink_.onUnreachable(p, now);
    }
    return due_;
}

} // namespace agent::dataplane
