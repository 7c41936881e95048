// A plan in words: what a risk is called, and the plan as text to look at, to keep or to paste.
//
//   std::puts(planScript(plan).c_str());      a .rsc file: the commands with their reasons as comments
//   std::puts(planDiff(plan).c_str());        "+ /queue type add …" and "- /queue simple disable …", a line each
//
// Pure; any thread.
#pragma once

#include "core/model/plan.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::planner {

// Stable machine names, used in JSON: "blinks-ports", "cuts-management" …
[[nodiscard]] std::string_view riskId(core::model::Risk risk);
[[nodiscard]] std::optional<core::model::Risk> riskOf(std::string_view id);
// "Ports may go down for some seconds."
[[nodiscard]] std::string_view riskText(core::model::Risk risk);

// Every risk of the plan's steps, once, in the order of the enum.
[[nodiscard]] std::vector<core::model::Risk> risksOf(const core::model::Plan& plan);

// One command of a plan as it is shown: what comes, what changes, what goes.
enum class LineKind { Added, Changed, Removed };
struct PlanLine {
    LineKind kind = LineKind::Added;
    std::string text; // the command without a line break
    bool operator==(const PlanLine&) const = default;
};
[[nodiscard]] std::vector<PlanLine> planLines(const core::model::Plan& plan);

// The same as text: "+ ", "~ " and "- " in front.
[[nodiscard]] std::string planDiff(const core::model::Plan& plan);

// A script that makes the change, and one that takes it back, in the order to be run.
[[nodiscard]] std::string planScript(const core::model::Plan& plan);
[[nodiscard]] std::string inverseScript(const core::model::Plan& plan);

} // namespace core::planner
