// The wizard of queues: wishes become a question, the answer is shown as commands and notes, refusals as such; the twin is asked on its step, and
// nothing is sent before Apply.
#include "fake_router.h"
#include "fake_twin.h"
#include "sample_prediction.h"
#include "ui/pages/change_bar.h"
#include "ui/pages/qos_wizard.h"
#include "ui/pages/tuning_controller.h"
#include "ui/pages/twin_result_view.h"
#include "ui/theme/theme.h"
#include "ui/widgets/command_block.h"
#include "ui/widgets/notice_bar.h"
#include "ui/widgets/status_pill.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>

using core::base::BitRate;
using core::base::ErrorCode;
using core::base::Result;
using core::model::Plan;
using core::model::PlanNote;
using core::workspace::QosRequest;
using testing::FakeRouter;
using ui::QosWizard;

namespace {

Plan twoQueues() {
    Plan plan;
    plan.id = "qos";
    plan.title = "FastTrack-friendly QoS";
    core::model::PlanStep step;
    step.commandLine = "/queue tree add name=pathscope-up-ether1 parent=ether1";
    plan.steps = {step};
    plan.notes = {{PlanNote::Tone::Good, "Works with FastTrack", "Yes."}, {PlanNote::Tone::Warning, "Also shaped", "Some."}};
    return plan;
}

template <class Widget> Widget* part(QosWizard& wizard, const char* name) {
    return wizard.findChild<Widget*>(QString::fromLatin1(name));
}

core::model::RateSample second(double down, double up) {
    core::model::RateSample out;
    core::model::InterfaceRates wan;
    wan.name = "ether1";
    wan.rx = BitRate{down};
    wan.tx = BitRate{up};
    out.interfaces = {wan};
    return out;
}

} // namespace

