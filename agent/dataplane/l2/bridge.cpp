#include "agent/dataplane/l2/bridge.h"

#include <algorithm>

namespace agent::dataplane {

void Bridge::configure(const EngineConfig& config, std::size_t bridgeIndex, const InterfaceStack& stack,
                       const std::vector<std::optional<std::uint16_t>>& offload) {
    const BridgeConfig next = config.bridges[bridgeIndex];
    const bool rekey = next.vlanFiltering != settings_.vlanFiltering; // hosts are keyed by VLAN only when filtering
    settings_ = next;
    members_.clear();
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
        member.pvid = port.pvid;
        member.horizon = port.horizon;
        member.unknownUnicastFlood = port.unknownUnicastFlood;
        member.unknownMulticastFlood = port.unknownMulticastFlood;
        member.broadcastFlood = port.broadcastFlood;
        memberOf_[port.interface] = static_cast<std::uint16_t>(members_.size());
        members_.push_back(member);
    }

    fdb_.removeLocals();
    fdb_.retainPorts([&](IfIndex port) { return !rekey && member(port) != nullptr; });
    if (settings_.interface < stack.size()) {
        std::vector<MacKey> locals{stack[settings_.interface].mac};
        for (const Member& m : members_) {
            locals.push_back(stack[m.interface].mac);
        }
        for (const MacKey mac : locals) {
            if (mac != 0) {
                fdb_.addLocal(mac, 0, settings_.interface);
            }
        }
        fastForwards_ = meetsFastForward(stack);
    }
}

void Bridge::retag(PacketBuf& p, std::uint16_t vid, std::uint16_t pvid) {
    if (vid == pvid) {
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
