// The dialog of queues: wishes become a question, the answer is shown as commands and notes, refusals as such, and nothing goes on without a plan.
#include "fake_router.h"
#include "ui/pages/qos_dialog.h"
#include "ui/theme/theme.h"
#include "ui/widgets/command_block.h"
#include "ui/widgets/notice_bar.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using core::base::ErrorCode;
using core::base::Result;
using core::model::Plan;
using core::model::PlanNote;
using core::workspace::QosRequest;
using testing::FakeRouter;
using ui::QosDialog;

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

template <class Widget> Widget* part(QosDialog& dialog, const char* name) {
    return dialog.findChild<Widget*>(QString::fromLatin1(name));
}

} // namespace

class TestQosDialog : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { ui::Theme::instance().setChoice(ui::ThemeChoice::Dark); }
    void init() {
        router_ = std::make_unique<FakeRouter>();
        router_->qosAnswer = [](const QosRequest&) { return Result<Plan>(twoQueues()); };
    }

    void wishesAreAskedAndThePlanShown() {
        QosDialog dialog(router_.get(), nullptr);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        QTRY_VERIFY(dialog.answered());
        QCOMPARE(router_->qosAsked.size(), std::size_t{1});
        QVERIFY(!router_->qosAsked[0].wishes.down.has_value());
        QVERIFY(part<ui::CommandBlock>(dialog, "commands")->commands().contains(QStringLiteral("pathscope-up-ether1")));
        QCOMPARE(dialog.findChildren<ui::NoticeBar*>().size(), qsizetype{2});

        part<QDoubleSpinBox>(dialog, "down")->setValue(100);
        part<QLineEdit>(dialog, "leaveOut")->setText(QStringLiteral("guests  vlan9"));
        QTRY_COMPARE(router_->qosAsked.size(), std::size_t{2}); // one question for both
        const auto& wishes = router_->qosAsked[1].wishes;
        QCOMPARE(wishes.down->bps, 1e8);
        QCOMPARE(wishes.leaveOut, (std::vector<std::string>{"guests", "vlan9"}));
        QVERIFY(wishes.fastTrack && !wishes.voice);
        QTRY_VERIFY(dialog.answered());
        QSignalSpy planned(&dialog, &QosDialog::planned);
        part<QPushButton>(dialog, "continue")->click();
        QCOMPARE(planned.count(), 1);
        QVERIFY(!dialog.isVisible());
    }

    void aRefusalIsToldWithItsWaysOut() {
        router_->qosAnswer = [](const QosRequest&) {
            Plan plan;
            plan.obstacle = "Ports are offloaded.";
            plan.alternatives = {"Set hw=no.", "Queue on global."};
            return Result<Plan>(plan);
        };
        QosDialog dialog(router_.get(), nullptr);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        QTRY_VERIFY(dialog.answered());
        QCOMPARE(dialog.findChildren<ui::NoticeBar*>().size(), qsizetype{2});
        QVERIFY(!part<QPushButton>(dialog, "continue")->isEnabled());
        QVERIFY(!part<QPushButton>(dialog, "save")->isEnabled());
        QVERIFY(part<ui::CommandBlock>(dialog, "commands")->isHidden());
    }

    void anErrorIsTold() {
        router_->qosAnswer = [](const QosRequest&) -> Result<Plan> { return core::base::fail(ErrorCode::Refused, "The filter is not shown to this user."); };
        QosDialog dialog(router_.get(), nullptr);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        QTRY_VERIFY(dialog.answered());
        QVERIFY(!dialog.plan());
        QVERIFY(!part<QPushButton>(dialog, "continue")->isEnabled());
    }

    void whatPathscopeCreatedIsRemovedByAPlanOfItsOwn() {
        QosDialog dialog(router_.get(), nullptr);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        QTRY_VERIFY(dialog.answered());
        QSignalSpy planned(&dialog, &QosDialog::planned);
        part<QPushButton>(dialog, "removeOurs")->click();
        QTRY_COMPARE(planned.count(), 1);
        QVERIFY(router_->qosAsked.back().remove);
    }

    void aRouterThatGoesTakesTheDialogAlong() {
        QPointer<QosDialog> watched(new QosDialog(router_.get(), nullptr));
        watched->show();
        router_.reset();
        QTRY_VERIFY(!watched);
    }

private:
    std::unique_ptr<FakeRouter> router_;
};

QTEST_MAIN(TestQosDialog)
#include "tst_qos_dialog.moc"
