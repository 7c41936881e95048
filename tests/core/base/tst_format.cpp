#include "core/base/format.h"

#include <QTest>

using namespace core::base;

class tst_Format : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void bitRatesHaveThreeSignificantDigits_data() {
        QTest::addColumn<double>("bps");
        QTest::addColumn<QString>("text");
        QTest::newRow("nothing") << 0.0 << QStringLiteral("0 b/s");
        QTest::newRow("bits") << 512.0 << QStringLiteral("512 b/s");
        QTest::newRow("three digits") << 650e6 << QStringLiteral("650 Mb/s");
        QTest::newRow("two decimals") << 3.42e9 << QStringLiteral("3.42 Gb/s");
        QTest::newRow("one decimal") << 11.84e9 << QStringLiteral("11.8 Gb/s");
        QTest::newRow("rounds into the next prefix") << 999.7e6 << QStringLiteral("1.00 Gb/s");
        QTest::newRow("never negative") << -5.0 << QStringLiteral("0 b/s");
    }
    void bitRatesHaveThreeSignificantDigits() {
        QFETCH(double, bps);
        QFETCH(QString, text);
        QCOMPARE(QString::fromStdString(formatBitRate({bps})), text);
    }
    void durationsAreWrittenAsRouterOsWritesThem() {
        QCOMPARE(formatRouterOsDuration(0), std::string("0s"));
        QCOMPARE(formatRouterOsDuration(9 * kMillisecond + 445 * kMicrosecond), std::string("9ms445us"));
        QCOMPARE(formatRouterOsDuration((((7 + 4) * 24 + 23) * 3600ll + 26 * 60 + 9) * kSecond), std::string("1w4d23h26m9s"));
    }
    void countsAreGroupedByThousands() {
        QCOMPARE(QString::fromStdString(formatCount(1204)), QStringLiteral("1\u202f204"));
        QCOMPARE(QString::fromStdString(formatCount(999)), QStringLiteral("999"));
    }
};

QTEST_APPLESS_MAIN(tst_Format)
#include "tst_format.moc"
