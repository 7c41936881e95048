// What a lab's traffic measures by itself, read from the agent's own /pathscope menus. Only agents have them.
#pragma once

#include "core/experiment/recorder.h"
#include "core/link/session.h"

#include <QCoroTask>
#include <string>

namespace core::workspace {

struct LabTraffic {
    core::experiment::RoundTripCounts roundTrips;
    std::string scenario;      // its name
    double loadPercent = 0;    // of the thread that simulates, in the last second
    std::uint64_t skippedMs = 0; // simulated time left out since the start, because the computer was too slow
};

// Errors: those of Session; Refused on a router that is no agent.
QCoro::Task<core::base::Result<LabTraffic>> readLabTraffic(core::link::Session& session);

} // namespace core::workspace
