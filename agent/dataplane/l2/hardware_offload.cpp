#include "agent/dataplane/l2/hardware_offload.h"

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

bool chipKeepsFeatures(const ChipConfig& chip, const BridgeConfig& bridge) {
    return chip.offloadsBridge && (!bridge.vlanFiltering || chip.offloadsVlanFiltering) &&
           (!bridge.igmpSnooping || chip.offloadsIgmpSnooping) && (!bridge.dhcpSnooping || chip.offloadsDhcpSnooping) &&
           (!bridge.mstp || chip.offloadsMstp);
}

// The chip this port would be offloaded to, looking at nothing but the port and its bridge.
std::optional<std::uint16_t> eligibleChip(const EngineConfig& config, const BridgePortConfig& port) {
    const BridgeConfig* bridge = bridgeOf(config, port.bridge);
    if (!port.hw || port.horizon != 0 || bridge == nullptr || port.interface >= config.interfaces.size() ||
        bridge->interface >= config.interfaces.size() || !config.interfaces[bridge->interface].enabled) {
        return std::nullopt;
    }
    const InterfaceConfig& member = config.interfaces[port.interface];
    if (member.type != InterfaceType::Ether || !member.enabled || member.port >= config.ports.size()) {
        return std::nullopt;
    }
    const std::optional<std::uint16_t> chip = config.ports[member.port].chip;
    if (!chip || *chip >= config.chips.size() || !chipKeepsFeatures(config.chips[*chip], *bridge)) {
        return std::nullopt;
    }
    return chip;
}

} // namespace

std::vector<std::optional<std::uint16_t>> hardwareOffload(const EngineConfig& config) {
    std::vector<std::optional<std::uint16_t>> result(config.bridgePorts.size());
    // A chip serves one bridge; the first one in the list of bridges that has a fitting port gets it.
    std::vector<IfIndex> bridgeOfChip(config.chips.size(), kNoInterface);
    for (const BridgeConfig& bridge : config.bridges) {
        for (std::size_t i = 0; i < config.bridgePorts.size(); ++i) {
            if (config.bridgePorts[i].bridge != bridge.interface) {
                continue;
            }
            const std::optional<std::uint16_t> chip = eligibleChip(config, config.bridgePorts[i]);
            if (chip && (bridgeOfChip[*chip] == kNoInterface || bridgeOfChip[*chip] == bridge.interface)) {
                bridgeOfChip[*chip] = bridge.interface;
                result[i] = chip;
            }
        }
    }
    return result;
}

} // namespace agent::dataplane
