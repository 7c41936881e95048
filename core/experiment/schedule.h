// The order in which an experiment's runs are made. Pure.
//
//   parseSchedule("ABBA")      before, after, after, before
#pragma once

#include "core/base/result.h"
#include "core/model/experiment.h"

#include <string>
#include <string_view>
#include <vector>

namespace core::experiment {

using Schedule = std::vector<core::model::Side>;

constexpr std::size_t kMostRuns = 40;

// A is before, B is after; case does not matter. InvalidInput: another letter, none, or too many.
[[nodiscard]] core::base::Result<Schedule> parseSchedule(std::string_view letters);
[[nodiscard]] std::string scheduleText(const Schedule& schedule);

// Interleaved: a run before follows one after, so that what drifts meanwhile does not look like the change.
[[nodiscard]] core::model::Arrangement arrangementOf(const Schedule& schedule);

// How often the change has to be made or taken back while the runs go on, and then to leave the router as it was found.
[[nodiscard]] int togglesOf(const Schedule& schedule);

} // namespace core::experiment
