#include "core/workspace/experiment_job.h"

#include "core/base/completion.h"
#include "core/store/experiment_log.h"
#include "core/workspace/experiment_facts.h"
#include "core/workspace/foretold.h"
#include "core/workspace/journal.h"
#include "core/workspace/lab_traffic.h"
#include "core/workspace/live_config.h"
#include "core/workspace/load_set.h"
#include "core/workspace/router_explanation.h"
#include "core/workspace/twin.h"
#include "core/workspace/user_store.h"

#include <QPointer>
#include <deque>

namespace core::workspace {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;
using core::experiment::RunRecorder;
using core::model::Experiment;
using core::model::Side;
using Step = ExperimentProgress::Step;

namespace {
constexpr int kRoom = 120;       // seconds a change may wait beyond its runs
constexpr double kTwinSeconds = 10; // of the twin's time, measured
constexpr double kBetween = 60;  // for reading the configuration before a run
} // namespace

struct ExperimentJob::Work : std::enable_shared_from_this<Work> {
    QPointer<ExperimentJob> job;
    QPointer<Router> router;
    ExperimentRequest request;
    ExperimentProgress progress;
    Experiment experiment;
    bool cancelled = false, changed = false;
    std::uint64_t skippedMs = 0;
    std::vector<core::model::MetricPrediction> foretold; // by the twin
    std::deque<core::experiment::Reading> fresh; // seconds not looked at yet
    std::optional<core::base::Completion<bool>> waiting;

    void wake() {
        if (auto waiter = std::exchange(waiting, std::nullopt)) {
            waiter->resolve(true);
        }
    }
    void tell(Step step) {
        progress.step = step;
        if (job) {
            Q_EMIT job->progressed();
        }
    }
    // Why it cannot go on; nothing: it can.
    [[nodiscard]] Result<void> goesOn() const {
        if (cancelled) {
            return fail(ErrorCode::Cancelled, "The experiment was ended before its time.");
        }
        if (!router) {
            return fail(ErrorCode::Cancelled, "The router was removed.");
        }
        if (router->state().link != LinkState::Online) {
            return fail(ErrorCode::ConnectionLost, "The connection to the router was lost during the experiment.", router->state().message.toStdString());
        }
        return {};
    }
    // The side the router is on without us.
    [[nodiscard]] Side found() const { return std::holds_alternative<KeptChange>(request.change) ? Side::After : Side::Before; }
    // Sentences for the report, each once.
    void remark(const std::vector<std::string>& remarks) {
        for (const std::string& each : remarks) {
            if (experiment.method.find(each) == std::string::npos) {
                experiment.method += " " + each;
            }
        }
    }
    // Of the runs on the other side from the present one on, until it is left.
    [[nodiscard]] double secondsChanged() const {
        double sum = 0;
        for (std::size_t i = progress.run - 1; i < request.schedule.size() && request.schedule[i] != found(); ++i) {
            sum += request.length.seconds + request.length.warmupS + kBetween;
        }
        return sum;
    }

