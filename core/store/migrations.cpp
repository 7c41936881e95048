#include "core/store/migrations.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <array>

namespace core::store {

using core::base::ErrorCode;
using core::base::fail;

namespace {

// What is asked for by column has one; the rest of a thing is JSON in `body`, so that a new field needs no new form.
constexpr const char* kForm1 = R"sql(
CREATE TABLE experiments(
    id TEXT PRIMARY KEY, created_ms INTEGER NOT NULL, router TEXT NOT NULL, title TEXT NOT NULL, body TEXT NOT NULL);
CREATE TABLE runs(
    id INTEGER PRIMARY KEY, experiment TEXT NOT NULL REFERENCES experiments(id) ON DELETE CASCADE, position INTEGER NOT NULL,
    started_ms INTEGER NOT NULL, body TEXT NOT NULL, UNIQUE(experiment, position));
CREATE TABLE samples(
    run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE, position INTEGER NOT NULL, at_s REAL NOT NULL, throughput_bps REAL NOT NULL,
    body TEXT NOT NULL, PRIMARY KEY(run, position)) WITHOUT ROWID;
CREATE TABLE changes(
    id INTEGER PRIMARY KEY, started_ms INTEGER NOT NULL, ended_ms INTEGER NOT NULL, router TEXT NOT NULL, user TEXT NOT NULL, plan TEXT NOT NULL,
    title TEXT NOT NULL, outcome TEXT NOT NULL, detail TEXT NOT NULL, body TEXT NOT NULL);
CREATE INDEX changes_by_router ON changes(router, started_ms);
CREATE TABLE change_steps(
    change INTEGER NOT NULL REFERENCES changes(id) ON DELETE CASCADE, position INTEGER NOT NULL, at_ms INTEGER NOT NULL, command TEXT NOT NULL,
    inverse TEXT NOT NULL, result TEXT NOT NULL, PRIMARY KEY(change, position)) WITHOUT ROWID;
CREATE TABLE notes(
    id INTEGER PRIMARY KEY, experiment TEXT NOT NULL REFERENCES experiments(id) ON DELETE CASCADE, at_ms INTEGER NOT NULL, text TEXT NOT NULL);
)sql";

// What a router's traffic took as its way, minute by minute, for looking back.
constexpr const char* kForm2 = R"sql(
CREATE TABLE path_minutes(
    router TEXT NOT NULL, minute INTEGER NOT NULL, seconds INTEGER NOT NULL, switch_bytes REAL NOT NULL, l3hw_bytes REAL NOT NULL,
    fastpath_bytes REAL NOT NULL, fasttrack_bytes REAL NOT NULL, slow_bytes REAL NOT NULL, unattributed_bytes REAL NOT NULL,
    PRIMARY KEY(router, minute)) WITHOUT ROWID;
)sql";

constexpr std::array kForms{kForm1, kForm2};

} // namespace

int newestForm() {
    return static_cast<int>(kForms.size());
}

core::base::Result<void> migrate(SQLite::Database& database) {
    const int application = database.execAndGet("PRAGMA application_id").getInt();
    const int form = database.execAndGet("PRAGMA user_version").getInt();
    const bool empty = database.execAndGet("SELECT count(*) FROM sqlite_master").getInt() == 0;
    if (application != kApplicationId && !(empty && application == 0)) {
        return fail(ErrorCode::InvalidInput, database.getFilename() + " is a database of another program. Choose another file.");
    }
    if (form > newestForm()) {
        return fail(ErrorCode::Unsupported, database.getFilename() + " was written by a newer Pathscope (form " + std::to_string(form) + ", this one knows " +
                                                std::to_string(newestForm()) + "). Update Pathscope; the file was left as it is.");
    }
    for (int next = form; next < newestForm(); ++next) {
        // Another program may have come first: looked at again under the lock.
        SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
        if (database.execAndGet("PRAGMA user_version").getInt() != next) {
            continue;
        }
        database.exec(kForms[static_cast<std::size_t>(next)]);
        database.exec("PRAGMA application_id = " + std::to_string(kApplicationId));
        database.exec("PRAGMA user_version = " + std::to_string(next + 1));
        transaction.commit();
    }
    return {};
}

} // namespace core::store
