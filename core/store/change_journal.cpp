#include "core/store/change_journal.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <array>
#include <string_view>

namespace core::store {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;

namespace {

constexpr std::array<const char*, 5> kOutcomes{"pending", "kept", "rolled-back", "unknown", "undone"};
constexpr const char* kColumns = "SELECT id, started_ms, ended_ms, router, user, plan, title, outcome, detail, body FROM changes ";

// A word of a newer Pathscope is told as what it means to this one: unknown.
JournalOutcome outcomeFrom(std::string_view word) {
    for (std::size_t i = 0; i < kOutcomes.size(); ++i) {
        if (word == kOutcomes[i]) {
            return static_cast<JournalOutcome>(i);
        }
    }
    return JournalOutcome::Unknown;
}

JournalChange changeOf(SQLite::Statement& row) {
    return {row.getColumn(0).getInt64(),   row.getColumn(1).getInt64(),  row.getColumn(2).getInt64(),
            row.getColumn(3).getString(),  row.getColumn(4).getString(), row.getColumn(5).getString(),
            row.getColumn(6).getString(),  outcomeFrom(row.getColumn(7).getString()),
            row.getColumn(8).getString(),  row.getColumn(9).getString()};
}

tl::unexpected<core::base::Error> unknown(std::int64_t change) {
    return fail(ErrorCode::NotFound, "The journal has no change " + std::to_string(change) + ".");
}

// Runs an UPDATE that has to hit a row.
template <class Bind> Result<void> updateOne(Store& store, std::int64_t change, const char* sql, Bind bind) {
    int changed = 0;
    const auto done = store.write("Keeping the journal", [&](SQLite::Database& database) {
        SQLite::Statement update(database, sql);
        bind(update);
        changed = update.exec();
    });
    if (done && changed == 0) {
        return unknown(change);
    }
    return done;
}

} // namespace

const char* outcomeId(JournalOutcome outcome) {
    return kOutcomes[static_cast<std::size_t>(outcome)];
}

Result<std::int64_t> ChangeJournal::begin(const JournalChange& change) {
    std::int64_t id = 0;
    const auto done = store_->write("Keeping the journal", [&](SQLite::Database& database) {
        SQLite::Statement insert(database, "INSERT INTO changes(started_ms, ended_ms, router, user, plan, title, outcome, detail, body) "
                                           "VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)");
        insert.bind(1, change.startedMs);
        insert.bind(2, change.endedMs);
        insert.bind(3, change.router);
        insert.bind(4, change.user);
        insert.bind(5, change.planId);
        insert.bind(6, change.title);
        insert.bind(7, outcomeId(change.outcome));
        insert.bind(8, change.detail);
        insert.bind(9, change.body);
        insert.exec();
        id = database.getLastInsertRowid();
    });
    if (!done) {
        return tl::unexpected(done.error());
    }
    return id;
}

Result<int> ChangeJournal::addStep(std::int64_t change, const JournalStep& step) {
    int position = -1;
    const auto done = store_->write("Keeping the journal", [&](SQLite::Database& database) {
        SQLite::Statement next(database, "SELECT (SELECT coalesce(max(position) + 1, 0) FROM change_steps WHERE change = ?1) FROM changes WHERE id = ?1");
        next.bind(1, change);
        if (!next.executeStep()) {
            return;
        }
        position = next.getColumn(0).getInt();
        SQLite::Statement insert(database, "INSERT INTO change_steps(change, position, at_ms, command, inverse, result) VALUES(?, ?, ?, ?, ?, ?)");
        insert.bind(1, change);
        insert.bind(2, position);
        insert.bind(3, step.atMs);
        insert.bind(4, step.command);
        insert.bind(5, step.inverse);
        insert.bind(6, step.result);
        insert.exec();
    });
    if (!done) {
        return tl::unexpected(done.error());
    }
    if (position < 0) {
        return unknown(change);
    }
    return position;
}

Result<void> ChangeJournal::finishStep(std::int64_t change, int position, const std::string& inverse, const std::string& result) {
    return updateOne(*store_, change, "UPDATE change_steps SET inverse = ?, result = ? WHERE change = ? AND position = ?", [&](SQLite::Statement& update) {
        update.bind(1, inverse);
        update.bind(2, result);
        update.bind(3, change);
        update.bind(4, position);
    });
}

Result<void> ChangeJournal::setBody(std::int64_t change, const std::string& body) {
    return updateOne(*store_, change, "UPDATE changes SET body = ? WHERE id = ?", [&](SQLite::Statement& update) {
        update.bind(1, body);
        update.bind(2, change);
    });
}

Result<void> ChangeJournal::end(std::int64_t change, JournalOutcome outcome, const std::string& detail, std::int64_t atMs) {
    return updateOne(*store_, change, "UPDATE changes SET outcome = ?, detail = ?, ended_ms = ? WHERE id = ?", [&](SQLite::Statement& update) {
        update.bind(1, outcomeId(outcome));
        update.bind(2, detail);
        update.bind(3, atMs);
        update.bind(4, change);
    });
}

Result<std::vector<JournalChange>> ChangeJournal::changes(const std::string& router) {
    std::vector<JournalChange> out;
    const auto done = store_->read("Reading the journal", [&](SQLite::Database& database) {
        SQLite::Statement query(database, std::string(kColumns) + "WHERE ?1 = '' OR router = ?1 ORDER BY started_ms DESC, id DESC");
        query.bind(1, router);
        while (query.executeStep()) {
            out.push_back(changeOf(query));
        }
    });
    if (!done) {
        return tl::unexpected(done.error());
    }
    return out;
}

Result<JournalChange> ChangeJournal::find(std::int64_t change) {
    std::vector<JournalChange> out;
    const auto done = store_->read("Reading the journal", [&](SQLite::Database& database) {
        SQLite::Statement query(database, std::string(kColumns) + "WHERE id = ?");
        query.bind(1, change);
        while (query.executeStep()) {
            out.push_back(changeOf(query));
        }
    });
    if (!done) {
        return tl::unexpected(done.error());
    }
    if (out.empty()) {
        return unknown(change);
    }
    return std::move(out.front());
}

Result<std::vector<JournalStep>> ChangeJournal::steps(std::int64_t change) {
    std::vector<JournalStep> out;
    const auto done = store_->read("Reading the journal", [&](SQLite::Database& database) {
        SQLite::Statement query(database, "SELECT at_ms, command, inverse, result FROM change_steps WHERE change = ? ORDER BY position");
        query.bind(1, change);
        while (query.executeStep()) {
            out.push_back({query.getColumn(0).getInt64(), query.getColumn(1).getString(), query.getColumn(2).getString(), query.getColumn(3).getString()});
        }
    });
    if (!done) {
        return tl::unexpected(done.error());
    }
    return out;
}

} // namespace core::store