    static QCoro::Task<> askTwin(std::shared_ptr<Work> w);
    static QCoro::Task<Result<core::model::Plan>> plan(std::shared_ptr<Work> w);
    static QCoro::Task<Result<void>> turn(std::shared_ptr<Work> w, Side side);
    static QCoro::Task<Result<core::model::ExperimentRun>> measure(std::shared_ptr<Work> w, Side side);
    static QCoro::Task<Result<void>> begin(std::shared_ptr<Work> w);
    static QCoro::Task<Result<void>> makeRuns(std::shared_ptr<Work> w);
    static QCoro::Task<Result<Experiment>> whole(std::shared_ptr<Work> w);
};

// An answer that does not come is none: the experiment goes on without.
QCoro::Task<> ExperimentJob::Work::askTwin(std::shared_ptr<Work> w) {
    const Result<core::model::Plan> plan = co_await Work::plan(w);
    if (!plan || plan->steps.empty() || !w->goesOn()) {
        co_return;
    }
    w->tell(Step::AskingTwin);
    // Their own signals wake this up, and must find them there when it is through.
    struct Later {
        void operator()(QObject* object) const { object->deleteLater(); }
    };
    const std::unique_ptr<RouterExplanation, Later> theExplanation(new RouterExplanation(*w->router));
    const std::unique_ptr<Twin, Later> theTwin(new Twin(*theExplanation));
    RouterExplanation& explanation = *theExplanation;
    Twin& twin = *theTwin;
    // Woken by either; and when the connection or the experiment ends.
    const auto woken = [&w](auto& from, auto signal) { QObject::connect(&from, signal, &from, [w] { w->wake(); }); };
    woken(explanation, &Explanation::changed);
    woken(twin, &Twin::changed);
    explanation.read();
    while (!explanation.config() && explanation.state().phase != ExplainState::Phase::Failed && w->goesOn()) {
        core::base::Completion<bool> waiter;
        w->waiting = waiter;
        co_await waiter;
    }
    const auto learned = w->goesOn() && explanation.config() ? twin.learn() : std::nullopt;
    if (!learned) {
        co_return;
    }
    const auto& share = w->router->state().rates;
    const double hardware = share ? share->paths.of(core::model::PathKind::Switch).bps + share->paths.of(core::model::PathKind::L3Hw).bps : 0;
    core::model::PredictionRequest request;
    request.mix = learned->parts;
    request.durationS = kTwinSeconds;
    twin.run(std::move(request), w->found() == Side::Before ? std::optional(*plan) : std::nullopt);
    while (twin.state().phase == TwinState::Phase::Running && w->goesOn()) {
        core::base::Completion<bool> waiter;
        w->waiting = waiter;
        co_await waiter;
    }
    const auto& prediction = twin.state().prediction;
    if (twin.state().phase == TwinState::Phase::Done && prediction) {
        w->foretold = core::workspace::foretold(w->found() == Side::Before && prediction->change ? *prediction->change : prediction->now, hardware);
    }
}

// What leads to the side the router is not on.
QCoro::Task<Result<core::model::Plan>> ExperimentJob::Work::plan(std::shared_ptr<Work> w) {
    if (const auto* tuning = std::get_if<Tuning>(&w->request.change)) {
        Result<core::model::Plan> made = co_await w->router->plan(*tuning);
        co_return made;
    }
    if (const auto* kept = std::get_if<KeptChange>(&w->request.change)) {
        Result<core::model::Plan> made = co_await w->router->planUndo(kept->number);
        co_return made;
    }
    co_return std::get<core::model::Plan>(w->request.change);
}

// Makes the change or takes it back, as the side asks.
QCoro::Task<Result<void>> ExperimentJob::Work::turn(std::shared_ptr<Work> w, Side side) {
    const bool wanted = side != w->found();
    if (wanted == w->changed || std::holds_alternative<std::monostate>(w->request.change)) {
        co_return Result<void>{};
    }
    if (!w->router) {
        co_return fail(ErrorCode::Cancelled, "The router was removed while the change was made on it.");
    }
    w->tell(side == Side::After ? Step::Changing : Step::TakingBack);
    if (!wanted) {
        const Result<core::model::ChangeOutcome> outcome = co_await w->router->rollBackChange();
        if (!outcome) {
            co_return tl::unexpected(outcome.error());
        }
        if (*outcome != core::model::ChangeOutcome::RolledBack) {
            co_return fail(ErrorCode::Refused, "The change was kept, or what became of it is not known: see the journal of changes.");
        }
        w->changed = false;
        co_return Result<void>{};
    }
    const Result<core::model::Plan> plan = co_await Work::plan(w);
    if (!plan) {
        co_return tl::unexpected(plan.error());
    }
    if (plan->steps.empty()) {
        co_return fail(ErrorCode::NotFound, "There is nothing to measure the effect of: " + plan->obstacle);
    }
    if (const Result<void> on = w->goesOn(); !on) {
        co_return on;
    }
    // The router takes it back by itself when nobody does: after the runs it is wanted for, with room for what lies between them.
    ChangeTerms terms;
    terms.confirmSeconds = static_cast<int>(w->secondsChanged()) + kRoom;
    // Leaving safe mode takes back the configuration alone: connections that were FastTracked would stay so, and the next run before be none.
    terms.safeMode = false;
    const Result<core::model::ChangeRecord> record = co_await w->router->apply(*plan, terms);
    if (!record) {
        co_return tl::unexpected(record.error());
    }
    w->changed = true;
    if (w->found() == Side::Before) {
        describeChange(w->experiment, *record);
    } else {
        describeWayBack(w->experiment, *record);
    }
    if (!w->foretold.empty()) {
        w->experiment.predicted = w->foretold;
    }
    co_return Result<void>{};
}

QCoro::Task<Result<core::model::ExperimentRun>> ExperimentJob::Work::measure(std::shared_ptr<Work> w, Side side) {
    if (const Result<void> on = w->goesOn(); !on) {
        co_return tl::unexpected(on.error());
    }
    RunRecorder recorder(side, w->request.length, nowMs());
    w->progress.seconds = w->request.length.seconds + w->request.length.warmupS;
    w->progress.second = 0;
    w->progress.side = side;
    w->tell(Step::Measuring);
    // The configuration first: reading it costs the router work that should not fall into the run.
    const Result<LiveConfig> live = co_await w->router->readConfig({{}, {}, std::chrono::milliseconds(0)});
    if (!live) {
        co_return tl::unexpected(live.error());
    }
    recorder.run().configHash = configHash(live->config.tree);
    LoadSet loads(w->request.loads); // what of it still runs ends with this function, however that ends
    if (const Result<void> begun = co_await loads.start(w->progress.seconds); !begun) {
        co_return tl::unexpected(begun.error());
    }
    recorder.run().startedMs = nowMs();
    w->fresh.clear();
    while (!recorder.isDone()) {
        if (const Result<void> on = w->goesOn(); !on) {
            co_return tl::unexpected(on.error());
        }
        if (const auto problem = loads.problem()) {
            co_return fail(problem->code, "The traffic ended during a run: " + problem->text, problem->cause);
        }
        if (w->fresh.empty()) {
            core::base::Completion<bool> waiter;
            w->waiting = waiter;
            co_await waiter;
            continue;
        }
        core::experiment::Reading reading = std::move(w->fresh.front());
        w->fresh.pop_front();
        if (loads.empty() && (w->router->isLab() || w->router->state().identity.isAgent())) {
            const Result<LabTraffic> lab = co_await w->router->labTraffic();
            if (!lab) {
                co_return tl::unexpected(lab.error());
            }
            reading.roundTrips = lab->roundTrips;
            const bool first = recorder.run().samples.empty();
            reading.generatorPercent = !first && lab->skippedMs > w->skippedMs ? 100 : lab->loadPercent;
            w->skippedMs = lab->skippedMs;
        }
        recorder.add(reading);
        if (recorder.run().samples.empty()) {
            recorder.run().startedMs = nowMs(); // the reading that only marks where it begins
        }
        w->progress.second = std::min(recorder.secondsDone(), w->progress.seconds);
        w->tell(Step::Measuring);
    }
    core::model::ExperimentRun run = std::move(recorder.run());
    if (!loads.empty()) {
        Result<core::load::LoadEnd> end = co_await loads.stop();
        if (!end) {
            co_return tl::unexpected(end.error());
        }
        addPings(run, end->pings);
        run.generatorPercent = end->busyPercent;
        w->remark(end->remarks);
    }
    co_return run;
}

QCoro::Task<Result<void>> ExperimentJob::Work::begin(std::shared_ptr<Work> w) {
    if (const Result<void> on = w->goesOn(); !on) {
        co_return on;
    }
    const auto store = userStore();
    if (!store) {
        co_return tl::unexpected(store.error());
    }
    core::store::ExperimentLog log(*store);
    if (!w->request.continues.empty()) {
        Result<Experiment> found = log.find(w->request.continues);
        if (!found) {
            co_return tl::unexpected(found.error());
        }
        w->experiment = std::move(*found);
        std::vector<Side> all;
        for (const core::model::ExperimentRun& run : w->experiment.runs) {
            all.push_back(run.side);
        }
        all.insert(all.end(), w->request.schedule.begin(), w->request.schedule.end());
        w->experiment.arrangement = core::experiment::arrangementOf(all);
        co_return Result<void>{};
    }
    std::string scenario;
    if (w->router->isLab() || w->router->state().identity.isAgent()) {
        const Result<LabTraffic> lab = co_await w->router->labTraffic();
        scenario = lab ? lab->scenario : std::string();
        if (!w->router) {
            co_return fail(ErrorCode::Cancelled, "The router was removed.");
        }
    }
    std::optional<core::model::Plan> kept;
    if (const auto* change = std::get_if<KeptChange>(&w->request.change)) {
        Result<core::change::SentChange> sent = co_await sentChange(change->number);
        if (!sent) {
            co_return tl::unexpected(sent.error());
        }
        if (!w->router) {
            co_return fail(ErrorCode::Cancelled, "The router was removed.");
        }
        kept = std::move(sent->plan);
    }
    w->experiment = newExperiment(*w->router, w->request, scenario, kept);
    co_return log.begin(w->experiment);
}

QCoro::Task<Result<void>> ExperimentJob::Work::makeRuns(std::shared_ptr<Work> w) {
    w->progress.runs = w->request.schedule.size();
    for (const Side side : w->request.schedule) {
        ++w->progress.run;
        if (Result<void> turned = co_await turn(w, side); !turned) {
            co_return turned;
        }
        Result<core::model::ExperimentRun> run = co_await measure(w, side);
        if (!run) {
            co_return tl::unexpected(run.error());
        }
        const auto store = userStore();
        if (!store) {
            co_return tl::unexpected(store.error());
        }
        core::store::ExperimentLog log(*store);
        Result<void> kept = log.update(w->experiment);
        kept = kept ? log.addRun(w->experiment.id, *run) : kept;
        if (!kept) {
            co_return kept;
        }
        w->experiment.runs.push_back(std::move(*run));
        if (w->job) {
            Q_EMIT w->job->runKept();
        }
    }
    co_return Result<void>{};
}

QCoro::Task<Result<Experiment>> ExperimentJob::Work::whole(std::shared_ptr<Work> w) {
    Result<void> done = co_await begin(w);
    if (done && w->request.askTwin && !std::holds_alternative<std::monostate>(w->request.change)) {
        co_await askTwin(w);
    }
    if (done) {
        done = co_await makeRuns(w);
    }
    if (w->changed) {
        const Result<void> back = co_await turn(w, w->found());
        if (!back) {
            const std::string why = done ? "All runs were made." : done.error().describe();
            const std::string what = w->found() == Side::Before ? "The change could not be taken back and may still be made: "
                                                                : "The change could not be made again and may not be in force: ";
            done = fail(back.error().code, what + back.error().text + " " + why, back.error().cause);
        }
    }
    w->tell(Step::Ended);
    if (!done) {
        co_return tl::unexpected(done.error());
    }
    co_return w->experiment;
}

ExperimentJob::ExperimentJob(Router& router, ExperimentRequest request, QObject* parent)
    : QObject(parent)
    , work_(std::make_shared<Work>()) {
    work_->job = this;
    work_->router = &router;
    work_->request = std::move(request);
    const std::weak_ptr<Work> weak = work_;
    connect(&router, &Router::sampleAdded, this, [this] {
        const RouterState& state = work_->router->state();
        if (state.rates && work_->progress.step == Step::Measuring) {
            work_->fresh.push_back({*state.rates, state.cpuPercent, std::nullopt, std::nullopt});
            work_->wake();
        }
    });
    connect(&router, &Router::stateChanged, this, [this] {
        if (work_->router->state().link != LinkState::Online) {
            work_->wake();
        }
    });
    connect(&router, &QObject::destroyed, this, [weak] {
        if (const auto work = weak.lock()) {
            work->wake();
        }
    });
}

ExperimentJob::~ExperimentJob() {
    work_->job = nullptr; // what follows is nobody's to draw
    cancel();
}

QCoro::Task<Result<Experiment>> ExperimentJob::run() {
    return Work::whole(work_);
}

void ExperimentJob::cancel() {
    const std::shared_ptr<Work> work = work_;
    work->cancelled = true;
    work->wake();
}

const ExperimentProgress& ExperimentJob::progress() const {
    return work_->progress;
}

const Experiment& ExperimentJob::experiment() const {
    return work_->experiment;
}

} // namespace core::workspace
