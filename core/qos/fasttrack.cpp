#include "core/qos/fasttrack.h"

#include "core/doctor/fasttrack_rule.h"
#include "core/doctor/plan_facts.h"
#include "core/planner/fasttrack_plans.h"
#include "core/planner/steps.h"
#include "core/qos/voice.h"

#include <algorithm>

namespace core::qos {

using core::doctor::Facts;
using core::doctor::Line;
using core::model::Attribute;
using core::model::PlanStep;

namespace {

const std::string kFilter = "/ip/firewall/filter";
const std::string kNothing = "Nothing to do";

bool addsFastTrack(const PlanStep& step) {
    return step.command.verb == "add" && step.command.argument("action").value_or("") == "fasttrack-connection";
}

// In a file rules are meant by their number: what is put in front of them moves them, see renumberPlaces().
core::model::Row filterRow(const Line& line, const ItemNames& names) {
    auto row = core::doctor::rowOf(line, names);
    if (!names.ofRouter) {
        row.set(".id", std::to_string(line.number));
    }
    return row;
}

core::planner::RouterFacts factsFor(const Facts& facts, const ItemNames& names) {
    core::planner::RouterFacts out = core::doctor::planFacts(facts, names);
    std::erase_if(out.filter, [](const core::model::Row& rule) { return rule.value("connection-mark") == kVoiceMark; }); // ours, above the FastTrack rule on purpose
    return out;
}

// The mark of the rule says that connections with marks of their own are not meant.
bool leavesMarkedOut(const Line& rule) {
    return rule.value("connection-mark") == "no-mark";
}

PlanStep acceptCalls(const std::string& before) {
    return core::planner::addStep(kFilter,
                                  {{"chain", "forward"},
                                   {"action", "accept"},
                                   {"connection-state", "established,related"},
                                   {"connection-mark", std::string(kVoiceMark)},
                                   {"comment", std::string(kComment) + " calls stay off FastTrack"},
                                   {"place-before", before}},
                                  "comment", "FastTracked packets carry no mark, so calls would not reach their queue.");
}

} // namespace

FastTrackSteps fastTrackSteps(const Facts& facts, const ItemNames& names, const Wishes& wishes, bool calls) {
    FastTrackSteps out;
    if (wishes.fastTrack) {
        core::model::Plan plan = core::planner::addFastTrack(factsFor(facts, names));
        out.steps = std::move(plan.steps);
        out.remark = out.steps.empty() && !plan.obstacle.starts_with(kNothing) ? plan.obstacle : std::string();
    }
    const std::vector<Line> rules = core::doctor::fastTrackRules(facts.view);
    if (!calls) {
        return out;
    }
    const auto added = std::find_if(out.steps.begin(), out.steps.end(), addsFastTrack);
    if (added != out.steps.end()) {
        auto& arguments = added->command.arguments;
        const auto comment = std::find_if(arguments.begin(), arguments.end(), [](const Attribute& a) { return a.name == "comment"; });
        arguments.insert(comment, {"connection-mark", "no-mark"});
        added->commandLine = core::planner::commandLine(added->command);
    } else if (!out.steps.empty()) {
        out.refused = "The FastTrack rule has to be enabled or moved before calls can be kept off it: do that first.";
    } else if (!rules.empty() && !std::all_of(rules.begin(), rules.end(), leavesMarkedOut)) {
        const auto ours = oursIn(facts, kFilter);
        const bool there = std::any_of(ours.begin(), ours.end(), [](const Line& line) { return line.value("connection-mark") == kVoiceMark && !line.disabled(); });
        if (!there) {
            const Line& first = rules.front();
            out.steps.push_back(acceptCalls(std::string(filterRow(first, names).value(".id"))));
        }
    }
    return out;
}

} // namespace core::qos
