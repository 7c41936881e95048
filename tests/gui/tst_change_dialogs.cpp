// Dialogs around a change: words only the administrator knows, when it is taken back, connections that keep the old path.
#include "fake_router.h"
#include "ui/models/fasttracked_model.h"
#include "ui/pages/blanks_dialog.h"
#include "ui/pages/change_bar.h"
#include "ui/pages/change_dialog.h"
#include "ui/pages/config_panel.h"
#include "ui/pages/explain_details.h"
#include "ui/pages/explain_page.h"
#include "ui/pages/fasttracked_dialog.h"
#include "ui/pages/guard_form.h"
#include "ui/pages/router_panel.h"
#include "ui/pages/tuning_controller.h"
#include "ui/theme/theme.h"
#include "ui/widgets/command_block.h"
#include "ui/widgets/notice_bar.h"
#include "ui/widgets/path_badge.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTest>

using core::model::PathKind;
using core::model::Plan;
using core::workspace::FastTracked;
using testing::FakeRouter;

namespace {

template <class Widget> Widget* part(QWidget& in, const char* name) {
    return in.findChild<Widget*>(QString::fromLatin1(name));
}

Plan exempting() {
    Plan plan = testing::fastTrackPlan();
    plan.id = "fix:ipsec-connections-fasttracked";
    plan.title = "Fix: FastTracked connections pass the IPsec policy by";
    plan.paths = {{"bridge", "ether1", {PathKind::FastTrack, {}}, {PathKind::Slow, {}}}};
    return plan;
}

FastTracked twoConnections() {
    FastTracked now;
    now.count = 2;
    now.listed = true;
    now.octets = 5000000;
    now.bps = 20e6;
    now.busiest = {{{"tcp", "192.168.88.10", "50000", "203.0.113.1", "443"}, 4000000, 18e6}, {{"tcp", "192.168.88.11", "50001", "203.0.113.2", "443"}, 1000000, 2e6}};
    return now;
}

void online(FakeRouter& router) {
    router.current.link = core::workspace::LinkState::Online;
    router.explained.current.phase = core::workspace::ExplainState::Phase::Ready;
    router.explained.current.explained = testing::explainedOffice();
    router.explained.current.fromRouter = true;
}

} // namespace

