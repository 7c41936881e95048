// Rates of HTB in virtual time: the four worked examples of the RouterOS manual on hierarchy and priorities, its bucket and
// burst vectors, and fairness among equals.
#include "queue_lab.h"

using namespace queue_lab;

class TestHtbRates : public QObject {
    Q_OBJECT

    static void compare(double actual, double expected, const char* who) {
        QVERIFY2(std::abs(actual - expected) <= 0.03 * expected,
                 qPrintable(QStringLiteral("%1: %2 Mb/s, expected %3").arg(QLatin1String(who)).arg(actual).arg(expected)));
    }
    // Q01 { Q02 { Q04, Q05 }, Q03 }
    static std::vector<HtbClassSpec> example(HtbClassConfig q02, HtbClassConfig q03, HtbClassConfig q04, HtbClassConfig q05) {
        return {{101, std::nullopt, {}, rates(0, 10)}, {102, 0, {}, q02}, {3, 0, {3}, q03}, {4, 1, {4}, q04}, {5, 1, {5}, q05}};
    }
    static void expectShares(std::vector<HtbClassSpec> classes, double q03, double q04, double q05, std::uint64_t linkBps = 0) {
        Run run(std::move(classes), linkBps);
        run.saturate(3);
        run.saturate(4);
        run.saturate(5);
        run.runUntil(3 * kSecond); // buckets are empty by then
        const std::vector<double> mbps = run.runUntil(23 * kSecond);
        compare(mbps[3], q03, "Q03");
        compare(mbps[4], q04, "Q04");
        compare(mbps[5], q05, "Q05");
    }

private Q_SLOTS:
    void limitAtIsServedBeforePriority() {
        expectShares(example(rates(4, 10), rates(6, 10, 1), rates(2, 10, 3), rates(2, 10, 5)), 6, 2, 2);
    }
    void priorityTakesTheShareAboveLimitAt() {
        expectShares(example(rates(4, 10), rates(2, 10, 3), rates(2, 10, 1), rates(2, 10, 5)), 2, 6, 2);
    }
    void limitAtOfAParentBeatsThePriorityOfItsNeighbour() {
        expectShares(example(rates(8, 10), rates(2, 10, 1), rates(2, 10, 3), rates(2, 10, 5)), 2, 6, 2);
    }
    void limitAtsBeyondTheLinkShareItInProportion() {
        expectShares(example(rates(4, 10), rates(6, 10, 1), rates(2, 10, 3), rates(12, 15, 5)), 3, 1, 6, 10'000'000);
    }

    void aLeafAloneIsHeldToMaxLimit() {
        Run run({{1, std::nullopt, {}, rates(0, 50, 8, 0.01)}});
        run.saturate(1);
        run.runUntil(kSecond);
        compare(run.runUntil(3 * kSecond)[1], 50, "leaf");
    }
    void aBucketOfZeroSecondsStillReachesItsRate() {
        Run run({{1, std::nullopt, {}, rates(0, 50, 8, 0)}});
        run.saturate(1);
        run.runUntil(kSecond);
        compare(run.runUntil(3 * kSecond)[1], 50, "leaf");
    }
    void noMaxLimitMeansNoLimit() {
        Run run({{1, std::nullopt, {}, rates(0, 0)}}, 100'000'000);
        run.saturate(1);
        compare(run.runUntil(kSecond)[1], 100, "leaf");
    }
    void limitAtHoldsBeyondTheParentsMaxLimit() {
        Run run({{101, std::nullopt, {}, rates(0, 5)}, {1, 0, {1}, rates(8, 10)}});
        run.saturate(1);
        run.runUntil(3 * kSecond);
        compare(run.runUntil(13 * kSecond)[1], 8, "leaf");
    }
    void equalsShareEqually() {
        Run run({{101, std::nullopt, {}, rates(0, 9)}, {1, 0, {1}, rates(0, 9)}, {2, 0, {2}, rates(0, 9)}, {3, 0, {3}, rates(0, 9)}});
        run.saturate(1);
        run.saturate(2);
        run.saturate(3);
        run.runUntil(2 * kSecond);
        const auto mbps = run.runUntil(12 * kSecond);
        compare(mbps[1], 3, "first");
        compare(mbps[2], 3, "second");
        compare(mbps[3], 3, "third");
    }
    void aBetterPriorityStarvesAWorseOneThatHasNoLimitAt() {
        Run run({{101, std::nullopt, {}, rates(0, 10)}, {1, 0, {1}, rates(0, 10, 1)}, {2, 0, {2}, rates(0, 10, 2)}});
        run.saturate(1);
        run.saturate(2);
        run.runUntil(2 * kSecond);
        const auto mbps = run.runUntil(7 * kSecond);
        compare(mbps[1], 10, "best");
        QVERIFY(mbps[2] < 0.1);
    }

