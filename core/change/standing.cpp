#include "core/change/standing.h"

#include "core/change/drift.h"
#include "core/change/way_back.h"

#include <QPointer>
#include <algorithm>
#include <map>
#include <set>

namespace core::change {

using core::base::Result;
using core::link::Answer;
using core::model::Attribute;
using core::model::PlanStep;
using core::model::Request;
using core::model::Row;

namespace {

using Rows = std::vector<Row>;

const Row* withId(const Rows& rows, std::string_view id) {
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const Row& row) { return row.value(".id") == id; });
    return found == rows.end() ? nullptr : &*found;
}

bool holds(const Row& row, const Request& values) {
    return std::all_of(values.arguments.begin(), values.arguments.end(),
                       [&](const Attribute& a) { return saysWhere(a.name) || sameValue(row.value(a.name), a.value); });
}

std::optional<bool> addIsInForce(const Request& add, const SentStep* sent, const std::vector<std::string>& present, const Rows& rows) {
    const std::vector<Attribute> marks = marksOf(add);
    const auto isOurs = [&](const Row& row) {
        const bool marked = std::all_of(marks.begin(), marks.end(), [&](const Attribute& m) { return row.value(m.name) == m.value; });
        const std::string id(row.value(".id"));
        return marked && (sent ? id == sent->id : !marks.empty() && std::find(present.begin(), present.end(), id) == present.end());
    };
    return std::any_of(rows.begin(), rows.end(), isOurs);
}

// The id behind an item; empty: it is the last.
std::string_view behind(const Rows& rows, const Row* row) {
    const auto next = row - rows.data() + 1;
    return next < static_cast<std::ptrdiff_t>(rows.size()) ? rows[static_cast<std::size_t>(next)].value(".id") : std::string_view();
}

// Values that were changed once more by somebody else say nothing.
std::optional<bool> valuesAreInForce(const PlanStep& step, const SentStep* sent, const Rows& rows) {
    const std::string_view id = step.command.argument(".id").value_or(step.command.argument("numbers").value_or(""));
    const Row* row = id.empty() ? (rows.empty() ? nullptr : &rows.front()) : withId(rows, id);
    if (row == nullptr) {
        return std::nullopt;
    }
    const std::string& verb = step.command.verb;
    if (verb == "enable" || verb == "disable") {
        return sameValue(row->value("disabled", "no"), verb == "disable" ? "yes" : "no");
    }
    if (verb == "move") {
        return behind(rows, row) == step.command.argument("destination").value_or("");
    }
    if (holds(*row, step.inverse)) {
        return false;
    }
    const auto& after = sent ? sent->after.attributes() : std::vector<Attribute>();
    const bool asAfter = !after.empty() && std::all_of(after.begin(), after.end(), [&](const Attribute& a) { return sameValue(row->value(a.name), a.value); });
    return asAfter || holds(*row, step.command) ? std::optional(true) : std::nullopt;
}

std::string properties(const PlanStep& step, std::set<std::string>& names) {
    names.insert({".id", "comment", "name", "disabled"});
    for (const Request* request : {&step.command, &step.inverse}) {
        for (const Attribute& argument : request->arguments) {
            if (!saysWhere(argument.name)) {
                names.insert(argument.name.starts_with('!') ? argument.name.substr(1) : argument.name);
            }
        }
    }
    std::string list;
    for (const std::string& name : names) {
        list += (list.empty() ? "" : ",") + name;
    }
    return list;
}

Standing sumUp(const std::vector<std::optional<bool>>& steps, bool complete) {
    const auto count = [&](bool wanted) { return std::count(steps.begin(), steps.end(), std::optional(wanted)); };
    if (count(true) == 0) {
        return count(false) == 0 ? Standing::Unknown : Standing::Old;
    }
    return count(false) == 0 && complete ? Standing::New : Standing::Mixed;
}

} // namespace

std::optional<bool> isInForce(const PlanStep& step, const SentStep* sent, const std::vector<std::string>& present, const Rows& rows) {
    const Request& command = step.command;
    if (command.argument(".id").value_or("").starts_with('[')) {
        return std::nullopt; // whatever it found then is not known now
    }
    if (command.verb == "add") {
        return addIsInForce(command, sent, present, rows);
    }
    if (command.verb == "remove") {
        const bool back = std::any_of(rows.begin(), rows.end(), [&](const Row& row) { return !step.inverse.arguments.empty() && holds(row, step.inverse); });
        return !withId(rows, command.argument(".id").value_or("")) && !back;
    }
    return valuesAreInForce(step, sent, rows);
}

QCoro::Task<Result<Standing>> standingOf(core::link::Session& session, SentChange sent) {
    const QPointer<core::link::Session> alive(&session);
    Request entry{"/system/scheduler", "print", {{".proplist", ".id,name"}}, {"name=" + std::string(kEntryName)}, {}};
    const Result<Answer> pending = co_await session.request(std::move(entry));
    if (!pending && pending.error().code != core::base::ErrorCode::Refused) {
        co_return tl::unexpected(pending.error());
    }
    if (pending && !pending->rows.empty()) {
        co_return Standing::Pending;
    }
    if (!alive) {
        co_return core::base::fail(core::base::ErrorCode::ConnectionLost, "The connection was closed.");
    }
    Result<Standing> steps = co_await stepsOf(session, std::move(sent));
    co_return steps;
}

QCoro::Task<Result<Standing>> stepsOf(core::link::Session& session, SentChange sent) {
    const QPointer<core::link::Session> alive(&session);
    const std::size_t count = std::min(sent.plan.steps.size(), sent.steps.size() + (sent.present ? 1 : 0));
    std::map<std::string, std::set<std::string>> names;
    std::map<std::string, std::string> lists;
    for (std::size_t i = 0; i < count; ++i) {
        lists[sent.plan.steps[i].command.menu] = properties(sent.plan.steps[i], names[sent.plan.steps[i].command.menu]);
    }
    std::map<std::string, Rows> rows;
    for (const auto& [menu, list] : lists) {
        Request print{menu, "print", {{".proplist", list}}, {}, {}};
        Result<Answer> answer = co_await session.request(std::move(print));
        if (!answer) {
            co_return tl::unexpected(answer.error());
        }
        rows[menu] = std::move(answer->rows);
        if (!alive) {
            co_return core::base::fail(core::base::ErrorCode::ConnectionLost, "The connection was closed.");
        }
    }
    std::vector<std::optional<bool>> steps;
    for (std::size_t i = 0; i < count; ++i) {
        const PlanStep& step = sent.plan.steps[i];
        const SentStep* answered = i < sent.steps.size() ? &sent.steps[i] : nullptr;
        steps.push_back(isInForce(step, answered, sent.present.value_or(std::vector<std::string>()), rows[step.command.menu]));
    }
    if (steps.empty()) {
        co_return Standing::Old; // nothing was sent
    }
    co_return sumUp(steps, sent.steps.size() == sent.plan.steps.size());
}

} // namespace core::change
