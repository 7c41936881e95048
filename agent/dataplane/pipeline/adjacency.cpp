#include "agent/dataplane/pipeline/adjacency.h"

namespace agent::dataplane {

void AdjacencyTable::make(Adjacency& a, NeighbourTable::Index neighbour) const {
    const Neighbour& n = view_.neighbours[neighbour];
    a = Adjacency{};
    a.version = version_;
    a.interface = n.interface;
    a.mtu = view_.stack[n.interface].mtu;
    a.resolved = n.resolved();
    storeMac(a.header.data(), n.mac);
    storeMac(a.header.data() + 6, view_.stack[n.interface].mac);
    core::base::storeBe16(a.header.data() + 12, view_.etherType);
    if (a.resolved) {
        a.fast = true;
        walkDown(a, n.mac);
    }
}

// From the layer 3 interface to the port, noting what a frame passes: VLAN interfaces add a tag, a bridge picks the port.
void AdjacencyTable::walkDown(Adjacency& a, MacKey mac) const {
    std::uint16_t tag = 0;
    bool vlanOnPort = false;
    IfIndex i = a.interface;
    for (std::size_t depth = 0; depth <= a.via.size(); ++depth) {
        const StackedInterface& s = view_.stack[i];
        if (!s.enabled) {
            return;
        }
        a.queued = a.queued || view_.queues.queues(i);
        if (s.type == InterfaceType::Ether) {
            if (s.port == kNoPort) {
                return;
            }
            a.ether = i;
            a.port = s.port;
            a.headerLength = tag != 0 ? kEthernetHeader + kVlanTag : kEthernetHeader;
            if (tag != 0) {
                core::base::storeBe16(a.header.data() + 12, kEtherTypeVlan);
                core::base::storeBe16(a.header.data() + 14, tag);
                core::base::storeBe16(a.header.data() + 16, view_.etherType);
            }
            a.direct = true;
            if (vlanOnPort) {
                a.chip = kNoIndex; // a tag added by an interface on the port itself is the CPU's work
            }
            return;
        }
        if (a.viaCount == a.via.size()) {
            return;
        }
        a.via[a.viaCount] = i;
        a.viaHeader[a.viaCount++] = static_cast<std::uint8_t>(tag != 0 ? kEthernetHeader + kVlanTag : kEthernetHeader);
        if (s.type == InterfaceType::Vlan) {
            if (tag != 0 || s.parent == kNoInterface || s.serviceTag) {
                return; // tags on tags take the general way
            }
            tag = s.vid;
            vlanOnPort = view_.stack[s.parent].type == InterfaceType::Ether;
            i = s.parent;
        } else if (s.type == InterfaceType::Bridge) {
            const Bridge& bridge = *view_.bridges[s.bridgeSlot];
            a.bridge = s.bridgeSlot;
            a.fdbEpoch = bridge.hosts().epoch();
            a.fast = a.fast && bridgeFastPathOn(view_.switches, bridge.settings());
            const std::uint16_t vid = bridge.enter(tag, bridge.own());
            const Fdb::Host* host = vid == kNoVlan ? nullptr : bridge.hosts().find(mac, vid);
            const Bridge::Member* member = host == nullptr || host->local ? nullptr : bridge.member(host->port);
            if (member == nullptr || !bridge.carries(*member->vlans, vid)) {
                return;
            }
            if (bridge.settings().vlanFiltering) {
                tag = member->vlans->untags(vid) ? std::uint16_t{0} : vid;
            }
            if (member->chip) {
                a.chip = *member->chip;
            }
            i = member->interface;
        } else {
            return;
        }
    }
}

} // namespace agent::dataplane
