// What the twin answers, drawn: the view other pages show too.
#include "tests/gui/sample_prediction.h"
#include "ui/charts/curve_chart.h"
#include "ui/pages/figures_table.h"
#include "ui/pages/twin_curves.h"
#include "ui/pages/twin_result_view.h"
#include "ui/widgets/card.h"
#include "ui/widgets/notice_bar.h"

#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
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
