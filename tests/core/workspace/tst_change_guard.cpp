// What a change must not make worse: throughput, of all or of chosen interfaces, paths, pings and loss; and how ping's lines are read.
#include "core/workspace/change_guard.h"
#include "core/workspace/host_ping.h"
#include "core/workspace/queue_watch.h"

#include <QTest>

using namespace core::workspace;
using core::base::kSecond;

namespace {

// Two ports: what came in by ether1, half of it by fast path, left by ether2.
core::model::CounterSample second(int at, std::uint64_t octets, std::uint64_t fast) {
    core::model::CounterSample s;
    s.at = at * kSecond;
    for (const char* name : {"ether1", "ether2"}) {
        core::model::InterfaceCounters port;
        port.id = name;
        port.name = name;
        port.type = "ether";
        const bool in = port.name == "ether1";
        port.rxByte = in ? octets : 0;
        port.fpRxByte = in ? fast : 0;
        port.txByte = in ? 0 : octets;
        port.fpTxByte = in ? 0 : fast;
        s.interfaces.push_back(std::move(port));
    }
    return s;
}

History history() {
    History out;
    std::uint64_t octets = 0, fast = 0;
    for (int at = 0; at <= 20; ++at) {
        out.add(second(at, octets, fast));
        octets += at < 10 ? 1000 : 500;
        fast += at < 10 ? 1000 : 100;
    }
    return out;
}

} // namespace

class TestChangeGuard : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void secondsAreAveraged() {
        const auto before = watched(history(), {}, {}, 5 * kSecond, 10 * kSecond);
        QVERIFY(before.has_value());
        QCOMPARE(before->bps, 8000.0);
        QVERIFY(!before->p95Ms && !before->lostPercent);
        GuardTerms terms;
        terms.interfaces = {"ether2"};
        QCOMPARE(watched(history(), {}, terms, 12 * kSecond, 16 * kSecond)->bps, 4000.0);
        QVERIFY(!watched(history(), {}, {}, 30 * kSecond, 40 * kSecond).has_value());
    }

    void lessThroughputIsWorse() {
        GuardTerms terms;
        terms.leastShare = 0.9;
        GuardSide before, after;
        before.bps = 1e9;
        after.bps = 9.1e8;
        QVERIFY(!gotWorse(terms, before, after).has_value());
        after.bps = 5e8;
        QVERIFY(gotWorse(terms, before, after)->find("Throughput fell from 1") == 0);
        terms.leastShare = 0;
        QVERIFY(!gotWorse(terms, before, after).has_value());
    }

    void aSlowerPathIsWorse() {
        GuardTerms terms;
        terms.mostPathPoints = 10;
        GuardSide before, after;
        before.fastShare = 0.95;
        after.fastShare = 0.86;
        QVERIFY(!gotWorse(terms, before, after).has_value());
        after.fastShare = 0.1;
        QCOMPARE(*gotWorse(terms, before, after), std::string("What the slow path does not carry fell from 95.0 % of the octets to 10.0 %."));
    }

    void longerPingsAndLossAreWorse() {
        GuardTerms terms;
        terms.pingHost = "10.0.0.1";
        terms.mostAddedMs = 5;
        terms.mostLostPoints = 10;
        std::vector<GuardPing> pings;
        for (int i = 0; i < 100; ++i) {
            const bool later = i >= 50;
            pings.push_back({i * kSecond / 5, later && i % 2 == 0 ? std::nullopt : std::optional(later ? 20.0 : 1.0 + i * 0.01)});
        }
        const History seconds = history();
        const auto before = watched(seconds, pings, terms, 1 * kSecond, 10 * kSecond - 1), after = watched(seconds, pings, terms, 10 * kSecond, 18 * kSecond);
        QCOMPARE(*before->lostPercent, 0.0);
        QVERIFY(*before->p95Ms > 1.4 && *before->p95Ms < 1.5);
        QCOMPARE(*after->lostPercent, 50.0);
        QCOMPARE(*after->p95Ms, 20.0);
        QVERIFY(gotWorse(terms, *before, *after)->find("no answer rose from 0.0 % to 50.0 %") != std::string::npos);
        terms.mostLostPoints = 0;
        QVERIFY(gotWorse(terms, *before, *after)->find("then up to 20.0 ms") != std::string::npos);
        terms.mostAddedMs = 0;
        QVERIFY(!gotWorse(terms, *before, *after).has_value());
    }

    void queuesThatSeeLessThanFastTrackCarriesAreWorse() {
        const QueueCounters then{1'000, 1'000, true}, now{1'901'000, 2'001'000, true};
        QCOMPARE(*queuedShare(then, now), 0.95);
        QVERIFY(!queuedShare(then, {1'000, 1'500, true}).has_value()); // too little to tell
        QVERIFY(!queuedShare({}, {0, 5'000'000, false}).has_value());  // no queue
        GuardTerms terms;
        terms.leastQueued = 0.95;
        GuardSide after;
        QVERIFY(!gotWorse(terms, {}, after).has_value());
        after.queuedShare = 0.95;
        QVERIFY(!gotWorse(terms, {}, after).has_value());
        after.queuedShare = 0.0;
        QVERIFY(gotWorse(terms, {}, after)->find("The queues saw 0.0 %") == 0);
    }

    void linesOfPingAreRead() {
        const auto answered = readPingLine("64 bytes from 10.0.0.1: icmp_seq=3 ttl=64 time=0.043 ms\n");
        QCOMPARE(answered->number, 3u);
        QCOMPARE(*answered->ms, 0.043);
        const auto lost = readPingLine("no answer yet for icmp_seq=12\n");
        QCOMPARE(lost->number, 12u);
        QVERIFY(!lost->ms.has_value());
        QVERIFY(!readPingLine("PING 10.0.0.1 (10.0.0.1) 56(84) bytes of data.\n").has_value());
        QVERIFY(!readPingLine("icmp_seq=99999999 time=1 ms").has_value());
        QVERIFY(!readPingLine("icmp_seq=5 time=soon").has_value());
    }
};

QTEST_GUILESS_MAIN(TestChangeGuard)
#include "tst_change_guard.moc"
