#include "core/workspace/router.h"

#include "core/planner/fasttrack_plans.h"
#include "core/planner/queue_plans.h"
#include "core/workspace/fasttracked.h"
#include "core/workspace/lab_traffic.h"
#include "core/workspace/live_config.h"
#include "core/workspace/router_private.h"
#include "core/workspace/taken_walks.h"
#include "core/workspace/tuning_facts.h"

namespace core::workspace {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;
using core::link::Session;
using core::model::Plan;

namespace {

Plan planFor(Tuning tuning, const core::planner::RouterFacts& facts) {
    switch (tuning) {
    case Tuning::AddFastTrack:
        return core::planner::addFastTrack(facts);
    case Tuning::RemoveFastTrack:
        return core::planner::removeFastTrack(facts);
    case Tuning::QueuesOnInterfaces:
        return core::planner::queuesOnInterfaces(facts);
    case Tuning::QueuesOnGlobal:
        return core::planner::queuesOnGlobal(facts);
    case Tuning::RemoveQueues:
        return core::planner::removeQueues(facts);
    }
    return {};
}

} // namespace

Router::Router(std::unique_ptr<Private> d, QObject* parent)
    : QObject(parent)
    , d_(std::move(d)) {
    d_->attach(this);
}

Router::~Router() {
    d_->life.reset();
    for (const auto& answer : std::exchange(d_->whenRemoved, {})) {
        answer();
    }
}

QString Router::id() const {
    return d_->id;
}

QString Router::name() const {
    if (!d_->state.identity.identity.isEmpty()) {
        return d_->state.identity.identity;
    }
    return isLab() ? d_->lab : endpoint().host;
}

Endpoint Router::endpoint() const {
    return d_->connection->endpoint();
}

bool Router::isLab() const {
    return !d_->lab.isEmpty();
}

QString Router::labName() const {
    return d_->lab;
}

const RouterState& Router::state() const {
    return d_->state;
}

const std::deque<core::model::RateSample>& Router::history() const {
    return d_->history.samples();
}

const std::vector<Event>& Router::events() const {
    return d_->events;
}

QCoro::Task<Result<LiveConfig>> Router::readConfig() {
    return readConfig(ReadingHooks());
}

QCoro::Task<Result<LiveConfig>> Router::readConfig(ReadingHooks hooks) {
    const std::weak_ptr<int> alive = d_->life;
    const Result<Session*> session = d_->session();
    if (!session) {
        co_return tl::unexpected(session.error());
    }
    Result<LiveConfig> live = co_await core::workspace::readConfig(**session, std::move(hooks));
    if (alive.expired()) {
        co_return fail(ErrorCode::Cancelled, "The router was removed.");
    }
    co_return live;
}

QCoro::Task<Result<core::model::TakenWalks>> Router::trace(core::model::PathQuestion question) {
    return trace(std::move(question), FollowHooks());
}

QCoro::Task<Result<core::model::TakenWalks>> Router::trace(core::model::PathQuestion question, FollowHooks hooks) {
    const std::weak_ptr<int> alive = d_->life;
    const Result<Session*> session = d_->session();
    if (!session) {
        co_return tl::unexpected(session.error());
    }
    // Asked before each second's request: a router that was removed has no session any more.
    hooks.cancelled = [alive, asked = std::move(hooks.cancelled)] { return alive.expired() || (asked && asked()); };
    Result<core::model::TakenWalks> walks = co_await followPackets(**session, std::move(question), std::move(hooks));
    if (alive.expired()) {
        co_return fail(ErrorCode::Cancelled, "The router was removed.");
    }
    co_return walks;
}

QCoro::Task<Result<LabTraffic>> Router::labTraffic() {
    const std::weak_ptr<int> alive = d_->life;
    const Result<Session*> session = d_->session();
    if (!session) {
        co_return tl::unexpected(session.error());
    }
    Result<LabTraffic> traffic = co_await readLabTraffic(**session);
    if (alive.expired()) {
        co_return fail(ErrorCode::Cancelled, "The router was removed.");
    }
    co_return traffic;
}

QCoro::Task<Result<FastTracked>> Router::fastTracked() {
    const std::weak_ptr<int> alive = d_->life;
    const Result<Session*> session = d_->session();
    if (!session) {
        co_return tl::unexpected(session.error());
    }
    Result<FastTracked> now = co_await readFastTracked(**session);
    if (alive.expired()) {
        co_return fail(ErrorCode::Cancelled, "The router was removed.");
    }
    co_return now;
}

QCoro::Task<Result<Plan>> Router::plan(Tuning tuning) {
    const std::weak_ptr<int> alive = d_->life;
    const Result<Session*> session = d_->session();
    if (!session) {
        co_return tl::unexpected(session.error());
    }
    Result<core::planner::RouterFacts> facts = co_await readFacts(**session);
    if (!facts) {
        co_return tl::unexpected(facts.error());
    }
    if (alive.expired()) {
        co_return fail(ErrorCode::Cancelled, "The router was removed.");
    }
    facts->version = d_->state.identity.version.toStdString();
    facts->measuredPeak = d_->history.peaks();
    co_return planFor(tuning, *facts);
}

std::optional<ChangeEffect> Router::lastEffect() const {
    return d_->effect.effect();
}

void Router::reconnectNow() {
    d_->connection->connectNow();
}

void Router::trustNewPeer() {
    d_->connection->trustNewPeer();
}

void Router::disconnectFromRouter() {
    d_->connection->giveUp(QStringLiteral("closed"));
}

} // namespace core::workspace
