// The order of runs, and a run written down second by second: where it begins, gaps, pings that are counted on, a counter that begins anew.
#include "core/experiment/recorder.h"
#include "core/experiment/schedule.h"

#include <QTest>

using namespace core::experiment;
using core::base::kSecond;
using core::model::Arrangement;
using core::model::PathKind;
using core::model::Side;

namespace {

Reading second(int at, double bps) {
    Reading reading;
    reading.rates.at = at * kSecond;
    reading.rates.elapsed = kSecond;
    reading.rates.paths.total.bps = bps;
    reading.rates.paths.byPath[static_cast<std::size_t>(PathKind::FastTrack)].bps = bps * 0.75;
    reading.rates.paths.unattributed.bps = bps * 0.25;
    reading.cpuPercent = {10, 90};
    return reading;
}

} // namespace

class TestRecorder : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anOrderIsReadAndWritten() {
        const auto schedule = parseSchedule("aBBA");
        QVERIFY(schedule.has_value());
        QCOMPARE(scheduleText(*schedule), std::string("ABBA"));
        QCOMPARE(togglesOf(*schedule), 2);
        QCOMPARE(togglesOf(*parseSchedule("AB")), 2); // there, and back at the end
        QCOMPARE(togglesOf(*parseSchedule("AA")), 0);
    }

    void wrongOrdersAreRefused_data() {
        QTest::addColumn<QString>("letters");
        QTest::newRow("none") << "";
        QTest::newRow("another letter") << "ABC";
        QTest::newRow("too many") << QStringLiteral("AB").repeated(21);
    }
    void wrongOrdersAreRefused() {
        QFETCH(QString, letters);
        QVERIFY(!parseSchedule(letters.toStdString()).has_value());
    }

    void onlyAnOrderThatComesBackIsInterleaved() {
        QCOMPARE(arrangementOf(*parseSchedule("ABBA")), Arrangement::Interleaved);
        QCOMPARE(arrangementOf(*parseSchedule("BA")), Arrangement::Interleaved);
        QCOMPARE(arrangementOf(*parseSchedule("AABB")), Arrangement::BeforeAfter);
        QCOMPARE(arrangementOf(*parseSchedule("A")), Arrangement::BeforeAfter);
    }

    void aRunBeginsWhereItsFirstReadingEnds() {
        RunRecorder recorder(Side::After, {.seconds = 2, .warmupS = 1}, 77);
        recorder.add(second(100, 9e9)); // belongs to what was before
        QCOMPARE(recorder.secondsDone(), 0.0);
        for (int i = 1; i <= 3; ++i) {
            QVERIFY(!recorder.isDone());
            recorder.add(second(100 + i, 1e6 * i));
        }
        QVERIFY(recorder.isDone());
        const auto& run = recorder.run();
        QCOMPARE(run.side, Side::After);
        QCOMPARE(run.startedMs, std::int64_t(77));
        QCOMPARE(run.samples.size(), std::size_t(3));
        QCOMPARE(run.samples[1].atS, 2.0);
        QCOMPARE(run.samples[1].throughputBps, 2e6);
        QCOMPARE(run.samples[1].pathBps[static_cast<std::size_t>(PathKind::FastTrack)], 1.5e6);
        QCOMPARE(run.samples[1].unattributedBps, 0.5e6);
        QCOMPARE(run.samples[1].cpuPercent, (std::vector<double>{10, 90}));
    }

    void aGapIsNoSecondAndMovesNothing() {
        RunRecorder recorder(Side::Before, {.seconds = 3, .warmupS = 0}, 0);
        recorder.add(second(0, 1));
        recorder.add(second(1, 1));
        Reading gap = second(2, 0);
        gap.rates.elapsed = 0;
        recorder.add(gap);
        recorder.add(second(3, 1));
        QVERIFY(recorder.isDone());
        QCOMPARE(recorder.run().samples.size(), std::size_t(2));
        QCOMPARE(recorder.run().samples[1].atS, 3.0);
    }

    void pingsOfASecondAreWhatWasCountedOn() {
        RunRecorder recorder(Side::Before, {}, 0);
        Reading reading = second(0, 1);
        reading.roundTrips = RoundTripCounts{{{"ping", 1.0}, 100}};
        recorder.add(reading);
        reading = second(1, 1);
        reading.roundTrips = RoundTripCounts{{{"ping", 1.0}, 110}, {{"ping", 2.0}, 3}, {{"other", 2.0}, 4}};
        recorder.add(reading);
        const auto& first = recorder.run().samples[0].rtts;
        QCOMPARE(first.size(), std::size_t(2));
        QCOMPARE(first[0], (core::model::RttCount{1.0, 10}));
        QCOMPARE(first[1], (core::model::RttCount{2.0, 7}));
        reading = second(2, 1);
        reading.roundTrips = RoundTripCounts{{{"ping", 1.0}, 5}}; // its traffic was started anew
        recorder.add(reading);
        QCOMPARE(recorder.run().samples[1].rtts, (std::vector<core::model::RttCount>{{1.0, 5}}));
        recorder.add(second(3, 1));
        QVERIFY(recorder.run().samples[2].rtts.empty());
    }

    void theBusiestMomentOfWhatMadeTheTrafficCounts() {
        RunRecorder recorder(Side::Before, {}, 0);
        QVERIFY(!recorder.run().generatorPercent);
        for (const auto& [at, percent] : {std::pair(0, 99.0), {1, 20.0}, {2, 60.0}, {3, 30.0}}) {
            Reading reading = second(at, 1);
            reading.generatorPercent = percent;
            recorder.add(reading);
        }
        QCOMPARE(recorder.run().generatorPercent, std::optional(60.0)); // not that of before the run
    }
};

QTEST_APPLESS_MAIN(TestRecorder)
#include "tst_recorder.moc"
