// Made-up but plausible figures for the pages: a small router whose FastTrack rule is missing, then added.
#pragma once

#include "core/workspace/router_state.h"

#include <deque>

namespace testing {

// Shares of the five paths (and unattributed), summing to 1.
struct Mix {
    double switched = 0, l3hw = 0, fastPath = 0, fastTrack = 0, slow = 1, unattributed = 0;
};

core::model::RateSample rateSample(core::base::Nanos at, double bps, const Mix& mix);

// `seconds` samples up to `now`; from `changeAgo` seconds ago on the second mix and rate hold.
std::deque<core::model::RateSample> history(core::base::Nanos now, int seconds, int changeAgo, double bpsBefore, const Mix& before,
                                            double bpsAfter, const Mix& after);

core::workspace::RouterState onlineState();

} // namespace testing
