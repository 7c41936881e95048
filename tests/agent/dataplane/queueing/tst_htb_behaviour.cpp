// HTB beyond rates: nothing is lost unseen, nothing stalls, order is kept, reconfiguration keeps what it should.
#include "queue_lab.h"

#include <map>

using namespace queue_lab;

namespace {

std::vector<QueueTypeConfig> types() {
    QueueTypeConfig pfifo;
    QueueTypeConfig fq;
    fq.kind = QueueKind::FqCodel;
    fq.fqCodelFlows = 16;
    fq.fqCodelLimit = 60;
    QueueTypeConfig none;
    none.kind = QueueKind::None;
    return {pfifo, fq, none};
}

// A random tree; leaf marks are position + 1, uids position + 100 (or shuffled by `uidStep`).
std::vector<HtbClassSpec> randomTree(std::mt19937& random, std::size_t size) {
    std::vector<HtbClassSpec> classes;
    for (std::size_t i = 0; i < size; ++i) {
        HtbClassSpec spec;
        spec.uid = static_cast<std::uint32_t>(100 + i);
        if (i > 0 && random() % 4 != 0) {
            spec.parent = static_cast<std::uint32_t>(random() % i);
        }
        spec.packetMarks = {static_cast<MarkId>(i + 1)};
        spec.htb = rates(random() % 2 == 0 ? 0 : random() % 10, random() % 5 == 0 ? 0 : 1 + random() % 50,
                         static_cast<std::uint8_t>(1 + random() % 8), 0.01 * (random() % 5));
        if (random() % 4 == 0) {
            spec.htb.burstLimit = spec.htb.maxLimit * 2;
            spec.htb.burstThreshold = spec.htb.maxLimit / 2;
            spec.htb.burstTime = 100 * kMillisecond;
        }
        spec.htb.queueType = random() % 3;
        classes.push_back(spec);
    }
    return classes;
}

} // namespace

