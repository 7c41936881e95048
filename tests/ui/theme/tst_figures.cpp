#include "ui/theme/figures.h"
#include "ui/theme/fonts.h"
#include "ui/theme/tabular_text.h"

#include <QTest>

using core::base::BitRate;

class tst_Figures : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void ratesSplitIntoNumberAndUnit() {
        const ui::Figure figure = ui::rateFigure({3.42e9});
        QCOMPARE(figure.number, QStringLiteral("3.42"));
        QCOMPARE(figure.unit, QStringLiteral("Gb/s"));
        QCOMPARE(figure.text(), QStringLiteral("3.42 Gb/s"));
    }
    void absentIsADashAndNothingIsAZero() {
        QCOMPARE(ui::rateText(std::optional<BitRate>()), QStringLiteral("–"));
        QCOMPARE(ui::rateText(std::optional<BitRate>(BitRate{0})), QStringLiteral("0"));
    }
    void aShareIsNeverRoundedToNoneOrAll_data() {
        QTest::addColumn<double>("share");
        QTest::addColumn<QString>("text");
        QTest::newRow("none") << 0.0 << QStringLiteral("0 %");
        QTest::newRow("some") << 0.002 << QStringLiteral("<1 %");
        QTest::newRow("rounded") << 0.274 << QStringLiteral("27 %");
        QTest::newRow("nearly all") << 0.994 << QStringLiteral(">99 %");
        QTest::newRow("all") << 1.0 << QStringLiteral("100 %");
    }
    void aShareIsNeverRoundedToNoneOrAll() {
        QFETCH(double, share);
        QTEST(ui::shareText(share), "text");
    }
    void changesCarryTheirSign() {
        QCOMPARE(ui::changeText({560e6}, {918e6}), QStringLiteral("+64 %"));
        QCOMPARE(ui::changeText({918e6}, {560e6}), QStringLiteral("−39 %"));
        QCOMPARE(ui::changeText({1e6}, {1e6}), QStringLiteral("±0 %"));
        QCOMPARE(ui::changeText({0}, {1e6}), QString());
    }
    void durationsChooseTheirUnit() {
        QCOMPARE(ui::durationText(38 * core::base::kMillisecond), QStringLiteral("38 ms"));
        QCOMPARE(ui::durationText(800 * core::base::kMicrosecond), QStringLiteral("0.8 ms"));
        QCOMPARE(ui::durationText(1200 * core::base::kMillisecond), QStringLiteral("1.2 s"));
    }
    void everyDigitTakesTheSameWidth() {
        const QFont font = ui::textFont(ui::TextRole::Figure);
        const double ones = ui::tabularWidth(font, u"1.11 Gb/s");
        QCOMPARE(ui::tabularWidth(font, u"8.48 Gb/s"), ones);
        QVERIFY(ui::tabularWidth(font, u"11.1 Gb/s") > 0);
    }
};

QTEST_MAIN(tst_Figures)
#include "tst_figures.moc"
