// One bridge: its ports, its host table and the forwarding decision of IEEE 802.1Q, shared by the chip and the CPU.
//
//   const std::uint16_t vid = bridge.enter(packet, *from->vlans);       // kNoVlan: the port lets no such frame in
//   const Fdb::Host* host = bridge.hosts().find(destinationMac(packet), vid);
//   const Bridge::Member* to = host == nullptr ? nullptr : bridge.member(host->port);
//   if (to != nullptr && bridge.mayPass(*from, *to, vid)) { bridge.tagFor(packet, vid, *to->vlans); … }
//
// With vlan-filtering every VLAN has hosts of its own (independent learning), and ports carry the VLANs of /interface/bridge/vlan.
// Without it the VID is 0 everywhere: tags are payload and hosts are kept per MAC only.
#pragma once

#include "agent/dataplane/config/engine_config.h"
#include "agent/dataplane/l2/fdb.h"
#include "agent/dataplane/l2/interface_stack.h"
#include "agent/dataplane/l2/port_vlans.h"
#include "agent/dataplane/l2/snooping.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace agent::dataplane {

class Bridge {
public:
    struct Member {
        IfIndex interface = kNoInterface;
        PortId port = kNoPort;             // of an Ether member
        std::optional<std::uint16_t> chip; // flag H
        const PortVlans* vlans = nullptr;  // the bridge's, good until the next configure()
        std::uint32_t horizon = 0;
        bool unknownUnicastFlood = true, unknownMulticastFlood = true, broadcastFlood = true;
        bool learn = true;
        bool trusted = false; // dhcp-snooping
        bool fastLeave = false;
        MulticastRouter multicastRouter = MulticastRouter::TemporaryQuery;
    };

    // Takes over a new configuration; learned hosts stay where their port still is one.
    void configure(const EngineConfig& config, std::size_t bridgeIndex, const InterfaceStack& stack,
                   const std::vector<std::optional<std::uint16_t>>& offload);

    [[nodiscard]] const BridgeConfig& settings() const { return settings_; }
    [[nodiscard]] const std::vector<Member>& members() const { return members_; }
    [[nodiscard]] const Member* member(IfIndex interface) const {
        return interface < memberOf_.size() && memberOf_[interface] != kNoIndex ? &members_[memberOf_[interface]] : nullptr;
    }
    [[nodiscard]] Fdb& hosts() { return fdb_; }
    [[nodiscard]] const Fdb& hosts() const { return fdb_; }

    // What the bridge's own interface, the port towards the router, does with VLANs.
    [[nodiscard]] const PortVlans& own() const { return vlans_.back(); }

    // VLAN a frame is in that comes in by this port: 0 without vlan-filtering, kNoVlan when frame-types or ingress-filtering refuse it.
    [[nodiscard]] std::uint16_t enter(const PacketBuf& p, const PortVlans& from) const { return enter(p.vlan, from); }
    [[nodiscard]] std::uint16_t enter(std::uint16_t tag, const PortVlans& from) const {
        return settings_.vlanFiltering ? from.enter(tag) : std::uint16_t{0};
    }
    // Whether frames of the VLAN leave by this port.
    [[nodiscard]] bool carries(const PortVlans& to, std::uint16_t vid) const { return !settings_.vlanFiltering || to.carries(vid); }
    // Gives the frame the tag it must carry on that port. Nothing to do without vlan-filtering.
    void tagFor(PacketBuf& p, std::uint16_t vid, const PortVlans& to) const {
        if (settings_.vlanFiltering) {
            retag(p, vid, to.untags(vid));
        }
    }
    // Learns the source of a frame; true when it was known on this port, or is not to be learned.
    bool learn(const PacketBuf& p, const Member& from, std::uint16_t vid, core::base::Nanos now, bool external) {
        return from.learn ? fdb_.learn(sourceMac(p), vid, from.interface, now, external) : fdb_.find(sourceMac(p), vid) != nullptr;
    }
    // Not back to the port it came from, not within a split horizon group, not to a port outside the VLAN.
    [[nodiscard]] bool mayPass(const Member& from, const Member& to, std::uint16_t vid) const {
        return from.interface != to.interface && (from.horizon == 0 || from.horizon != to.horizon) && carries(*to.vlans, vid);
    }
    // Whether a frame without a known destination is copied to this port.
    [[nodiscard]] static bool floodsTo(const Member& to, MacKey destination) {
        return destination == kBroadcastMac     ? to.broadcastFlood
               : (destination & kGroupBit) != 0 ? to.unknownMulticastFlood
                                                : to.unknownUnicastFlood;
    }
    // The same under snooping: multicast only where it is wanted, DHCP requests only to trusted ports.
    [[nodiscard]] bool reaches(const Snooping::Scope& scope, const Member& to, MacKey destination, std::uint16_t vid,
                               core::base::Nanos now) const {
        return scope.kind == Snooping::Scope::Flood
                   ? floodsTo(to, destination)
                   : snooping_.reaches(scope, {to.interface, to.trusted, floodsTo(to, destination), to.multicastRouter}, vid, now);
    }
    [[nodiscard]] Snooping& snooping() { return snooping_; }
    [[nodiscard]] const Snooping& snooping() const { return snooping_; }
    // Fast Forward's own conditions (two ports, nothing to learn or filter); bridge fast path is required on top.
    [[nodiscard]] bool fastForwards() const { return fastForwards_; }

private:
    static void retag(PacketBuf& p, std::uint16_t vid, bool untagged);
    void addFixedHosts(const EngineConfig& config, const InterfaceStack& stack);
    [[nodiscard]] bool meetsFastForward(const InterfaceStack& stack) const;

    BridgeConfig settings_;
    std::vector<Member> members_;
    std::vector<PortVlans> vlans_{1};     // of the members, then the bridge's own
    std::vector<std::uint16_t> memberOf_; // by IfIndex
    Fdb fdb_;
    Snooping snooping_;
    bool fastForwards_ = false;
};

} // namespace agent::dataplane
