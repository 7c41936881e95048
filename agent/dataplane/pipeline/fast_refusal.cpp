#include "agent/dataplane/pipeline/fast_refusal.h"

#include "agent/dataplane/parse/ipv4.h"

#include <algorithm>

namespace agent::dataplane {

namespace {

// What stands in the headers and on the way in.
FastRefusal whyNotPlain(const PacketBuf& p, const Ingress& in) {
    return in.fate != Fate::Route                   ? FastRefusal::NotRouted
           : !in.fastCapable                        ? FastRefusal::BridgeFastPathOff
           : (p.flags & kIsIpv4) == 0               ? FastRefusal::NotIpv4
           : (p.flags & kMalformed) != 0            ? FastRefusal::Malformed
           : (p.flags & kHasIpOptions) != 0         ? FastRefusal::IpOptions
           : (p.flags & kIsGroup) != 0              ? FastRefusal::GroupAddress
           : p.ttl <= 1                             ? FastRefusal::TimeToLive
                                                    : FastRefusal::None;
}

// From the destination to the wire.
FastRefusal whyNoWayOut(const EngineState& s, std::uint32_t destination, std::uint32_t octets) {
    const NextHop& hop = s.routes.lookup(destination);
    if (!hop.forwards()) {
        return FastRefusal::NoRoute;
    }
    if (s.neighbours.lookup(hop.interface, hop.neighbour(destination)) == NeighbourTable::kNone) {
        return FastRefusal::NoNeighbour;
    }
    return octets > s.stack[hop.interface].mtu ? FastRefusal::TooLong : FastRefusal::SlowInterface;
}

} // namespace

FastRefusal whyNoFastPath(const EngineConfig& c, const GlobalSwitches& switches) {
    const PathSwitches& s = c.switches;
    const auto isGlobal = [](const TreeQueueConfig& q) { return q.global; };
    return switches.fastPath             ? FastRefusal::None
           : !c.ip.allowFastPath         ? FastRefusal::AllowFastPathOff
           : switches.connectionTracking ? FastRefusal::ConnectionTracking
           : !c.firewall.empty()         ? FastRefusal::FirewallRules
           : !c.queues.simple.empty()    ? FastRefusal::SimpleQueues
           : std::any_of(c.queues.tree.begin(), c.queues.tree.end(), isGlobal) ? FastRefusal::GlobalTree
           : s.vrf || !c.vrfs.empty()    ? FastRefusal::Vrf
           : s.hotspot                   ? FastRefusal::Hotspot
           : s.ipsecPolicy               ? FastRefusal::IpsecPolicy
                                         : FastRefusal::Tool;
}

FastRefusal whyNotOnFastPath(const EngineState& s, const PacketBuf& p, const Ingress& in) {
    if (const FastRefusal global = whyNoFastPath(*s.config, s.switches); global != FastRefusal::None) {
        return global;
    }
    if (!s.config->ip.ipForward) {
        return FastRefusal::ForwardOff;
    }
    const FastRefusal plain = whyNotPlain(p, in);
    return plain != FastRefusal::None ? plain : whyNoWayOut(s, p.dst, p.l3Length());
}

FastRefusal whyNotOnFastTrack(const EngineState& s, const PacketBuf& p, const Ingress& in) {
    if (!s.switches.connectionTracking) {
        return FastRefusal::NoTracking;
    }
    if (!s.switches.fastTrack) {
        return s.config->ip.allowFastPath ? FastRefusal::Tool : FastRefusal::AllowFastPathOff;
    }
    if (s.conntrack.fastTrackedCount() == 0) {
        return FastRefusal::NothingMarked;
    }
    if (const FastRefusal plain = whyNotPlain(p, in); plain != FastRefusal::None) {
        return plain;
    }
    if (p.protocol != kProtocolTcp && p.protocol != kProtocolUdp) {
        return FastRefusal::NotTcpUdp;
    }
    if ((p.flags & kIsFragment) != 0 || (p.flags & kHasPorts) == 0) {
        return FastRefusal::Fragment;
    }
    if ((p.tcpFlags & (tcp::kSyn | tcp::kFin | tcp::kRst)) != 0) {
        return FastRefusal::TcpFlags;
    }
    const auto key = flowKeyOf(p);
    return key && s.conntrack.isKeyFree(*key) ? FastRefusal::NoConnection : FastRefusal::NotMarked;
}

FastRefusal whyNotOnBridgeFastPath(const EngineState& s, const PacketBuf& p, const Ingress& in) {
    const Bridge& bridge = *s.bridges[in.bridge];
    const BridgeSettingsConfig& settings = s.config->bridgeSettings;
    if (!bridgeFastPathOn(s.switches, bridge.settings())) {
        return !settings.allowFastPath         ? FastRefusal::BridgeSettingOff
               : settings.hasFilterOrNat       ? FastRefusal::BridgeFilter
               : settings.useIpFirewall        ? FastRefusal::UseIpFirewall
               : bridge.settings().dhcpSnooping ? FastRefusal::DhcpSnooping
                                               : FastRefusal::Tool;
    }
    const Bridge::Member* from = bridge.member(in.member);
    const Bridge::Member* to = bridge.member(in.target);
    return (p.flags & kMalformed) != 0     ? FastRefusal::Malformed
           : !in.sourceKnown               ? FastRefusal::SourceUnknown
           : (p.flags & kPriorityTag) != 0 ? FastRefusal::PriorityTag
           : to == nullptr                 ? FastRefusal::DestinationUnknown
           : from != nullptr && !bridge.mayPass(*from, *to, in.vid) ? FastRefusal::SplitHorizon
                                           : FastRefusal::TooLong;
}

} // namespace agent::dataplane