class TestHtbBehaviour : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatGoesInComesOutWaitsOrIsCountedAsLost_data() {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 1; seed <= 30; ++seed) {
            QTest::addRow("seed %u", seed) << seed;
        }
    }
    void whatGoesInComesOutWaitsOrIsCountedAsLost() {
        QFETCH(unsigned, seed);
        std::mt19937 random(seed);
        PacketPool pool(4096);
        std::uint64_t in = 0, out = 0;
        {
            Htb htb(pool, QueueOctets::Frame);
            htb.configure(randomTree(random, 1 + random() % 12), types(), 0);
            Nanos now = 0;
            for (int step = 0; step < 20000; ++step) {
                const auto mark = static_cast<MarkId>(1 + random() % 12);
                if (const auto leaf = htb.leafOf(mark)) {
                    htb.enqueue(*leaf, makePacket(pool, static_cast<std::uint16_t>(60 + random() % 1454), random() % 50, mark), now);
                    ++in;
                }
                Batch batch;
                out += htb.dequeue(now, batch, random() % 4);
                for (PacketBuf* p : batch) {
                    pool.give(p);
                }
                if (random() % 2000 == 0) {
                    htb.configure(randomTree(random, 1 + random() % 12), types(), now);
                }
                now += static_cast<Nanos>(random() % 400) * kMicrosecond;
                QCOMPARE(in, out + htb.dropped() + htb.queuedPackets());
                QCOMPARE(pool.available() + htb.queuedPackets(), pool.capacity());
            }
        }
        QCOMPARE(pool.available(), pool.capacity());
    }

    void nextEventIsNeitherLateNorIdle_data() { whatGoesInComesOutWaitsOrIsCountedAsLost_data(); }
    void nextEventIsNeitherLateNorIdle() {
        QFETCH(unsigned, seed);
        std::mt19937 random(seed);
        PacketPool pool(4096);
        Htb htb(pool, QueueOctets::Frame);
        const std::size_t classes = 1 + random() % 10;
        htb.configure(randomTree(random, classes), types(), 0);
        Nanos now = 0;
        std::size_t looks = 0, packets = 0;
        for (int step = 0; step < 5000; ++step) {
            for (std::size_t i = 0; i < classes; ++i) {
                const auto mark = static_cast<MarkId>(1 + i);
                const auto leaf = htb.leafOf(mark);
                if (leaf && htb.counters(static_cast<std::uint32_t>(100 + i))->queuedPackets < 5) {
                    htb.enqueue(*leaf, makePacket(pool, 1000, 1, mark), now);
                }
            }
            Batch batch;
            const std::uint64_t droppedBefore = htb.dropped();
            const std::size_t taken = htb.dequeue(now, batch, 1);
            packets += taken;
            for (PacketBuf* p : batch) {
                pool.give(p);
            }
            if (taken > 0 || htb.dropped() != droppedBefore) {
                continue;
            }
            ++looks;
            const Nanos event = htb.nextEvent(now);
            QVERIFY2(event > now, "promises a packet that is not there");
            if (htb.queuedPackets() == 0) {
                QCOMPARE(event, kNever);
                break;
            }
            QVERIFY2(event != kNever, "packets wait and nobody will come");
            if (event - now > 2) { // a moment before there must be nothing
                Batch early;
                QCOMPARE(htb.dequeue(event - 2, early, 1), std::size_t{0});
            }
            now = event;
        }
        QVERIFY2(looks <= (packets + 1) * 2 * classes, qPrintable(QStringLiteral("%1 looks for %2 packets").arg(looks).arg(packets)));
    }
    void anIdleSchedulerWaitsForNothing() {
        PacketPool pool(4);
        Htb htb(pool, QueueOctets::Frame);
        QCOMPARE(htb.nextEvent(0), kNever);
        htb.configure(std::vector<HtbClassSpec>{{1, std::nullopt, {}, rates(0, 1)}}, types(), 0);
        QCOMPARE(htb.nextEvent(0), kNever);
        Batch batch;
        QCOMPARE(htb.dequeue(0, batch, 10), std::size_t{0});
    }

    void orderWithinALeafIsKept() {
        Run run({{101, std::nullopt, {}, rates(0, 20)}, {1, 0, {1}, rates(0, 20)}, {2, 0, {2}, rates(3, 20)}});
        std::mt19937 random(4);
        std::map<MarkId, std::uint32_t> last;
        Nanos now = 0;
        for (std::uint32_t serial = 1; serial < 20000; ++serial) {
            const auto mark = static_cast<MarkId>(1 + random() % 2);
            PacketBuf* p = makePacket(run.pool, 1000, 1, mark);
            setSerial(p, serial);
            run.htb.enqueue(*run.htb.leafOf(mark), p, now);
            Batch batch;
            run.htb.dequeue(now, batch, 3);
            for (PacketBuf* got : batch) {
                QVERIFY(serialOf(got) > last[got->packetMark]);
                last[got->packetMark] = serialOf(got);
                run.pool.give(got);
            }
            now += 450 * kMicrosecond;
        }
    }

    void marksChooseTheFirstLeafThatTakesThem() {
        PacketPool pool(1);
        Htb htb(pool, QueueOctets::Frame);
        htb.configure(std::vector<HtbClassSpec>{{1, std::nullopt, {7}, rates(0, 1)},
                                                {2, std::nullopt, {5, 0}, rates(0, 1)},
                                                {3, std::nullopt, {5}, rates(0, 1)},
                                                {4, 0, {9}, rates(0, 1)}},
                      types(), 0);
        QCOMPARE(htb.leafOf(5), std::optional<std::uint32_t>(1));
        QCOMPARE(htb.leafOf(0), std::optional<std::uint32_t>(1));
        QCOMPARE(htb.leafOf(9), std::optional<std::uint32_t>(3));
        QCOMPARE(htb.leafOf(7), std::nullopt); // its row has a child and holds no packets itself
        QCOMPARE(htb.leafOf(8), std::nullopt);
        QCOMPARE(htb.leafOf(4000), std::nullopt);
    }
    void aLeafWithoutMarksTakesWhatEarlierLeavesLeave() {
        PacketPool pool(1);
        Htb htb(pool, QueueOctets::Frame);
        htb.configure(std::vector<HtbClassSpec>{{1, std::nullopt, {3}, rates(0, 1)},
                                                {2, std::nullopt, {}, rates(0, 1)},
                                                {3, std::nullopt, {4}, rates(0, 1)}},
                      types(), 0);
        QCOMPARE(htb.leafOf(3), std::optional<std::uint32_t>(0));
        QCOMPARE(htb.leafOf(4), std::optional<std::uint32_t>(1));
        QCOMPARE(htb.leafOf(77), std::optional<std::uint32_t>(1));
    }

    void countersOfAParentAreThoseOfItsLeaves() {
        Run run({{101, std::nullopt, {}, rates(0, 10)}, {1, 0, {1}, rates(0, 10)}, {2, 0, {2}, rates(0, 10)}});
        run.saturate(1);
        run.saturate(2);
        run.runUntil(kSecond);
        for (int i = 0; i < 60; ++i) {
            run.htb.enqueue(1, makePacket(run.pool, 1000, 1, 1), run.now());
        }
        const QueueCounters parent = *run.htb.counters(101), a = *run.htb.counters(1), b = *run.htb.counters(2);
        QVERIFY(a.dropped > 0 && a.bytes > 0 && b.bytes > 0);
        QCOMPARE(parent.bytes, a.bytes + b.bytes);
        QCOMPARE(parent.packets, a.packets + b.packets);
        QCOMPARE(parent.dropped, a.dropped + b.dropped);
        QCOMPARE(parent.queuedPackets, a.queuedPackets + b.queuedPackets);
        QCOMPARE(parent.queuedBytes, a.queuedBytes + b.queuedBytes);
        QCOMPARE(run.htb.counters(999), std::nullopt);
    }

    void aRowThatStaysKeepsPacketsAndCounters() {
        PacketPool pool(256);
        Htb htb(pool, QueueOctets::Frame);
        const HtbClassSpec one{1, std::nullopt, {1}, rates(0, 1)}, two{2, std::nullopt, {2}, rates(0, 1)};
        htb.configure(std::vector<HtbClassSpec>{one, two}, types(), 0);
        for (int i = 0; i < 60; ++i) { // ten too many for pfifo 50
            htb.enqueue(0, makePacket(pool, 1000, 1, 1), 0);
            htb.enqueue(1, makePacket(pool, 1000, 1, 2), 0);
        }
        Batch batch;
        htb.dequeue(0, batch, 4);
        for (PacketBuf* p : batch) {
            pool.give(p);
        }
        const QueueCounters before = *htb.counters(1);
        htb.configure(std::vector<HtbClassSpec>{one}, types(), 0);
        QCOMPARE(*htb.counters(1), before);
        QCOMPARE(htb.counters(2), std::nullopt);
        QCOMPARE(pool.available() + before.queuedPackets, pool.capacity());
        QVERIFY(htb.nextEvent(0) != kNever);
    }
    void changingOnlyTheRateKeepsPackets() {
        PacketPool pool(256);
        Htb htb(pool, QueueOctets::Frame);
        htb.configure(std::vector<HtbClassSpec>{{1, std::nullopt, {}, rates(0, 1)}}, types(), 0);
        for (int i = 0; i < 40; ++i) {
            htb.enqueue(0, makePacket(pool, 1000), 0);
        }
        htb.configure(std::vector<HtbClassSpec>{{1, std::nullopt, {}, rates(0, 2)}}, types(), 0);
        QCOMPARE(htb.queuedPackets(), std::size_t{40});
    }
    void anotherQueueTypeLosesWhatWaitedAndCountsIt() {
        PacketPool pool(256);
        Htb htb(pool, QueueOctets::Frame);
        HtbClassSpec spec{1, std::nullopt, {}, rates(0, 1)};
        htb.configure(std::vector<HtbClassSpec>{spec}, types(), 0);
        for (int i = 0; i < 40; ++i) {
            htb.enqueue(0, makePacket(pool, 1000), 0);
        }
        spec.htb.queueType = 1;
        htb.configure(std::vector<HtbClassSpec>{spec}, types(), 0);
        QCOMPARE(htb.queuedPackets(), std::size_t{0});
        QCOMPARE(htb.counters(1)->dropped, 40u);
        QCOMPARE(pool.available(), pool.capacity());
    }
    void anUnchangedRowDoesNotGetAFreshBucket() {
        Run run({{1, std::nullopt, {}, rates(0, 10, 8, 1)}});
        run.saturate(1);
        run.runUntil(5 * kSecond);
        const std::uint64_t before = run.htb.counters(1)->bytes;
        run.htb.configure(std::vector<HtbClassSpec>{{1, std::nullopt, {}, rates(0, 10, 8, 1)}}, types(), run.now());
        run.runUntil(6 * kSecond);
        const double megabits = static_cast<double>(run.htb.counters(1)->bytes - before) * 8e-6;
        QVERIFY2(megabits < 10.5, qPrintable(QString::number(megabits)));
    }
    void aParentNamedAfterItsChildIsNotFollowed() { // rows come parents first; a fault must not loop
        PacketPool pool(4);
        Htb htb(pool, QueueOctets::Frame);
        htb.configure(std::vector<HtbClassSpec>{{1, 1, {1}, rates(0, 1)}, {2, 1, {2}, rates(0, 1)}}, types(), 0);
        QVERIFY(htb.leafOf(1).has_value());
        QVERIFY(htb.leafOf(2).has_value());
    }
};

QTEST_APPLESS_MAIN(TestHtbBehaviour)
#include "tst_htb_behaviour.moc"
