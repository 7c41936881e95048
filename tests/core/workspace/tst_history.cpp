#include "core/workspace/effect_meter.h"
#include "core/workspace/history.h"
#include "core/workspace/lab_ping.h"

#include <QTest>

using core::base::kSecond;
using core::model::CounterSample;
using core::model::InterfaceCounters;
using core::workspace::EffectMeter;
using core::workspace::History;

namespace {

CounterSample sample(int second, std::uint64_t octets) {
    InterfaceCounters port;
    port.id = "*1";
    port.name = "ether1";
    port.type = "ether";
    port.rxByte = octets;
    port.fpRxByte = 0;
    CounterSample s;
    s.at = second * kSecond;
    s.interfaces.push_back(std::move(port));
    return s;
}

} // namespace

class TestHistory : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theFirstSampleHasNoRates() {
        History history;
        QVERIFY(!history.add(sample(1, 100)));
        QVERIFY(history.samples().empty());
        QVERIFY(history.current() == nullptr);
        QVERIFY(history.add(sample(2, 225)));
        QCOMPARE(history.current()->paths.total.bps, 1000.0);
    }

    void anInterruptionIsOneGapAndNoRateCrossesIt() {
        History history;
        history.add(sample(1, 0));
        history.add(sample(2, 125));
        history.interrupt(3 * kSecond);
        history.interrupt(4 * kSecond);
        QCOMPARE(history.samples().size(), 2u);
        QCOMPARE(history.samples().back().elapsed, 0);
        QVERIFY(history.current() == nullptr);
        QVERIFY(!history.add(sample(100, 1'000'000)));
        QVERIFY(history.add(sample(101, 1'000'125)));
        QCOMPARE(history.current()->paths.total.bps, 1000.0);
    }

    void aRebootIsAGap() {
        History history;
        history.add(sample(1, 2'000'000'000));
        history.add(sample(2, 2'000'000'125));
        history.add(sample(3, 10));
        QVERIFY(history.current() == nullptr);
        history.add(sample(4, 135));
        QCOMPARE(history.current()->paths.total.bps, 1000.0);
    }

    void anHourIsKept() {
        History history;
        for (int i = 0; i < 4000; ++i) {
            history.add(sample(i, static_cast<std::uint64_t>(i)));
        }
        QCOMPARE(history.samples().size(), History::kLength);
        QCOMPARE(history.samples().back().at, 3999 * kSecond);
    }

    void meansLeaveGapsOut() {
        History history;
        history.add(sample(0, 0));
        history.add(sample(1, 125)); // 1000
        history.add(sample(2, 375)); // 2000
        history.interrupt(3 * kSecond);
        QCOMPARE(history.meanTotal(0, 3 * kSecond)->bps, 1500.0);
        QCOMPARE(history.meanTotal(kSecond, 3 * kSecond)->bps, 2000.0);
        QVERIFY(!history.meanTotal(5 * kSecond, 9 * kSecond));
    }

    void peaksAreRememberedPerInterface() {
        History history;
        history.add(sample(0, 0));
        history.add(sample(1, 250));
        history.add(sample(2, 260));
        QCOMPARE(history.peaks().at("ether1").bps, 2000.0);
    }

    void anEffectIsFiveSecondsBeforeAndTwoToSixAfter() {
        History history;
        EffectMeter meter;
        std::uint64_t octets = 0;
        int second = 0;
        const auto run = [&](std::uint64_t perSecond) {
            octets += perSecond;
            history.add(sample(second++, octets));
            return meter.look(history);
        };
        for (int i = 0; i <= 10; ++i) {
            QVERIFY(!run(125));
        }
        meter.changed(QStringLiteral("Add FastTrack"), (second - 1) * kSecond, history);
        QCOMPARE(meter.effect()->before.bps, 1000.0);
        QVERIFY(!run(1)); // the change settles
        QVERIFY(!run(1));
        for (int i = 0; i < 3; ++i) {
            QVERIFY(!run(250));
        }
        QVERIFY(!meter.effect()->after);
        QVERIFY(run(250));
        QCOMPARE(meter.effect()->after->bps, 2000.0);
        QVERIFY(!run(250)); // only once
    }

    void anEffectAcrossAGapStaysOpen() {
        History history;
        EffectMeter meter;
        history.add(sample(0, 0));
        history.add(sample(1, 125));
        meter.changed(QStringLiteral("x"), kSecond, history);
        history.interrupt(2 * kSecond);
        history.add(sample(20, 0));
        history.add(sample(21, 125));
        QVERIFY(!meter.look(history));
        QVERIFY(!meter.effect()->after);
    }

    void theSlowestPingIsShown() {
        using core::workspace::slowestPing;
        const auto times = slowestPing({{{"kind", "tcp"}, {"rtt-p50", "90"}, {"rtt-p99", "99"}},
                                        {{"kind", "ping"}, {"rtt-p50", "2.10"}, {"rtt-p99", "5.00"}},
                                        {{"kind", "ping"}, {"rtt-p50", "1.00"}, {"rtt-p99", "7.25"}},
                                        {{"kind", "ping"}}});
        QCOMPARE(times.p50Ms, std::optional(1.0));
        QCOMPARE(times.p99Ms, std::optional(7.25));
        QVERIFY(!slowestPing({}).p99Ms);
        QVERIFY(!slowestPing({{{"kind", "ping"}, {"rtt-p99", "soon"}}}).p99Ms);
    }
};

QTEST_APPLESS_MAIN(TestHistory)
#include "tst_history.moc"
