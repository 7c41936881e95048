// What RouterBOARD models can forward in hardware: every model of the vendor's matrix, without the costs that board.h has of a few.
//
//   const Device* device = findDevice(table, "RB750Gr3");          // export's "# model =" line, or a board name
//   device->chipOf("ether2")                                       "switch1"
//
// Read from resources/devices/devices.json. Immutable once loaded; any thread.
#pragma once

#include "core/base/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::devices {

enum class L3Hw { None, Routes, Full }; // Full: routes, FastTracked connections and NAT

struct DeviceChip {
    std::string name; // "switch1"
    std::string type; // "88E6393X"
};

// Ports "ether1" … "ether5"; without numbers every name that begins with the prefix.
struct DevicePorts {
    std::string prefix;
    std::optional<int> first, last;
    std::string speed; // "1G"; empty: not known
    std::string chip;  // name of a chip; "cpu": wired to the CPU
};

struct Device {
    std::string model;
    std::vector<std::string> names; // /system/resource board-name
    int cores = 0;                  // 0: not known
    std::vector<DeviceChip> chips;
    std::vector<DevicePorts> ports;
    L3Hw l3hw = L3Hw::None;
    std::string routes; // IPv4 prefixes the chip holds: "16K-36K"

    // Group of a port by its default name; null when the table does not have it.
    [[nodiscard]] const DevicePorts* portsOf(std::string_view defaultName) const;
    [[nodiscard]] const DeviceChip* chip(std::string_view name) const;
};

core::base::Result<std::vector<Device>> loadDeviceTable();

// By model or board name, in the spellings of old exports too ("RouterBOARD 750G r3"); else the model that begins like it. Null: none.
[[nodiscard]] const Device* findDevice(const std::vector<Device>& table, std::string_view model);

} // namespace core::devices
