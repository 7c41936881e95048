// What a running router's processor was seen to do for what it forwards.
#pragma once

namespace core::workspace {

struct CostReading {
    double cpuPercent = 0; // of all cores together
    double pps = 0;        // that the processor saw to, as counted: all but what the switch chip forwarded
    double bps = 0;        // all that was forwarded
    double spread = 0;     // of the load per packet: its deviation from second to second, as a share of its mean
    int seconds = 0;
};

} // namespace core::workspace
