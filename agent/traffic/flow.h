// A running flow of the scenario, as its report shows it.
#pragma once

#include "core/base/units.h"

#include <cstdint>
#include <string>

namespace agent::traffic {

// Measured by the receiver.
struct FlowReport {
    std::string name, kind; // kind: tcp, udp, ping
    double bitsPerSecond = 0; // payload of the last second
    std::uint64_t bytes = 0, lost = 0, retransmitted = 0; // bytes: payload octets; lost: packets; retransmitted: segments
    double rttP50Ms = 0, rttP99Ms = 0; // of the last 10 s; 0: no sample
};

class Flow {
public:
    virtual ~Flow() = default;
    virtual FlowReport report(core::base::Nanos now) = 0;
};

} // namespace agent::traffic
