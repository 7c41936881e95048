// Looking back: which ways a router's traffic took, and the changes that were made to it meanwhile.
//
//   Result<PathPast> past = readPathPast("192.168.88.1", 24 * 60);      // blocks; or loadPathPast(…, context, done)
//
// Errors: those of userStore().
#pragma once

#include "core/model/path_share.h"
#include "core/store/path_log.h"
#include "core/workspace/journal.h"

#include <QStringList>
#include <deque>
#include <functional>
#include <optional>
#include <vector>

namespace core::workspace {

// A change that was in force, and the share of the octets that did not take the slow path in the ten minutes before it and after it.
struct PastChange {
    JournalEntry entry;
    std::optional<double> fastBefore, fastAfter; // absent: nobody watched, or nothing moved
};

struct PathPast {
    QStringList routers; // as the journal calls them; the one watched last first
    QString router;      // whose this is; empty: there is none yet
    std::int64_t now = 0; // minutes since 1970, UTC
    std::vector<core::store::PathMinute> minutes; // oldest first
    std::vector<PastChange> changes;              // newest first
};

// `router` empty: the one watched last.
[[nodiscard]] core::base::Result<PathPast> readPathPast(const QString& router, std::int64_t minutes);
// In a thread of the pool; `done` in the event loop of `context`, unless that is gone.
void loadPathPast(const QString& router, std::int64_t minutes, QObject* context, std::function<void(const core::base::Result<PathPast>&)> done);

// Minutes as the samples charts draw, on the axis of nanoseconds since 1970. Pure.
[[nodiscard]] inline std::deque<core::model::RateSample> ratesOf(const std::vector<core::store::PathMinute>& minutes) {
    constexpr core::base::Nanos kMinute = 60 * core::base::kSecond;
    std::deque<core::model::RateSample> out;
    for (const core::store::PathMinute& each : minutes) {
        core::model::RateSample sample;
        sample.at = (each.minute + 1) * kMinute;
        sample.elapsed = kMinute;
        for (std::size_t i = 0; i < each.bytes.size(); ++i) {
            sample.paths.byPath[i].bps = each.bytes[i] * 8 / each.seconds;
            sample.paths.total.bps += sample.paths.byPath[i].bps;
        }
        sample.paths.unattributed.bps = each.unattributedBytes * 8 / each.seconds;
        sample.paths.total.bps += sample.paths.unattributed.bps;
        out.push_back(std::move(sample));
    }
    return out;
}

// Of [from, to). Pure.
[[nodiscard]] std::optional<double> fastShare(const std::vector<core::store::PathMinute>& minutes, std::int64_t from, std::int64_t to);

} // namespace core::workspace
