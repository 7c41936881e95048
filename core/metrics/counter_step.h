// What a counter did between two polls: moved, wrapped, was reset, or is not there.
#pragma once

#include "core/model/counter_sample.h"

#include <optional>

namespace core::metrics {

struct CounterStep {
    core::model::Counter moved; // absent: one of the two readings is missing, or the counter was reset
    bool reset = false;         // it went down, and not because 32 bits ran over
};

// Some drivers keep 32-bit counters. A fall from the top quarter of 32 bits into the bottom quarter is such a run-over;
// at a second between polls a quarter is 8.6 Gb/s of octets. Every other fall is a reset.
CounterStep counterStep(core::model::Counter before, core::model::Counter after);

// The interface with every counter replaced by what it moved; name, flags and bridge as in `after`.
// Absent when any counter was reset: then nothing of the interval can be trusted, because a reset clears them all.
std::optional<core::model::InterfaceCounters> interfaceStep(const core::model::InterfaceCounters& before,
                                                            const core::model::InterfaceCounters& after);

} // namespace core::metrics
