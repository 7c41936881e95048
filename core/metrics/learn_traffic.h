// The traffic of a running router, learned from its counters, so that the twin carries what the router carries. Pure; any thread.
//
//   const auto learned = core::metrics::learnTraffic(meanRates(history), places, state.connections, busiest);
//   if (learned) request.mix = learned->parts;
//
// Interfaces count what they receive and send, not where it goes. What comes in is shared out over the others by what they send (the gravity
// model of traffic matrices). A direction of long packets is taken for TCP; one of short packets against it, and no more of them, for its
// acknowledgements; any other for datagrams of that size. At most six directions are kept, none below 2 % of all.
#pragma once

#include "core/model/learned_traffic.h"
#include "core/model/path_share.h"

#include <deque>

namespace core::metrics {

// Mean of the newest samples up to `span` back, gaps left out; of interfaces that are in the newest one. Absent: no sample in there.
[[nodiscard]] std::optional<core::model::RateSample> meanRates(const std::deque<core::model::RateSample>& history, core::base::Nanos span);

// Absent: fewer than two of the places carry anything, or less than 10 kb/s in all.
[[nodiscard]] std::optional<core::model::LearnedTraffic> learnTraffic(const core::model::RateSample& rates,
                                                                      const std::vector<core::model::TrafficPlace>& places,
                                                                      std::optional<std::uint64_t> connections, double busiestCore);

} // namespace core::metrics
