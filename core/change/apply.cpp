#include "core/change/apply.h"

#include "core/change/find_items.h"
#include "core/change/sent_change.h"
#include "core/planner/steps.h"

#include <QPointer>

namespace core::change {

using core::base::Error;
using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;
using core::link::Answer;
using core::link::Session;
using core::model::ChangeOutcome;
using core::model::Plan;
using core::model::Request;

namespace {

std::string place(std::size_t step, const Plan& plan) {
    return "step " + std::to_string(step + 1) + " of " + std::to_string(plan.steps.size()) + ", " + plan.steps[step].commandLine;
}

} // namespace

QCoro::Task<Result<AppliedChange>> apply(Session& session, Plan plan) {
    const QPointer<Session> alive(&session);
    AppliedChange change;
    change.record.plan = plan;
    for (std::size_t i = 0; i < plan.steps.size(); ++i) {
        Request command = plan.steps[i].command;
        Result<Answer> answer = co_await sendWrite(session, std::move(command));
        if (answer) {
            remember(change, plan.steps[i], answer->ret());
            continue;
        }
        const Error error = answer.error();
        if (error.code != ErrorCode::Refused || !alive) {
            co_return fail(error.code, "The connection failed at " + place(i, plan) + "; what was sent before it may still be in force.",
                           error.describe());
        }
        std::string outcome = i == 0 ? "Nothing was changed." : "What was sent before it was taken back.";
        if (!change.record.inverses.empty()) {
            AppliedChange sent = change;
            Result<std::vector<NewId>> undone = co_await undo(session, std::move(sent));
            if (!undone) {
                outcome = "Taking back what was sent before it failed: " + undone.error().describe();
            }
        }
        co_return fail(ErrorCode::Refused, "The router refused " + place(i, plan) + ". " + outcome, error.cause);
    }
    change.record.outcome = ChangeOutcome::Kept;
    co_return change;
}

QCoro::Task<Result<std::vector<NewId>>> undo(Session& session, AppliedChange change) {
    const QPointer<Session> alive(&session);
    std::vector<NewId> ids;
    for (std::size_t i = 0; i < change.record.inverses.size(); ++i) {
        if (!alive) {
            co_return fail(ErrorCode::Cancelled, "The connection was closed.");
        }
        Request inverse = change.record.inverses[i];
        const std::string line = core::planner::commandLine(inverse);
        Result<Answer> answer = co_await sendWrite(session, std::move(inverse));
        if (!answer) {
            co_return fail(answer.error().code, "Undoing stopped at " + line + ".", answer.error().describe());
        }
        if (!change.restores[i].empty() && !answer->ret().empty()) {
            const NewId renamed{change.restores[i], answer->ret()};
            ids.push_back(renamed);
            // Later inverses of the same change may stand before this item.
            renameItems(change, {renamed});
        }
    }
    co_return ids;
}

} // namespace core::change
