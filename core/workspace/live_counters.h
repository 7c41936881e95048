// Two readings of a router's counters as what it counted in between. Pure.
#pragma once

#include "core/doctor/live_counters.h"
#include "core/model/counter_sample.h"

namespace core::workspace {

// Without the queues, which no sample has. What was reset in between is absent.
[[nodiscard]] core::doctor::LiveCounters countedBetween(const core::model::CounterSample& before, const core::model::CounterSample& after);

} // namespace core::workspace
