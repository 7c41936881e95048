// What boards have been measured to forward, by path: the vendor's test results and published measurements, each with its source.
//
//   const auto table = loadThroughput();
//   for (const ThroughputFigure* figure : table->of("RB4011iGS+")) …
//
// Read from resources/devices/throughput.json. A board that is not in it is not known, never estimated. Immutable once loaded; any thread.
#pragma once

#include "core/base/result.h"
#include "core/base/units.h"

#include <string>
#include <string_view>
#include <vector>

namespace core::devices {

struct ThroughputFigure {
    std::string model;
    std::string path;         // fast-path fasttrack fasttrack-queue simple-queues (25 of them) slow (25 filter rules) slow-queue wireguard
    core::base::BitRate rate; // forwarded, all ports together
    int octets = 0;           // of a frame; 0: TCP of full frames
    std::string by;           // vendor, user or seed
    std::string source;
};

// Connections and NAT entries a chip that offloads them holds: "2.25K".
struct HardwareConnections {
    std::string model, fastTracked, nat;
};

struct Throughput {
    std::vector<ThroughputFigure> figures;
    std::vector<HardwareConnections> hardware;

    [[nodiscard]] std::vector<const ThroughputFigure*> of(std::string_view model) const;
    [[nodiscard]] const HardwareConnections* hardwareOf(std::string_view model) const;
};

core::base::Result<Throughput> loadThroughput();

} // namespace core::devices
