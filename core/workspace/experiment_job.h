// One experiment on a router: makes its runs in order, makes the change and takes it back in between, keeps every run as it ends, and leaves the
// router as it was found.
//
//   auto* job = new ExperimentJob(router, {.change = Tuning::AddFastTrack, .schedule = *parseSchedule("ABBA")}, this);
//   connect(job, &ExperimentJob::progressed, …);
//   Result<Experiment> e = co_await job->run();
//
// cancel(), or the end of this object, ends the run under way, which is not kept, and takes the change back; run() answers Cancelled then, after
// that. The runs that had ended are kept in the user's database, as far as any had. When the connection is lost while the change is made, the
// router takes it back by itself at the deadline it was given (core/change/change_run.h); the error says that it may still be made.
//
// Errors: those of Router::plan, planUndo, apply and rollBackChange; NotFound: the plan has nothing to do, with its reason; those of core/load/load.h,
// also when the traffic ends before its time; those of the store. GUI thread; nothing blocks but the database, for a few milliseconds.
#pragma once

#include "core/experiment/recorder.h"
#include "core/experiment/schedule.h"
#include "core/load/load_request.h"
#include "core/workspace/router.h"

#include <QCoroTask>
#include <QObject>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace core::workspace {

// A change that is kept already, by its number in the journal: it is taken back for the runs without it, and is in force again at the end.
struct KeptChange {
    qint64 number = 0;
};

// Nothing: only one side is measured, and the user changes what they like. A Tuning is planned anew each time it is made; a plan is sent as it is.
using ExperimentChange = std::variant<std::monostate, Tuning, core::model::Plan, KeptChange>;

struct ExperimentRequest {
    std::string title; // empty: of the change and the router
    std::string question;
    ExperimentChange change;
    core::experiment::Schedule schedule;
    core::experiment::RunLength length;
    core::model::Metric primary = core::model::Metric::Throughput;
    // The runs are added to the experiment of this id (its first letters, "last"), which somebody began; empty: a new one.
    std::string continues;
    // Ask the twin first what the change will do to the router's own traffic, for the report. What it cannot say is left out of it.
    bool askTwin = false;
    // What makes traffic beside what the router carries anyway, all at once, for each run anew: its connections begin with the run's configuration.
    std::vector<core::load::LoadRequest> loads;
};

struct ExperimentProgress {
    enum class Step { Reading, AskingTwin, Changing, Measuring, TakingBack, Ended } step = Step::Reading;
    std::size_t run = 0, runs = 0; // the present one, from 1
    core::model::Side side = core::model::Side::Before;
    double second = 0, seconds = 0; // of the present run, with its warm-up
    [[nodiscard]] double share() const { return runs == 0 || seconds <= 0 ? 0 : (static_cast<double>(run == 0 ? 0 : run - 1) + second / seconds) / static_cast<double>(runs); }
};

class ExperimentJob : public QObject {
    Q_OBJECT
public:
    ExperimentJob(Router& router, ExperimentRequest request, QObject* parent = nullptr);
    ~ExperimentJob() override;

    // Once.
    QCoro::Task<core::base::Result<core::model::Experiment>> run();
    void cancel();

    [[nodiscard]] const ExperimentProgress& progress() const;
    // As it is so far; its id is empty until it is kept.
    [[nodiscard]] const core::model::Experiment& experiment() const;

Q_SIGNALS:
    void progressed();
    void runKept();

private:
    struct Work; // outlives this object while the change is taken back
    std::shared_ptr<Work> work_;
};

} // namespace core::workspace
