// A plan as JSON, to be kept, looked at by other programs and applied later: `pathscopectl qos plan --json > plan.json`.
//
//   writePlan(plan)                                one object, "format": 1, indented by two blanks
//   Result<Plan> plan = readPlan(text, "plan.json");
//
// readPlan(writePlan(plan)) == plan, whatever octets the values hold: those that are not UTF-8 are written as {"hex": "…"}.
// Reading trusts nothing: unknown members, wrong types, unknown words, another format, too many steps or too long values are InvalidInput
// with file and place ("plan.json: steps[2].command.verb: …"). A plan that was read may still have been made for another router;
// core/change looks at its origin and at what each step needs before it sends anything. Pure; any thread.
#pragma once

#include "core/base/result.h"
#include "core/model/plan.h"

#include <string>
#include <string_view>

namespace core::planner {

constexpr int kPlanFormat = 1;
constexpr std::size_t kMaximumSteps = 1000;          // of a plan that is read
constexpr std::size_t kMaximumPlanSize = 4 << 20;    // octets of its text

[[nodiscard]] std::string writePlan(const core::model::Plan& plan);
[[nodiscard]] core::base::Result<core::model::Plan> readPlan(std::string_view text, std::string_view fileName);

} // namespace core::planner
