// Two samples of counters → rates and path shares of the interval between them. Pure; any thread.
//
//   const core::model::RateSample now = core::metrics::rates(previous, latest);
//   now.paths.share(core::model::PathKind::FastTrack);   // 0 … 1, of bytes received on hardware ports
//
// - Interfaces are matched by .id, by name when the router sends none. A new one has no rates yet.
// - An interface whose counters were reset has no rates for this interval and does not count in the total. When that happens to every
//   hardware port, or no time passed, the whole sample is a gap: elapsed is 0.
// - A counter the router does not send stays absent.
// - Figures that cannot be right are listed in `inconsistent`, with numbers.
#pragma once

#include "core/model/counter_sample.h"
#include "core/model/path_share.h"

namespace core::metrics {

core::model::RateSample rates(const core::model::CounterSample& before, const core::model::CounterSample& after);

} // namespace core::metrics
