#include "ui/shell/workspace_router_source.h"

#include "ui/shell/workspace_explain_source.h"

#include <algorithm>
#include <chrono>

namespace ui {

using core::workspace::LinkState;
using core::workspace::Router;

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
