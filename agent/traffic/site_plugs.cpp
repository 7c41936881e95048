#include "agent/traffic/site_plugs.h"

#include <algorithm>

namespace agent::traffic {

using dataplane::IfIndex;
using dataplane::InterfaceConfig;
using dataplane::InterfaceType;

bool SitePlugs::usable(IfIndex i) const {
    return i != dataplane::kNoInterface && i < config_.interfaces.size() && at(i).enabled && !at(i).name.empty();
}

const dataplane::PppoeClientConfig* SitePlugs::pppoeOf(IfIndex interface) const {
    const auto found = std::find_if(config_.pppoeClients.begin(), config_.pppoeClients.end(), [&](const auto& c) { return c.interface == interface; });
    return found == config_.pppoeClients.end() ? nullptr : &*found;
}

// A port of the bridge that carries the VLAN, one nobody sits on yet if possible; VLAN 0: the bridge's own.
std::optional<SitePlug> SitePlugs::ofBridge(IfIndex bridge, std::uint16_t vlan) const {
    const auto settings = std::find_if(config_.bridges.begin(), config_.bridges.end(), [&](const auto& b) { return b.interface == bridge; });
    const bool filtering = settings != config_.bridges.end() && settings->vlanFiltering;
    const std::uint16_t wanted = vlan != 0 ? vlan : filtering ? settings->pvid : std::uint16_t{0};
    std::optional<SitePlug> found;
    int best = -1;
    for (const auto& member : config_.bridgePorts) {
        if (member.bridge != bridge || !usable(member.interface) || at(member.interface).port == dataplane::kNoPort || member.interface == avoided_) {
            continue;
        }
        const SitePlug plug{config_.ports[at(member.interface).port].name, filtering && member.pvid == wanted ? std::uint16_t{0} : vlan};
        if (filtering && member.pvid != wanted && !tagged(bridge, member.interface, wanted)) {
            continue;
        }
        const int score = (std::find(taken_.begin(), taken_.end(), plug.port) == taken_.end() ? 2 : 0) + (plug.vlan == 0 ? 1 : 0);
        if (score > best) {
            best = score;
            found = plug;
        }
    }
    return found;
}
bool SitePlugs::tagged(IfIndex bridge, IfIndex member, std::uint16_t vlan) const {
    return std::any_of(config_.bridgeVlans.begin(), config_.bridgeVlans.end(), [&](const auto& row) {
        return row.bridge == bridge && std::find(row.tagged.begin(), row.tagged.end(), member) != row.tagged.end() &&
               std::any_of(row.vlans.begin(), row.vlans.end(), [&](const auto& range) { return range.contains(vlan); });
    });
}

std::optional<SitePlug> SitePlugs::of(IfIndex interface) const {
    if (!usable(interface)) {
        return std::nullopt;
    }
    const InterfaceConfig& i = at(interface);
    switch (i.type) {
    case InterfaceType::Ether:
        return i.port == dataplane::kNoPort ? std::nullopt : std::optional(SitePlug{config_.ports[i.port].name, 0});
    case InterfaceType::Bridge:
        return ofBridge(interface, 0);
    case InterfaceType::Vlan:
        if (usable(i.parent) && at(i.parent).type == InterfaceType::Bridge) {
            return ofBridge(i.parent, i.vlanId);
        }
        if (auto below = of(i.parent); below && below->vlan == 0) {
            return SitePlug{below->port, i.vlanId};
        }
        return std::nullopt;
    case InterfaceType::Bond:
        for (const auto& bond : config_.bonds) {
            if (bond.interface == interface && !bond.slaves.empty()) {
                return of(bond.slaves.front());
            }
        }
        return std::nullopt;
    case InterfaceType::Tunnel:
        if (const auto* client = pppoeOf(interface)) {
            return of(client->parent);
        }
        return std::nullopt;
    default:
        return std::nullopt;
    }
}

} // namespace agent::traffic
