// What comes out of tunnels. What goes into them: tunnel_output.cpp.
#include "agent/dataplane/pipeline/tunnel_stage.h"

#include "agent/dataplane/classifier/packet_changes.h"
#include "agent/dataplane/parse/ethernet.h"
#include "agent/dataplane/parse/ipv4.h"
#include "agent/dataplane/parse/parse.h"
#include "agent/dataplane/tunnel/gre.h"
#include "agent/dataplane/tunnel/outer_header.h"

#include <span>

namespace agent::dataplane {

using core::base::Nanos;
using core::model::PathKind;

TunnelStage::~TunnelStage() {
    dropAll();
}

void TunnelStage::dropAll() {
    for (PacketList* list : {&entered_, &sending_, &arrived_}) {
        while (PacketBuf* p = list->pop()) {
            s_.drop(p, DropReason::Tunnel);
        }
    }
}

TunnelStage::Inside TunnelStage::lookInside(const PacketBuf& p) const {
    Inside inside;
    inside.offset = p.l4Offset;
    inside.length = p.l3Offset + totalLength(p) - p.l4Offset;
    if (p.protocol == kProtocolIpip) {
        inside.slot = s_.tunnels.find(TunnelKind::Ipip, p.dst, p.src, 0);
        inside.etherType = inside.length == 0 ? kGreKeepalive : kEtherTypeIpv4;
        return inside;
    }
    const std::span payload = p.bytes().subspan(inside.offset, inside.length);
    if (const auto eoip = readEoip(payload)) {
        inside.slot = s_.tunnels.find(TunnelKind::Eoip, p.dst, p.src, eoip->tunnelId);
        inside.etherType = eoip->frameLength == 0 ? kGreKeepalive : kFrame;
        inside.offset += kEoipHeader;
        inside.length = eoip->frameLength;
    } else if (const auto gre = readGre(payload)) {
        inside.slot = s_.tunnels.find(TunnelKind::Gre, p.dst, p.src, 0);
        inside.etherType = gre->protocol;
        inside.offset += gre->length;
        inside.length -= gre->length;
    }
    return inside;
}

bool TunnelStage::takeFast(PacketBuf* p, const Ingress& in, Nanos now) {
    constexpr std::uint8_t kLookedAt = kIsIpv4 | kMalformed | kHasIpOptions | kIsFragment | kIsGroup;
    if (!s_.switches.tunnelFastPath || in.fate != Fate::Route || !in.fastCapable) {
        return false;
    }
    if ((p->flags & (kIsIpv4 | kIsArp)) == 0 && pppoe_.isData(*p, in)) {
        countFast(in);
        ++s_.work.tunnels;
        pppoe_.open(p, in, true);
        return true;
    }
    if ((p->protocol != kProtocolGre && p->protocol != kProtocolIpip) || (p->flags & kLookedAt) != kIsIpv4) {
        return false;
    }
    const Inside inside = lookInside(*p);
    if (inside.slot == kNoTunnel || inside.etherType == kGreKeepalive || !s_.tunnels[inside.slot].allowFastPath ||
        s_.routes.lookup(p->dst).kind != NextHopKind::Local) {
        return false;
    }
    countFast(in);
    open(p, inside, true, now);
    return true;
}

void TunnelStage::countFast(const Ingress& in) {
    s_.countPath(PathKind::FastPath, in.arrived);
    s_.stats[in.ether].fpRxByte += in.arrived;
    s_.stats[in.ether].fpRxPacket += 1;
    for (std::uint8_t i = 0; i < in.crossedCount; ++i) {
        InterfaceStats& stats = s_.stats[in.crossed[i].interface];
        stats.rxByte += in.crossed[i].length;
        stats.rxPacket += 1;
        stats.fpRxByte += in.crossed[i].length;
        stats.fpRxPacket += 1;
    }
    s_.work.path = PathKind::FastPath;
    s_.work.vlans = in.vlans;
}

bool TunnelStage::takeFrame(PacketBuf* p, const Ingress& in, Nanos now) {
    if (pppoe_.isData(*p, in)) {
        ++s_.work.tunnels;
        pppoe_.open(p, in, false);
        return true;
    }
    return pppoe_.control(p, in, now);
}

bool TunnelStage::arrive(PacketBuf* p, Nanos now) {
    if (p->protocol == kProtocolUdp) {
        return (p->flags & (kHasPorts | kIsFragment | kIsGroup)) == kHasPorts && wireguard_.receive(p, now);
    }
    if ((p->protocol != kProtocolGre && p->protocol != kProtocolIpip) || (p->flags & (kIsFragment | kIsGroup)) != 0) {
        return false;
    }
    const Inside inside = lookInside(*p);
    if (inside.slot == kNoTunnel) {
        return false;
    }
    if (inside.etherType == kGreKeepalive || answerKeepalive(p, inside, now)) {
        s_.tunnels.heard(inside.slot, now);
        if (inside.etherType == kGreKeepalive) {
            s_.consume(p);
        }
        return true;
    }
    open(p, inside, false, now);
    return true;
}

// A keepalive holds the answer to itself: an empty packet from here to where it came from.
bool TunnelStage::answerKeepalive(PacketBuf* p, const Inside& inside, Nanos now) {
    const std::uint8_t* inner = p->frame() + inside.offset;
    const std::uint32_t source = p->src, destination = p->dst;
    const bool gre = p->protocol == kProtocolGre;
    if (inside.etherType != kEtherTypeIpv4 || inside.length != kIpv4Header + (gre ? kGreHeader : 0) || inner[0] != 0x45 ||
        inner[ipv4::kProtocol] != p->protocol || core::base::loadBe32(inner + ipv4::kSource) != destination ||
        core::base::loadBe32(inner + ipv4::kDestination) != source) {
        return false;
    }
    unwrapIpv4(*p, inside.offset, inside.length);
    slow_.originate(p, now);
    return true;
}

void TunnelStage::open(PacketBuf* p, const Inside& inside, bool fast, Nanos now) {
    const TunnelConfig& tunnel = s_.tunnels[inside.slot];
    s_.tunnels.heard(inside.slot, now);
    ++s_.work.tunnels;
    if (inside.etherType == kFrame && inside.length >= kEthernetHeader) {
        strip(*p, inside.offset);
        p->length = static_cast<std::uint16_t>(inside.length);
        parse(*p);
    } else if (inside.etherType == kEtherTypeIpv4) {
        unwrapIpv4(*p, inside.offset, inside.length);
    } else { // a protocol the engine does not route
        s_.stats[tunnel.interface].rxDrop += 1;
        s_.drop(p, DropReason::UnknownProtocol);
        return;
    }
    if (tunnel.clampTcpMss && (p->tcpFlags & tcp::kSyn) != 0) {
        lowerMss(*p, static_cast<std::uint16_t>(s_.stack[tunnel.interface].mtu - kMssOverhead));
    }
    receiveInside(p, tunnel.interface, inside.length, fast);
}

void TunnelStage::receiveInside(PacketBuf* p, IfIndex tunnel, std::uint32_t octets, bool fast) {
    s_.stats[tunnel].rxByte += octets;
    s_.stats[tunnel].rxPacket += 1;
    p->inInterface = tunnel;
    p->path = fast ? PathKind::FastPath : PathKind::Slow;
    arrived_.push(p);
}

void TunnelStage::take(Batch& batch) {
    while (!batch.full()) {
        PacketBuf* p = arrived_.pop();
        if (p == nullptr) {
            return;
        }
        batch.push(p);
    }
}

} // namespace agent::dataplane
