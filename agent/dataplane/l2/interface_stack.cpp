#include "agent/dataplane/l2/interface_stack.h"

namespace agent::dataplane {

namespace {

constexpr int kMaxStacking = 8; // deeper nesting than any real configuration; stops a vlan that is its own ancestor

} // namespace

void InterfaceStack::build(const EngineConfig& config) {
    interfaces_.assign(config.interfaces.size(), {});
    vlanTables_.clear();
    etherOfPort_.assign(config.ports.size(), kNoInterface);

    for (std::size_t i = 0; i < config.interfaces.size(); ++i) {
        const InterfaceConfig& c = config.interfaces[i];
        StackedInterface& s = interfaces_[i];
        s.mac = keyOf(c.mac);
        s.type = c.type;
        s.enabled = c.enabled;
        s.mtu = c.mtu;
        s.l2mtu = c.l2mtu;
        if (c.type == InterfaceType::Ether && c.port < config.ports.size()) {
            s.port = c.port;
            if (c.enabled) {
                etherOfPort_[c.port] = static_cast<IfIndex>(i);
            }
        }
    }
    for (std::size_t t = 0; t < config.tunnels.size(); ++t) {
        if (config.tunnels[t].interface < interfaces_.size()) {
            StackedInterface& s = interfaces_[config.tunnels[t].interface];
            s.tunnel = static_cast<std::uint16_t>(t);
            s.pointToPoint = s.type == InterfaceType::Tunnel;
        }
    }
    for (std::size_t b = 0; b < config.bridges.size(); ++b) {
        if (config.bridges[b].interface < interfaces_.size()) {
            interfaces_[config.bridges[b].interface].bridgeSlot = static_cast<std::uint16_t>(b);
        }
    }
    for (std::size_t b = 0; b < config.bonds.size(); ++b) {
        const BondConfig& bond = config.bonds[b];
        if (bond.interface >= interfaces_.size() || !interfaces_[bond.interface].enabled) {
            continue; // slaves of a disabled bond are interfaces of their own
        }
        interfaces_[bond.interface].bondSlot = static_cast<std::uint16_t>(b);
        for (const IfIndex slave : bond.slaves) {
            if (slave < interfaces_.size() && interfaces_[slave].type == InterfaceType::Ether) {
                interfaces_[slave].bond = bond.interface;
                interfaces_[slave].bondSlot = static_cast<std::uint16_t>(b);
                interfaces_[slave].climbs = true;
                if (interfaces_[bond.interface].mac == 0) {
                    interfaces_[bond.interface].mac = interfaces_[slave].mac;
                }
            }
        }
    }
    for (std::size_t i = 0; i < config.bridgePorts.size(); ++i) {
        const BridgePortConfig& port = config.bridgePorts[i];
        if (port.interface >= interfaces_.size() || port.bridge >= interfaces_.size()) {
            continue;
        }
        StackedInterface& bridge = interfaces_[port.bridge];
        StackedInterface& member = interfaces_[port.interface];
        if (bridge.bridgeSlot == kNoIndex || !bridge.enabled || member.bond != kNoInterface) {
            continue; // ports of a disabled bridge forward nothing; a slave is no port by itself
        }
        member.climbs = true;
        member.bridge = port.bridge;
        member.bridgePort = static_cast<std::uint16_t>(i);
        member.bridgeSlot = bridge.bridgeSlot;
        if (bridge.mac == 0) {
            bridge.mac = member.mac;
        }
    }
    for (std::size_t i = 0; i < config.interfaces.size(); ++i) {
        const InterfaceConfig& c = config.interfaces[i];
        if (c.type != InterfaceType::Vlan || c.parent >= interfaces_.size()) {
            continue;
        }
        StackedInterface& vlan = interfaces_[i];
        StackedInterface& parent = interfaces_[c.parent];
        vlan.parent = c.parent;
        vlan.vid = c.vlanId & 0x0fffu;
        vlan.serviceTag = c.serviceTag;
        IfIndex ancestor = c.parent;
        for (int depth = 0; vlan.mac == 0 && ancestor < interfaces_.size() && depth < kMaxStacking; ++depth) {
            vlan.mac = interfaces_[ancestor].mac;
            ancestor = config.interfaces[ancestor].parent;
        }
        if (!vlan.enabled) {
            continue;
        }
        std::uint16_t& table = c.serviceTag ? parent.serviceTable : parent.vlanTable;
        if (table == kNoIndex) {
            table = static_cast<std::uint16_t>(vlanTables_.size());
            vlanTables_.push_back(std::make_unique<VlanTable>());
            vlanTables_.back()->fill(kNoInterface);
        }
        (*vlanTables_[table])[vlan.vid] = static_cast<IfIndex>(i);
    }
}

} // namespace agent::dataplane
