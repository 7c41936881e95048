// One bridge: its ports, its host table and the forwarding decision of IEEE 802.1Q, shared by the chip and the CPU.
//
//   const std::uint16_t vid = bridge.classify(packet, *from);
//   const Bridge::Member* to = bridge.lookup(destinationMac(packet), vid);
//   if (to != nullptr && bridge.mayPass(*from, *to)) { bridge.tagFor(packet, vid, to->pvid); … }
//
// With vlan-filtering a port is an untagged member of its pvid and a tagged member of every other VLAN, and so is the bridge
// itself (pvid 1): RouterOS with every VLAN tagged on every port. Without it tags are payload and hosts are kept per MAC only.
#pragma once

#include "agent/dataplane/config/engine_config.h"
#include "agent/dataplane/l2/fdb.h"
#include "agent/dataplane/l2/interface_stack.h"

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
        std::uint16_t pvid = 1;
        std::uint32_t horizon = 0;
        bool unknownUnicastFlood = true, unknownMulticastFlood = true, broadcastFlood = true;
    };
    static constexpr std::uint16_t kOwnPvid = 1;

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

    // VLAN the frame belongs to: 0 without vlan-filtering.
    [[nodiscard]] std::uint16_t classify(const PacketBuf& p, std::uint16_t pvid) const {
        return !settings_.vlanFiltering ? std::uint16_t{0} : p.vlan != 0 ? p.vlan : pvid;
    }
    // Gives the frame the tag it must carry on a port with that pvid. Nothing to do without vlan-filtering.
    void tagFor(PacketBuf& p, std::uint16_t vid, std::uint16_t pvid) const {
        if (settings_.vlanFiltering) {
            retag(p, vid, pvid);
        }
    }
    // Same port, or same split horizon group: no.
    [[nodiscard]] bool mayPass(const Member& from, const Member& to) const {
        return from.interface != to.interface && (from.horizon == 0 || from.horizon != to.horizon);
    }
    // Whether a frame without a known destination is copied to this port.
    [[nodiscard]] static bool floodsTo(const Member& to, MacKey destination) {
        return destination == kBroadcastMac     ? to.broadcastFlood
               : (destination & kGroupBit) != 0 ? to.unknownMulticastFlood
                                                : to.unknownUnicastFlood;
    }
    // Fast Forward's own conditions (two ports, nothing to learn or filter); bridge fast path is required on top.
    [[nodiscard]] bool fastForwards() const { return fastForwards_; }

private:
    static void retag(PacketBuf& p, std::uint16_t vid, std::uint16_t pvid);
    [[nodiscard]] bool meetsFastForward(const InterfaceStack& stack) const;

    BridgeConfig settings_;
    std::vector<Member> members_;
    std::vector<std::uint16_t> memberOf_; // by IfIndex
    Fdb fdb_;
    bool fastForwards_ = false;
};

} // namespace agent::dataplane
