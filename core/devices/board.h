// A board as the product knows it: what is soldered on it, what it can offload, what a packet costs it.
// Loaded from resources/boards/<model>.json; every figure there names its source.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::devices {

// What a chip family keeps in hardware (reference: bridge offload table by chip).
struct Chip {
    std::string name; // "switch1"
    std::string type; // RouterOS spelling: "Atheros-8327"
    bool bridge = true, vlanFiltering = false, igmpSnooping = false, dhcpSnooping = false, bonding = false, mstp = false;
    bool routing = false, fastTrack = false; // L3HW abilities
    std::uint32_t routeLimit = 0;            // IPv4 prefixes, lower bound of the vendor's range
    std::uint32_t fastTrackLimit = 0;        // FastTracked connections, lower bound of the vendor's range
    std::uint64_t cpuLinkBps = 0;            // 0: not modelled
};

struct Port {
    std::string name;
    std::uint64_t speedBps = 0;
    std::optional<std::uint16_t> chip; // index into Board::chips; none: wired to the CPU
};

// Core-nanoseconds per packet and path. See agent/dataplane/config CostProfile for the meaning of each.
struct Cost {
    double bridge = 0, fastPath = 0, fastTrack = 0, slow = 0, tracking = 0, slowBridge = 0, connectionNew = 0, rule = 0, vlan = 0, simpleQueue = 0, queueing = 0;
    double low = 0.8, high = 1.25; // what all of these may be wrong by, as factors
    std::uint32_t receiveCores = 1; // cores that flows are spread over
    std::uint32_t receiveRing = 256; // packets per core that may wait
    std::string source;             // where the figures come from
};

// Costs worked out from published figures: tests/accuracy/calibrate.py. The first of a board is the one it runs with.
struct Calibration {
    std::string name;                  // "vendor table"
    std::string basis;                 // vendor-table, one-row, or relative: figures of the nearest board that has some
    std::vector<std::string> fittedOn; // ids of rows in resources/published
    Cost cost;
};

struct Board {
    std::string boardName; // /system/resource board-name
    std::string model;     // /system/routerboard model, file name in resources/boards
    std::string architecture;
    std::string cpu;
    std::uint32_t cores = 1;
    std::uint32_t mhz = 0;
    std::uint32_t ramMb = 0;
    std::vector<Chip> chips;
    std::vector<Port> ports;
    std::vector<Calibration> calibrations; // empty: `cost` was written by hand
    Cost cost;
};

// Parses one board file. InvalidInput says file, field and what is wrong with it.
core::base::Result<Board> parseBoard(std::string_view json, std::string_view fileName);

// Of the user's own, or of the product: board_files.h. NotFound lists the boards there are.
core::base::Result<Board> loadBoard(std::string_view model);

} // namespace core::devices