    void aBucketOfTenSecondsLetsTwiceTheRateThroughForTenSeconds() {
        Run run({{1, std::nullopt, {}, rates(0, 10, 8, 10)}});
        run.offer(1, 20);
        compare(run.runUntil(9'900 * kMillisecond)[1], 20, "while the bucket lasts");
        run.runUntil(11 * kSecond);
        compare(run.runUntil(20 * kSecond)[1], 10, "afterwards");
    }
    void aBucketOfTenSecondsLetsSixTimesTheRateThroughForTwoSeconds() {
        Run run({{1, std::nullopt, {}, rates(0, 10, 8, 10)}});
        run.offer(1, 60);
        compare(run.runUntil(1'980 * kMillisecond)[1], 60, "while the bucket lasts");
        run.runUntil(3 * kSecond);
        compare(run.runUntil(13 * kSecond)[1], 10, "afterwards");
    }
    void aParentsSmallBucketHoldsAChildsLargeOne() {
        Run run({{101, std::nullopt, {}, rates(0, 20, 8, 0.1)}, {1, 0, {1}, rates(0, 10, 8, 10)}});
        run.saturate(1);
        run.runUntil(kSecond);
        compare(run.runUntil(9'500 * kMillisecond)[1], 20, "while the child's bucket lasts");
        run.runUntil(11 * kSecond);
        compare(run.runUntil(21 * kSecond)[1], 10, "afterwards");
    }

    void aBurstEndsWhenTheAverageReachesTheThreshold_data() {
        QTest::addColumn<int>("burstTime");
        QTest::addColumn<int>("burstSeconds");
        QTest::newRow("16 s") << 16 << 6;
        QTest::newRow("8 s") << 8 << 3;
    }
    void aBurstEndsWhenTheAverageReachesTheThreshold() {
        QFETCH(int, burstTime);
        QFETCH(int, burstSeconds);
        Run run(burstClass(burstTime));
        run.saturate(1);
        for (int second = 0; second < 10; ++second) {
            const double mbps = run.runUntil((second + 1) * kSecond)[1];
            const double expected = second < burstSeconds ? 4 : 2;
            QVERIFY2(std::abs(mbps - expected) <= 0.25, qPrintable(QStringLiteral("second %1: %2 Mb/s").arg(second).arg(mbps)));
        }
    }
    void aSecondTransferBurstsAgainOnceTheFirstHasLeftTheAverage() {
        constexpr std::uint64_t kTransfer = 32'000'000 / 8;
        Run run(burstClass(16));
        run.saturate(1, kTransfer);
        double megabits = 0;
        for (int second = 0; second < 10; ++second) {
            megabits += run.runUntil((second + 1) * kSecond)[1];
        }
        QVERIFY2(std::abs(megabits - 32) < 0.1, qPrintable(QString::number(megabits)));
        QCOMPARE(run.runUntil(17 * kSecond)[1], 0.0);
        run.stopOffering();
        run.saturate(1, kTransfer);
        for (int second = 17; second < 24; ++second) {
            const double mbps = run.runUntil((second + 1) * kSecond)[1];
            // At t = 22 the average is exactly the threshold: bursting one slot more or not are both right.
            const bool either = second == 22;
            const double expected = second >= 19 && second < 22 ? 4 : 2;
            QVERIFY2(std::abs(mbps - expected) <= 0.25 || (either && std::abs(mbps - 4) <= 0.25),
                     qPrintable(QStringLiteral("second %1: %2 Mb/s").arg(second).arg(mbps)));
        }
    }

private:
    static std::vector<HtbClassSpec> burstClass(int burstTime) {
        HtbClassConfig config = rates(1, 2);
        config.burstLimit = 4'000'000;
        config.burstThreshold = 1'500'000;
        config.burstTime = burstTime * kSecond;
        return {{1, std::nullopt, {}, config}};
    }
};

QTEST_APPLESS_MAIN(TestHtbRates)
#include "tst_htb_rates.moc"
