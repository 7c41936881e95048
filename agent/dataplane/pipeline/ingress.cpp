#include "agent/dataplane/pipeline/ingress.h"

#include "agent/dataplane/parse/parse.h"

namespace agent::dataplane {

namespace {
constexpr int kMaxStacking = 8;

bool isServiceTagged(const PacketBuf& p) {
    return p.length >= kEthernetHeader + kVlanTag && core::base::loadBe16(p.frame() + 12) == kEtherTypeServiceVlan;
}
}

void IngressStage::riseAboveBridge(PacketBuf& p, core::base::Nanos now, Ingress& in) {
    in.fate = Fate::Drop;
    const IfIndex above = enterBridge(p, *s_.bridges[in.bridge], in);
    if (above != kNoInterface) {
        climb(p, above, now, in);
    }
}

// The frame leaves the bridge by its own interface; straight on to the VLAN interface of its VLAN when there is one. kNoInterface: the
// router is no member of that VLAN.
IfIndex IngressStage::enterBridge(PacketBuf& p, const Bridge& bridge, Ingress& in) {
    const IfIndex own = bridge.settings().interface;
    if (s_.bridgeFirewall.any() && !s_.bridgeFirewall.enter(p, bridge, in.member, s_.stack[own].mac)) {
        in.refused = DropReason::BridgeFilter;
        return kNoInterface;
    }
    in.fastCapable = in.fastCapable && bridgeFastPathOn(s_.switches, bridge.settings());
    if (bridge.settings().vlanFiltering) {
        if (!bridge.own().carries(in.vid)) {
            in.refused = DropReason::VlanFiltering;
            return kNoInterface;
        }
        const IfIndex vlan = bridge.own().untags(in.vid) ? kNoInterface : s_.stack.vlanOn(own, in.vid);
        if (vlan != kNoInterface && !isTagged(p)) { // from an access port: what a push and a pop would do
            in.cross(own, static_cast<std::uint16_t>(p.length + kVlanTag));
            in.cross(vlan, p.length);
            ++in.vlans;
            return vlan;
        }
        bridge.tagFor(p, in.vid, bridge.own());
    }
    in.cross(own, p.length);
    return own;
}

// igmp-snooping and dhcp-snooping. False: the frame is refused.
bool IngressStage::snoop(const PacketBuf& p, Bridge& bridge, const Bridge::Member& from, core::base::Nanos now, Ingress& in) {
    if (!bridge.snooping().admits(p, from.trusted)) {
        s_.stats[from.interface].rxDrop += 1;
        in.refused = DropReason::DhcpSnooping;
        return false;
    }
    bridge.snooping().hear(p, from.interface, in.vid, from.fastLeave, now);
    return true;
}

// Chain dstnat of /interface/bridge/nat. False: the frame goes no further up: dropped, or an answer already.
bool IngressStage::translate(PacketBuf& p, const Bridge& bridge, const Bridge::Member& from, Ingress& in) {
    const MacKey own = s_.stack[bridge.settings().interface].mac;
    switch (s_.bridgeFirewall.arrive(p, bridge, from, own)) {
    case BridgeFirewall::Arrival::Pass:
        return true;
    case BridgeFirewall::Arrival::Answered:
        in.answered = true;
        in.fate = Fate::Bridge;
        in.target = kNoInterface;
        return false;
    case BridgeFirewall::Arrival::Drop:
        break;
    }
    in.refused = DropReason::BridgeFilter;
    return false;
}

void IngressStage::popInto(PacketBuf& p, IfIndex vlan, Ingress& in) {
    popVlanTag(p);
    if (isVlanType(core::base::loadBe16(p.frame() + 12))) [[unlikely]] {
        parse(p); // a second tag is the outer one now
    }
    ++in.vlans;
    in.cross(vlan, p.length);
}

// The parser takes a service tag for a protocol it does not know: what is behind the tag is looked at only now.
void IngressStage::popServiceTag(PacketBuf& p, IfIndex vlan, Ingress& in) {
    std::memmove(p.frame() + kVlanTag, p.frame(), 12);
    p.offset = static_cast<std::uint16_t>(p.offset + kVlanTag);
    p.length = static_cast<std::uint16_t>(p.length - kVlanTag);
    parse(p);
    ++in.vlans;
    in.cross(vlan, p.length);
}

void IngressStage::climb(PacketBuf& p, IfIndex from, core::base::Nanos now, Ingress& in) {
    IfIndex i = from;
    bool addressed = (p.flags & kIsGroup) != 0;
    in.answered = false;
    for (int depth = 0; depth < kMaxStacking; ++depth) {
        p.inInterface = i;
        if (s_.stack[i].bond != kNoInterface) {
            if (!s_.bonds[s_.stack[i].bondSlot].receivesOn(i)) { // the backup, or too few links
                s_.stats[i].rxDrop += 1;
                in.refused = DropReason::BondInactive;
                return;
            }
            i = s_.stack[i].bond;
            in.cross(i, p.length);
            continue;
        }
        if (p.vlan != 0) {
            const IfIndex vlan = s_.stack.vlanOn(i, p.vlan);
            if (vlan != kNoInterface) {
                popInto(p, vlan, in);
                i = vlan;
                continue;
            }
        }
        const StackedInterface& at = s_.stack[i];
        if (at.serviceTable != kNoIndex && isServiceTagged(p)) {
            const IfIndex vlan = s_.stack.serviceVlanOn(i, core::base::loadBe16(p.frame() + 14));
            if (vlan != kNoInterface) {
                popServiceTag(p, vlan, in);
                i = vlan;
                continue;
            }
        }
        if (at.bridge == kNoInterface) {
            break;
        }
        Bridge& bridge = *s_.bridges[at.bridgeSlot];
        const Bridge::Member* member = bridge.member(i);
        if (member == nullptr) {
            return;
        }
        in.bridge = at.bridgeSlot;
        in.member = i;
        in.vid = bridge.enter(p, *member->vlans);
        if (in.vid == kNoVlan) { // frame-types or ingress-filtering
            s_.stats[i].rxDrop += 1;
            in.refused = DropReason::VlanFiltering;
            return;
        }
        // The chip has learned the source of what it hands up.
        in.sourceKnown = member->chip.has_value() || bridge.learn(p, *member, in.vid, now, false);
        if (bridge.snooping().on() && !snoop(p, bridge, *member, now, in)) {
            return;
        }
        if (s_.bridgeFirewall.any() && !translate(p, bridge, *member, in)) {
            return;
        }
        if ((p.flags & kIsGroup) != 0) {
            in.fate = Fate::Group;
            return;
        }
        const MacKey destination = destinationMac(p);
        if (destination != s_.stack[at.bridge].mac) {
            const Fdb::Host* host = bridge.hosts().find(destination, in.vid);
            if (host == nullptr && in.vid != 0) {
                host = bridge.hosts().find(destination, 0); // the router's own addresses belong to every VLAN
            }
            if (host == nullptr || !host->local) {
                in.fate = Fate::Bridge;
                in.target = host == nullptr ? kNoInterface : host->port;
                return;
            }
        }
        addressed = true;
        const IfIndex above = enterBridge(p, bridge, in);
        if (above == kNoInterface) {
            s_.stats[i].rxDrop += in.refused == DropReason::VlanFiltering ? 1u : 0u;
            return;
        }
        i = above;
    }
    in.layer3 = i;
    // A tag nobody took, or somebody else's address: not for the router. VID 0 is priority only (IEEE 802.1Q clause 9.6).
    if (p.vlan == 0 && (addressed || destinationMac(p) == s_.stack[i].mac)) {
        if ((p.flags & kPriorityTag) != 0) {
            popVlanTag(p);
        }
        in.fate = Fate::Route;
    }
}

} // namespace agent::dataplane
