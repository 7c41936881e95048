// A RouterSource whose every answer the test sets by hand.
#pragma once

#include "fake_explain.h"
#include "ui/pages/router_source.h"

namespace testing {

class FakeRouter : public ui::RouterSource {
    Q_OBJECT
public:
    QString routerName = QStringLiteral("office-gw");
    core::workspace::Endpoint where{QStringLiteral("192.168.88.1"), 8728, QStringLiteral("admin"), core::workspace::Via::Api};
    bool lab = true;
    core::workspace::RouterState current;
    std::deque<core::model::RateSample> samples;
    std::vector<core::workspace::Event> marks;
    core::base::Nanos clock = 7200 * core::base::kSecond;

    core::base::Result<core::model::Plan> planAnswer;
    core::base::Result<core::model::ChangeRecord> applyAnswer;
    bool undoable = false;
    std::vector<std::string> undoCommands;
    std::optional<core::workspace::ChangeEffect> effect;

    std::vector<core::workspace::Tuning> plansAsked;
    std::vector<core::model::Plan> applied;
    int undone = 0;
    std::optional<core::workspace::PendingChange> pending;
    std::optional<core::workspace::ChangeEnd> ended;
    int kept = 0, rolledBack = 0;
    std::vector<qint64> undoPlansAsked;
    int reconnects = 0;

    [[nodiscard]] QString name() const override { return routerName; }
    [[nodiscard]] core::workspace::Endpoint endpoint() const override { return where; }
    [[nodiscard]] bool isLab() const override { return lab; }
    [[nodiscard]] QString labName() const override { return QStringLiteral("hap-ac2-gigabit"); }
    [[nodiscard]] const core::workspace::RouterState& state() const override { return current; }
    [[nodiscard]] const std::deque<core::model::RateSample>& history() const override { return samples; }
    [[nodiscard]] const std::vector<core::workspace::Event>& events() const override { return marks; }
    [[nodiscard]] core::base::Nanos now() const override { return clock; }
    QCoro::Task<core::base::Result<core::model::Plan>> plan(core::workspace::Tuning tuning) override;
    QCoro::Task<core::base::Result<core::model::Plan>> planQos(core::workspace::QosRequest request, bool afresh) override;
    std::vector<core::workspace::QosRequest> qosAsked;                            // with what
    std::function<core::base::Result<core::model::Plan>(const core::workspace::QosRequest&)> qosAnswer;
    QCoro::Task<core::base::Result<core::workspace::QosLinks>> qosLinks() override;
    core::workspace::QosLinks links{{{"ether1", {"ether1"}}}, {{"bridge", {"bridge", "vlan10"}}, {"ether5", {"ether5"}}}, false, {1e9}};
    QCoro::Task<core::base::Result<core::model::ChangeRecord>> apply(core::model::Plan plan, core::workspace::ChangeTerms terms) override;
    QCoro::Task<core::base::Result<core::workspace::FastTracked>> fastTracked() override;
    core::base::Result<core::workspace::FastTracked> fastTrackedAnswer;
    std::vector<core::workspace::ChangeTerms> termsGiven; // with each of `applied`
    QCoro::Task<core::base::Result<void>> undo() override;
    [[nodiscard]] std::optional<core::workspace::PendingChange> pendingChange() const override { return pending; }
    [[nodiscard]] std::optional<core::workspace::ChangeEnd> lastChangeEnd() const override { return ended; }
    QCoro::Task<core::base::Result<core::model::ChangeOutcome>> keepChange() override;
    QCoro::Task<core::base::Result<core::model::ChangeOutcome>> rollBackChange() override;
    [[nodiscard]] QString journalName() const override { return QStringLiteral("192.168.88.1"); }
    QCoro::Task<core::base::Result<core::model::Plan>> planUndo(qint64 number) override;
    [[nodiscard]] bool canUndo() const override { return undoable; }
    [[nodiscard]] QString undoTitle() const override { return QStringLiteral("Add FastTrack"); }
    [[nodiscard]] std::vector<std::string> undoLines() const override { return undoCommands; }
    [[nodiscard]] std::optional<core::workspace::ChangeEffect> lastEffect() const override { return effect; }
    void reconnectNow() override { ++reconnects; }
    [[nodiscard]] ui::ExplainSource* explain() override { return &explained; }
    FakeExplain explained;
};

// The plan of "Add FastTrack", with long lines.
core::model::Plan fastTrackPlan();

} // namespace testing
