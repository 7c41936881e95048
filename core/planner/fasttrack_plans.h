// Plans that put established connections on FastTrack, and take them off it again.
//
//   core::model::Plan plan = core::planner::addFastTrack(facts);
//   if (plan.steps.empty()) show(plan.obstacle);
//
// Pure. Running a plan made from facts in which it is already fulfilled has no steps and says so in `obstacle`.
#pragma once

#include "core/model/plan.h"
#include "core/planner/facts.h"

namespace core::planner {

// One FastTrack rule for established and related connections of chain forward, above the first rule that accepts them; the
// accept below it is needed too, because some packets of a FastTracked connection still take the slow path, and is added
// where it is missing. A FastTrack rule that is there but disabled, or stands too low, is enabled or moved instead.
core::model::Plan addFastTrack(const RouterFacts& facts);

// Removes the FastTrack rule that addFastTrack made, and disables any other. Connections keep their mark until they end,
// so the marked ones are dropped from the table; their next packet makes a new entry.
core::model::Plan removeFastTrack(const RouterFacts& facts);

} // namespace core::planner
