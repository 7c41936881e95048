#include "core/qos/ours.h"

#include "core/planner/steps.h"

#include <algorithm>

namespace core::qos {

using core::doctor::Facts;
using core::doctor::Line;
using core::model::PlanStep;
using core::model::Row;

namespace {

// Names are unique in the queue menus; rules have none, and are meant by their number, or by our comment.
std::string foundBy(const Line& line) {
    const bool ours = line.value("comment").starts_with(kAnyComment);
    const std::string_view name = ours && line.value("name").empty() ? "comment" : "name";
    const std::string value(line.value(name));
    return value.empty() ? std::to_string(line.number) : std::string(core::planner::onFound("", "", name, value).argument(".id").value_or(""));
}

// The item in front of which it stands; empty: at the end, or the order says nothing.
std::string following(const Facts& facts, const Line& line, const ItemNames& names) {
    if (!line.menu.starts_with("/ip/firewall/")) {
        return {};
    }
    const auto all = facts.view.lines(line.menu);
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
        if (all[i] == line) {
            return std::string(rowOf(facts, all[i + 1], names).value(".id"));
        }
    }
    return {};
}

} // namespace

Row rowOf(const Facts& facts, const Line& line, const ItemNames& names) {
    Row out;
    const auto id = names.ids.find(line.item->id);
    out.set(".id", id != names.ids.end() ? id->second : foundBy(line));
    for (const auto& [name, value] : line.item->values) {
        if (core::doctor::ConfigView::isSet(line, name)) {
            out.set(name, value);
        }
    }
    (void)facts;
    return out;
}

std::vector<Line> oursIn(const Facts& facts, std::string_view menu) {
    std::vector<Line> out;
    for (const Line& line : facts.view.lines(menu)) {
        const bool byName = menu == "/queue/type" && line.value("name").starts_with(kPrefix);
        if (byName || line.value("comment").starts_with(kAnyComment)) {
            out.push_back(line);
        }
    }
    return out;
}

std::vector<PlanStep> removals(const Facts& facts, const std::vector<Line>& lines, const ItemNames& names) {
    std::vector<PlanStep> out;
    for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
        out.push_back(core::planner::removeStep(std::string(line->menu), rowOf(facts, *line, names), following(facts, *line, names), "Pathscope created it."));
    }
    return out;
}

} // namespace core::qos
