// What one poll of a router read, with the time it was read. Absent is not zero: every counter may be missing.
#pragma once

#include "core/base/units.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace core::model {

using Counter = std::optional<std::uint64_t>;

// One row of /interface, joined by name with /interface/ethernet and /interface/bridge/port.
struct InterfaceCounters {
    std::string id;   // ".id"
    std::string name; // bytes as the router sent them
    std::string type; // "ether", "bridge", "vlan" …
    bool running = false;
    bool disabled = false;
    bool slave = false;

    // /interface: octets with the 4-octet FCS on hardware ports, without it elsewhere.
    Counter rxByte, txByte, rxPacket, txPacket;
    Counter rxDrop, txDrop, txQueueDrop;
    // CPU fast path (fast path and FastTrack); octets without FCS.
    Counter fpRxByte, fpTxByte, fpRxPacket, fpTxPacket;

    // /interface/ethernet: what the wire carried (octets with FCS) and what reached the CPU (without FCS).
    Counter wireRxByte, wireTxByte, wireRxPacket, wireTxPacket, wireRxDrop;
    Counter driverRxByte, driverTxByte, driverRxPacket, driverTxPacket;

    // /interface/bridge/port: bridge name (empty: not a port) and flag H.
    std::string bridge;
    std::optional<bool> hwOffload;
    // /interface/ethernet/switch/port: whether the chip may route what arrives here; absent where it cannot be set.
    std::optional<bool> l3HwOffload;
};

struct CounterSample {
    core::base::Nanos at = 0; // console's monotonic clock at the reply
    std::vector<InterfaceCounters> interfaces;

    // /ip/settings
    std::optional<bool> fastPathActive, fastTrackActive;
    Counter fastPathByte, fastPathPacket, fastTrackByte, fastTrackPacket;
    // /interface/bridge/settings
    std::optional<bool> bridgeFastPathActive;
    Counter bridgeFastPathByte, bridgeFastPathPacket, bridgeFastForwardByte, bridgeFastForwardPacket;
    // /interface/ethernet/switch: true when any chip has l3-hw-offloading=yes; absent when there is no chip
    std::optional<bool> l3HwOffloading;
    // /system/resource/cpu, percent per core
    std::vector<double> cpuPercent;
    // /ip/firewall/connection count-only
    Counter connections, fastTrackedConnections;
};

} // namespace core::model
