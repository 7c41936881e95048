#include "agent/dataplane/l2/hardware_offload.h"

#include <algorithm>

namespace agent::dataplane {

namespace {

const BridgeConfig* bridgeOf(const EngineConfig& config, IfIndex interface) {
    for (const BridgeConfig& bridge : config.bridges) {
        if (bridge.interface == interface) {
            return &bridge;
        }
    }
    return nullptr;
}

// The rows of the vendor's table of features by chip.
bool chipKeepsFeatures(const ChipConfig& chip, const BridgeConfig& bridge, bool stacksTags) {
    return chip.offloadsBridge && (!bridge.vlanFiltering || chip.offloadsVlanFiltering) &&
           (!bridge.vlanFiltering || !(bridge.serviceTags || stacksTags) || chip.offloadsTagStacking) &&
           (!bridge.igmpSnooping || chip.offloadsIgmpSnooping) && (!bridge.dhcpSnooping || chip.offloadsDhcpSnooping) &&
           (!bridge.guards || chip.offloadsGuards) && (!bridge.stp || chip.offloadsStp) && (!bridge.mstp || chip.offloadsMstp);
}

std::optional<std::uint16_t> chipOfEther(const EngineConfig& config, IfIndex interface) {
    if (interface >= config.interfaces.size()) {
        return std::nullopt;
    }
    const InterfaceConfig& ether = config.interfaces[interface];
    if (ether.type != InterfaceType::Ether || ether.port >= config.ports.size()) {
        return std::nullopt;
    }
    const std::optional<std::uint16_t> chip = config.ports[ether.port].chip;
    return chip && *chip < config.chips.size() ? chip : std::nullopt;
}

// A bond goes to hardware when all its slaves are on one chip that can hash: modes 802.3ad, balance-xor, active-backup.
std::optional<std::uint16_t> chipOfBond(const EngineConfig& config, IfIndex interface) {
    const auto bond = std::find_if(config.bonds.begin(), config.bonds.end(), [&](const BondConfig& b) { return b.interface == interface; });
    if (bond == config.bonds.end() || bond->slaves.empty() || bond->mode == BondMode::BalanceRr || bond->mode == BondMode::Broadcast) {
        return std::nullopt;
    }
    const std::optional<std::uint16_t> chip = chipOfEther(config, bond->slaves.front());
    const bool together = chip && config.chips[*chip].offloadsBonding &&
                          std::all_of(bond->slaves.begin(), bond->slaves.end(),
                                      [&](IfIndex slave) { return chipOfEther(config, slave) == chip; });
    return together ? chip : std::nullopt;
}

// The chip this port would be offloaded to, looking at nothing but the port and its bridge.
std::optional<std::uint16_t> eligibleChip(const EngineConfig& config, const BridgePortConfig& port) {
    const BridgeConfig* bridge = bridgeOf(config, port.bridge);
    if (!port.hw || port.horizon != 0 || bridge == nullptr || port.interface >= config.interfaces.size() ||
        bridge->interface >= config.interfaces.size() || !config.interfaces[bridge->interface].enabled) {
        return std::nullopt;
    }
    const InterfaceConfig& member = config.interfaces[port.interface];
    if (!member.enabled) {
        return std::nullopt;
    }
    const std::optional<std::uint16_t> chip =
        member.type == InterfaceType::Bond ? chipOfBond(config, port.interface) : chipOfEther(config, port.interface);
    if (!chip || !chipKeepsFeatures(config.chips[*chip], *bridge, port.tagStacking)) {
        return std::nullopt;
    }
    return chip;
}

} // namespace

std::vector<std::optional<std::uint16_t>> hardwareOffload(const EngineConfig& config) {
    std::vector<std::optional<std::uint16_t>> result(config.bridgePorts.size());
    // A chip serves one bridge, some a few; the first ones in the list of bridges that have a fitting port get it.
    std::vector<std::vector<IfIndex>> bridgesOfChip(config.chips.size());
    const auto serves = [&](std::uint16_t chip, IfIndex bridge) {
        std::vector<IfIndex>& served = bridgesOfChip[chip];
        if (std::find(served.begin(), served.end(), bridge) != served.end()) {
            return true;
        }
        if (served.size() >= config.chips[chip].bridgeGroups) {
            return false;
        }
        served.push_back(bridge);
        return true;
    };
    for (const BridgeConfig& bridge : config.bridges) {
        for (std::size_t i = 0; i < config.bridgePorts.size(); ++i) {
            if (config.bridgePorts[i].bridge != bridge.interface) {
                continue;
            }
            const std::optional<std::uint16_t> chip = eligibleChip(config, config.bridgePorts[i]);
            if (chip && serves(*chip, bridge.interface)) {
                result[i] = chip;
            }
        }
    }
    return result;
}

} // namespace agent::dataplane
