// The configuration in the form core/planner works from. Pure.
#pragma once

#include "core/doctor/facts.h"
#include "core/doctor/item_names.h"
#include "core/planner/facts.h"

namespace core::doctor {

[[nodiscard]] core::planner::RouterFacts planFacts(const Facts& facts, const ItemNames& names = {});

} // namespace core::doctor
