// The FastTrack rule the queues are made for, and calls kept off it. Private to this room's plans.
#pragma once

#include "core/qos/ours.h"
#include "core/qos/wishes.h"

#include <string>
#include <vector>

namespace core::qos {

struct FastTrackSteps {
    std::vector<core::model::PlanStep> steps;
    std::string remark;  // why there is no FastTrack here; empty: there is, or will be
    std::string refused; // why calls cannot be kept off it
};

// The rule where it is missing, as wishes.fastTrack has it; with `calls`, connections with the calls' mark are left to the slow path.
[[nodiscard]] FastTrackSteps fastTrackSteps(const core::doctor::Facts& facts, const ItemNames& names, const Wishes& wishes, bool calls);

} // namespace core::qos
