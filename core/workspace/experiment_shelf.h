// The experiments that are kept, and the one under way: what the Experiments page draws. One for the program, owned by the workspace.
//
//   ExperimentShelf& shelf = workspace.experiments();
//   connect(&shelf, &ExperimentShelf::changed, …);   shelf.state().entries
//   shelf.refresh();
//   shelf.open({id});                                shelf.state().page, when it is there
//   shelf.measure(router, request);
//
// GUI thread; the database and the verdicts are worked on in threads of the pool.
#pragma once

#include "core/report/document.h"
#include "core/workspace/evidence.h"
#include "core/workspace/experiment_job.h"

#include <QObject>
#include <QStringList>
#include <map>
#include <memory>
#include <optional>

namespace core::workspace {

struct ShelfState {
    bool read = false; // the entries are there
    QString listProblem; // why the entries are not there; empty: nothing went wrong
    QString problem;     // the same of what was opened, noted or removed
    std::vector<core::store::ExperimentEntry> entries; // newest first
    std::map<std::string, core::model::ExperimentVerdict> verdicts; // by id; missing: not worked out yet, or there are no runs
    QStringList open;                                  // what is shown, or is being fetched
    std::shared_ptr<const core::report::Document> page; // of `open`; null: not yet

    bool running = false;
    ExperimentProgress progress; // while running
    QString runningTitle;
    QString outcome;             // how the last one ended that ended otherwise than by its runs; empty: well
};

class ExperimentShelf : public QObject {
    Q_OBJECT
public:
    explicit ExperimentShelf(QObject* parent = nullptr);
    ~ExperimentShelf() override;

    [[nodiscard]] const ShelfState& state() const { return state_; }

    void refresh();
    // One is shown whole, several beside each other; none: nothing is.
    void open(const QStringList& ids);
    void addNote(const QString& id, const QString& text);
    void remove(const QString& id);
    // Writes what is open. `done` gets why it failed, or nothing.
    void save(const QString& fileName, const ReportLook& look, std::function<void(const QString& problem)> done);

    // Nothing while another one runs.
    void measure(Router& router, ExperimentRequest request);
    void cancel();

Q_SIGNALS:
    void changed();
    void progressed(); // state().progress
    void measured(const QString& id);

private:
    void ended(const core::base::Result<core::model::Experiment>& result);
    void judgeNext();

    ShelfState state_;
    std::map<std::string, std::size_t> judged_; // runs of an experiment when it was last judged
    bool judging_ = false;
    int asked_ = 0; // number of the newest open()
    std::unique_ptr<ExperimentJob> job_;
};

} // namespace core::workspace
