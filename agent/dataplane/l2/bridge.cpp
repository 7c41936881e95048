#include "agent/dataplane/l2/bridge.h"

#include <algorithm>

namespace agent::dataplane {

void Bridge::configure(const EngineConfig& config, std::size_t bridgeIndex, const InterfaceStack& stack,
                       const std::vector<std::optional<std::uint16_t>>& offload) {
    const BridgeConfig next = config.bridges[bridgeIndex];
    const bool rekey = next.vlanFiltering != settings_.vlanFiltering; // hosts are keyed by VLAN only when filtering
    settings_ = next;
    members_.clear();
    vlans_.clear();
    memberOf_.assign(stack.size(), kNoIndex);
    for (std::size_t i = 0; i < config.bridgePorts.size(); ++i) {
        const BridgePortConfig& port = config.bridgePorts[i];
        if (port.bridge != settings_.interface || port.interface >= stack.size() || !stack[port.interface].enabled ||
            stack[port.interface].bridgePort != i) {
            continue;
        }
        Member member;
        member.interface = port.interface;
        member.port = stack[port.interface].port;
        member.chip = offload[i];
        member.learn = port.learn;
        member.trusted = port.trusted;
        member.fastLeave = port.fastLeave;
        member.multicastRouter = port.multicastRouter;
        member.horizon = port.horizon;
        member.unknownUnicastFlood = port.unknownUnicastFlood;
        member.unknownMulticastFlood = port.unknownMulticastFlood;
        member.broadcastFlood = port.broadcastFlood;
        memberOf_[port.interface] = static_cast<std::uint16_t>(members_.size());
        members_.push_back(member);
        vlans_.push_back(portVlans(config, port.bridge, port.interface, port.pvid, port.frameTypes, port.ingressFiltering));
    }
    vlans_.push_back(portVlans(config, next.interface, next.interface, next.pvid, next.frameTypes, next.ingressFiltering));
    for (std::size_t i = 0; i < members_.size(); ++i) {
        members_[i].vlans = &vlans_[i];
    }

    snooping_.configure(config, next);
    snooping_.groups().retainPorts([&](IfIndex port) { return !rekey && member(port) != nullptr; });
    fdb_.removeFixed();
    fdb_.retainPorts([&](IfIndex port) { return !rekey && member(port) != nullptr; });
    if (settings_.interface < stack.size()) {
        addFixedHosts(config, stack);
        fastForwards_ = meetsFastForward(stack);
    }
}

// The router's own addresses, then the rows somebody typed.
void Bridge::addFixedHosts(const EngineConfig& config, const InterfaceStack& stack) {
    const auto addOwn = [&](MacKey mac) {
        if (mac != 0) {
            fdb_.addLocal(mac, 0, settings_.interface);
        }
    };
    addOwn(stack[settings_.interface].mac);
    for (const Member& m : members_) {
        addOwn(stack[m.interface].mac);
    }
    for (const BridgeHostConfig& host : config.bridgeHosts) {
        if (host.bridge != settings_.interface) {
            continue;
        }
        const Member* at = member(host.interface);
        if (host.interface == settings_.interface) {
            addOwn(keyOf(host.mac));
        } else if (at != nullptr) {
            const std::uint16_t vid = host.vid != 0 ? host.vid : at->vlans->pvid;
            fdb_.addStatic(keyOf(host.mac), settings_.vlanFiltering ? vid : std::uint16_t{0}, host.interface);
        }
    }
}

void Bridge::retag(PacketBuf& p, std::uint16_t vid, bool untagged) {
    if (untagged) {
        if (isTagged(p)) {
            popVlanTag(p);
        }
    } else if (p.vlan != vid) {
        if (isTagged(p)) {
            popVlanTag(p);
        }
        pushVlanTag(p, vid);
    }
}

bool Bridge::meetsFastForward(const InterfaceStack& stack) const {
    if (!settings_.fastForward || settings_.vlanFiltering || settings_.dhcpSnooping || members_.size() != 2) {
        return false;
    }
    const MacKey own = stack[settings_.interface].mac;
    return std::all_of(members_.begin(), members_.end(),
                       [](const Member& m) {
                           return !m.chip && m.horizon == 0 && m.unknownUnicastFlood && m.unknownMulticastFlood && m.broadcastFlood;
                       }) &&
           std::any_of(members_.begin(), members_.end(), [&](const Member& m) { return stack[m.interface].mac == own; });
}

} // namespace agent::dataplane
