// Experiments that were made, with every sample of them, and the notes people put to them.
//
//   ExperimentLog log(store);
//   log.begin(experiment);                    // before the first run
//   log.addRun(experiment.id, run);           // after each: a program that dies loses the run under way, no more
//   Result<Experiment> again = log.find("7f3a");
//
// Blocks; any thread. Errors: those of Store; NotFound names the experiment.
#pragma once

#include "core/model/experiment.h"
#include "core/store/store.h"

#include <cstddef>
#include <vector>

namespace core::store {

struct ExperimentEntry {
    std::string id;
    std::int64_t createdMs = 0;
    std::string title, router, board;
    std::size_t runs = 0;
};

struct Note {
    std::int64_t atMs = 0; // since 1970, UTC
    std::string text;
};

class ExperimentLog {
public:
    explicit ExperimentLog(std::shared_ptr<Store> store)
        : store_(std::move(store)) {}

    // With the runs it has already. InvalidInput: no id. Refused: there is one of this id.
    core::base::Result<void> begin(const core::model::Experiment& experiment);
    core::base::Result<void> addRun(const std::string& id, const core::model::ExperimentRun& run);
    // Everything but its runs, as it is now: the commands that were sent, a title, a note.
    core::base::Result<void> update(const core::model::Experiment& experiment);
    core::base::Result<void> remove(const std::string& id);

    // The whole of it. `beginning`: the first letters of its id, as far as no other begins so. "last": the newest.
    core::base::Result<core::model::Experiment> find(const std::string& beginning);
    // Newest first.
    core::base::Result<std::vector<ExperimentEntry>> list();

    core::base::Result<void> addNote(const std::string& id, const Note& note);
    core::base::Result<std::vector<Note>> notes(const std::string& id);

private:
    std::shared_ptr<Store> store_;
};

} // namespace core::store
