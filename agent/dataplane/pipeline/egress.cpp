#include "agent/dataplane/pipeline/egress.h"

#include "agent/dataplane/parse/ethernet.h"
#include "agent/dataplane/pipeline/trace_notes.h"

#include <algorithm>

namespace agent::dataplane {

using core::base::Nanos;
using core::model::PathKind;

namespace {

constexpr int kMaxStacking = 8; // interfaces below one another

bool isFast(const PacketBuf& p) {
    return p.path == PathKind::FastPath || p.path == PathKind::FastTrack;
}

} // namespace

void Egress::countTx(IfIndex interface, const PacketBuf& p) {
    InterfaceStats& stats = s_.stats[interface];
    stats.txByte += p.length;
    stats.txPacket += 1;
    if (isFast(p)) {
        stats.fpTxByte += p.length;
        stats.fpTxPacket += 1;
    }
}

void Egress::sendToPort(PacketBuf* p, IfIndex ether, Nanos now) {
    if (s_.trace.on()) [[unlikely]] {
        trace_notes::leftBy(s_, *p, ether);
    }
    if (s_.chipLinks.limited() && !fitsChipLink(p, s_.stack[ether].port, now)) [[unlikely]] {
        return;
    }
    s_.out.push(s_.stack[ether].port, ether, PortBatches::Sender::Cpu, p, now);
}

void Egress::countVia(const PacketBuf& p, const Adjacency& a) {
    for (std::uint8_t i = 0; i < a.viaCount; ++i) {
        InterfaceStats& stats = s_.stats[a.via[i]];
        const std::uint64_t bytes = p.l3Length() + a.viaHeader[i];
        stats.txByte += bytes;
        stats.txPacket += 1;
        stats.fpTxByte += bytes;
        stats.fpTxPacket += 1;
        s_.work.vlans = static_cast<std::uint16_t>(s_.work.vlans + (s_.stack[a.via[i]].type == InterfaceType::Vlan ? 1 : 0));
    }
}

void Egress::transmit(PacketBuf* p, IfIndex interface, Nanos now, int depth) {
    if (interface >= s_.stack.size() || !s_.stack[interface].enabled || depth > kMaxStacking) {
        s_.drop(p, DropReason::InterfaceDown);
        return;
    }
    p->outInterface = interface;
    if (s_.interfaceQueues.queues(interface)) {
        const StackedInterface& out = s_.stack[interface];
        const bool room = out.type != InterfaceType::Ether || s_.out.room(out.port) > 0;
        ++s_.work.queued;
        const Admission admission = s_.interfaceQueues.enqueue(interface, p, now, room, Passing::Allowed);
        if (s_.trace.on()) [[unlikely]] {
            trace_notes::queued(s_, *p, interface, admission);
        }
        switch (admission) {
        case Admission::Queued:
        case Admission::Dropped: // counted by the queue, see Engine::interfaceStats
            return;
        case Admission::Passed:
        case Admission::Direct:
            break;
        }
    }
    leave(p, interface, now, depth);
}

void Egress::leave(PacketBuf* p, IfIndex interface, Nanos now, int depth) {
    const StackedInterface& out = s_.stack[interface];
    switch (out.type) {
    case InterfaceType::Ether:
        if (out.port == kNoPort) {
            s_.drop(p, DropReason::InterfaceDown);
        } else {
            sendToPort(p, interface, now);
        }
        return;
    case InterfaceType::Vlan:
        if (p->offset < kVlanTag || p->length + kVlanTag > kMaxFrame) {
            s_.stats[interface].txError += 1;
            s_.drop(p, DropReason::TooLong);
            return;
        }
        countTx(interface, *p);
        pushVlanTag(*p, out.vid, out.serviceTag ? kEtherTypeServiceVlan : kEtherTypeVlan);
        ++s_.work.vlans;
        transmit(p, out.parent, now, depth + 1);
        return;
    case InterfaceType::Bridge:
        leaveBridge(p, interface, now, depth);
        return;
    case InterfaceType::Tunnel:
    case InterfaceType::EthernetTunnel:
        if (tunnels_ != nullptr && out.tunnel != kNoIndex) {
            tunnels_->enter(p, interface, now);
        } else {
            s_.drop(p, DropReason::InterfaceDown);
        }
        return;
    case InterfaceType::Bond:
        leaveBond(p, interface, now, depth);
        return;
    case InterfaceType::Loopback:
        s_.drop(p, DropReason::InterfaceDown);
        return;
    }
}

// Sending by a bond is not on RouterOS's list of fast interfaces: the packet arrived fast and leaves slowly.
void Egress::leaveBond(PacketBuf* p, IfIndex interface, Nanos now, int depth) {
    Bond& bond = s_.bonds[s_.stack[interface].bondSlot];
    p->path = PathKind::Slow;
    if (!bond.up()) {
        s_.stats[interface].txDrop += 1;
        s_.drop(p, DropReason::BondInactive);
        return;
    }
    countTx(interface, *p);
    if (bond.settings().mode == BondMode::Broadcast) {
        for (std::size_t i = 1; i < bond.active().size(); ++i) {
            if (PacketBuf* copy = s_.clone(*p)) {
                transmit(copy, bond.active()[i], now, depth + 1);
            }
        }
    }
    transmit(p, bond.pick(*p), now, depth + 1);
}

bool Egress::fitsChipLink(PacketBuf* p, PortId port, Nanos now) {
    const std::optional<std::uint16_t> chip = s_.config->ports[port].chip;
    if (!chip || s_.chipLinks.fromCpu(*chip, p->wireLength(), now)) {
        return true;
    }
    s_.stats[s_.stack.etherOf(port)].txDrop += 1;
    s_.drop(p, DropReason::ChipLink);
    return false;
}

void Egress::leaveByPort(PacketBuf* p, const Bridge& bridge, const Bridge::Member* from, const Bridge::Member& to, std::uint16_t vid,
                         Nanos now, int depth) {
    if (s_.bridgeFirewall.any() && !s_.bridgeFirewall.leave(*p, bridge, from, to)) [[unlikely]] {
        s_.drop(p, DropReason::BridgeFilter);
        return;
    }
    bridge.tagFor(*p, vid, *to.vlans);
    transmit(p, to.interface, now, depth);
}

void Egress::leaveBridge(PacketBuf* p, IfIndex interface, Nanos now, int depth) {
    const Bridge& bridge = *s_.bridges[s_.stack[interface].bridgeSlot];
    const std::uint16_t vid = bridge.enter(*p, bridge.own());
    if (vid == kNoVlan) {
        s_.stats[interface].txDrop += 1;
        s_.drop(p, DropReason::VlanFiltering);
        return;
    }
    const MacKey destination = destinationMac(*p);
    const Fdb::Host* host = (destination & kGroupBit) != 0 ? nullptr : bridge.hosts().find(destination, vid);
    const Bridge::Member* to = host == nullptr ? nullptr : bridge.member(host->port);
    if (to == nullptr) {
        p->path = PathKind::Slow; // flooding is not the fast handler's work
        countTx(interface, *p);
        flood(p, bridge, nullptr, vid, now);
        return;
    }
    countTx(interface, *p);
    if (!bridge.carries(*to->vlans, vid)) {
        s_.stats[to->interface].txDrop += 1;
        s_.drop(p, DropReason::VlanFiltering);
        return;
    }
    leaveByPort(p, bridge, nullptr, *to, vid, now, depth + 1);
}

void Egress::flood(PacketBuf* p, const Bridge& bridge, const Bridge::Member* from, std::uint16_t vid, Nanos now) {
    const MacKey destination = destinationMac(*p);
    const Bridge::Member* previous = nullptr; // sent one behind, so that the last port gets the original
    const auto sendTo = [&](PacketBuf* copy, const Bridge::Member& to) {
        if (copy != nullptr) {
            leaveByPort(copy, bridge, from, to, vid, now, 1);
        }
    };
    const Snooping& snooping = bridge.snooping();
    const Snooping::Scope scope = snooping.on() ? snooping.scopeOf(*p, now) : Snooping::Scope{};
    const bool chipFloods = from != nullptr && from->chip && !(snooping.on() && snooping.traps(*p));
    for (const Bridge::Member& to : bridge.members()) {
        const bool chipDidIt = chipFloods && from->chip == to.chip;
        if (chipDidIt || (from != nullptr ? !bridge.mayPass(*from, to, vid) : !bridge.carries(*to.vlans, vid)) ||
            !bridge.reaches(scope, to, destination, vid, now)) {
            continue;
        }
        if (previous != nullptr) {
            sendTo(s_.clone(*p), *previous);
        }
        previous = &to;
    }
    if (previous != nullptr) {
        sendTo(p, *previous);
    } else {
        s_.drop(p, DropReason::BridgeNoPort);
    }
}

void Egress::drainInterface(IfIndex interface, Nanos now) {
    const StackedInterface& out = s_.stack[interface];
    Batch batch;
    for (;;) {
        const std::size_t room = out.type == InterfaceType::Ether ? std::min(s_.out.room(out.port), kBatchSize) : kBatchSize;
        batch.clear();
        if (room == 0 || s_.interfaceQueues.dequeue(interface, now, batch, room) == 0) {
            return;
        }
        for (PacketBuf* p : batch) {
            leave(p, interface, now, 0);
        }
    }
}

void Egress::drain(Nanos now) {
    const auto interfaces = s_.interfaceQueues.interfaces();
    if (interfaces.empty()) {
        return;
    }
    // Logical interfaces first: what they let go may meet the queue of a port.
    for (const IfIndex i : interfaces) {
        if (s_.stack[i].type != InterfaceType::Ether && s_.interfaceQueues.nextEvent(i, now) <= now) {
            drainInterface(i, now);
        }
    }
    for (const IfIndex i : interfaces) {
        if (s_.stack[i].type == InterfaceType::Ether && s_.interfaceQueues.nextEvent(i, now) <= now) {
            drainInterface(i, now);
        }
    }
}

Nanos Egress::nextEvent(Nanos now) {
    Nanos next = kNever;
    for (const IfIndex i : s_.interfaceQueues.interfaces()) {
        Nanos at = s_.interfaceQueues.nextEvent(i, now);
        if (at <= now) {
            // Ready but the port's ring was full: room again when a frame of ordinary length has left.
            const StackedInterface& out = s_.stack[i];
            const std::uint64_t speed = out.port < s_.config->ports.size() ? s_.config->ports[out.port].speedBps : 0;
            constexpr std::uint64_t kWireOctets = 1538; // 1500 with header, FCS, preamble and gap
            at = now + std::max<Nanos>(core::base::kMicrosecond, speed > 0 ? core::base::transmissionTime(kWireOctets, speed) : 0);
        }
        next = std::min(next, at);
    }
    return next;
}

} // namespace agent::dataplane
