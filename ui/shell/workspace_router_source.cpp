#include "ui/shell/workspace_router_source.h"

#include "ui/shell/workspace_explain_source.h"

#include <algorithm>
#include <chrono>

namespace ui {

using core::workspace::LinkState;
using core::workspace::Router;
using core::base::Result;
using core::model::Plan;

namespace {
constexpr double kLeastQueued = 0.95;
}

WorkspaceRouterSource::WorkspaceRouterSource(Router* router, QObject* parent)
    : RouterSource(parent)
    , router_(router)
    , explanation_(*router)
    , explain_(new WorkspaceExplainSource(&explanation_, router->name(), [this] { return state_.link == LinkState::Online; }, this)) {
    countdown_.setInterval(std::chrono::seconds(1));
    connect(&countdown_, &QTimer::timeout, this, &WorkspaceRouterSource::countDown);
    connect(router, &Router::stateChanged, this, [this] {
        takeState();
        Q_EMIT stateChanged();
        if (const bool online = state_.link == LinkState::Online; online != online_) {
            online_ = online;
            Q_EMIT explain_->changed(); // what can be read has changed
        }
    });
    connect(router, &Router::sampleAdded, this, [this] {
        takeState();
        Q_EMIT sampleAdded();
    });
    connect(router, &Router::eventAdded, this, &RouterSource::eventAdded);
    connect(router, &Router::changeStateChanged, this, &RouterSource::changeStateChanged);
    takeState();
}

QCoro::Task<Result<void>> WorkspaceRouterSource::readForQos() {
    const QPointer<WorkspaceRouterSource> self(this);
    Result<core::workspace::LiveConfig> live = co_await router_->readConfig({{}, {}, std::chrono::milliseconds(0)});
    if (!live) {
        co_return tl::unexpected(live.error());
    }
    if (!self) {
        co_return core::base::fail(core::base::ErrorCode::Cancelled, "The router was removed.");
    }
    read_ = std::make_shared<const core::workspace::LiveConfig>(std::move(*live));
    co_return Result<void>();
}

QCoro::Task<Result<core::workspace::QosLinks>> WorkspaceRouterSource::qosLinks() {
    const QPointer<WorkspaceRouterSource> self(this);
    if (const Result<void> read = co_await readForQos(); !read) {
        co_return tl::unexpected(read.error());
    }
    co_return self ? core::workspace::qosLinksOf(*read_, {}) : core::base::fail(core::base::ErrorCode::Cancelled, "The router was removed.");
}

QCoro::Task<Result<Plan>> WorkspaceRouterSource::planQos(core::workspace::QosRequest request, bool afresh) {
    const QPointer<WorkspaceRouterSource> self(this);
    if (afresh || !read_) {
        if (const Result<void> read = co_await readForQos(); !read) {
            co_return tl::unexpected(read.error());
        }
    }
    co_return self ? core::workspace::planQosOf(*read_, request) : core::base::fail(core::base::ErrorCode::Cancelled, "The router was removed.");
}

QCoro::Task<Result<core::model::ChangeRecord>> WorkspaceRouterSource::apply(Plan plan, core::workspace::ChangeTerms terms) {
    if (plan.id == "qos") {
        terms.guard.leastQueued = kLeastQueued; // a plan of queues is worth nothing where they see nothing
    }
    return router_->apply(std::move(plan), terms);
}

ExplainSource* WorkspaceRouterSource::explain() {
    return explain_;
}

void WorkspaceRouterSource::takeState() {
    state_ = router_->state();
    if (state_.link == LinkState::Reconnecting) {
        retryAt_ = clock_.now() + state_.retryInMs * core::base::kMillisecond;
        countdown_.start();
    } else {
        countdown_.stop();
    }
}

void WorkspaceRouterSource::countDown() {
    state_.retryInMs = static_cast<int>(std::max<core::base::Nanos>(0, retryAt_ - clock_.now()) / core::base::kMillisecond);
    Q_EMIT stateChanged();
}

} // namespace ui
