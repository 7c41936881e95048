// A core::workspace::Router as the pages see it. While the router waits for its next attempt the remaining time counts down here, so that
// every view shows the same seconds. Lives as long as its router's row; GUI thread.
#pragma once

#include "core/base/clock.h"
#include "core/workspace/live_config.h"
#include "core/workspace/router_explanation.h"
#include "ui/pages/router_source.h"

#include <QPointer>
#include <QTimer>

namespace ui {

class WorkspaceExplainSource;

class WorkspaceRouterSource final : public RouterSource {
    Q_OBJECT
public:
    explicit WorkspaceRouterSource(core::workspace::Router* router, QObject* parent = nullptr);

    [[nodiscard]] core::workspace::Router* router() const { return router_; }

    [[nodiscard]] QString name() const override { return router_->name(); }
    [[nodiscard]] core::workspace::Endpoint endpoint() const override { return router_->endpoint(); }
    [[nodiscard]] bool isLab() const override { return router_->isLab(); }
    [[nodiscard]] QString labName() const override { return router_->labName(); }
    [[nodiscard]] const core::workspace::RouterState& state() const override { return state_; }
    [[nodiscard]] const std::deque<core::model::RateSample>& history() const override { return router_->history(); }
    [[nodiscard]] const std::vector<core::workspace::Event>& events() const override { return router_->events(); }
    [[nodiscard]] core::base::Nanos now() const override { return clock_.now(); }
    QCoro::Task<core::base::Result<core::model::Plan>> plan(core::workspace::Tuning tuning) override { return router_->plan(tuning); }
    QCoro::Task<core::base::Result<core::model::Plan>> planQos(core::workspace::QosRequest request, bool afresh) override;
    QCoro::Task<core::base::Result<core::workspace::QosLinks>> qosLinks() override;
    QCoro::Task<core::base::Result<core::model::ChangeRecord>> apply(core::model::Plan plan, core::workspace::ChangeTerms terms) override;
    QCoro::Task<core::base::Result<core::workspace::FastTracked>> fastTracked() override { return router_->fastTracked(); }
    [[nodiscard]] std::optional<core::workspace::PendingChange> pendingChange() const override { return router_->pendingChange(); }
    [[nodiscard]] std::optional<core::workspace::ChangeEnd> lastChangeEnd() const override { return router_->lastChangeEnd(); }
    QCoro::Task<core::base::Result<core::model::ChangeOutcome>> keepChange() override { return router_->keepChange(); }
    QCoro::Task<core::base::Result<core::model::ChangeOutcome>> rollBackChange() override { return router_->rollBackChange(); }
    [[nodiscard]] QString journalName() const override { return router_->journalName(); }
    QCoro::Task<core::base::Result<core::model::Plan>> planUndo(qint64 number) override { return router_->planUndo(number); }
    QCoro::Task<core::base::Result<void>> undo() override { return router_->undo(); }
    [[nodiscard]] bool canUndo() const override { return router_->canUndo(); }
    [[nodiscard]] QString undoTitle() const override { return router_->undoTitle(); }
    [[nodiscard]] std::vector<std::string> undoLines() const override { return router_->undoLines(); }
    [[nodiscard]] std::optional<core::workspace::ChangeEffect> lastEffect() const override { return router_->lastEffect(); }
    void reconnectNow() override { router_->reconnectNow(); }
    [[nodiscard]] ExplainSource* explain() override;

private:
    QCoro::Task<core::base::Result<void>> readForQos();
    void takeState();
    void countDown();

    core::workspace::Router* router_; // outlives this object: the main window drops the source in routerRemoved
    core::workspace::RouterState state_;
    core::base::SteadyClock clock_;
    core::base::Nanos retryAt_ = 0;
    QTimer countdown_;
    core::workspace::RouterExplanation explanation_;
    WorkspaceExplainSource* explain_;
    std::shared_ptr<const core::workspace::LiveConfig> read_; // for planQos()
    bool online_ = false; // when the explanation's page was last told
};

} // namespace ui
