// A running flow of the scenario, as its report shows it.
#pragma once

#include "agent/traffic/rtt_window.h"
#include "core/base/units.h"

#include <cstdint>
#include <optional>
#include <string>

namespace agent::traffic {

// Measured by the receiver. Counts are since the flow began.
struct FlowReport {
    std::string name, kind; // kind: tcp, udp, ping, voip, web
    std::string direction;  // download, upload, both, as the client sees it; empty for a ping
    double bitsPerSecond = 0; // payload of the last second
    std::uint64_t bytes = 0, lost = 0, retransmitted = 0; // bytes: payload octets; lost: packets; retransmitted: segments
    std::uint64_t wireBytes = 0; // octets of the frames (FCS counts) that brought this payload
    double rttP50Ms = 0, rttP99Ms = 0; // of the last 10 s; 0: no sample
    std::optional<double> mos;         // of calls: mean opinion score since measuring began, 1 … 4.4
};

class Flow {
public:
    virtual ~Flow() = default;
    virtual FlowReport report(core::base::Nanos now) = 0;
    // What it measures of round trips (web: of whole pages); null when it measures none.
    virtual RttWindow* roundTrips() { return nullptr; }
    // Forgets the distribution measured so far. Counts go on.
    virtual void beginMeasuring(core::base::Nanos now) {
        static_cast<void>(now);
        if (RttWindow* measured = roundTrips()) {
            measured->all().clear();
        }
    }
};

} // namespace agent::traffic
