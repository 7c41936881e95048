// What goes into tunnels, and the keepalives of those that have them.
#include "agent/dataplane/pipeline/tunnel_stage.h"

#include "agent/dataplane/parse/ethernet.h"
#include "agent/dataplane/parse/fragment.h"
#include "agent/dataplane/parse/icmp_message.h"
#include "agent/dataplane/parse/ipv4.h"
#include "agent/dataplane/tunnel/gre.h"
#include "agent/dataplane/tunnel/outer_header.h"

#include <algorithm>

namespace agent::dataplane {

using core::base::Nanos;
using core::model::PathKind;

void TunnelStage::fail(PacketBuf* p, IfIndex tunnel) {
    s_.stats[tunnel].txError += 1;
    s_.drop(p, DropReason::Tunnel);
}

void TunnelStage::enter(PacketBuf* p, IfIndex interface, Nanos) {
    const StackedInterface& out = s_.stack[interface];
    if (!s_.tunnels[out.tunnel].allowFastPath || !s_.switches.tunnelFastPath) {
        p->path = PathKind::Slow; // starts fast, ends slow
    }
    const std::uint32_t octets = out.pointToPoint ? p->l3Length() : p->length;
    InterfaceStats& stats = s_.stats[interface];
    stats.txByte += octets;
    stats.txPacket += 1;
    if (p->path == PathKind::FastPath || p->path == PathKind::FastTrack) {
        stats.fpTxByte += octets;
        stats.fpTxPacket += 1;
    }
    p->outInterface = interface;
    entered_.push(p);
}

bool TunnelStage::sendOne(Nanos now) {
    PacketBuf* p = sending_.pop();
    if (p == nullptr) {
        return false;
    }
    const IfIndex interface = p->outInterface;
    if (interface >= s_.stack.size() || s_.stack[interface].tunnel == kNoIndex || !s_.stack[interface].enabled) {
        s_.drop(p, DropReason::InterfaceDown); // it went away while the packet waited
        return true;
    }
    s_.work.path = p->path;
    ++s_.work.tunnels;
    const TunnelConfig& tunnel = s_.tunnels[s_.stack[interface].tunnel];
    if (tunnel.kind == TunnelKind::WireGuard) {
        wireguard_.send(p, interface, now);
    } else if (tunnel.kind == TunnelKind::Pppoe) {
        pppoe_.send(p, interface, now);
    } else {
        encapsulate(p, tunnel, now);
    }
    return true;
}

std::uint32_t TunnelStage::sourceOf(const TunnelConfig& tunnel) const {
    return tunnel.local != 0 ? tunnel.local : s_.routes.lookup(tunnel.remote).source;
}

void TunnelStage::encapsulate(PacketBuf* p, const TunnelConfig& tunnel, Nanos now) {
    const NextHop& hop = s_.routes.lookup(tunnel.remote);
    OuterHeader outer;
    outer.source = sourceOf(tunnel);
    outer.destination = tunnel.remote;
    outer.protocol = tunnel.kind == TunnelKind::Ipip ? kProtocolIpip : kProtocolGre;
    if (!hop.forwards() || hop.interface == tunnel.interface || outer.source == 0) {
        fail(p, tunnel.interface);
        return;
    }
    const bool ip = (p->flags & (kIsIpv4 | kMalformed)) == kIsIpv4;
    const std::uint8_t inherited = ip ? p->frame()[p->l3Offset + ipv4::kTypeOfService] : std::uint8_t{0};
    outer.typeOfService = tunnel.dscp ? static_cast<std::uint8_t>(*tunnel.dscp << 2) : inherited;
    outer.dontFragment = tunnel.inheritDontFragment && ip && !mayFragment(*p);
    const std::uint32_t header = tunnel.kind == TunnelKind::Eoip ? kEoipHeader : tunnel.kind == TunnelKind::Gre ? kGreHeader : 0;
    const std::uint32_t inside = tunnel.kind == TunnelKind::Eoip ? p->length : p->l3Length();
    const std::uint32_t mtu = s_.stack[hop.interface].mtu;
    if (outer.dontFragment && kIpv4Header + header + inside > mtu) { // RFC 2003 section 5.1: the sender has to know
        slow_.sendError(*p, icmp::kUnreachable, icmp::kFragmentationNeeded, now, mtu - kIpv4Header - header - (inside - p->l3Length()));
        s_.stats[tunnel.interface].txDrop += 1;
        s_.drop(p, DropReason::FragmentationNeeded);
        return;
    }
    const PathKind path = p->path;
    if (tunnel.kind != TunnelKind::Eoip) {
        strip(*p, p->l3Offset);
    }
    if (!prepend(*p, header)) {
        fail(p, tunnel.interface);
        return;
    }
    if (tunnel.kind == TunnelKind::Eoip) {
        writeEoip(p->frame(), {static_cast<std::uint16_t>(inside), tunnel.tunnelId});
    } else if (tunnel.kind == TunnelKind::Gre) {
        writeGre(p->frame(), kEtherTypeIpv4);
    }
    outer.identification = ++identification_;
    if (!wrapInIpv4(*p, outer)) {
        fail(p, tunnel.interface);
        return;
    }
    p->path = path;
    leave(p, now);
}

void TunnelStage::leave(PacketBuf* p, Nanos now) {
    if (p->path == PathKind::Slow || !leaveFast(p, now)) {
        slow_.originate(p, now);
    }
}

// No hook sees it: allow-fast-path's documented effect on the encapsulated packet.
bool TunnelStage::leaveFast(PacketBuf* p, Nanos now) {
    const NextHop& hop = s_.routes.lookup(p->dst);
    if (!hop.forwards()) {
        return false;
    }
    const NeighbourTable::Index neighbour = s_.neighbours.lookup(hop.interface, hop.neighbour(p->dst));
    if (neighbour == NeighbourTable::kNone) {
        return false;
    }
    const Adjacency& a = s_.adjacencies.of(neighbour);
    if (!a.fast || p->l3Length() > a.mtu) {
        return false;
    }
    s_.neighbours.used(neighbour, now);
    p->inInterface = kNoInterface;
    const bool straight = a.direct && !a.queued;
    writeLinkHeader(*p, a, straight);
    if (straight) {
        egress_.sendDirect(p, a, now);
    } else {
        egress_.transmit(p, a.interface, now);
    }
    return true;
}

// --- keepalive ------------------------------------------------------------------------------------------

void TunnelStage::sendKeepalive(const TunnelConfig& tunnel, Nanos now) {
    const std::uint32_t source = sourceOf(tunnel);
    PacketBuf* p = source == 0 ? nullptr : s_.make();
    if (p == nullptr) {
        return;
    }
    p->offset = kHeadroom + kEthernetHeader + 2 * kIpv4Header + 2 * kGreHeader;
    p->flags = 0;
    OuterHeader outer{source, tunnel.remote, kProtocolGre, 0, false, ++identification_};
    bool made = true;
    if (tunnel.kind == TunnelKind::Eoip) {
        made = prepend(*p, kEoipHeader);
        writeEoip(p->frame(), {0, tunnel.tunnelId});
    } else { // the answer inside the question
        outer.protocol = tunnel.kind == TunnelKind::Ipip ? kProtocolIpip : kProtocolGre;
        if (tunnel.kind == TunnelKind::Gre) {
            made = prepend(*p, kGreHeader);
            writeGre(p->frame(), kGreKeepalive);
        }
        made = made && wrapInIpv4(*p, {tunnel.remote, source, outer.protocol, 0, false, identification_});
        strip(*p, kEthernetHeader);
        if (tunnel.kind == TunnelKind::Gre) {
            made = made && prepend(*p, kGreHeader);
            writeGre(p->frame(), kEtherTypeIpv4);
        }
    }
    if (made && wrapInIpv4(*p, outer)) {
        slow_.originate(p, now);
    } else {
        s_.drop(p, DropReason::Tunnel);
    }
}

Nanos TunnelStage::poll(Nanos now) {
    for (std::size_t i = 0; i < s_.tunnels.size(); ++i) {
        const auto slot = static_cast<std::uint16_t>(i);
        if (s_.tunnels.keepaliveDue(slot, now)) {
            sendKeepalive(s_.tunnels[slot], now);
        }
    }
    return std::min(s_.tunnels.nextKeepalive(), wireguard_.poll(now));
}

} // namespace agent::dataplane
