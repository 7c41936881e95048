// A change that is kept already, measured on the lab: it is taken back for some of the runs, and is in force again afterwards, however they end.
#include "core/workspace/experiment_shelf.h"
#include "core/workspace/workspace.h"

#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using core::base::Result;
using core::model::Side;
using core::workspace::LinkState;
using core::workspace::Tuning;
using core::workspace::Workspace;
using Step = core::workspace::ExperimentProgress::Step;

namespace {

QCoro::Task<void> keepInto(core::workspace::Router& router, std::optional<Result<core::model::ChangeOutcome>>& into) {
    Result<core::model::Plan> plan = co_await router.plan(Tuning::AddFastTrack);
    if (!plan) {
        into = tl::unexpected(plan.error());
        co_return;
    }
    const Result<core::model::ChangeRecord> record = co_await router.apply(std::move(*plan));
    if (!record) {
        into = tl::unexpected(record.error());
        co_return;
    }
    Result<core::model::ChangeOutcome> outcome = co_await router.keepChange();
    into = std::move(outcome);
}

} // namespace

class TestKeptExperiment : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QCoreApplication::setOrganizationName(QStringLiteral("pathscope-test"));
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder_.path());
        qputenv("XDG_DATA_HOME", folder_.path().toUtf8());
        router_ = workspace_.startLab(Workspace::defaultLab());
        QTRY_VERIFY_WITH_TIMEOUT(router_->state().link == LinkState::Online || router_->state().link == LinkState::Failed, 20000);
        QVERIFY2(router_->state().link == LinkState::Online, qPrintable(router_->state().message));
        std::optional<Result<core::model::ChangeOutcome>> kept;
        keepInto(*router_, kept);
        QTRY_VERIFY_WITH_TIMEOUT(kept.has_value(), 20000);
        QVERIFY2(kept->has_value(), kept->has_value() ? "" : kept->error().describe().c_str());
        QTRY_VERIFY_WITH_TIMEOUT(router_->lastChangeEnd().has_value(), 5000);
        number_ = router_->lastChangeEnd()->number;
        QTRY_VERIFY_WITH_TIMEOUT(router_->state().fastTrackActive.value_or(false), 10000);
    }

    void bothSidesAreMeasuredAndTheChangeIsInForceAgain() {
        measure({Side::After, Side::Before}, true);
        QTRY_VERIFY_WITH_TIMEOUT(!shelf().running, 90000);
        QVERIFY2(shelf().outcome.isEmpty(), qPrintable(shelf().outcome));
        QTRY_VERIFY_WITH_TIMEOUT(!shelf().open.isEmpty(), 5000);
        const auto found = core::workspace::findEvidence(shelf().open.front().toStdString());
        QVERIFY(found.has_value());
        const auto& experiment = found->experiment;
        QCOMPARE(experiment.runs.size(), std::size_t(2));
        QVERIFY(experiment.runs[0].side == Side::After && experiment.runs[1].side == Side::Before);
        QVERIFY(experiment.runs[0].configHash != experiment.runs[1].configHash);
        QVERIFY(QString::fromStdString(experiment.title).startsWith(QStringLiteral("Add FastTrack")));
        QVERIFY(QString::fromStdString(experiment.change.at(0)).contains(QStringLiteral("fasttrack-connection"))); // what was kept, not what took it back
        QVERIFY(QString::fromStdString(experiment.inverse.at(0)).contains(QStringLiteral("remove")));
        // What the twin said: of the router as it is, because the change is in force.
        QVERIFY(experiment.predicted.size() >= 2);
        QCOMPARE(experiment.predicted[0].metric, core::model::Metric::Throughput);
        QVERIFY2(experiment.predicted[0].value > 5e8 && experiment.predicted[0].value < 2e9, qPrintable(QString::number(experiment.predicted[0].value)));
        inForce();
    }

    void cancelledWhileTheTwinIsAskedNothingWasChanged() {
        measure({Side::Before}, true);
        QTRY_VERIFY_WITH_TIMEOUT(shelf().progress.step == Step::AskingTwin, 20000);
        workspace_.experiments().cancel();
        QTRY_VERIFY_WITH_TIMEOUT(!shelf().running, 20000);
        QVERIFY(!shelf().outcome.isEmpty());
        inForce();
    }

    void cancelledWhileItIsTakenBackItIsMadeAgain() {
        measure({Side::Before, Side::After});
        const auto& progress = shelf().progress;
        QTRY_VERIFY_WITH_TIMEOUT(progress.step == Step::Measuring && progress.second >= 1, 20000);
        QVERIFY(router_->pendingChange().has_value()); // taken back, with the router holding the way forth
        workspace_.experiments().cancel();
        QTRY_VERIFY_WITH_TIMEOUT(!shelf().running, 20000);
        QVERIFY(!shelf().outcome.isEmpty());
        inForce();
    }

    void aChangeThatIsNotInTheJournalIsRefused() {
        const qint64 real = number_;
        number_ = 999;
        measure({Side::Before});
        number_ = real;
        QTRY_VERIFY_WITH_TIMEOUT(!shelf().running, 10000);
        QVERIFY2(shelf().outcome.contains(QStringLiteral("999")), qPrintable(shelf().outcome));
        inForce();
    }

private:
    [[nodiscard]] const core::workspace::ShelfState& shelf() const { return workspace_.experiments().state(); }
    void measure(core::experiment::Schedule schedule, bool askTwin = false) {
        core::workspace::ExperimentRequest request;
        request.change = core::workspace::KeptChange{number_};
        request.schedule = std::move(schedule);
        request.length = {3, 1};
        request.askTwin = askTwin;
        workspace_.experiments().measure(*router_, std::move(request));
        QVERIFY(shelf().running);
    }
    void inForce() {
        QTRY_VERIFY_WITH_TIMEOUT(!router_->pendingChange(), 10000);
        QTRY_VERIFY_WITH_TIMEOUT(router_->state().fastTrackActive.value_or(false), 10000);
    }

    QTemporaryDir folder_;
    Workspace workspace_;
    core::workspace::Router* router_ = nullptr;
    qint64 number_ = 0;
};

QTEST_GUILESS_MAIN(TestKeptExperiment)
#include "tst_kept_experiment.moc"
