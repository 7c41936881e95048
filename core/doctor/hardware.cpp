#include "core/doctor/hardware.h"

#include <cstdlib>

namespace core::doctor {
namespace {

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

} // namespace

ChipFamily chipFamily(std::string_view type) {
    struct Entry {
        std::string_view part;
        ChipFamily family;
    };
    // The first that fits: 98PX and the QCA-85xx stand before what looks like them.
    static constexpr Entry entries[] = {
        {"98PX", ChipFamily::NoOffload},   {"IPQ-PPE", ChipFamily::NoOffload}, {"QCA8386", ChipFamily::NoOffload},
        {"98DX", ChipFamily::Prestera},    {"98CX", ChipFamily::Prestera},     {"88E6", ChipFamily::Marvell88E},
        {"MT7621", ChipFamily::Mediatek},  {"MT7531", ChipFamily::Mediatek},   {"EN7523", ChipFamily::Mediatek},
        {"EN7562", ChipFamily::Mediatek},  {"RTL8367", ChipFamily::Mediatek},  {"QCA-85", ChipFamily::Crs1xx},
        {"QCA8337", ChipFamily::Qualcomm}, {"8327", ChipFamily::Qualcomm},     {"8316", ChipFamily::Qualcomm},
        {"8227", ChipFamily::Atheros100},  {"7240", ChipFamily::Atheros100},
    };
    for (const Entry& entry : entries) {
        if (contains(type, entry.part)) {
            return entry.family;
        }
    }
    return ChipFamily::Unknown;
}

ChipAbilities chipAbilities(ChipFamily family, const Version& version) {
    const bool seven = version.atLeast(7, 1); // VLAN filtering of the smaller chips came with RouterOS 7
    ChipAbilities can;
    switch (family) {
    case ChipFamily::Prestera:
        can = {.mstp = true, .vlanFiltering = true, .igmpSnooping = true, .dhcpSnooping = true, .bonding = true, .otherTags = true};
        break;
    case ChipFamily::Marvell88E:
        can = {.mstp = true, .vlanFiltering = seven, .igmpSnooping = true, .dhcpSnooping = true, .bonding = true};
        break;
    case ChipFamily::Mediatek:
        can = {.mstp = true, .vlanFiltering = seven};
        break;
    case ChipFamily::Crs1xx:
        can = {.igmpSnooping = true, .dhcpSnooping = true, .manyBridges = true};
        break;
    case ChipFamily::Qualcomm:
        can = {.dhcpSnooping = true};
        break;
    case ChipFamily::Atheros100:
    case ChipFamily::Unknown:
        break;
    case ChipFamily::NoOffload:
        can = {.bridge = false, .stp = false};
        break;
    }
    return can;
}

std::string Hardware::chipOf(std::string_view port) const {
    if (!device_) {
        return {};
    }
    if (isVirtual()) {
        return "cpu";
    }
    const auto* group = device_->portsOf(port);
    return group ? group->chip : std::string();
}

std::string Hardware::chipType(std::string_view chip) const {
    const auto* found = device_ ? device_->chip(chip) : nullptr;
    return found ? found->type : std::string();
}

ChipFamily Hardware::familyOf(std::string_view chip) const {
    return chipFamily(chipType(chip));
}

bool Hardware::routesInHardware() const {
    return device_ && device_->l3hw != core::devices::L3Hw::None && version_.atLeast(7, 0);
}

bool Hardware::fastTracksInHardware() const {
    return routesInHardware() && device_->l3hw == core::devices::L3Hw::Full;
}

bool Hardware::isVirtual() const {
    return device_ && (device_->model == "CHR" || device_->model == "x86");
}

bool Hardware::isSwitch() const {
    return device_ && (device_->model.starts_with("CRS") || device_->model.starts_with("CSS"));
}

std::optional<double> Hardware::fastestPort() const {
    std::optional<double> fastest;
    for (const auto& group : device_ ? device_->ports : std::vector<core::devices::DevicePorts>{}) {
        if (!group.speed.empty()) {
            const double value = std::strtod(group.speed.c_str(), nullptr) * (group.speed.back() == 'G' ? 1e9 : 1e6);
            fastest = std::max(fastest.value_or(0), value);
        }
    }
    return fastest;
}

} // namespace core::doctor
