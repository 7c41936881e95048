#include "core/workspace/journal.h"

#include "core/base/completion.h"
#include "core/store/change_journal.h"
#include "core/workspace/background.h"
#include "core/workspace/display_text.h"
#include "core/workspace/user_store.h"

#include <QCoreApplication>

namespace core::workspace {

using core::base::Result;
using core::store::ChangeJournal;
using core::store::JournalChange;

namespace {

QDateTime timeOf(std::int64_t ms) {
    return ms > 0 ? QDateTime::fromMSecsSinceEpoch(ms) : QDateTime();
}

JournalEntry entryOf(const JournalChange& change) {
    return {change.id,
            timeOf(change.startedMs),
            timeOf(change.endedMs),
            displayText(change.router),
            displayText(change.user),
            displayText(change.title),
            QString::fromLatin1(core::store::outcomeId(change.outcome)),
            displayText(change.detail)};
}

// Runs `work` in the pool; answers in this thread's event loop.
template <class T, class Work> core::base::Completion<Result<T>> inPool(Work work) {
    core::base::Completion<Result<T>> answer;
    inBackground(qApp, std::move(work), [answer](Result<T> result) mutable { answer.resolve(std::move(result)); });
    return answer;
}

} // namespace

Result<std::vector<JournalEntry>> readJournal(const QString& router) {
    const auto store = userStore();
    if (!store) {
        return tl::unexpected(store.error());
    }
    const auto changes = ChangeJournal(*store).changes(router.toStdString());
    if (!changes) {
        return tl::unexpected(changes.error());
    }
    std::vector<JournalEntry> out;
    for (const JournalChange& change : *changes) {
        out.push_back(entryOf(change));
    }
    return out;
}

Result<JournalDetails> readJournalEntry(qint64 number) {
    const auto store = userStore();
    if (!store) {
        return tl::unexpected(store.error());
    }
    ChangeJournal journal(*store);
    const auto change = journal.find(number);
    const auto steps = change ? journal.steps(number) : tl::unexpected(change.error());
    if (!steps) {
        return tl::unexpected(steps.error());
    }
    JournalDetails out{entryOf(*change), {}};
    for (const core::store::JournalStep& step : *steps) {
        out.commands.push_back({timeOf(step.atMs), displayText(step.command), displayText(step.inverse), displayText(step.result)});
    }
    return out;
}

QCoro::Task<Result<std::vector<JournalEntry>>> loadJournal(QString router) {
    auto answer = inPool<std::vector<JournalEntry>>([router] { return readJournal(router); });
    Result<std::vector<JournalEntry>> entries = co_await answer;
    co_return entries;
}

QCoro::Task<Result<JournalDetails>> loadJournalEntry(qint64 number) {
    auto answer = inPool<JournalDetails>([number] { return readJournalEntry(number); });
    Result<JournalDetails> details = co_await answer;
    co_return details;
}

QCoro::Task<Result<core::change::SentChange>> sentChange(qint64 number) {
    auto answer = inPool<core::change::SentChange>([number]() -> Result<core::change::SentChange> {
        const auto store = userStore();
        if (!store) {
            return tl::unexpected(store.error());
        }
        const auto change = ChangeJournal(*store).find(number);
        return change ? core::change::readSent(change->body) : tl::unexpected(change.error());
    });
    Result<core::change::SentChange> sent = co_await answer;
    co_return sent;
}

} // namespace core::workspace
