// Changes to a router: all of them go through core/change.
#include "core/change/change_run.h"
#include "core/change/pause.h"
#include "core/change/undo_plan.h"
#include "core/workspace/journal.h"
#include "core/workspace/journal_log.h"
#include "core/workspace/router.h"
#include "core/workspace/router_private.h"

#include <algorithm>

namespace core::workspace {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;
using core::change::ChangeRun;
using core::change::SentChange;
using core::change::UndoPlan;
using core::link::Session;
using core::model::ChangeOutcome;
using core::model::ChangeRecord;
using core::model::Plan;

namespace {

tl::unexpected<core::base::Error> removed() {
    return fail(ErrorCode::Cancelled, "The router was removed.");
}

// What a run comes to, or that the router was removed meanwhile, whichever is first.
template <class T> core::base::Completion<Result<T>> firstOf(std::vector<std::function<void()>>& whenRemoved) {
    core::base::Completion<Result<T>> answer;
    whenRemoved.push_back([answer]() mutable { answer.resolve(removed()); });
    return answer;
}

QCoro::Task<void> startInto(std::shared_ptr<ChangeRun> run, bool keep, core::base::Completion<Result<void>> into) {
    Result<void> begun = co_await run->start();
    if (begun && keep) {
        co_await run->keep();
    }
    into.resolve(std::move(begun));
}

QCoro::Task<void> endInto(std::shared_ptr<ChangeRun> run, bool keep, core::base::Completion<Result<ChangeOutcome>> into) {
    ChangeOutcome outcome = ChangeOutcome::Unknown;
    if (keep) {
        outcome = co_await run->keep();
    } else {
        std::string why = "Rolled back by the user.";
        outcome = co_await run->rollBack(std::move(why));
    }
    into.resolve(outcome);
}

QCoro::Task<void> concludeInto(std::shared_ptr<ChangeRun> run, ChangeRun::Wish wish, core::base::Completion<Result<ChangeOutcome>> into) {
    const ChangeOutcome outcome = co_await run->conclude(wish);
    into.resolve(outcome);
}

QString outcomeText(const QString& title, ChangeOutcome outcome) {
    switch (outcome) {
    case ChangeOutcome::Kept: return title;
    case ChangeOutcome::RolledBack: return QStringLiteral("taken back: %1").arg(title);
    default: return QStringLiteral("outcome not known: %1").arg(title);
    }
}

} // namespace

// The run's word on every phase and second.
void Router::Private::followRun() {
    if (watch != nullptr) {
        watch->expectChange();
    }
    if (run->phase() == ChangeRun::Phase::Waiting && !announced) {
        announced = true;
        const QString title = QString::fromStdString(run->sent().plan.title);
        changedAt = clock.now();
        queuesSettled.reset();
        queuesUntil.reset();
        effect.changed(title, changedAt, history);
        guardBefore = watched(history, guardPings(), terms.guard, changedAt - kGuardBefore, changedAt);
        addEvent(title);
    }
    if (run->phase() == ChangeRun::Phase::Over) {
        const std::shared_ptr<ChangeRun> over = std::exchange(run, nullptr);
        over->onChange = {};
        guardPing.reset();
        const QString title = QString::fromStdString(over->sent().plan.title);
        lastEnd = ChangeEnd{title, over->number() == 0 ? ChangeOutcome::RolledBack : over->outcome(), QString::fromStdString(over->detail()), over->number()};
        if (over->outcome() == ChangeOutcome::Kept) {
            kept.push_back(over->sent());
        } else if (announced) {
            addEvent(outcomeText(title, over->outcome()));
        }
    }
    Q_EMIT q->changeStateChanged();
}

std::vector<GuardPing> Router::Private::guardPings() const {
    return guardPing ? guardPing->pings() : std::vector<GuardPing>();
}

QCoro::Task<void> Router::Private::readQueues(std::optional<QueueCounters>& into) {
    const std::weak_ptr<int> alive = life;
    const Result<Session*> open = session();
    if (queuesAsked || !open) {
        co_return;
    }
    queuesAsked = true;
    const Result<QueueCounters> counters = co_await readQueueCounters(**open);
    if (alive.expired()) {
        co_return;
    }
    queuesAsked = false;
    into = counters.value_or(QueueCounters()); // a router that does not tell is one that cannot be judged by it
}

bool Router::Private::watchQueues(bool settled) {
    if (terms.guard.leastQueued <= 0) {
        return true;
    }
    if (!queuesSettled && clock.now() >= changedAt + kGuardSettle) {
        readQueues(queuesSettled);
    } else if (queuesSettled && !queuesUntil && settled) {
        readQueues(queuesUntil);
    }
    return queuesUntil.has_value();
}

void Router::Private::guardRun() {
    const bool settled = !history.samples().empty() && history.samples().back().at >= changedAt + kGuardUntil;
    if (!run || run->phase() != ChangeRun::Phase::Waiting || !terms.guard.any() || !watchQueues(settled) || !settled) {
        return;
    }
    auto after = watched(history, guardPings(), terms.guard, changedAt + kGuardSettle, changedAt + kGuardUntil);
    if (!after) {
        return; // a gap: the next seconds tell
    }
    if (queuesSettled && queuesUntil) {
        after->queuedShare = queuedShare(*queuesSettled, *queuesUntil);
    }
    if (auto why = gotWorse(terms.guard, guardBefore.value_or(GuardSide()), *after)) {
        run->rollBack(std::move(*why));
    } else if (terms.keepAtOnce) {
        run->keep();
    }
}

QCoro::Task<Result<ChangeRecord>> Router::apply(Plan plan) {
    Result<ChangeRecord> record = co_await apply(std::move(plan), ChangeTerms());
    co_return record;
}

QCoro::Task<Result<ChangeRecord>> Router::apply(Plan plan, ChangeTerms terms) {
    const std::weak_ptr<int> alive = d_->life;
    if (d_->run) {
        co_return fail(ErrorCode::Refused, "Another change to this router is under way. Keep it or roll it back first.");
    }
    core::change::RunTerms run{journalName().toStdString(), endpoint().user.toStdString(), terms.confirmSeconds, terms.safeMode};
    core::change::RunServices services;
    services.log = std::make_shared<JournalLog>();
    // Whoever still needs a connection when the router is gone from the list gets none; the router comes back by itself.
    services.connect = [maker = d_->connection->maker()] { return maker(); };
    const std::shared_ptr<ChangeRun> mine = ChangeRun::create(std::move(plan), std::move(run), std::move(services));
    d_->run = mine;
    d_->terms = terms;
    d_->announced = false;
    mine->onChange = [this, alive] {
        if (!alive.expired()) {
            d_->followRun();
        }
    };
    auto answer = firstOf<void>(d_->whenRemoved);
    if (!terms.guard.pingHost.empty()) {
        const Result<void> pinged = co_await pingsBefore(terms.guard.pingHost);
        if (alive.expired()) {
            co_return removed();
        }
        if (!pinged) {
            d_->lastEnd = ChangeEnd{QString::fromStdString(d_->run->sent().plan.title), ChangeOutcome::RolledBack, QString::fromStdString(pinged.error().describe()), 0};
            d_->run.reset();
            d_->guardPing.reset();
            Q_EMIT changeStateChanged();
            co_return tl::unexpected(pinged.error());
        }
    }
    startInto(mine, terms.keepAtOnce && !terms.guard.any(), answer);
    Result<void> begun = co_await answer;
    if (!begun) {
        co_return tl::unexpected(begun.error());
    }
    ChangeRecord record;
    record.plan = mine->sent().plan;
    record.inverses = core::change::appliedOf(mine->sent()).record.inverses;
    record.outcome = mine->outcome();
    record.detail = mine->detail();
    co_return record;
}

// Five seconds of them, to hold the others against.
QCoro::Task<Result<void>> Router::pingsBefore(std::string host) {
    const std::weak_ptr<int> alive = d_->life;
    d_->guardPing = std::make_unique<HostPing>(host, d_->clock);
    co_await core::change::pauseFor(std::chrono::milliseconds(kGuardBefore / core::base::kMillisecond));
    if (alive.expired()) {
        co_return removed();
    }
    if (const auto& problem = d_->guardPing->problem()) {
        co_return tl::unexpected(*problem);
    }
    const auto& pings = d_->guardPing->pings();
    if (std::none_of(pings.begin(), pings.end(), [](const GuardPing& ping) { return ping.ms.has_value(); })) {
        co_return fail(ErrorCode::Unreachable, host + " does not answer pings, so they cannot tell whether the change makes them worse. Nothing was sent to the router.");
    }
    co_return Result<void>{};
}

std::optional<PendingChange> Router::pendingChange() const {
    if (!d_->run) {
        return std::nullopt;
    }
    const ChangeRun& run = *d_->run;
    PendingChange out;
    out.phase = static_cast<PendingChange::Phase>(run.phase());
    out.title = QString::fromStdString(run.sent().plan.title);
    out.secondsLeft = run.secondsLeft();
    out.confirmSeconds = run.confirmSeconds();
    out.step = static_cast<int>(run.stepsSent());
    out.steps = static_cast<int>(run.sent().plan.steps.size());
    out.safeMode = run.heldBySafeMode();
    out.scheduler = run.heldByScheduler();
    for (const std::string& warning : run.warnings()) {
        out.warnings << QString::fromStdString(warning);
    }
    return out;
}

std::optional<ChangeEnd> Router::lastChangeEnd() const {
    return d_->lastEnd;
}

QCoro::Task<Result<ChangeOutcome>> Router::keepChange() {
    if (!d_->run) {
        co_return fail(ErrorCode::NotFound, "No change is pending on this router.");
    }
    auto answer = firstOf<ChangeOutcome>(d_->whenRemoved);
    endInto(d_->run, true, answer);
    Result<ChangeOutcome> outcome = co_await answer;
    co_return outcome;
}

QCoro::Task<Result<ChangeOutcome>> Router::rollBackChange() {
    if (!d_->run) {
        co_return fail(ErrorCode::NotFound, "No change is pending on this router.");
    }
    auto answer = firstOf<ChangeOutcome>(d_->whenRemoved);
    endInto(d_->run, false, answer);
    Result<ChangeOutcome> outcome = co_await answer;
    co_return outcome;
}

bool Router::canUndo() const {
    return !d_->kept.empty() && !d_->run;
}

QString Router::undoTitle() const {
    return canUndo() ? QString::fromStdString(d_->kept.back().plan.title) : QString();
}

std::vector<std::string> Router::undoLines() const {
    return canUndo() ? core::change::undoLines(core::change::appliedOf(d_->kept.back())) : std::vector<std::string>();
}

QCoro::Task<Result<Plan>> Router::planUndo(SentChange sent) {
    const std::weak_ptr<int> alive = d_->life;
    const Result<Session*> session = d_->session();
    if (!session) {
        co_return tl::unexpected(session.error());
    }
    Result<UndoPlan> undo = co_await core::change::planUndo(**session, std::move(sent));
    if (alive.expired()) {
        co_return removed();
    }
    if (!undo) {
        co_return tl::unexpected(undo.error());
    }
    for (const std::string& conflict : undo->conflicts) {
        undo->plan.notes.push_back({core::model::PlanNote::Tone::Warning, "Changed since", conflict});
    }
    co_return std::move(undo->plan);
}

QString Router::journalName() const {
    if (isLab()) {
        return QStringLiteral("lab:") + labName();
    }
    const Endpoint at = endpoint();
    return at.port == usualPort(at.via) ? at.host : QStringLiteral("%1:%2").arg(at.host).arg(at.port);
}

QCoro::Task<Result<Plan>> Router::planUndo(qint64 number) {
    const std::weak_ptr<int> alive = d_->life;
    Result<SentChange> sent = co_await sentChange(number);
    if (alive.expired()) {
        co_return removed();
    }
    if (!sent) {
        co_return tl::unexpected(sent.error());
    }
    Result<Plan> plan = co_await planUndo(std::move(*sent));
    co_return plan;
}

QCoro::Task<Result<ChangeOutcome>> Router::concludeChange(qint64 number, bool keep) {
    const std::weak_ptr<int> alive = d_->life;
    Result<SentChange> sent = co_await sentChange(number);
    if (alive.expired()) {
        co_return removed();
    }
    if (!sent) {
        co_return tl::unexpected(sent.error());
    }
    core::change::RunServices services{d_->connection->maker(), std::make_shared<JournalLog>()};
    core::change::RunTerms terms{journalName().toStdString(), endpoint().user.toStdString(), 0, false};
    const auto run = ChangeRun::adopt(number, std::move(*sent), std::move(terms), std::move(services));
    auto answer = firstOf<ChangeOutcome>(d_->whenRemoved);
    concludeInto(run, keep ? ChangeRun::Wish::Keep : ChangeRun::Wish::TakeBack, answer);
    Result<ChangeOutcome> outcome = co_await answer;
    if (outcome && !alive.expired()) {
        d_->lastEnd = ChangeEnd{QString::fromStdString(run->sent().plan.title), *outcome, QString::fromStdString(run->detail()), number};
        Q_EMIT changeStateChanged();
    }
    co_return outcome;
}

QCoro::Task<Result<void>> Router::undo() {
    const std::weak_ptr<int> alive = d_->life;
    if (!canUndo()) {
        co_return fail(ErrorCode::NotFound, "There is nothing to undo.");
    }
    SentChange last = d_->kept.back();
    Result<Plan> plan = co_await planUndo(std::move(last));
    if (!plan) {
        co_return tl::unexpected(plan.error());
    }
    if (!plan->steps.empty()) {
        ChangeTerms terms;
        terms.keepAtOnce = true;
        const Result<ChangeRecord> record = co_await apply(std::move(*plan), terms);
        if (!record || record->outcome != ChangeOutcome::Kept) {
            co_return record ? fail(ErrorCode::Refused, "The undo was taken back.", record->detail) : tl::unexpected(record.error());
        }
        if (alive.expired()) {
            co_return removed();
        }
        d_->kept.pop_back(); // the undo itself
    }
    d_->kept.pop_back();
    Q_EMIT changeStateChanged();
    co_return Result<void>{};
}

} // namespace core::workspace
