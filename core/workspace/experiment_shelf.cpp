#include "core/workspace/experiment_shelf.h"

#include "core/workspace/background.h"

#include <QCoroTask>
#include <algorithm>

namespace core::workspace {

using core::base::Result;
using core::model::Experiment;
using core::report::Document;

namespace {

Result<std::vector<Bundle>> findAll(const QStringList& ids) {
    std::vector<Bundle> all;
    for (const QString& id : ids) {
        auto found = findEvidence(id.toStdString());
        if (!found) {
            return tl::unexpected(found.error());
        }
        all.push_back(std::move(*found));
    }
    return all;
}

Result<std::shared_ptr<const Document>> pageOf(const QStringList& ids) {
    auto all = findAll(ids);
    if (!all) {
        return tl::unexpected(all.error());
    }
    auto page = reportDocument(std::move(*all), {});
    return page ? Result<std::shared_ptr<const Document>>(std::make_shared<const Document>(std::move(*page))) : tl::unexpected(page.error());
}

} // namespace

ExperimentShelf::ExperimentShelf(QObject* parent)
    : QObject(parent) {}

ExperimentShelf::~ExperimentShelf() = default;

void ExperimentShelf::refresh() {
    inBackground(
        this, [] { return experimentList(); },
        [this](const Result<std::vector<core::store::ExperimentEntry>>& entries) {
            state_.read = true;
            state_.listProblem = entries ? QString() : QString::fromStdString(entries.error().describe());
            state_.entries = entries.value_or(std::vector<core::store::ExperimentEntry>());
            Q_EMIT changed();
            judgeNext();
        });
}

// One after the other, the newest first: a verdict is up to a second of work.
void ExperimentShelf::judgeNext() {
    if (judging_) {
        return;
    }
    const auto next = std::find_if(state_.entries.begin(), state_.entries.end(), [this](const auto& entry) {
        const auto seen = judged_.find(entry.id);
        return entry.runs > 0 && (seen == judged_.end() || seen->second != entry.runs);
    });
    if (next == state_.entries.end()) {
        return;
    }
    judging_ = true;
    inBackground(
        this,
        [id = next->id]() -> std::optional<core::model::ExperimentVerdict> {
            const auto found = findEvidence(id);
            return found ? std::optional(verdictOf(found->experiment)) : std::nullopt;
        },
        [this, id = next->id, runs = next->runs](const std::optional<core::model::ExperimentVerdict>& verdict) {
            judging_ = false;
            judged_[id] = runs;
            if (verdict) {
                state_.verdicts[id] = *verdict;
                Q_EMIT changed();
            }
            judgeNext();
        });
}

void ExperimentShelf::open(const QStringList& ids) {
    state_.open = ids;
    state_.page.reset();
    state_.problem.clear();
    const int number = ++asked_;
    Q_EMIT changed();
    if (ids.isEmpty()) {
        return;
    }
    inBackground(
        this, [ids] { return pageOf(ids); },
        [this, number](const Result<std::shared_ptr<const Document>>& page) {
            if (number != asked_) {
                return; // something else is wanted by now
            }
            if (page) {
                state_.page = *page;
            } else {
                state_.problem = QString::fromStdString(page.error().describe());
            }
            Q_EMIT changed();
        });
}

void ExperimentShelf::addNote(const QString& id, const QString& text) {
    inBackground(
        this, [id, text] { return addExperimentNote(id.toStdString(), text.toStdString()); },
        [this](const Result<std::string>& done) {
            if (done) {
                open(state_.open);
            } else {
                state_.problem = QString::fromStdString(done.error().describe());
                Q_EMIT changed();
            }
        });
}

void ExperimentShelf::remove(const QString& id) {
    inBackground(
        this, [id] { return removeExperiment(id.toStdString()); },
        [this](const Result<std::string>& done) {
            if (done) {
                open({});
                refresh();
            } else {
                state_.problem = QString::fromStdString(done.error().describe());
                Q_EMIT changed();
            }
        });
}

void ExperimentShelf::save(const QString& fileName, const ReportLook& look, std::function<void(const QString& problem)> done) {
    inBackground(
        this,
        [ids = state_.open, name = fileName.toStdString(), look]() -> Result<std::vector<std::string>> {
            auto all = findAll(ids);
            return all ? writeReport(std::move(*all), name, look) : tl::unexpected(all.error());
        },
        [done = std::move(done)](const Result<std::vector<std::string>>& written) {
            done(written ? QString() : QString::fromStdString(written.error().describe()));
        });
}

void ExperimentShelf::measure(Router& router, ExperimentRequest request) {
    if (state_.running) {
        return;
    }
    job_ = std::make_unique<ExperimentJob>(router, std::move(request));
    state_.running = true;
    state_.progress = {};
    state_.outcome.clear();
    connect(job_.get(), &ExperimentJob::progressed, this, [this] {
        state_.progress = job_->progress();
        state_.runningTitle = QString::fromStdString(job_->experiment().title);
        Q_EMIT progressed();
    });
    connect(job_.get(), &ExperimentJob::runKept, this, &ExperimentShelf::refresh);
    Q_EMIT changed();
    QCoro::connect(job_->run(), this, [this](const Result<Experiment>& result) { ended(result); });
}

void ExperimentShelf::ended(const Result<Experiment>& result) {
    state_.running = false;
    if (!result) {
        state_.outcome = QString::fromStdString(result.error().describe());
    }
    job_.release()->deleteLater(); // it is what called
    refresh();
    if (result) {
        open({QString::fromStdString(result->id)});
        Q_EMIT measured(QString::fromStdString(result->id));
    } else {
        Q_EMIT changed();
    }
}

void ExperimentShelf::cancel() {
    if (job_) {
        job_->cancel();
    }
}

} // namespace core::workspace
