#include "core/store/path_log.h"

#include <SQLiteCpp/SQLiteCpp.h>

namespace core::store {

using core::base::Result;

namespace {

constexpr const char* kAdd = R"sql(
INSERT INTO path_minutes(router, minute, seconds, switch_bytes, l3hw_bytes, fastpath_bytes, fasttrack_bytes, slow_bytes, unattributed_bytes)
VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT(router, minute) DO UPDATE SET
    seconds = excluded.seconds, switch_bytes = excluded.switch_bytes, l3hw_bytes = excluded.l3hw_bytes, fastpath_bytes = excluded.fastpath_bytes,
    fasttrack_bytes = excluded.fasttrack_bytes, slow_bytes = excluded.slow_bytes, unattributed_bytes = excluded.unattributed_bytes
WHERE excluded.seconds > path_minutes.seconds)sql";

constexpr const char* kBetween = R"sql(
SELECT minute, seconds, switch_bytes, l3hw_bytes, fastpath_bytes, fasttrack_bytes, slow_bytes, unattributed_bytes FROM path_minutes
WHERE router = ? AND minute >= ? AND minute < ? ORDER BY minute)sql";

} // namespace

Result<void> PathLog::add(const std::string& router, const PathMinute& minute) {
    return store_->write("Keeping the history of paths", [&](SQLite::Database& database) {
        SQLite::Statement insert(database, kAdd);
        insert.bind(1, router);
        insert.bind(2, minute.minute);
        insert.bind(3, minute.seconds);
        for (std::size_t i = 0; i < minute.bytes.size(); ++i) {
            insert.bind(4 + static_cast<int>(i), minute.bytes[i]);
        }
        insert.bind(9, minute.unattributedBytes);
        insert.exec();
    });
}

Result<std::vector<PathMinute>> PathLog::between(const std::string& router, std::int64_t from, std::int64_t to) {
    std::vector<PathMinute> out;
    const auto done = store_->read("Reading the history of paths", [&](SQLite::Database& database) {
        SQLite::Statement row(database, kBetween);
        row.bind(1, router);
        row.bind(2, from);
        row.bind(3, to);
        while (row.executeStep()) {
            PathMinute minute;
            minute.minute = row.getColumn(0).getInt64();
            minute.seconds = row.getColumn(1).getInt();
            for (std::size_t i = 0; i < minute.bytes.size(); ++i) {
                minute.bytes[i] = row.getColumn(2 + static_cast<int>(i)).getDouble();
            }
            minute.unattributedBytes = row.getColumn(7).getDouble();
            out.push_back(minute);
        }
    });
    return done ? Result<std::vector<PathMinute>>(std::move(out)) : tl::unexpected(done.error());
}

Result<std::vector<std::string>> PathLog::routers() {
    std::vector<std::string> out;
    const auto done = store_->read("Reading the history of paths", [&](SQLite::Database& database) {
        SQLite::Statement row(database, "SELECT router FROM path_minutes GROUP BY router ORDER BY max(minute) DESC, router");
        while (row.executeStep()) {
            out.push_back(row.getColumn(0).getString());
        }
    });
    return done ? Result<std::vector<std::string>>(std::move(out)) : tl::unexpected(done.error());
}

Result<void> PathLog::forgetBefore(std::int64_t minute) {
    return store_->write("Forgetting old history", [&](SQLite::Database& database) {
        SQLite::Statement gone(database, "DELETE FROM path_minutes WHERE minute < ?");
        gone.bind(1, minute);
        gone.exec();
    });
}

} // namespace core::store
