// Curves are read off between their points and drawn in the colours of before and after.
#include "ui/charts/curve_chart.h"
#include "ui/theme/theme.h"

#include <QImage>
#include <QTest>

using ui::CurveChart;
using ui::valueAt;

namespace {

int pixelsOf(const QImage& image, const QColor& color) {
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            count += image.pixel(x, y) == color.rgb() ? 1 : 0;
        }
    }
    return count;
}

} // namespace

class TestCurveChart : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aCurveIsReadOffBetweenItsPoints() {
        const std::vector<QPointF> points{{1, 0}, {2, 50}, {4, 100}};
        QVERIFY(!valueAt(points, 0.5).has_value());
        QCOMPARE(valueAt(points, 1).value_or(-1), 0.0);
        QCOMPARE(valueAt(points, 1.5).value_or(-1), 25.0);
        QCOMPARE(valueAt(points, 3).value_or(-1), 75.0);
        QCOMPARE(valueAt(points, 4).value_or(-1), 100.0);
        QVERIFY(!valueAt(points, 4.1).has_value());
        QVERIFY(!valueAt({}, 1).has_value());
    }

    void twoPointsAtOnePlaceAreNoDivisionByNothing() {
        const std::vector<QPointF> points{{1, 0}, {1, 50}, {1, 100}};
        QCOMPARE(valueAt(points, 1).value_or(-1), 0.0);
    }

    void beforeAndAfterHaveTheirColours() {
        CurveChart chart;
        chart.resize(480, 240);
        chart.setAxes({QStringLiteral("round trip"), QStringLiteral("ms"), 0}, {{}, QStringLiteral("%"), 100});
        chart.setCurves({{QStringLiteral("now"), CurveChart::Ink::Before, {{2, 0}, {50, 100}}}, {QStringLiteral("then"), CurveChart::Ink::After, {{1, 0}, {5, 100}}}});
        const QImage image = chart.grab().toImage();
        QVERIFY(pixelsOf(image, ui::colors().badFill) > 100);
        QVERIFY(pixelsOf(image, ui::colors().okFill) > 100);
    }

    void nothingToDrawShowsWhy() {
        CurveChart chart;
        chart.resize(480, 240);
        const QImage bare = chart.grab().toImage();
        chart.setPlaceholder(QStringLiteral("No ping came back."));
        QVERIFY(chart.grab().toImage() != bare);
    }
};

QTEST_MAIN(TestCurveChart)
#include "tst_curve_chart.moc"
