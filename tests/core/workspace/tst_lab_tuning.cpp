// The first road end to end: the bundled agent on the default lab, tuned and untuned by the workspace.
#include "core/base/resources.h"
#include "core/workspace/doctor.h"
#include "core/workspace/journal.h"
#include "core/workspace/live_config.h"
#include "core/workspace/router_explanation.h"
#include "core/workspace/workspace.h"

#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

using core::base::Result;
using core::model::ChangeRecord;
using core::model::PathKind;
using core::model::Plan;
using core::workspace::LinkState;
using core::workspace::Router;
using core::workspace::Tuning;
using core::workspace::Workspace;

namespace {

QCoro::Task<void> tuneInto(Router& router, Tuning tuning, std::optional<Result<ChangeRecord>>& into) {
    Result<Plan> plan = co_await router.plan(tuning);
    if (!plan) {
        into = tl::unexpected(plan.error());
        co_return;
    }
    if (plan->steps.empty()) {
        into = core::base::fail(core::base::ErrorCode::NotFound, plan->obstacle);
        co_return;
    }
    Result<ChangeRecord> record = co_await router.apply(std::move(*plan));
    if (record) {
        const Result<core::model::ChangeOutcome> outcome = co_await router.keepChange();
        record->outcome = outcome.value_or(core::model::ChangeOutcome::Unknown);
    }
    into = std::move(record);
}

// Applies it and says nothing more; eight seconds to confirm.
QCoro::Task<void> applyInto(Router& router, Tuning tuning, double leastShare, std::optional<Result<ChangeRecord>>& into) {
    Result<Plan> plan = co_await router.plan(tuning);
    if (!plan) {
        into = tl::unexpected(plan.error());
        co_return;
    }
    core::workspace::ChangeTerms terms;
    terms.confirmSeconds = leastShare > 0 ? 60 : 8;
    terms.guard.leastShare = leastShare;
    Result<ChangeRecord> record = co_await router.apply(std::move(*plan), terms);
    into = std::move(record);
}

QCoro::Task<void> undoInto(Router& router, std::optional<Result<void>>& into) {
    Result<void> undone = co_await router.undo();
    into = std::move(undone);
}

using core::workspace::LiveConfig;

QCoro::Task<void> readInto(Router& router, core::workspace::ReadingHooks hooks, std::optional<Result<LiveConfig>>& into) {
    Result<LiveConfig> live = co_await router.readConfig(std::move(hooks));
    into = std::move(live);
}

// What the doctor says, but for lines and numbers: a running router counts rows that a file does not have.
QStringList told(const core::model::Diagnosis& diagnosis) {
    QStringList out;
    for (const auto& finding : diagnosis.findings) {
        QString line = QString::fromStdString(finding.id);
        for (const auto& at : finding.evidence) {
            line += QStringLiteral(" | ") + QString::fromStdString(at.menu + " " + at.text);
        }
        out << line;
    }
    for (const auto& verdict : diagnosis.verdicts) {
        out << QString::fromStdString(verdict.from + " > " + verdict.to + " " + std::string(core::model::verdictPathId(verdict.steady)));
    }
    return out;
}

} // namespace

