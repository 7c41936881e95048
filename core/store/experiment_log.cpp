#include "core/store/experiment_log.h"

#include "core/store/experiment_json.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <nlohmann/json.hpp>

namespace core::store {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;
using core::model::Experiment;
using core::model::ExperimentRun;
using nlohmann::ordered_json;

namespace {

std::string text(const ordered_json& json) {
    return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

void insertRun(SQLite::Database& database, const std::string& id, const ExperimentRun& run) {
    SQLite::Statement insert(database, "INSERT INTO runs(experiment, position, started_ms, body) "
                                       "SELECT ?1, coalesce(max(position) + 1, 0), ?2, ?3 FROM runs WHERE experiment = ?1");
    insert.bind(1, id);
    insert.bind(2, run.startedMs);
    insert.bind(3, text(toJson(run)));
    insert.exec();
    const std::int64_t row = database.getLastInsertRowid();
    SQLite::Statement sample(database, "INSERT INTO samples(run, position, at_s, throughput_bps, body) VALUES(?, ?, ?, ?, ?)");
    int position = 0;
    for (const core::model::ExperimentSample& each : run.samples) {
        sample.bind(1, row);
        sample.bind(2, position++);
        sample.bind(3, each.atS);
        sample.bind(4, each.throughputBps);
        sample.bind(5, text(toJson(each)));
        sample.exec();
        sample.reset();
    }
}

bool exists(SQLite::Database& database, const std::string& id) {
    SQLite::Statement query(database, "SELECT 1 FROM experiments WHERE id = ?");
    query.bind(1, id);
    return query.executeStep();
}

tl::unexpected<core::base::Error> unknown(const std::string& id) {
    return fail(ErrorCode::NotFound, "There is no experiment " + id + ". `pathscopectl experiment list` names those there are.");
}

std::vector<ExperimentRun> runsOf(SQLite::Database& database, const std::string& id) {
    std::vector<ExperimentRun> runs;
    SQLite::Statement query(database, "SELECT id, body FROM runs WHERE experiment = ? ORDER BY position");
    SQLite::Statement samples(database, "SELECT body FROM samples WHERE run = ? ORDER BY position");
    query.bind(1, id);
    while (query.executeStep()) {
        ExperimentRun run = runFrom(ordered_json::parse(query.getColumn(1).getString()));
        samples.bind(1, query.getColumn(0).getInt64());
        while (samples.executeStep()) {
            run.samples.push_back(sampleFrom(ordered_json::parse(samples.getColumn(0).getString())));
        }
        samples.reset();
        runs.push_back(std::move(run));
    }
    return runs;
}

// `%` and `_` in what the user typed are no wildcards: compared by length.
std::vector<std::string> idsBeginningWith(SQLite::Database& database, const std::string& beginning) {
    std::vector<std::string> ids;
    const bool last = beginning == "last";
    SQLite::Statement query(database, last ? "SELECT id FROM experiments ORDER BY created_ms DESC, id LIMIT 1"
                                           : "SELECT id FROM experiments WHERE substr(id, 1, length(?1)) = ?1 ORDER BY id <> ?1, id LIMIT 2");
    if (!last) {
        query.bind(1, beginning);
    }
    while (query.executeStep()) {
        ids.push_back(query.getColumn(0).getString());
    }
    return ids;
}

} // namespace

Result<void> ExperimentLog::begin(const Experiment& experiment) {
    if (experiment.id.empty()) {
        return fail(ErrorCode::InvalidInput, "An experiment needs an id before it can be kept.");
    }
    bool there = false;
    const auto done = store_->write("Keeping the experiment", [&](SQLite::Database& database) {
        there = exists(database, experiment.id);
        if (there) {
            return;
        }
        SQLite::Statement insert(database, "INSERT INTO experiments(id, created_ms, router, title, body) VALUES(?, ?, ?, ?, ?)");
        insert.bind(1, experiment.id);
        insert.bind(2, experiment.createdMs);
        insert.bind(3, experiment.router);
        insert.bind(4, experiment.title);
        insert.bind(5, text(toJson(experiment)));
        insert.exec();
        for (const ExperimentRun& run : experiment.runs) {
            insertRun(database, experiment.id, run);
        }
    });
    if (done && there) {
        return fail(ErrorCode::Refused, "The experiment " + experiment.id + " is kept already.");
    }
    return done;
}

Result<void> ExperimentLog::addRun(const std::string& id, const ExperimentRun& run) {
    bool there = false;
    const auto done = store_->write("Keeping the run", [&](SQLite::Database& database) {
        there = exists(database, id);
        if (there) {
            insertRun(database, id, run);
        }
    });
    if (done && !there) {
        return unknown(id);
    }
    return done;
}

Result<void> ExperimentLog::update(const Experiment& experiment) {
    int changed = 0;
    const auto done = store_->write("Keeping the experiment", [&](SQLite::Database& database) {
        SQLite::Statement update(database, "UPDATE experiments SET router = ?, title = ?, body = ? WHERE id = ?");
        update.bind(1, experiment.router);
        update.bind(2, experiment.title);
        update.bind(3, text(toJson(experiment)));
        update.bind(4, experiment.id);
        changed = update.exec();
    });
    if (done && changed == 0) {
        return unknown(experiment.id);
    }
    return done;
}

Result<void> ExperimentLog::remove(const std::string& id) {
    int changed = 0;
    const auto done = store_->write("Removing the experiment", [&](SQLite::Database& database) {
        SQLite::Statement statement(database, "DELETE FROM experiments WHERE id = ?");
        statement.bind(1, id);
        changed = statement.exec();
    });
    if (done && changed == 0) {
        return unknown(id);
    }
    return done;
}

Result<Experiment> ExperimentLog::find(const std::string& beginning) {
    Experiment found;
    std::vector<std::string> ids;
    const auto done = store_->read("Reading the experiment", [&](SQLite::Database& database) {
        ids = idsBeginningWith(database, beginning);
        if (ids.empty() || (ids.size() > 1 && ids.front() != beginning)) {
            return;
        }
        SQLite::Statement query(database, "SELECT body FROM experiments WHERE id = ?");
        query.bind(1, ids.front());
        query.executeStep();
        found = experimentFrom(ordered_json::parse(query.getColumn(0).getString()));
        found.runs = runsOf(database, ids.front());
    });
    if (!done) {
        return tl::unexpected(done.error());
    }
    if (ids.empty() || beginning.empty()) {
        return unknown(beginning.empty() ? "without a name" : beginning);
    }
    if (ids.size() > 1 && ids.front() != beginning) {
        return fail(ErrorCode::InvalidInput, "More than one experiment begins with " + beginning + ". Write more of its id.");
    }
    return found;
}

Result<std::vector<ExperimentEntry>> ExperimentLog::list() {
    std::vector<ExperimentEntry> entries;
    const auto done = store_->read("Listing the experiments", [&](SQLite::Database& database) {
        SQLite::Statement query(database, "SELECT id, created_ms, title, router, body, (SELECT count(*) FROM runs WHERE experiment = experiments.id) "
                                          "FROM experiments ORDER BY created_ms DESC, id");
        while (query.executeStep()) {
            ExperimentEntry entry;
            entry.id = query.getColumn(0).getString();
            entry.createdMs = query.getColumn(1).getInt64();
            entry.title = query.getColumn(2).getString();
            entry.router = query.getColumn(3).getString();
            entry.board = ordered_json::parse(query.getColumn(4).getString()).value("board", "");
            entry.runs = static_cast<std::size_t>(query.getColumn(5).getInt());
            entries.push_back(std::move(entry));
        }
    });
    if (!done) {
        return tl::unexpected(done.error());
    }
    return entries;
}

Result<void> ExperimentLog::addNote(const std::string& id, const Note& note) {
    bool there = false;
    const auto done = store_->write("Keeping the note", [&](SQLite::Database& database) {
        there = exists(database, id);
        if (!there) {
            return;
        }
        SQLite::Statement insert(database, "INSERT INTO notes(experiment, at_ms, text) VALUES(?, ?, ?)");
        insert.bind(1, id);
        insert.bind(2, note.atMs);
        insert.bind(3, note.text);
        insert.exec();
    });
    if (done && !there) {
        return unknown(id);
    }
    return done;
}

Result<std::vector<Note>> ExperimentLog::notes(const std::string& id) {
    std::vector<Note> notes;
    const auto done = store_->read("Reading the notes", [&](SQLite::Database& database) {
        SQLite::Statement query(database, "SELECT at_ms, text FROM notes WHERE experiment = ? ORDER BY at_ms, id");
        query.bind(1, id);
        while (query.executeStep()) {
            notes.push_back({query.getColumn(0).getInt64(), query.getColumn(1).getString()});
        }
    });
    if (!done) {
        return tl::unexpected(done.error());
    }
    return notes;
}

} // namespace core::store
