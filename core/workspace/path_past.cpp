#include "core/workspace/path_past.h"

#include "core/workspace/background.h"
#include "core/workspace/user_store.h"

#include <QDateTime>

namespace core::workspace {

using core::base::Result;
using core::store::PathLog;
using core::store::PathMinute;

namespace {

constexpr std::int64_t kAround = 10; // minutes before and after a change

} // namespace

std::optional<double> fastShare(const std::vector<PathMinute>& minutes, std::int64_t from, std::int64_t to) {
    double fast = 0, all = 0;
    for (const PathMinute& each : minutes) {
        if (each.minute < from || each.minute >= to) {
            continue;
        }
        for (const core::model::PathKind kind : core::model::kAllPaths) {
            const double bytes = each.bytes[static_cast<std::size_t>(kind)];
            all += bytes;
            fast += kind == core::model::PathKind::Slow ? 0 : bytes;
        }
        all += each.unattributedBytes;
    }
    return all > 0 ? std::optional(fast / all) : std::nullopt;
}

Result<PathPast> readPathPast(const QString& router, std::int64_t minutes) {
    const auto store = userStore();
    if (!store) {
        return tl::unexpected(store.error());
    }
    PathLog log(*store);
    PathPast past;
    const auto routers = log.routers();
    if (!routers) {
        return tl::unexpected(routers.error());
    }
    for (const std::string& each : *routers) {
        past.routers << QString::fromStdString(each);
    }
    past.now = QDateTime::currentMSecsSinceEpoch() / 60'000 + 1; // the present one is not over
    past.router = router.isEmpty() && !past.routers.isEmpty() ? past.routers.front() : router;
    if (past.router.isEmpty()) {
        return past;
    }
    auto found = log.between(past.router.toStdString(), past.now - minutes - kAround, past.now);
    const auto journal = found ? readJournal(past.router) : tl::unexpected(found.error());
    if (!journal) {
        return tl::unexpected(journal.error());
    }
    past.minutes = std::move(*found);
    for (const JournalEntry& entry : *journal) {
        const std::int64_t at = entry.started.toMSecsSinceEpoch() / 60'000;
        if (at >= past.now - minutes && entry.outcome != QStringLiteral("unknown")) {
            // The minute of the change itself is neither.
            past.changes.push_back({entry, fastShare(past.minutes, at - kAround, at), fastShare(past.minutes, at + 1, at + 1 + kAround)});
        }
    }
    return past;
}

void loadPathPast(const QString& router, std::int64_t minutes, QObject* context, std::function<void(const Result<PathPast>&)> done) {
    inBackground(context, [router, minutes] { return readPathPast(router, minutes); }, std::move(done));
}

} // namespace core::workspace