class TestChangeDialogs : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QCoreApplication::setOrganizationName(QStringLiteral("Pathscope tests"));
        QCoreApplication::setApplicationName(QStringLiteral("tst_change_dialogs"));
        ui::Theme::instance().setChoice(ui::ThemeChoice::Dark);
    }
    void init() { QSettings().clear(); }

    void everyBlankIsNeededBeforeItGoesOn() {
        ui::BlanksDialog dialog(QStringLiteral("Fix"), {{"DOWN", "What the line carries"}, {"UP", "And back"}}, nullptr);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        QSignalSpy filled(&dialog, &ui::BlanksDialog::filled);
        auto* go = part<QPushButton>(dialog, "goOn");
        QVERIFY(!go->isEnabled());
        part<QLineEdit>(dialog, "DOWN")->setText(QStringLiteral(" 100M "));
        QVERIFY(!go->isEnabled());
        part<QLineEdit>(dialog, "UP")->setText(QStringLiteral("20M"));
        QVERIFY(go->isEnabled());
        go->click();
        QCOMPARE(filled.count(), 1);
        const auto fill = filled.front().front().value<core::workspace::FixFill>();
        QCOMPARE(fill.at("DOWN"), std::string("100M"));
        QCOMPARE(fill.at("UP"), std::string("20M"));
    }

    void aFixThatAsksIsAskedForAgainWithTheAnswers() {
        FakeRouter router;
        online(router);
        ui::RouterPanel panel;
        panel.setSource(&router);
        panel.show();
        router.explained.fixAnswer = core::workspace::PlannedFix{{}, {{"DOWN", "What the line carries"}}};
        Q_EMIT panel.findChild<ui::ExplainPage*>()->findChild<ui::ExplainDetails*>()->fixRequested(QStringLiteral("queue-tree-global-bypassed-by-fasttrack"));
        QTRY_VERIFY(panel.findChild<ui::BlanksDialog*>());
        router.explained.fixAnswer = core::workspace::PlannedFix{exempting(), {}};
        auto* dialog = panel.findChild<ui::BlanksDialog*>();
        part<QLineEdit>(*dialog, "DOWN")->setText(QStringLiteral("100M"));
        part<QPushButton>(*dialog, "goOn")->click();
        QCOMPARE(router.explained.fixesAsked.size(), std::size_t(2));
        QCOMPARE(router.explained.fixesAsked[1].second.at("DOWN"), std::string("100M"));
        QTRY_VERIFY(panel.findChild<ui::ChangeDialog*>());
        QVERIFY(router.applied.empty());
    }

    void aFixThatCannotBeMadeSaysWhyOnThePage() {
        FakeRouter router;
        online(router);
        ui::RouterPanel panel;
        panel.setSource(&router);
        panel.showPage(ui::RouterPanel::ExplainPageAt);
        panel.show();
        Plan none;
        none.title = "Fix: x";
        none.obstacle = "There is no change of the configuration that settles this by itself.";
        router.explained.fixAnswer = core::workspace::PlannedFix{none, {}};
        auto* page = panel.findChild<ui::ExplainPage*>();
        Q_EMIT page->findChild<ui::ExplainDetails*>()->fixRequested(QStringLiteral("x"));
        const auto bars = page->findChildren<ui::NoticeBar*>();
        QVERIFY(std::any_of(bars.begin(), bars.end(), [](const auto* bar) { return bar->text().contains(QStringLiteral("settles this by itself")); }));
        QVERIFY(!panel.findChild<ui::ChangeDialog*>());
    }

    void thePlanOfAFileIsShownAndNotSent() {
        testing::FakeExplain file;
        file.current.phase = core::workspace::ExplainState::Phase::Ready;
        file.current.explained = testing::explainedOffice();
        file.fixAnswer = core::workspace::PlannedFix{exempting(), {}};
        ui::ConfigPanel panel;
        panel.setSource(&file);
        panel.show();
        Q_EMIT panel.findChild<ui::ExplainDetails*>()->fixRequested(QStringLiteral("ipsec-connections-fasttracked"));
        QTRY_VERIFY(panel.findChild<ui::ChangeDialog*>());
        auto* dialog = panel.findChild<ui::ChangeDialog*>();
        QVERIFY(!part<QPushButton>(*dialog, "apply"));
        QVERIFY(!dialog->findChild<ui::GuardForm*>());
        QVERIFY(part<QPushButton>(*dialog, "savePlan"));
        QVERIFY(part<ui::CommandBlock>(*dialog, "sending")->commands().contains(QStringLiteral("fasttrack-connection")));
    }

    void pathsBeforeAndAfterAreShown() {
        ui::ChangeDialog dialog(exempting(), QStringLiteral("office-gw"), ui::ChangeDialog::For::Router, nullptr);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        QVERIFY(!part<ui::NoticeBar>(dialog, "risks"));
        Plan risky = exempting();
        risky.steps.front().risks = {core::model::Risk::BlinksPorts};
        ui::ChangeDialog warned(risky, QStringLiteral("office-gw"), ui::ChangeDialog::For::Router, nullptr);
        warned.setAttribute(Qt::WA_DeleteOnClose, false);
        QVERIFY(part<ui::NoticeBar>(warned, "risks")->text().contains(QStringLiteral("ports"), Qt::CaseInsensitive));
        const auto badges = dialog.findChildren<ui::PathBadge*>();
        QCOMPARE(badges.size(), qsizetype(2));
        QVERIFY(badges[0]->text().contains(QStringLiteral("FastTrack")));
        QVERIFY(badges[1]->text().contains(QStringLiteral("Slow")));
    }

    void theTermsChosenGoWithTheChangeAndAreRemembered() {
        FakeRouter router;
        online(router);
        ui::RouterPanel panel;
        panel.setSource(&router);
        panel.show();
        router.applyAnswer = core::model::ChangeRecord{testing::fastTrackPlan(), core::model::ChangeOutcome::Pending, {}, {}};
        panel.tuning()->offer(testing::fastTrackPlan());
        QTRY_VERIFY(panel.findChild<ui::ChangeDialog*>());
        auto* dialog = panel.findChild<ui::ChangeDialog*>();
        QVERIFY(part<QCheckBox>(*dialog, "guardByPoints")->isChecked());
        part<QSpinBox>(*dialog, "confirmSeconds")->setValue(60);
        part<QCheckBox>(*dialog, "guardByShare")->setChecked(true);
        part<QSpinBox>(*dialog, "guardShare")->setValue(80);
        part<QCheckBox>(*dialog, "guardByPing")->setChecked(true);
        part<QLineEdit>(*dialog, "guardHost")->setText(QStringLiteral("192.168.88.10"));
        part<QPushButton>(*dialog, "apply")->click();
        QTRY_COMPARE(router.termsGiven.size(), std::size_t(1));
        const auto& terms = router.termsGiven.front();
        QCOMPARE(terms.confirmSeconds, 60);
        QCOMPARE(terms.guard.leastShare, 0.8);
        QCOMPARE(terms.guard.mostPathPoints, 10.0);
        QCOMPARE(terms.guard.pingHost, std::string("192.168.88.10"));
        QCOMPARE(terms.guard.mostAddedMs, 20.0);
        ui::GuardForm next(false);
        QCOMPARE(next.terms().confirmSeconds, 60);
        QCOMPARE(next.terms().guard.pingHost, std::string("192.168.88.10"));
    }

    void aPlanThatMeansASlowerPathIsNotHeldAgainstItself() {
        ui::GuardForm slower(true);
        QCOMPARE(slower.terms().guard.mostPathPoints, 0.0);
        ui::GuardForm faster(false);
        QCOMPARE(faster.terms().guard.mostPathPoints, 10.0); // and it is not forgotten
    }

    void connectionsThatKeepTheOldPathAreCountedAndTheChosenLookedAtAfresh() {
        FakeRouter router;
        online(router);
        router.fastTrackedAnswer = twoConnections();
        ui::RouterPanel panel;
        panel.setSource(&router);
        panel.show();
        core::workspace::PendingChange pending;
        pending.phase = core::workspace::PendingChange::Phase::Waiting;
        pending.title = QStringLiteral("Fix");
        pending.secondsLeft = 60;
        router.pending = pending;
        Q_EMIT router.changeStateChanged();
        auto* bar = panel.findChild<ui::ChangeBar*>();
        QTRY_VERIFY(bar->text().contains(QStringLiteral("20.0 Mb/s")));
        part<QPushButton>(*bar, "oldConnections")->click();
        QTRY_VERIFY(panel.findChild<ui::FastTrackedDialog*>());
        auto* dialog = panel.findChild<ui::FastTrackedDialog*>();
        auto* table = dialog->findChild<QTableView*>();
        QTRY_VERIFY2(table->model()->rowCount() == 2, qPrintable(part<QLabel>(*dialog, "said")->text()));
        QVERIFY(!part<QPushButton>(*dialog, "flushChosen")->isEnabled());
        table->selectRow(1);
        QSignalSpy planned(dialog, &ui::FastTrackedDialog::planned);
        part<QPushButton>(*dialog, "flushChosen")->click();
        QCOMPARE(planned.count(), 1);
        const auto plan = planned.front().front().value<Plan>();
        QCOMPARE(plan.steps.size(), std::size_t(1));
        QVERIFY(QString::fromStdString(plan.steps.front().commandLine).contains(QStringLiteral("192.168.88.11")));
        QTRY_VERIFY(panel.findChild<ui::ChangeDialog*>());
        QVERIFY(router.applied.empty());
    }

    void noneAndTooManyAndAnErrorAreSaid() {
        FakeRouter router;
        router.fastTrackedAnswer = FastTracked();
        const auto said = [&] {
            ui::FastTrackedDialog dialog(&router, nullptr);
            dialog.setAttribute(Qt::WA_DeleteOnClose, false);
            QCoreApplication::processEvents();
            return part<QLabel>(dialog, "said")->text() + (part<QPushButton>(dialog, "flushAll")->isEnabled() ? QStringLiteral("+all") : QString());
        };
        QCOMPARE(said(), QStringLiteral("No connection is FastTracked now."));
        FastTracked many;
        many.count = 90000;
        router.fastTrackedAnswer = many;
        QVERIFY2(said().contains(QStringLiteral("too many to be listed.+all")), qPrintable(said()));
        router.fastTrackedAnswer = core::base::fail(core::base::ErrorCode::Refused, "not enough permissions (9)");
        QCOMPARE(said(), QStringLiteral("not enough permissions (9)"));
    }
};

QTEST_MAIN(TestChangeDialogs)
#include "tst_change_dialogs.moc"
