// What the twin says of a router's own traffic, as an experiment's report holds it against what was measured. Pure.
#pragma once

#include "core/model/experiment.h"
#include "core/model/prediction.h"

#include <vector>

namespace core::workspace {

// Throughput, busiest core and share on a fast path; the twin's pings go another way than the router's. `hardwareBps`: what the switch chips carry
// beside it, which the twin was not asked about and no change of the CPU's paths moves.
[[nodiscard]] std::vector<core::model::MetricPrediction> foretold(const core::model::Predicted& predicted, double hardwareBps);

} // namespace core::workspace
