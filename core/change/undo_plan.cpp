#include "core/change/undo_plan.h"

#include "core/change/drift.h"
#include "core/change/way_back.h"
#include "core/planner/steps.h"
#include "core/routeros/script/printer.h"

#include <QPointer>
#include <algorithm>
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

class Undo {
public:
    explicit Undo(const std::map<std::string, Rows>& rows)
        : all_(rows) {}

    void take(const PlanStep& step, const SentStep& sent) {
        if (step.inverse.verb.empty() || step.command.argument(".id").value_or("").starts_with('[')) {
            return;
        }
        const auto menu = all_.find(step.command.menu);
        rows_ = menu == all_.end() ? nullptr : &menu->second;
        if (rows_ == nullptr) {
            conflict(step, {}, "the router does not have this menu any more");
        } else if (step.command.verb == "add") {
            takeAway(step, sent);
        } else if (step.command.verb == "remove") {
            bringBack(step);
        } else {
            setBack(step, sent);
        }
        for (const Request& also : step.inverseAlso) {
            PlanStep extra;
            extra.command = also;
            extra.commandLine = core::planner::commandLine(also);
            extra.why = "Belongs to the way back of this change.";
            out_.plan.steps.push_back(std::move(extra));
        }
    }

    UndoPlan result() { return std::move(out_); }

private:
    void conflict(const PlanStep& step, const std::string& item, const std::string& what) {
        out_.conflicts.push_back(core::routeros::script::printMenu(step.command.menu) + (item.empty() ? "" : ", " + item) + ": " + what + ".");
    }

    static std::string nameOf(const Row& row) { return std::string(row.value("comment", row.value("name", row.value(".id")))); }

    [[nodiscard]] const Row* find(std::string_view id) const {
        const auto found = std::find_if(rows_->begin(), rows_->end(), [&](const Row& row) { return row.value(".id") == id; });
        return found == rows_->end() ? nullptr : &*found;
    }

    [[nodiscard]] const Row* added(const PlanStep& step, const SentStep& sent) const {
        const std::vector<Attribute> marks = marksOf(step.command);
        const auto marked = [&](const Row& row) { return std::all_of(marks.begin(), marks.end(), [&](const Attribute& m) { return row.value(m.name) == m.value; }); };
        if (const Row* row = find(sent.id); row != nullptr && marked(*row)) {
            return row;
        }
        // It may have been taken away and brought back since, under another id: with the values it was left with, or at least its marks.
        const auto asLeft = [&](const Row& row) {
            const auto& after = sent.after.attributes();
            return !after.empty() && std::all_of(after.begin(), after.end(), [&](const Attribute& a) { return a.name == ".id" || sameValue(row.value(a.name), a.value); });
        };
        if (const auto same = std::find_if(rows_->begin(), rows_->end(), asLeft); same != rows_->end()) {
            return &*same;
        }
        const auto count = std::count_if(rows_->begin(), rows_->end(), marked);
        const auto only = std::find_if(rows_->begin(), rows_->end(), marked);
        return !marks.empty() && count == 1 ? &*only : nullptr;
    }

    void takeAway(const PlanStep& step, const SentStep& sent) {
        const Row* row = added(step, sent);
        if (row == nullptr) {
            conflict(step, {}, "what the change added (" + step.commandLine + ") is gone already");
            return;
        }
        for (const Attribute& after : sent.after.attributes()) {
            if (after.name != ".id" && !sameValue(row->value(after.name), after.value)) {
                conflict(step, nameOf(*row), after.name + " was changed since, from \"" + after.value + "\" to \"" + std::string(row->value(after.name)) + "\"; the item goes all the same");
            }
        }
        const auto next = static_cast<std::size_t>(row - rows_->data()) + 1;
        const std::string before = step.command.argument("place-before") && next < rows_->size() ? std::string((*rows_)[next].value(".id")) : std::string();
        out_.plan.steps.push_back(core::planner::removeStep(step.command.menu, *row, before, "The change added it."));
    }

