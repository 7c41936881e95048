#include "core/qos/ours.h"

#include "core/planner/steps.h"

#include <algorithm>

namespace core::qos {

using core::doctor::Facts;
using core::doctor::Line;
using core::model::PlanStep;
using core::doctor::rowOf;

std::vector<Line> oursIn(const Facts& facts, std::string_view menu) {
    std::vector<Line> out;
    for (const Line& line : facts.view.lines(menu)) {
        const bool byName = menu == "/queue/type" && line.value("name").starts_with(kPrefix);
        if (byName || line.value("comment").starts_with(core::planner::kOurComment)) {
            out.push_back(line);
        }
    }
    return out;
}

std::vector<PlanStep> removals(const Facts& facts, const std::vector<Line>& lines, const ItemNames& names) {
    std::vector<PlanStep> out;
    for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
        out.push_back(core::planner::removeStep(std::string(line->menu), rowOf(*line, names), core::doctor::following(facts.view, *line, names), "Pathscope created it."));
    }
    return out;
}

} // namespace core::qos
