#include "core/change/drift.h"

#include <QPointer>
#include <algorithm>
#include <map>
#include <set>

namespace core::change {

using core::base::Result;
using core::link::Answer;
using core::model::Attribute;
using core::model::Plan;
using core::model::PlanStep;
using core::model::Precondition;
using core::model::Row;

namespace {

bool has(const Row& row, const Row& values) {
    return std::all_of(values.attributes().begin(), values.attributes().end(),
                       [&](const Attribute& wanted) { return sameValue(row.value(wanted.name), wanted.value); });
}

// Items a step names by their id must still be there.
std::vector<Precondition> idsOf(const PlanStep& step) {
    std::vector<Precondition> out;
    for (const char* name : {".id", "numbers", "destination", "place-before"}) {
        const std::string id(step.command.argument(name).value_or(""));
        if (id.starts_with('*') && id.find(',') == std::string::npos) {
            out.push_back({Precondition::Kind::Holds, "Its item in " + step.command.menu + " is still there", step.command.menu, {{".id", id}}, {}});
        }
    }
    return out;
}

using Menus = std::map<std::string, std::set<std::string>>; // menu → properties

Menus menusOf(const std::vector<std::pair<std::size_t, Precondition>>& needs) {
    Menus menus;
    for (const auto& [step, need] : needs) {
        if (need.kind == Precondition::Kind::Words) {
            continue;
        }
        auto& properties = menus[need.menu];
        properties.insert(".id");
        for (const Row* row : {&need.where, &need.holds}) {
            for (const Attribute& attribute : row->attributes()) {
                properties.insert(attribute.name);
            }
        }
    }
    return menus;
}

} // namespace

bool sameValue(std::string_view one, std::string_view other) {
    const auto plain = [](std::string_view v) { return v == "true" ? std::string_view("yes") : v == "false" ? std::string_view("no") : v; };
    return plain(one) == plain(other);
}

bool isMet(const Precondition& need, const std::vector<Row>& rows) {
    const auto count = std::count_if(rows.begin(), rows.end(), [&](const Row& row) { return has(row, need.where); });
    switch (need.kind) {
    case Precondition::Kind::Words: return true;
    case Precondition::Kind::Absent: return count == 0;
    case Precondition::Kind::Holds:
        return count == 1 && std::any_of(rows.begin(), rows.end(), [&](const Row& row) { return has(row, need.where) && has(row, need.holds); });
    }
    return false;
}

QCoro::Task<Result<std::vector<std::string>>> unmetNeeds(core::link::Session& session, Plan plan) {
    const QPointer<core::link::Session> alive(&session);
    std::vector<std::pair<std::size_t, Precondition>> needs;
    for (std::size_t i = 0; i < plan.steps.size(); ++i) {
        for (const Precondition& need : plan.steps[i].needs) {
            needs.emplace_back(i, need);
        }
        for (Precondition& need : idsOf(plan.steps[i])) {
            needs.emplace_back(i, std::move(need));
        }
    }
    std::map<std::string, std::vector<Row>> rows;
    for (const auto& [menu, properties] : menusOf(needs)) {
        std::string list;
        for (const std::string& property : properties) {
            list += (list.empty() ? "" : ",") + property;
        }
        core::model::Request print{menu, "print", {{".proplist", list}}, {}, {}};
        Result<Answer> answer = co_await session.request(std::move(print));
        if (!answer && core::link::isNoSuchCommand(answer.error())) {
            rows[menu] = {}; // a menu this router lacks has no items
        } else if (!answer) {
            co_return tl::unexpected(answer.error());
        } else {
            rows[menu] = std::move(answer->rows);
        }
        if (!alive) {
            co_return core::base::fail(core::base::ErrorCode::ConnectionLost, "The connection was closed.");
        }
    }
    std::vector<std::string> out;
    for (const auto& [step, need] : needs) {
        if (!isMet(need, rows[need.menu])) {
            out.push_back("Step " + std::to_string(step + 1) + " relies on this, which is no longer so: " + need.text);
        }
    }
    co_return out;
}

} // namespace core::change
