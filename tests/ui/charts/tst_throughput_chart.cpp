#include "ui/charts/throughput_chart.h"
#include "ui/theme/theme.h"

#include <QElapsedTimer>
#include <QImage>
#include <QTest>

using core::base::kSecond;
using namespace ui;

class tst_ThroughputChart : public QObject {
    Q_OBJECT
private:
    static std::vector<PathSample> history() {
        std::vector<PathSample> out;
        for (int i = 1; i <= 120; ++i) {
            const bool gap = i >= 90 && i < 100;
            out.push_back({i * kSecond, gap ? 0 : kSecond, Bands{0, 0, 0, 0, 900e6, 0}});
        }
        return out;
    }

private Q_SLOTS:
    void initTestCase() { ui::Theme::instance().setChoiceForThisRun(ui::ThemeChoice::Dark); }

    void repaintsAtMostTenTimesASecondHoweverOftenItIsFed() {
        ThroughputChart chart;
        chart.resize(600, 160);
        chart.show();
        QVERIFY(QTest::qWaitForWindowExposed(&chart));
        const int before = chart.paintCount();
        QElapsedTimer timer;
        timer.start();
        while (timer.elapsed() < 500) {
            chart.setData(history(), {}, 120 * kSecond);
            QTest::qWait(1);
        }
        const int painted = chart.paintCount() - before;
        QVERIFY2(painted >= 1 && painted <= 7, qPrintable(QString::number(painted)));
    }
    void aGapIsLeftOpenAndTrafficIsDrawnInItsColour() {
        ThroughputChart chart;
        chart.resize(600, 160);
        chart.setData(history(), {}, 120 * kSecond);
        const QImage image = chart.grab().toImage();
        const auto at = [&](int second) { return image.pixelColor(38 + (600 - 40) * (second - 60) / 60, 120); };
        QCOMPARE(at(75), colors().path[4]);
        QVERIFY(at(95) != colors().path[4]);
        QCOMPARE(at(110), colors().path[4]);
    }
    void hoverAndEventsAndEmptyDataDoNotFail() {
        ThroughputChart chart;
        chart.resize(300, 100);
        chart.setPlaceholder(QStringLiteral("No samples yet"));
        chart.grab();
        chart.setData(history(), {{100 * kSecond, QStringLiteral("14:02:11 rule added")}, {500 * kSecond, QStringLiteral("later")}},
                      120 * kSecond);
        QTest::mouseMove(&chart, QPoint(150, 50));
        chart.grab();
        chart.setSpan(3600 * kSecond);
        chart.grab();
        chart.resize(10, 10);
        chart.grab();
        QVERIFY(chart.paintCount() >= 4);
    }
};

QTEST_MAIN(tst_ThroughputChart)
#include "tst_throughput_chart.moc"
