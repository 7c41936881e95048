// The search for a rate: it ends in time, and next to what an exhaustive search finds, wherever that lies.
#include "core/experiment/rate_finder.h"

#include <QTest>

using core::experiment::RateFinder;
using core::experiment::RateLimits;

namespace {

// A line that queues from `edge` on: pings get longer the further above it the shaper is set.
double addedOn(double edge, double rate) {
    return rate <= edge ? 2 : 2 + 40 * (rate / edge - 1) + 3.001;
}

RateFinder searched(double edge, const RateLimits& limits) {
    RateFinder finder(limits);
    while (const auto rate = finder.next()) {
        finder.measured(*rate, addedOn(edge, *rate));
    }
    return finder;
}

} // namespace

class TestRateFinder : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void itEndsWithinFivePercentOfAnExhaustiveSearch() {
        const RateLimits limits{.lowBps = 50e6, .highBps = 1e9, .addedMs = 5, .runs = 7};
        for (double edge = 52e6; edge < 1e9; edge *= 1.013) {
            const RateFinder finder = searched(edge, limits);
            QVERIFY(finder.tried().size() <= 7);
            double exhaustive = 0; // every rate, two in a thousand apart
            for (double rate = limits.lowBps; rate <= limits.highBps; rate *= 1.002) {
                exhaustive = addedOn(edge, rate) <= limits.addedMs ? rate : exhaustive;
            }
            if (!finder.found()) {
                QVERIFY2(edge < limits.lowBps * 1.05, qPrintable(QString::number(edge))); // below the lowest rate it tries
                continue;
            }
            QVERIFY2(std::abs(*finder.found() / exhaustive - 1) <= 0.05, qPrintable(QStringLiteral("%1 for %2").arg(*finder.found()).arg(exhaustive)));
            QVERIFY(addedOn(edge, *finder.found()) <= limits.addedMs);
        }
    }

    void aLineThatIsNeverFullNeedsOneRun() {
        const RateFinder finder = searched(2e9, {.lowBps = 50e6, .highBps = 1e9});
        QCOMPARE(finder.tried().size(), std::size_t(1));
        QCOMPARE(finder.found(), std::optional(1e9));
    }

    void aLineThatIsAlwaysFullHasNoRate() {
        const RateFinder finder = searched(1e6, {.lowBps = 50e6, .highBps = 1e9});
        QVERIFY(!finder.found());
        QCOMPARE(finder.tried().size(), std::size_t(7));
    }

    void aNarrowRangeIsNotSearchedFinerThanAShaperIsSet() {
        const RateFinder finder = searched(101e6, {.lowBps = 100e6, .highBps = 103e6});
        QVERIFY(finder.tried().size() <= 3);
        QVERIFY(finder.found());
    }
};

QTEST_APPLESS_MAIN(TestRateFinder)
#include "tst_rate_finder.moc"
