// How interfaces sit on each other: ether below bond, vlan or bridge, bridge below vlan, vlan below bridge. Derived from the
// configuration, rebuilt at every change, read for every packet.
//
//   const StackedInterface& in = stack[packet.inInterface];
//   if (in.bridge != kNoInterface) …            // it is a port of that bridge
//   IfIndex vlan = stack.vlanOn(interface, vid); // kNoInterface: no such VLAN interface
#pragma once

#include "agent/dataplane/config/engine_config.h"
#include "agent/dataplane/parse/ethernet.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace agent::dataplane {

constexpr std::uint16_t kNoIndex = 0xffff;

struct StackedInterface {
    MacKey mac = 0; // own one, else the parent's (vlan) or the first port's (bridge)
    InterfaceType type = InterfaceType::Ether;
    bool enabled = false;
    std::uint16_t mtu = 1500;
    std::uint16_t l2mtu = 1598;
    PortId port = kNoPort;               // Ether
    IfIndex parent = kNoInterface;       // Vlan
    std::uint16_t vid = 0;               // Vlan
    IfIndex bridge = kNoInterface;       // interface of the bridge this one is a port of
    std::uint16_t bridgePort = kNoIndex; // index into EngineConfig::bridgePorts
    std::uint16_t bridgeSlot = kNoIndex; // index into EngineConfig::bridges: of the bridge itself, or of the one it is a port of
    std::uint16_t vlanTable = kNoIndex;
    IfIndex bond = kNoInterface;         // the bond this one is a slave of; a slave has no other role
    std::uint16_t bondSlot = kNoIndex;   // index into EngineConfig::bonds: of the bond itself, or of the one it is a slave of
    bool climbs = false;                 // a port of a bridge or a slave: what comes in is not yet at layer 3
    std::uint16_t serviceTable = kNoIndex; // of VLANs with a service tag (0x88a8)
    std::uint16_t tunnel = kNoIndex;       // index into EngineConfig::tunnels
    bool pointToPoint = false;             // Tunnel: one neighbour, no ARP
    bool serviceTag = false;               // Vlan
};

inline MacKey keyOf(const Mac& mac) {
    return loadMac(mac.octets.data());
}
inline Mac macOf(MacKey key) {
    Mac mac;
    storeMac(mac.octets.data(), key);
    return mac;
}

class InterfaceStack {
public:
    void build(const EngineConfig& config);

    [[nodiscard]] const StackedInterface& operator[](IfIndex interface) const { return interfaces_[interface]; }
    [[nodiscard]] std::size_t size() const { return interfaces_.size(); }
    // The enabled VLAN interface that takes frames with this tag from `interface`.
    [[nodiscard]] IfIndex vlanOn(IfIndex interface, std::uint16_t vid) const {
        const std::uint16_t table = interfaces_[interface].vlanTable;
        return table == kNoIndex ? kNoInterface : (*vlanTables_[table])[vid & 0x0fffu];
    }
    // The same for a service tag (use-service-tag=yes).
    [[nodiscard]] IfIndex serviceVlanOn(IfIndex interface, std::uint16_t vid) const {
        const std::uint16_t table = interfaces_[interface].serviceTable;
        return table == kNoIndex ? kNoInterface : (*vlanTables_[table])[vid & 0x0fffu];
    }
    // The enabled interface of a physical port, kNoInterface when there is none.
    [[nodiscard]] IfIndex etherOf(PortId port) const { return port < etherOfPort_.size() ? etherOfPort_[port] : kNoInterface; }

private:
    using VlanTable = std::array<IfIndex, 4096>;
    std::vector<StackedInterface> interfaces_;
    std::vector<std::unique_ptr<VlanTable>> vlanTables_;
    std::vector<IfIndex> etherOfPort_;
};

} // namespace agent::dataplane
