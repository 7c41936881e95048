// What Pathscope created on this router, found again by its marks. Private to this room's plans.
#pragma once

#include "core/doctor/facts.h"
#include "core/model/plan.h"
#include "core/qos/qos.h"

#include <string_view>
#include <vector>

namespace core::qos {

constexpr std::string_view kComment = "pathscope: qos";
constexpr std::string_view kPrefix = "pathscope-"; // of names, where an item has no comment

// Lines of a menu that Pathscope created, in their order. A queue type has no comment, and is known by its name.
[[nodiscard]] std::vector<core::doctor::Line> oursIn(const core::doctor::Facts& facts, std::string_view menu);

// Steps that take these away, last first: a queue goes before the one it hangs on.
[[nodiscard]] std::vector<core::model::PlanStep> removals(const core::doctor::Facts& facts, const std::vector<core::doctor::Line>& lines, const ItemNames& names);

} // namespace core::qos