class TestQosWizard : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { ui::Theme::instance().setChoice(ui::ThemeChoice::Dark); }
    void init() {
        router_ = std::make_unique<FakeRouter>();
        router_->current.link = core::workspace::LinkState::Online;
        router_->explained.itsTwin = &twin_;
        router_->qosAnswer = [](const QosRequest&) { return Result<Plan>(twoQueues()); };
        twin_.current = {};
        twin_.plans.clear();
    }

    void linksAreShownAndThoseLeftOutAreAskedFor() {
        QosWizard wizard(router_.get(), nullptr);
        QTRY_VERIFY(wizard.answered());
        QCOMPARE(router_->qosAsked.size(), std::size_t{1});
        QVERIFY(!router_->qosAsked[0].wishes.down.has_value());
        QVERIFY(part<ui::CommandBlock>(wizard, "commands")->commands().contains(QStringLiteral("pathscope-up-ether1")));
        QCOMPARE(wizard.findChildren<ui::NoticeBar*>(QStringLiteral("note")).size(), qsizetype{2});
        auto* bridge = part<QCheckBox>(wizard, "lan:bridge");
        QVERIFY(bridge && bridge->text().contains(QStringLiteral("vlan10")));
        part<QCheckBox>(wizard, "lan:ether5")->setChecked(false);
        part<QDoubleSpinBox>(wizard, "down")->setValue(100);
        QTRY_COMPARE(router_->qosAsked.size(), std::size_t{2}); // one question for both
        const auto& wishes = router_->qosAsked[1].wishes;
        QCOMPARE(wishes.down->bps, 1e8);
        QCOMPARE(wishes.leaveOut, std::vector<std::string>{"ether5"});
        QVERIFY(wishes.fastTrack && !wishes.voice);
    }

    void whatWasSeenOnTheLineIsOfferedAsItsRate() {
        router_->samples = {second(80e6, 5e6), second(94.04e6, 2e6), second(10e6, 18.3e6)};
        QosWizard wizard(router_.get(), nullptr);
        QTRY_VERIFY(wizard.answered());
        wizard.turnTo(QosWizard::BandwidthAt);
        auto* use = part<QPushButton>(wizard, "useSeen");
        QVERIFY(!use->isHidden());
        use->click();
        QCOMPARE(part<QDoubleSpinBox>(wizard, "down")->value(), 94.0);
        QCOMPARE(part<QDoubleSpinBox>(wizard, "up")->value(), 18.3);
    }

    void anIdleLineTellsNothing() {
        QosWizard wizard(router_.get(), nullptr);
        QTRY_VERIFY(wizard.answered());
        wizard.turnTo(QosWizard::BandwidthAt);
        QVERIFY(part<QPushButton>(wizard, "useSeen")->isHidden());
    }

    void theTwinIsAskedOnItsStepAndOncePerPlan() {
        QosWizard wizard(router_.get(), nullptr);
        wizard.show();
        QTRY_VERIFY(wizard.answered());
        QVERIFY(twin_.plans.empty());
        wizard.turnTo(QosWizard::TwinAt);
        QTRY_COMPARE(twin_.plans.size(), std::size_t(1));
        QVERIFY(twin_.plans[0] == std::optional(twoQueues()));
        QVERIFY(!wizard.answered());
        twin_.current = testing::twinDone(testing::fastTrackPrediction());
        Q_EMIT twin_.changed();
        QVERIFY(wizard.answered());
        wizard.turnTo(QosWizard::ShaperAt);
        wizard.turnTo(QosWizard::TwinAt);
        QCOMPARE(twin_.plans.size(), std::size_t(1));
    }

    void stepsAreCountedAndApplyStandsOnTheLast() {
        QosWizard wizard(router_.get(), nullptr);
        wizard.show();
        QTRY_VERIFY(wizard.answered());
        auto* next = part<QPushButton>(wizard, "next");
        auto* apply = part<QPushButton>(wizard, "applyQos");
        for (int step = 1; step < 5; ++step) {
            const auto pills = wizard.findChildren<ui::StatusPill*>();
            QVERIFY(std::any_of(pills.begin(), pills.end(), [step](const auto* pill) { return pill->text().startsWith(QStringLiteral("%1 of 5").arg(step)); }));
            QVERIFY(!apply->isVisible());
            next->click();
        }
        QVERIFY(apply->isVisible() && apply->isEnabled());
        QVERIFY(!next->isVisible());
    }

    void applyingSendsThePlanWithTheTermsAndShowsHowItEnds() {
        QosWizard wizard(router_.get(), nullptr);
        ui::TuningController tuning(&wizard);
        tuning.setSource(router_.get());
        connect(&wizard, &QosWizard::applyRequested, &tuning, &ui::TuningController::apply);
        connect(&wizard, &QosWizard::keepRequested, &tuning, &ui::TuningController::keep);
        wizard.show();
        QTRY_VERIFY(wizard.answered());
        wizard.turnTo(QosWizard::ApplyAt);
        part<QSpinBox>(wizard, "confirmSeconds")->setValue(90);
        router_->applyAnswer = core::model::ChangeRecord{twoQueues(), core::model::ChangeOutcome::Pending, {}, {}};
        part<QPushButton>(wizard, "applyQos")->click();
        QTRY_COMPARE(router_->applied.size(), std::size_t(1));
        QCOMPARE(router_->termsGiven.front().confirmSeconds, 90);
        core::workspace::PendingChange pending;
        pending.phase = core::workspace::PendingChange::Phase::Waiting;
        pending.title = QStringLiteral("FastTrack-friendly QoS");
        router_->pending = pending;
        Q_EMIT router_->changeStateChanged();
        auto* bar = wizard.findChild<ui::ChangeBar*>();
        QVERIFY(bar->isVisible());
        QVERIFY(!part<QPushButton>(wizard, "applyQos")->isEnabled());
        bar->findChild<QPushButton*>(QStringLiteral("keep"))->click();
        QCOMPARE(router_->kept, 1);
        router_->pending.reset();
        router_->ended = core::workspace::ChangeEnd{QStringLiteral("FastTrack-friendly QoS"), core::model::ChangeOutcome::Kept, {}, 7};
        const std::size_t asked = router_->qosAsked.size();
        Q_EMIT router_->changeStateChanged();
        QTRY_COMPARE(router_->qosAsked.size(), asked + 1); // what is left to be sent
        Q_EMIT router_->changeStateChanged();
        QTRY_VERIFY(wizard.answered());
        QCOMPARE(router_->qosAsked.size(), asked + 1);
    }

    void aRefusalIsToldWithItsWaysOut() {
        router_->qosAnswer = [](const QosRequest&) {
            Plan plan;
            plan.obstacle = "Ports are offloaded.";
            plan.alternatives = {"Set hw=no.", "Queue on global."};
            return Result<Plan>(plan);
        };
        QosWizard wizard(router_.get(), nullptr);
        QTRY_VERIFY(wizard.answered());
        QCOMPARE(wizard.findChildren<ui::NoticeBar*>(QStringLiteral("note")).size(), qsizetype{2});
        QVERIFY(!part<QPushButton>(wizard, "applyQos")->isEnabled());
        QVERIFY(!part<QPushButton>(wizard, "save")->isEnabled());
        QVERIFY(part<ui::CommandBlock>(wizard, "commands")->isHidden());
    }

    void anErrorIsTold() {
        router_->qosAnswer = [](const QosRequest&) -> Result<Plan> { return core::base::fail(ErrorCode::Refused, "The filter is not shown to this user."); };
        QosWizard wizard(router_.get(), nullptr);
        QTRY_VERIFY(wizard.answered());
        QVERIFY(!wizard.plan());
        QVERIFY(!part<QPushButton>(wizard, "applyQos")->isEnabled());
    }

    void whatPathscopeCreatedIsRemovedByAPlanOfItsOwn() {
        QosWizard wizard(router_.get(), nullptr);
        QTRY_VERIFY(wizard.answered());
        QSignalSpy planned(&wizard, &QosWizard::planned);
        part<QPushButton>(wizard, "removeOurs")->click();
        QTRY_COMPARE(planned.count(), 1);
        QVERIFY(router_->qosAsked.back().remove);
    }

    void aRouterThatGoesClosesIt() {
        QosWizard wizard(router_.get(), nullptr);
        QSignalSpy closed(&wizard, &QosWizard::closed);
        wizard.show();
        router_.reset();
        QTRY_COMPARE(closed.count(), 1);
    }

private:
    testing::FakeTwin twin_;
    std::unique_ptr<FakeRouter> router_;
};

QTEST_MAIN(TestQosWizard)
#include "tst_qos_wizard.moc"