    void bringBack(const PlanStep& step) {
        const auto same = [&](const Row& row) {
            return std::all_of(step.inverse.arguments.begin(), step.inverse.arguments.end(), [&](const Attribute& a) { return saysWhere(a.name) || sameValue(row.value(a.name), a.value); });
        };
        if (std::any_of(rows_->begin(), rows_->end(), same)) {
            conflict(step, {}, "what the change removed is there again");
            return;
        }
        std::vector<Attribute> arguments = step.inverse.arguments;
        const auto place = std::find_if(arguments.begin(), arguments.end(), [](const Attribute& a) { return a.name == "place-before"; });
        if (place != arguments.end() && find(place->value) == nullptr) {
            conflict(step, {}, "the item it stood before is gone; it comes back at the end");
            arguments.erase(place);
        }
        out_.plan.steps.push_back(core::planner::addStep(step.command.menu, std::move(arguments), "comment", "The change removed it."));
    }

    void setBack(const PlanStep& step, const SentStep& sent) {
        const std::string_view id = step.command.argument(".id").value_or(step.command.argument("numbers").value_or(""));
        const Row* row = id.empty() ? (rows_->empty() ? nullptr : &rows_->front()) : find(id);
        if (row == nullptr) {
            conflict(step, {}, "the item of " + step.commandLine + " is gone");
            return;
        }
        PlanStep back;
        back.command = step.inverse;
        back.inverse = step.command;
        back.why = "As it was before the change.";
        if (step.command.verb == "set") {
            back.inverse.arguments.clear();
            bool differs = false;
            for (const Attribute& before : step.inverse.arguments) {
                const std::string now(row->value(before.name));
                back.inverse.arguments.push_back(saysWhere(before.name) ? before : Attribute{before.name, now});
                differs = differs || (!saysWhere(before.name) && !sameValue(now, before.value));
                const auto after = sent.after.get(before.name);
                if (after && !sameValue(*after, now) && !sameValue(now, before.value)) {
                    conflict(step, id.empty() ? std::string() : nameOf(*row), before.name + " was set to \"" + now + "\" since; it becomes \"" + before.value + "\"");
                }
            }
            if (!differs) {
                return; // it is so already
            }
        }
        back.commandLine = core::planner::commandLine(back.command);
        back.inverseLine = core::planner::commandLine(back.inverse);
        out_.plan.steps.push_back(std::move(back));
    }

    const std::map<std::string, Rows>& all_;
    const Rows* rows_ = nullptr;
    UndoPlan out_;
};

} // namespace

UndoPlan undoPlanOf(const SentChange& sent, const std::map<std::string, Rows>& rows) {
    Undo undo(rows);
    for (std::size_t i = std::min(sent.steps.size(), sent.plan.steps.size()); i-- > 0;) {
        undo.take(sent.plan.steps[i], sent.steps[i]);
    }
    UndoPlan out = undo.result();
    out.plan.id = "undo:" + sent.plan.id;
    out.plan.title = "Undo: " + sent.plan.title;
    if (out.plan.steps.empty()) {
        out.plan.obstacle = "Nothing of this change is left on the router.";
        out.plan.fulfilled = true;
    }
    return out;
}

QCoro::Task<Result<UndoPlan>> planUndo(core::link::Session& session, SentChange sent) {
    const QPointer<core::link::Session> alive(&session);
    std::set<std::string> menus;
    for (std::size_t i = 0; i < sent.steps.size() && i < sent.plan.steps.size(); ++i) {
        const Request& command = sent.plan.steps[i].command;
        if (!command.argument(".id").value_or("").starts_with('[')) {
            menus.insert(command.menu);
        }
    }
    std::map<std::string, Rows> rows;
    for (const std::string& menu : menus) {
        // Whole rows: what goes must be able to come back with everything others set on it.
        Request print{menu, "print", {}, {}, {}};
        Result<Answer> answer = co_await session.request(std::move(print));
        if (!answer && answer.error().code != core::base::ErrorCode::Refused) {
            co_return tl::unexpected(answer.error());
        }
        if (answer) {
            rows[menu] = std::move(answer->rows);
        }
        if (!alive) {
            co_return core::base::fail(core::base::ErrorCode::ConnectionLost, "The connection was closed.");
        }
    }
    co_return undoPlanOf(sent, rows);
}

} // namespace core::change
