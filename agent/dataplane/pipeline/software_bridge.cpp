#include "agent/dataplane/pipeline/software_bridge.h"

#include "agent/dataplane/parse/ethernet.h"

namespace agent::dataplane {

void SoftwareBridge::forward(PacketBuf* p, const Ingress& in, core::base::Nanos now) {
    const Bridge& bridge = *s_.bridges[in.bridge];
    const Bridge::Member* from = bridge.member(in.member);
    s_.work.bridged = true;
    if (in.answered) {
        egress_.transmit(p, in.member, now);
        return;
    }
    const BridgeSettingsConfig& settings = s_.config->bridgeSettings;
    const bool filtered = settings.useIpFirewall && (p->flags & (kIsIpv4 | kMalformed)) == kIsIpv4 &&
                          (!isTagged(*p) || settings.useIpFirewallForVlan);
    const MacKey destination = destinationMac(*p);
    const Fdb::Host* host = (destination & kGroupBit) != 0 ? nullptr : bridge.hosts().find(destination, in.vid);
    const BridgedBetween ports{in.member, host == nullptr ? kNoInterface : host->port};
    if (filtered && !slow_.filterBridged(p, bridge.settings().interface, ports, now)) {
        return;
    }
    const Bridge::Member* to = host == nullptr ? nullptr : bridge.member(host->port);
    if (to != nullptr && bridge.snooping().on() && !to->trusted &&
        bridge.snooping().scopeOf(*p, now).kind == Snooping::Scope::Trusted) {
        s_.drop(p, DropReason::DhcpSnooping); // a request to where no server may be
        return;
    }
    if (to == nullptr) {
        egress_.flood(p, bridge, from, in.vid, now);
        return;
    }
    if (!bridge.mayPass(*from, *to, in.vid)) {
        const bool member = bridge.carries(*to->vlans, in.vid);
        s_.stats[to->interface].txDrop += member ? 0u : 1u;
        s_.drop(p, member ? DropReason::BridgeIsolation : DropReason::VlanFiltering);
        return;
    }
    if (s_.bridgeFirewall.any() && !s_.bridgeFirewall.leave(*p, bridge, from, *to)) {
        s_.drop(p, DropReason::BridgeFilter);
        return;
    }
    bridge.tagFor(*p, in.vid, *to->vlans);
    if (p->length > s_.stack[to->interface].l2mtu + kEthernetHeader) {
        s_.stats[to->interface].txDrop += 1;
        s_.drop(p, DropReason::TooLong);
        return;
    }
    if (filtered) {
        slow_.queueBridged(p, to->interface, now);
    } else {
        egress_.transmit(p, to->interface, now);
    }
}

} // namespace agent::dataplane
