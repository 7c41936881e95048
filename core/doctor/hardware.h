// What the board's switch chips keep in hardware, by family (vendor's bridge offload table).
//
//   Hardware hardware(device, version);
//   hardware.chipOf("ether2")            "switch1"; "cpu": wired to the CPU; empty: not known
//
// The device may be null: board not known. It must outlive this. Pure.
#pragma once

#include "core/devices/device_table.h"
#include "core/doctor/version.h"

namespace core::doctor {

enum class ChipFamily {
    Unknown,
    Prestera,   // CRS3xx/4xx/5xx/8xx, CCR2116, CCR2216, RDS
    Marvell88E, // RB5009, L009, CCR2004-16G
    Mediatek,   // MT7621, MT7531, EN7523, RTL8367
    Crs1xx,     // CRS1xx, CRS2xx
    Qualcomm,   // QCA8337, Atheros8327, Atheros8316
    Atheros100, // Atheros8227, Atheros7240
    NoOffload,  // IPQ-PPE, QCA8386, 98PX1012
};

// What a bridge on a chip of this family may have without losing hardware offloading.
struct ChipAbilities {
    bool bridge = true;
    bool stp = true, mstp = false, vlanFiltering = false, igmpSnooping = false, dhcpSnooping = false, bonding = false;
    bool otherTags = false; // ether-type other than 0x8100, tag-stacking
    bool manyBridges = false;
};

[[nodiscard]] ChipFamily chipFamily(std::string_view type);
[[nodiscard]] ChipAbilities chipAbilities(ChipFamily family, const Version& version);

class Hardware {
public:
    Hardware(const core::devices::Device* device, const Version& version)
        : device_(device)
        , version_(version) {}

    [[nodiscard]] bool known() const { return device_ != nullptr; }
    [[nodiscard]] const core::devices::Device* device() const { return device_; }
    [[nodiscard]] std::string chipOf(std::string_view port) const;
    [[nodiscard]] ChipFamily familyOf(std::string_view chip) const;
    [[nodiscard]] std::string chipType(std::string_view chip) const; // "88E6393X"
    [[nodiscard]] ChipAbilities abilities(std::string_view chip) const { return chipAbilities(familyOf(chip), version_); }

    // The chip that routes in hardware, where the board has one (vendor's L3HW device list) and the version can.
    [[nodiscard]] bool routesInHardware() const;
    [[nodiscard]] bool fastTracksInHardware() const;
    // Virtual machines and PCs: no chips, all ports on the CPU.
    [[nodiscard]] bool isVirtual() const;
    // CRS and CSS: made to switch.
    [[nodiscard]] bool isSwitch() const;
    // Fastest of its Ethernet ports in bits per second; absent: not known.
    [[nodiscard]] std::optional<double> fastestPort() const;

private:
    const core::devices::Device* device_;
    Version version_;
};

} // namespace core::doctor
