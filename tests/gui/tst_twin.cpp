// What the twin answers, drawn: the view other pages show too.
#include "tests/gui/fake_explain.h"
#include "tests/gui/fake_twin.h"
#include "tests/gui/sample_prediction.h"
#include "ui/charts/curve_chart.h"
#include "ui/pages/config_panel.h"
#include "ui/pages/explain_details.h"
#include "ui/pages/figures_table.h"
#include "ui/pages/findings_panel.h"
#include "ui/pages/twin_boards_dialog.h"
#include "ui/pages/twin_controls.h"
#include "ui/pages/twin_curves.h"
#include "ui/pages/twin_page.h"
#include "ui/pages/twin_result_view.h"
#include "ui/pages/twin_shares.h"
#include "ui/pages/twin_side_view.h"
#include "ui/widgets/card.h"
#include "ui/widgets/notice_bar.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTest>

using core::workspace::TwinState;
using namespace ui;

namespace {

bool isShown(const QWidget& view, const char* name) {
    const auto* button = view.findChild<QPushButton*>(QString::fromLatin1(name));
    return button != nullptr && button->isVisibleTo(&view);
}

} // namespace

class TestTwin : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("PathscopeTest"));
        QCoreApplication::setApplicationName(QStringLiteral("tst_twin"));
        QSettings().clear();
    }

    void aResultIsATableAndACurve() {
        TwinResultView view;
        view.show(testing::twinDone(testing::fastTrackPrediction()));
        const auto* table = view.findChild<FiguresTable*>();
        QVERIFY(table->isVisibleTo(&view));
        QCOMPARE(table->model()->rowCount(), 5);
        QVERIFY(!isShown(view, "cancelTwin"));
        QVERIFY(!view.findChild<NoticeBar*>()->isVisibleTo(&view));
    }

    void withoutAChangeNothingIsCompared() {
        TwinResultView view;
        view.resize(600, 500);
        view.show(testing::twinDone(testing::plainPrediction()));
        const auto* table = view.findChild<FiguresTable*>();
        QVERIFY(table->isColumnHidden(2));
        QVERIFY(!table->isColumnHidden(4));
        QCOMPARE(twinPicture(*testing::plainPrediction(), TwinCurve::Latency).curves.size(), std::size_t(1));
    }

    void aRunThatIsOnItsWayCanBeStopped() {
        TwinResultView view;
        TwinState state;
        state.phase = TwinState::Phase::Running;
        state.progress = 0.4;
        view.show(state);
        QVERIFY(isShown(view, "cancelTwin"));
        QSignalSpy stopped(&view, &TwinResultView::cancelRequested);
        view.findChild<QPushButton*>(QStringLiteral("cancelTwin"))->click();
        QCOMPARE(stopped.count(), 1);
        state.phase = TwinState::Phase::Stopped;
        view.show(state);
        QVERIFY(!isShown(view, "cancelTwin"));
        QCOMPARE(view.findChild<NoticeBar*>()->title(), QStringLiteral("Stopped"));
    }

    void aFailureSaysWhyAndKeepsTheResultBefore() {
        TwinResultView view;
        view.show(testing::twinDone(testing::fastTrackPrediction()));
        TwinState state = testing::twinDone(testing::fastTrackPrediction());
        state.phase = TwinState::Phase::Failed;
        state.message = QStringLiteral("<b>traffic.to: no such interface</b>");
        view.show(state);
        QVERIFY(view.findChild<NoticeBar*>()->isVisibleTo(&view));
        QVERIFY(view.findChild<NoticeBar*>()->text().contains(QStringLiteral("no such interface")));
        QVERIFY(view.findChild<FiguresTable*>()->isVisibleTo(&view));
    }

    void theCurveChosenIsRemembered() {
        {
            TwinResultView view;
            view.show(testing::twinDone(testing::fastTrackPrediction()));
            for (QPushButton* chip : view.findChildren<QPushButton*>()) {
                if (chip->text() == QStringLiteral("Queues")) {
                    chip->click();
                }
            }
        }
        TwinResultView again;
        again.show(testing::twinDone(testing::fastTrackPrediction()));
        QCOMPARE(again.findChild<CurveChart*>()->accessibleName(), QStringLiteral("Waiting in queues"));
    }

    void trafficIsSaidInWords() {
        core::model::PredictionRequest request;
        request.tests = {"tcp_nup=20"};
        request.durationS = 60;
        request.rateBps = 9e8;
        QCOMPARE(trafficText(request), QStringLiteral("20 × TCP up, LAN → WAN, 60 s, at most 900 Mb/s"));
        request.mix.push_back({});
        QCOMPARE(trafficText(request), QStringLiteral("what the router carries, 60 s"));
    }

    void aFindingIsTriedAndItsResultShown() {
        testing::FakeTwin twin;
        testing::FakeExplain explain;
        explain.itsTwin = &twin;
        explain.current.phase = core::workspace::ExplainState::Phase::Ready;
        explain.current.explained = testing::explainedOffice();
        ConfigPanel panel;
        panel.resize(1000, 600);
        panel.show();
        panel.setSource(&explain);
        QVERIFY(panel.findChild<QPushButton*>(QStringLiteral("tryOnTwin")) == nullptr); // the first finding has no commands
        auto* findings = panel.findChild<FindingsPanel*>()->findChild<QListView*>();
        findings->setCurrentIndex(findings->model()->index(1, 0));
        auto* tryIt = panel.findChild<QPushButton*>(QStringLiteral("tryOnTwin"));
        QVERIFY(tryIt != nullptr);
        QVERIFY(tryIt->isVisible());
        tryIt->click();
        QCOMPARE(twin.runs.size(), std::size_t(1));
        QVERIFY(twin.runs.front().change.has_value());
        QVERIFY(QString::fromStdString(*twin.runs.front().change).startsWith(u'/'));
        QVERIFY(panel.findChild<TwinPage*>()->isVisible());
        twin.current = testing::twinDone(testing::fastTrackPrediction());
        twin.current.asked = twin.runs.front();
        Q_EMIT twin.changed();
        QVERIFY(panel.findChild<TwinSideView*>()->isVisible());
        QCOMPARE(panel.findChild<TwinResultView*>()->findChild<FiguresTable*>()->model()->rowCount(), 5);
    }

    void whatOnlyAPersonKnowsCannotBeTried() {
        core::model::Finding finding;
        finding.remedy = {{"/queue tree set [find parent=global] parent=INTERFACE packet-mark=no-mark", ""}};
        QVERIFY(!changeOf(finding).has_value());
        finding.remedy = {{"/ip firewall filter add chain=forward in-interface-list=LAN action=accept comment=\"TO DO\"", ""}};
        QVERIFY(changeOf(finding).has_value());
        finding.remedy = {{"Ask the provider.", ""}};
        QVERIFY(!changeOf(finding).has_value());
        finding.remedy.clear();
        QVERIFY(!changeOf(finding).has_value());
    }

    void theControlsMakeTheRequest() {
        testing::FakeTwin twin;
        twin.learned.emplace();
        twin.learned->parts.push_back({{"tcp_nup=3"}, "bridge", "ether1", 1e8, 900});
        TwinControls controls;
        controls.setSource(&twin);
        const auto box = [&](const char* name) {
            for (auto* each : controls.findChildren<QComboBox*>()) {
                if (each->accessibleName() == QLatin1String(name)) {
                    return each;
                }
            }
            return static_cast<QComboBox*>(nullptr);
        };
        QVERIFY(box("Traffic") != nullptr);
        box("Traffic")->setCurrentIndex(2);
        box("From")->setCurrentIndex(3);
        box("Board")->setCurrentIndex(1);
        for (auto* spin : controls.findChildren<QSpinBox*>()) {
            if (spin->accessibleName() == QStringLiteral("Flows")) {
                spin->setValue(12);
            } else if (spin->accessibleName() == QStringLiteral("Rate")) {
                spin->setValue(300);
            }
        }
        const auto request = controls.request();
        QCOMPARE(request.tests, (std::vector<std::string>{"tcp_nup=12", "tcp_ndown=12"}));
        QCOMPARE(QString::fromStdString(request.from), QStringLiteral("bridge"));
        QCOMPARE(QString::fromStdString(request.to), QStringLiteral("WAN"));
        QCOMPARE(QString::fromStdString(request.board), QStringLiteral("RB5009UG+S+"));
        QCOMPARE(request.rateBps, 3e8);
        box("Traffic")->setCurrentIndex(box("Traffic")->count() - 1); // what it carries now
        QCOMPARE(controls.request().mix.size(), std::size_t(1));
        twin.learned.reset();
        controls.setSource(&twin);
        QVERIFY(controls.request().mix.empty());
    }

    void theChangeCanBeLeftOut() {
        testing::FakeTwin twin;
        TwinPage page;
        page.setSource(&twin);
        page.tryChange({QStringLiteral("Add FastTrack"), {"/ip firewall filter print"}, {}});
        QVERIFY(twin.runs.back().change.has_value());
        page.findChild<QCheckBox*>()->setChecked(false);
        page.run();
        QVERIFY(!twin.runs.back().change.has_value());
        core::model::Plan plan;
        plan.id = "qos";
        page.tryChange({QStringLiteral("Queues"), {}, plan});
        QCOMPARE(QString::fromStdString(twin.plans.back().value_or(core::model::Plan()).id), QStringLiteral("qos"));
    }

    void anotherRoutersChangeIsNotTriedHere() {
        testing::FakeTwin one, other;
        TwinPage page;
        page.setSource(&one);
        page.tryChange({QStringLiteral("Add FastTrack"), {"/ip firewall filter print"}, {}});
        page.setSource(&other);
        page.run();
        QVERIFY(!other.runs.back().change.has_value());
    }

    void boardsAreTriedAtOnceAndStoppedWithTheDialog() {
        testing::FakeTwin twin;
        core::model::PredictionRequest request;
        request.rateBps = 5e8;
        auto* dialog = new TwinBoardsDialog(twin, request, {}, nullptr);
        QCOMPARE(twin.trials.size(), std::size_t(1));
        core::model::Predicted predicted;
        predicted.throughputBps = {9e8, 8e8, 1e9};
        twin.current.tryingBoards = true;
        twin.current.boards = {{"RB5009UG+S+", predicted, {}}, {"RB760iGS", std::nullopt, "it has no port sfp9"}};
        Q_EMIT twin.changed();
        const auto* model = dialog->findChild<FiguresTable*>()->model();
        QCOMPARE(model->rowCount(), 2);
        QCOMPARE(model->index(0, 5).data().toString(), QStringLiteral("carries it"));
        QCOMPARE(model->index(1, 5).data().toString(), QStringLiteral("does not run on it"));
        delete dialog;
        QCOMPARE(twin.cancels, 1);
    }

    void sharesAndLossesAreTold() {
        const auto prediction = testing::fastTrackPrediction();
        QCOMPARE(pathShareText(prediction->now.typical), QStringLiteral("slow 100 %"));
        QVERIFY(pathShareText(prediction->change->typical).startsWith(QStringLiteral("FastTrack")));
        QVERIFY(!pathShareOf(core::model::Rehearsed()).has_value());
        QCOMPARE(lossesOf(prediction->now.typical).at(QStringLiteral("queue pathscope-up")), std::uint64_t(120));
        QCOMPARE(lossesOf(prediction->now.typical).at(QStringLiteral("receive-ring")), std::uint64_t(1204));
    }

    void aRunWithoutPingsOrQueuesSaysSo() {
        auto bare = testing::plainPrediction();
        bare->now.typical.rttCurve.clear();
        bare->now.typical.queues.clear();
        QVERIFY(twinPicture(*bare, TwinCurve::Latency).curves.empty());
        QVERIFY(!twinPicture(*bare, TwinCurve::Latency).placeholder.isEmpty());
        QVERIFY(twinPicture(*bare, TwinCurve::Backlog).curves.empty());
        QCOMPARE(twinPicture(*bare, TwinCurve::BusiestCore).curves.size(), std::size_t(1));
    }
};

QTEST_MAIN(TestTwin)
#include "tst_twin.moc"
