#include "core/workspace/evidence.h"

#include "core/report/exports.h"
#include "core/workspace/user_store.h"

#include <QDateTime>
#include <QFile>
#include <algorithm>

namespace core::workspace {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;
using core::model::ExperimentRun;
using core::model::Side;

namespace {

constexpr qint64 kLargestForeign = 256LL << 20; // octets

Result<ExperimentRun> foreignRun(const std::string& fileName) {
    QFile file(QString::fromStdString(fileName));
    if (!file.open(QIODevice::ReadOnly)) {
        return fail(ErrorCode::NotFound, "Cannot open " + fileName + ".", file.errorString().toStdString());
    }
    if (file.size() > kLargestForeign) {
        return fail(ErrorCode::InvalidInput, fileName + " is larger than 256 MiB, which no single run is.");
    }
    auto run = core::report::readRun(file.readAll().toStdString());
    if (!run) {
        return fail(run.error().code, fileName + ": " + run.error().text, run.error().cause);
    }
    return run;
}

template <class Work> Result<std::string> onExperiment(const std::string& word, Work work) {
    const auto store = userStore();
    if (!store) {
        return tl::unexpected(store.error());
    }
    core::store::ExperimentLog log(*store);
    const auto found = log.find(word);
    if (!found) {
        return tl::unexpected(found.error());
    }
    const Result<void> done = work(log, found->id);
    return done ? Result<std::string>(found->id) : tl::unexpected(done.error());
}

bool isBundleName(const std::string& word) {
    return word.ends_with(".pathscope");
}

} // namespace

Result<Bundle> findEvidence(const std::string& word) {
    if (isBundleName(word)) {
        return core::report::readBundle(word);
    }
    const auto store = userStore();
    if (!store) {
        return tl::unexpected(store.error());
    }
    core::store::ExperimentLog log(*store);
    auto experiment = log.find(word);
    if (!experiment) {
        return tl::unexpected(experiment.error());
    }
    auto notes = log.notes(experiment->id);
    if (!notes) {
        return tl::unexpected(notes.error());
    }
    return Bundle{std::move(*experiment), std::move(*notes)};
}

Result<std::vector<core::store::ExperimentEntry>> experimentList() {
    const auto store = userStore();
    return store ? core::store::ExperimentLog(*store).list() : tl::unexpected(store.error());
}

Result<std::string> addExperimentNote(const std::string& word, const std::string& text) {
    return onExperiment(word, [&text](core::store::ExperimentLog& log, const std::string& id) { return log.addNote(id, {QDateTime::currentMSecsSinceEpoch(), text}); });
}

Result<std::string> removeExperiment(const std::string& word) {
    return onExperiment(word, [](core::store::ExperimentLog& log, const std::string& id) { return log.remove(id); });
}

Result<Bundle> evidenceFromFiles(const std::vector<std::string>& before, const std::vector<std::string>& after) {
    Bundle bundle;
    core::model::Experiment& made = bundle.experiment;
    made.title = "Before and after, from files";
    made.arrangement = core::model::Arrangement::BeforeAfter;
    made.method = "Runs measured by other programs: ";
    for (const auto& [names, side] : {std::pair(&before, Side::Before), std::pair(&after, Side::After)}) {
        for (const std::string& name : *names) {
            auto run = foreignRun(name);
            if (!run) {
                return tl::unexpected(run.error());
            }
            run->side = side;
            made.createdMs = std::max(made.createdMs, run->startedMs);
            made.runs.push_back(std::move(*run));
            const std::string plain = name.substr(name.find_last_of('/') + 1);
            made.method += (made.runs.size() == 1 ? "" : ", ") + plain + (side == Side::Before ? " (before)" : " (after)");
        }
    }
    made.method += ".";
    made.id = "files";
    return bundle;
}

} // namespace core::workspace
