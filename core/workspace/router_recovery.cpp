// Changes whose program died: what the journal still calls pending is looked up on the router, and told.
#include "core/change/standing.h"
#include "core/workspace/journal.h"
#include "core/workspace/journal_log.h"
#include "core/workspace/router_private.h"

#include <QPointer>

namespace core::workspace {

using core::base::Result;
using core::change::SentChange;
using core::change::Standing;
using core::link::Session;
using core::model::ChangeOutcome;

namespace {

constexpr int kLookAgainMs = 10'000;
constexpr int kYoungMs = 15'000; // may be another program's that is at it right now

ChangeEnd endOf(const JournalEntry& entry, Standing standing) {
    ChangeEnd end{entry.title, ChangeOutcome::Unknown, {}, entry.number};
    switch (standing) {
    case Standing::Old:
        end.outcome = ChangeOutcome::RolledBack;
        end.detail = QStringLiteral("Pathscope ended before it was kept; the router took it back.");
        break;
    case Standing::New:
        end.outcome = ChangeOutcome::Kept;
        end.detail = QStringLiteral("Pathscope ended meanwhile; all of its steps are in force and nothing on the router takes them back any more.");
        break;
    default:
        end.detail = QStringLiteral("Pathscope ended meanwhile, and the router does not show all of its steps nor none. Compare it with the commands in the journal.");
        break;
    }
    return end;
}

} // namespace

QCoro::Task<void> Router::Private::lookAfterCrash() {
    const std::weak_ptr<int> alive = life;
    const QPointer<Session> session(connection->session());
    const Result<std::vector<JournalEntry>> entries = co_await loadJournal(q->journalName());
    if (!entries || alive.expired() || !session) {
        co_return; // a journal that cannot be read is told when something is to be written into it
    }
    for (const JournalEntry& entry : *entries) {
        const bool own = run && run->number() == entry.number;
        if (entry.outcome != QStringLiteral("pending") || own || entry.started.msecsTo(QDateTime::currentDateTime()) < kYoungMs) {
            continue;
        }
        Result<SentChange> sent = co_await sentChange(entry.number);
        if (!sent || alive.expired() || !session) {
            co_return;
        }
        const Result<Standing> standing = co_await core::change::standingOf(*session, std::move(*sent));
        if (!standing || alive.expired() || !session) {
            co_return;
        }
        if (*standing == Standing::Pending) {
            addEvent(QStringLiteral("a change of earlier is still pending; the router takes it back at its deadline: %1").arg(entry.title));
            QTimer::singleShot(kLookAgainMs, session, [this] { lookAfterCrash(); });
            continue;
        }
        lastEnd = endOf(entry, *standing);
        JournalLog log;
        std::string detail = lastEnd->detail.toStdString();
        co_await log.end(entry.number, lastEnd->outcome, std::move(detail));
        if (alive.expired()) {
            co_return;
        }
        addEvent(QStringLiteral("%1: %2").arg(entry.title, lastEnd->detail));
        Q_EMIT q->changeStateChanged();
    }
}

} // namespace core::workspace
