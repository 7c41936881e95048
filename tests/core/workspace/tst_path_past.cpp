// Minutes of paths: summed up while they are watched, kept, and read again with the changes that were made meanwhile.
#include "core/store/change_journal.h"
#include "core/workspace/foretold.h"
#include "core/workspace/path_past.h"
#include "core/workspace/path_recorder.h"
#include "core/workspace/user_store.h"

#include <QDateTime>
#include <QTemporaryDir>
#include <QTest>

using core::base::kSecond;
using core::model::PathKind;
using core::model::RateSample;
using core::store::PathMinute;
using core::workspace::PathMinuteSum;

namespace {

RateSample second(double slowBps, double fastTrackBps, core::base::Nanos elapsed = kSecond) {
    RateSample out;
    out.elapsed = elapsed;
    out.paths.byPath[static_cast<std::size_t>(PathKind::Slow)].bps = slowBps;
    out.paths.byPath[static_cast<std::size_t>(PathKind::FastTrack)].bps = fastTrackBps;
    return out;
}

PathMinute minute(std::int64_t at, double slow, double fastTrack, int seconds = 60) {
    PathMinute out;
    out.minute = at;
    out.seconds = seconds;
    out.bytes[static_cast<std::size_t>(PathKind::Slow)] = slow;
    out.bytes[static_cast<std::size_t>(PathKind::FastTrack)] = fastTrack;
    return out;
}

} // namespace

class TestPathPast : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { qputenv("XDG_DATA_HOME", folder_.path().toUtf8()); }

    void secondsAreSummedUpUntilTheMinuteIsOver() {
        PathMinuteSum sum;
        QVERIFY(!sum.sofar());
        for (int i = 0; i < 20; ++i) {
            QVERIFY(!sum.add(second(8e6, 16e6), 100));
        }
        QVERIFY(!sum.add(second(8e6, 0, 2 * kSecond), 100)); // one that took two seconds
        const auto over = sum.add(second(80, 0), 101);
        QVERIFY(over.has_value());
        QCOMPARE(*over == minute(100, 22e6, 40e6, 22), true);
        QCOMPARE(*sum.sofar() == minute(101, 10, 0, 1), true);
    }

    void theTwinsAnswerHasWhatTheChipsCarryBesideIt() {
        core::model::Predicted predicted;
        predicted.throughputBps = {9e8, 8e8, 1e9};
        predicted.busiestCore = {50, 40, 60};
        predicted.fastShare = {0.5, 0.5, 0.5};
        const auto all = core::workspace::foretold(predicted, 1e8);
        QCOMPARE(all.size(), std::size_t(3));
        QCOMPARE(all[0].value, 1e9);
        QCOMPARE(all[0].low.value(), 9e8);
        QCOMPARE(all[1].value, 50.0);
        QCOMPARE(all[2].value, 0.55); // half of nine tenths, and all of one
        QCOMPARE(core::workspace::foretold({}, 0).size(), std::size_t(2)); // nothing moves: no share of it
    }

    void theFastShareIsOfTheMinutesAskedFor() {
        const std::vector<PathMinute> minutes{minute(10, 100, 0), minute(11, 100, 300), minute(12, 0, 100)};
        QCOMPARE(core::workspace::fastShare(minutes, 10, 11).value(), 0.0);
        QCOMPARE(core::workspace::fastShare(minutes, 11, 13).value(), 0.8);
        QVERIFY(!core::workspace::fastShare(minutes, 13, 20).has_value());
        QVERIFY(!core::workspace::fastShare({minute(10, 0, 0)}, 10, 11).has_value()); // nothing moved
    }

    void ratesAreOfTheSecondsThatWereWatched() {
        const auto rates = core::workspace::ratesOf({minute(10, 75e6, 0, 30)});
        QCOMPARE(rates.front().paths.total.bps, 20e6);
        QCOMPARE(rates.front().at, 11 * 60 * kSecond);
    }

    void whatWasKeptIsReadWithTheChangesMadeMeanwhile() {
        QVERIFY(core::workspace::readPathPast({}, 60)->routers.isEmpty());
        const auto store = core::workspace::userStore().value();
        const std::int64_t now = QDateTime::currentMSecsSinceEpoch() / 60'000;
        core::store::PathLog log(store);
        for (std::int64_t at = now - 30; at < now; ++at) {
            QVERIFY(log.add("branch", at < now - 15 ? minute(at, 90, 10) : minute(at, 1, 99)));
        }
        core::store::ChangeJournal journal(store);
        core::store::JournalChange change;
        change.startedMs = (now - 15) * 60'000;
        change.router = "branch";
        change.title = "Add FastTrack";
        change.outcome = core::store::JournalOutcome::Kept;
        QVERIFY(journal.begin(change).has_value());
        change.startedMs = (now - 5000) * 60'000; // long ago
        QVERIFY(journal.begin(change).has_value());
        const auto past = core::workspace::readPathPast({}, 60);
        QVERIFY2(past.has_value(), past.has_value() ? "" : past.error().describe().c_str());
        QCOMPARE(past->router, QStringLiteral("branch"));
        QCOMPARE(past->minutes.size(), std::size_t(30));
        QCOMPARE(past->changes.size(), std::size_t(1));
        QCOMPARE(past->changes[0].fastBefore.value(), 0.1);
        QCOMPARE(past->changes[0].fastAfter.value(), 0.99);
    }

private:
    QTemporaryDir folder_;
};

QTEST_GUILESS_MAIN(TestPathPast)
#include "tst_path_past.moc"
