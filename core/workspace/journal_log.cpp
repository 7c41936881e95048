#include "core/workspace/journal_log.h"

#include "core/base/completion.h"
#include "core/store/change_journal.h"
#include "core/workspace/background.h"
#include "core/workspace/user_store.h"

#include <QCoreApplication>
#include <QDateTime>

namespace core::workspace {

using core::base::Completion;
using core::base::Result;
using core::model::ChangeOutcome;
using core::store::ChangeJournal;
using core::store::JournalOutcome;

namespace {

JournalOutcome toJournal(ChangeOutcome outcome) {
    switch (outcome) {
    case ChangeOutcome::Pending: return JournalOutcome::Pending;
    case ChangeOutcome::Kept: return JournalOutcome::Kept;
    case ChangeOutcome::RolledBack: return JournalOutcome::RolledBack;
    case ChangeOutcome::Unknown: break;
    }
    return JournalOutcome::Unknown;
}

// Runs `work` on the journal in the pool.
template <class T, class Work> Completion<Result<T>> inJournal(Work work) {
    Completion<Result<T>> answer;
    inBackground(
        qApp, // not the log: the last answer may end whoever holds it
        [work = std::move(work)]() mutable -> Result<T> {
            const auto store = userStore();
            if (!store) {
                return tl::unexpected(store.error());
            }
            ChangeJournal journal(*store);
            return work(journal);
        },
        [answer](Result<T> result) mutable { answer.resolve(std::move(result)); });
    return answer;
}

} // namespace

QCoro::Task<Result<std::int64_t>> JournalLog::begin(Opening opening) {
    const std::int64_t now = QDateTime::currentMSecsSinceEpoch();
    auto answer = inJournal<std::int64_t>([opening = std::move(opening), now](ChangeJournal& journal) {
        core::store::JournalChange change;
        change.startedMs = now;
        change.router = opening.router;
        change.user = opening.user;
        change.planId = opening.planId;
        change.title = opening.title;
        change.body = opening.body;
        return journal.begin(change);
    });
    Result<std::int64_t> id = co_await answer;
    co_return id;
}

QCoro::Task<Result<int>> JournalLog::sending(std::int64_t change, std::string command, std::string inverse) {
    core::store::JournalStep step;
    step.atMs = QDateTime::currentMSecsSinceEpoch();
    step.command = std::move(command);
    step.inverse = std::move(inverse);
    auto answer = inJournal<int>([change, step = std::move(step)](ChangeJournal& journal) { return journal.addStep(change, step); });
    Result<int> place = co_await answer;
    co_return place;
}

QCoro::Task<Result<void>> JournalLog::answered(std::int64_t change, int place, std::string inverse, std::string result) {
    auto answer = inJournal<void>([change, place, inverse = std::move(inverse), result = std::move(result)](ChangeJournal& journal) {
        return journal.finishStep(change, place, inverse, result);
    });
    Result<void> done = co_await answer;
    co_return done;
}

QCoro::Task<Result<void>> JournalLog::keepBody(std::int64_t change, std::string body) {
    auto answer = inJournal<void>([change, body = std::move(body)](ChangeJournal& journal) { return journal.setBody(change, body); });
    Result<void> done = co_await answer;
    co_return done;
}

QCoro::Task<Result<void>> JournalLog::end(std::int64_t change, ChangeOutcome outcome, std::string detail) {
    const std::int64_t now = QDateTime::currentMSecsSinceEpoch();
    auto answer = inJournal<void>([change, outcome, detail = std::move(detail), now](ChangeJournal& journal) {
        return journal.end(change, toJournal(outcome), detail, now);
    });
    Result<void> done = co_await answer;
    co_return done;
}

} // namespace core::workspace
