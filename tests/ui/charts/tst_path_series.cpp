#include "ui/charts/axis_scale.h"
#include "ui/charts/event_labels.h"
#include "ui/charts/path_series.h"

#include <QTest>

using core::base::kSecond;
using core::base::Nanos;
using namespace ui;

namespace {

std::vector<PathSample> steady(int count, double bps) {
    std::vector<PathSample> out;
    for (int i = 1; i <= count; ++i) {
        out.push_back({i * kSecond, kSecond, Bands{bps, 0, 0, 0, 0, 0}});
    }
    return out;
}

} // namespace

class tst_PathSeries : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aSteadyHistoryIsOneRun() {
        const auto runs = pathRuns(steady(60, 5e6), 0, 60 * kSecond, 600);
        QCOMPARE(runs.size(), 1u);
        QCOMPARE(runs[0].size(), 61u); // each sample, and the beginning of the first
        QCOMPARE(runs[0].front().x, 0.0);
        QCOMPARE(runs[0].back().x, 600.0);
    }
    void aMarkedGapStaysOpen() {
        auto samples = steady(60, 5e6);
        samples[30].elapsed = 0;
        const auto runs = pathRuns(samples, 0, 60 * kSecond, 600);
        QCOMPARE(runs.size(), 2u);
        QCOMPARE(runs[0].back().x, 300.0);
        QCOMPARE(runs[1].front().x, 310.0);
    }
    void missingSecondsAreAGapWithoutAMark() {
        auto samples = steady(60, 5e6);
        samples.erase(samples.begin() + 20, samples.begin() + 30);
        QCOMPARE(pathRuns(samples, 0, 60 * kSecond, 600).size(), 2u);
    }
    void aLateReplyIsNoGap() {
        auto samples = steady(60, 5e6);
        samples[30].at += kSecond / 4;
        samples[30].elapsed += kSecond / 4;
        samples[31].elapsed -= kSecond / 4;
        QCOMPARE(pathRuns(samples, 0, 60 * kSecond, 600).size(), 1u);
    }
    void anHourHasAtMostOnePointPerColumnAndKeepsTheMean() {
        auto samples = steady(3600, 0);
        for (std::size_t i = 0; i < samples.size(); ++i) {
            samples[i].bands[0] = i % 2 == 0 ? 2e6 : 4e6;
        }
        const auto runs = pathRuns(samples, 0, 3600 * kSecond, 600);
        QCOMPARE(runs.size(), 1u);
        QVERIFY(runs[0].size() <= 602);
        const double middle = runs[0][300].bands[0];
        QVERIFY2(std::abs(middle - 3e6) < 0.5e6, qPrintable(QString::number(middle)));
    }
    void samplesOutsideTheSpanAreLeftOut() {
        const auto runs = pathRuns(steady(60, 5e6), 30 * kSecond, 60 * kSecond, 300);
        QCOMPARE(runs.size(), 1u);
        QVERIFY(runs[0].front().x >= 0);
        QVERIFY(pathRuns(steady(10, 5e6), 30 * kSecond, 60 * kSecond, 300).empty());
        QVERIFY(pathRuns({}, 0, kSecond, 10).empty());
    }
    void axesEndOnRoundNumbers_data() {
        QTest::addColumn<double>("max");
        QTest::addColumn<double>("top");
        QTest::addColumn<QString>("label");
        QTest::newRow("nothing") << 0.0 << 1e6 << QStringLiteral("1 M");
        QTest::newRow("918 Mb/s") << 918e6 << 1e9 << QStringLiteral("1 G");
        QTest::newRow("9.4 Gb/s") << 9.4e9 << 10e9 << QStringLiteral("10 G");
        QTest::newRow("560 Mb/s") << 560e6 << 600e6 << QStringLiteral("600 M");
        QTest::newRow("7 b/s") << 7.0 << 8.0 << QStringLiteral("8");
    }
    void axesEndOnRoundNumbers() {
        QFETCH(double, max);
        const AxisScale scale = axisScaleFor(max, 4);
        QTEST(scale.top(), "top");
        QTEST(axisLabel(scale, scale.divisions), "label");
        QVERIFY(scale.divisions >= 2 && scale.divisions <= 4);
        QCOMPARE(axisLabel(scale, 0), QStringLiteral("0"));
    }
    void eventLabelsNeverCoverEachOther() {
        std::vector<EventMark> marks;
        for (int i = 0; i < 40; ++i) {
            marks.push_back({i * 13.0, 60.0 + i * 7 % 120});
        }
        const auto labels = placeEventLabels(marks, QRectF(0, 0, 520, 100), 20, 3);
        QVERIFY(labels.back().has_value()); // the newest always has its label
        for (std::size_t i = 0; i < labels.size(); ++i) {
            for (std::size_t j = i + 1; labels[i] && j < labels.size(); ++j) {
                QVERIFY(!labels[j] || !labels[i]->intersects(*labels[j]));
            }
        }
    }
    void aLabelAtTheRightEdgeMovesToTheLeftOfItsMark() {
        const auto labels = placeEventLabels({{500, 100}}, QRectF(0, 0, 520, 100), 20, 3);
        QVERIFY(labels[0] && labels[0]->right() < 500);
    }
};

QTEST_APPLESS_MAIN(tst_PathSeries)
#include "tst_path_series.moc"