class TestLabTuning : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QCoreApplication::setOrganizationName(QStringLiteral("pathscope-test"));
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings_.path());
        qputenv("XDG_DATA_HOME", settings_.path().toUtf8()); // the journal
        router_ = workspace_.startLab(Workspace::defaultLab());
        QTRY_VERIFY_WITH_TIMEOUT(router_->state().link == LinkState::Online || router_->state().link == LinkState::Failed, 20000);
        QVERIFY2(router_->state().link == LinkState::Online, qPrintable(router_->state().message));
        QTRY_VERIFY_WITH_TIMEOUT(router_->state().rates.has_value() && router_->state().rates->paths.total.bps > 1e6, 15000);
    }

    void theLabStartsOnTheSlowPath() {
        QTRY_VERIFY_WITH_TIMEOUT(share(PathKind::Slow) > 0.5, 8000);
        QVERIFY(share(PathKind::FastTrack) < 0.05);
        QVERIFY(share(PathKind::Switch) > 0.01); // two LAN ports copy a file
        QTRY_VERIFY_WITH_TIMEOUT(router_->state().identity.isAgent(), 5000);
        QTRY_VERIFY_WITH_TIMEOUT(router_->state().pingP50Ms.has_value(), 8000);
    }

    void itsConfigurationReadLiveIsThatOfItsFile() {
        std::optional<Result<LiveConfig>> live;
        std::size_t done = 0, total = 0;
        readInto(*router_, {[&](std::size_t d, std::size_t of) { done = d, total = of; }, {}}, live);
        QTRY_VERIFY_WITH_TIMEOUT(live.has_value(), 15000);
        QVERIFY2(live->has_value(), live->has_value() ? "" : live->error().describe().c_str());
        QCOMPARE(done, total);
        QVERIFY(total > 50);
        QCOMPARE((*live)->board, std::string("RBD52G-5HacD2HnD"));
        QVERIFY((*live)->counters.interfaces.size() >= 5);
        QVERIFY(!(*live)->running.sniffer);
        QVERIFY(!(*live)->bytes.empty());
        const auto ofRouter = core::workspace::diagnoseLive(**live, {});
        const auto file = core::base::readFile(core::base::resourceDir().value() / "labs/hap-ac2-gigabit/config.rsc");
        QVERIFY(file.has_value());
        const auto ofFile = core::workspace::diagnoseText(*file, {"file", "RBD52G-5HacD2HnD", {}});
        QVERIFY(ofRouter.has_value() && ofFile.has_value());
        QCOMPARE(told(*ofRouter), told(*ofFile));
    }

    void whatIsKeptApartIsNamed() {
        LiveConfig live;
        live.config.items = 1;
        live.dynamic["/queue/simple"] = {{{"name", "<pppoe-anna>"}}, {{"name", "<pppoe-bert>"}}};
        live.dynamic["/ip/firewall/filter"] = {{{"comment", "special dummy rule to show fasttrack counters"}}};
        live.invalid["/ip/firewall/nat"] = {{{"chain", "srcnat"}}};
        live.refused = {"/ip/ipsec/policy"};
        const auto diagnosis = core::workspace::diagnoseLive(live, {});
        QVERIFY(diagnosis.has_value());
        QString unseen;
        for (const auto& each : diagnosis->unseen) {
            unseen += QString::fromStdString(each.text) + u'\n';
        }
        QVERIFY(unseen.contains(QStringLiteral("/queue/simple: 2 dynamic rows")));
        QVERIFY(unseen.contains(QStringLiteral("/ip/firewall/nat: 1 invalid rows")));
        QVERIFY(unseen.contains(QStringLiteral("/ip/ipsec/policy: the router does not show it")));
        QVERIFY(!unseen.contains(QStringLiteral("/ip/firewall/filter")));
    }

    void readingCanBeCancelled() {
        std::optional<Result<LiveConfig>> live;
        std::size_t asked = 0;
        readInto(*router_, {[&](std::size_t done, std::size_t) { asked = done; }, [&] { return asked >= 3; }}, live);
        QTRY_VERIFY_WITH_TIMEOUT(live.has_value(), 15000);
        QVERIFY(!live->has_value());
        QVERIFY(live->error().code == core::base::ErrorCode::Cancelled);
        QCOMPARE(asked, std::size_t(3));
    }

    void itsConfigurationIsExplainedWhenAskedForAndAPacketFollowed() {
        using core::workspace::ExplainState;
        core::workspace::RouterExplanation explanation(*router_);
        QCOMPARE(explanation.state().phase, ExplainState::Phase::Unread); // nothing is read by itself
        explanation.read();
        explanation.read(); // is on its way already
        QTRY_COMPARE_WITH_TIMEOUT(explanation.state().phase, ExplainState::Phase::Ready, 20000);
        const auto& explained = *explanation.state().explained;
        QVERIFY(explanation.state().fromRouter && explained.boardKnown);
        QCOMPARE(explained.diagnosis.findings.front().id, std::string("fasttrack-rule-missing"));
        core::model::PathQuestion question;
        question.from = "bridge";
        question.to = "ether1";
        explanation.follow(question);
        QTRY_VERIFY(explanation.state().walk);
        QVERIFY(explanation.state().walk->trace);
        QCOMPARE(explanation.state().walk->trace->later.path.kind, std::optional(PathKind::Slow));
        QTRY_VERIFY_WITH_TIMEOUT(explanation.state().walk->taken, 20000); // it is an agent: what its packets do comes beside it
        QVERIFY2(*explanation.state().walk->taken, explanation.state().walk->taken->has_value() ? "" : explanation.state().walk->taken->error().text.c_str());
        QVERIFY(explanation.state().walk->laterDifference);
        QVERIFY(explanation.state().walk->laterDifference->samePath);
    }
    void anExplanationThatIsGoneHearsNothingMore() {
        auto explanation = std::make_unique<core::workspace::RouterExplanation>(*router_);
        explanation->read();
        explanation.reset();
        std::optional<Result<LiveConfig>> live;
        readInto(*router_, {}, live);
        QTRY_VERIFY_WITH_TIMEOUT(live, 20000);
        QVERIFY(*live);
    }
    void addingFastTrackMovesTheTraffic() {
        tune(Tuning::AddFastTrack);
        QTRY_VERIFY_WITH_TIMEOUT(fastTrackOfCpu() > 0.95, 6000);
        QTRY_VERIFY_WITH_TIMEOUT(router_->state().fastTrackedConnections.value_or(0) > 0, 8000);
        QTRY_VERIFY_WITH_TIMEOUT(router_->lastEffect()->after.has_value(), 10000);
        QVERIFY(router_->lastEffect()->before.bps > 0);
    }

    void addingItTwiceHasNothingToDo() {
        std::optional<Result<ChangeRecord>> record;
        tuneInto(*router_, Tuning::AddFastTrack, record);
        QTRY_VERIFY_WITH_TIMEOUT(record.has_value(), 5000);
        QVERIFY(!record->has_value());
        QVERIFY(record->error().text.starts_with("Nothing to do"));
    }

    void queuesOnTheInterfacesKeepFastTrack() {
        tune(Tuning::QueuesOnInterfaces);
        QTRY_VERIFY_WITH_TIMEOUT(fastTrackOfCpu() > 0.95, 6000);
        tune(Tuning::QueuesOnGlobal);
        tune(Tuning::RemoveQueues);
    }

    void aChangeNobodyKeepsIsTakenBack() {
        std::optional<Result<ChangeRecord>> record;
        applyInto(*router_, Tuning::RemoveFastTrack, 0, record);
        QTRY_VERIFY_WITH_TIMEOUT(record.has_value(), 15000);
        QVERIFY2(record->has_value(), record->has_value() ? "" : record->error().describe().c_str());
        QCOMPARE((*record)->outcome, core::model::ChangeOutcome::Pending);
        const auto pending = router_->pendingChange();
        QVERIFY(pending && pending->phase == core::workspace::PendingChange::Phase::Waiting);
        QVERIFY(pending->safeMode && pending->scheduler);
        std::optional<Result<ChangeRecord>> second; // one at a time
        applyInto(*router_, Tuning::RemoveQueues, 0, second);
        QTRY_VERIFY_WITH_TIMEOUT(second.has_value(), 15000);
        QVERIFY(!second->has_value());
        QTRY_VERIFY_WITH_TIMEOUT(!router_->pendingChange(), 20000); // eight seconds to confirm
        QCOMPARE(router_->lastChangeEnd()->outcome, core::model::ChangeOutcome::RolledBack);
        QTRY_VERIFY_WITH_TIMEOUT(fastTrackOfCpu() > 0.95, 6000);
    }

    void aChangeThatSlowsTrafficDownIsTakenBackByItsGuard() {
        QTRY_VERIFY_WITH_TIMEOUT(fastTrackOfCpu() > 0.95, 6000);
        std::optional<Result<ChangeRecord>> record;
        applyInto(*router_, Tuning::RemoveFastTrack, 0.95, record);
        QTRY_VERIFY_WITH_TIMEOUT(record.has_value(), 15000);
        QVERIFY2(record->has_value(), record->has_value() ? "" : record->error().describe().c_str());
        QTRY_VERIFY_WITH_TIMEOUT(!router_->pendingChange(), 25000);
        QCOMPARE(router_->lastChangeEnd()->outcome, core::model::ChangeOutcome::RolledBack);
        QVERIFY2(router_->lastChangeEnd()->detail.startsWith(QStringLiteral("Throughput fell")), qPrintable(router_->lastChangeEnd()->detail));
        QTRY_VERIFY_WITH_TIMEOUT(fastTrackOfCpu() > 0.95, 6000);
    }

    void theJournalHasEveryChangeWithItsCommands() {
        const auto entries = core::workspace::readJournal(QStringLiteral("lab:") + Workspace::defaultLab());
        QVERIFY(entries && entries->size() >= 5);
        QCOMPARE(entries->front().outcome, QStringLiteral("rolled-back"));
        QCOMPARE(entries->back().outcome, QStringLiteral("kept"));
        const auto first = core::workspace::readJournalEntry(entries->back().number);
        QVERIFY(first.has_value());
        QVERIFY(first->commands.front().result.contains(QStringLiteral("/ip firewall filter"))); // the export before it
        QVERIFY(std::all_of(first->commands.begin(), first->commands.end(), [](const auto& command) { return !command.result.isEmpty(); }));
    }

    void everythingCanBeUndoneBackToTheStart() {
        int undos = 0;
        while (router_->canUndo()) {
            std::optional<Result<void>> undone;
            undoInto(*router_, undone);
            QTRY_VERIFY_WITH_TIMEOUT(undone.has_value(), 10000);
            QVERIFY2(undone->has_value(), undone->has_value() ? "" : undone->error().describe().c_str());
            ++undos;
        }
        QCOMPARE(undos, 4);
        QTRY_VERIFY_WITH_TIMEOUT(share(PathKind::Slow) > 0.5 && fastTrackOfCpu() < 0.05, 8000);
    }

    void removingFastTrackMovesTheTrafficBack() {
        tune(Tuning::AddFastTrack);
        QTRY_VERIFY_WITH_TIMEOUT(fastTrackOfCpu() > 0.95, 6000);
        tune(Tuning::RemoveFastTrack);
        QTRY_VERIFY_WITH_TIMEOUT(fastTrackOfCpu() < 0.05 && share(PathKind::Slow) > 0.5, 8000);
    }

private:
    [[nodiscard]] double share(PathKind kind) const { return router_->state().rates ? router_->state().rates->paths.share(kind) : 0; }
    // FastTrack's part of what reaches the CPU: the file copy stays in the switch whatever is tuned.
    [[nodiscard]] double fastTrackOfCpu() const {
        const double cpu = 1 - share(PathKind::Switch);
        return router_->state().rates && cpu > 0 ? share(PathKind::FastTrack) / cpu : 0;
    }
    void tune(Tuning tuning) {
        std::optional<Result<ChangeRecord>> record;
        tuneInto(*router_, tuning, record);
        QTRY_VERIFY_WITH_TIMEOUT(record.has_value(), 10000);
        QVERIFY2(record->has_value(), record->has_value() ? "" : record->error().describe().c_str());
        QCOMPARE((*record)->outcome, core::model::ChangeOutcome::Kept);
    }

    QTemporaryDir settings_;
    Workspace workspace_;
    Router* router_ = nullptr;
};

QTEST_GUILESS_MAIN(TestLabTuning)
#include "tst_lab_tuning.moc"
