// A packet nothing holds back passes at once: the same packets leave at the same moments as by way of the lists.
#include "queue_lab.h"

#include "agent/dataplane/queueing/global_queues.h"
#include "agent/dataplane/queueing/interface_queue_set.h"

#include <map>

using namespace queue_lab;

namespace {

using Departures = std::vector<std::pair<Nanos, std::uint32_t>>; // when, serial

// Load that comes and goes over a tree whose leaves have different priorities; every arrival is followed by a look.
Departures departures(unsigned seed, Passing passing) {
    std::mt19937 random(seed);
    PacketPool pool(4096);
    std::vector<HtbClassSpec> classes{{100, std::nullopt, {}, rates(0, 10, 8, 0.01)}};
    for (MarkId mark = 1; mark <= 4; ++mark) {
        classes.push_back({mark, 0, {mark}, rates(0, 2.0 + mark, static_cast<std::uint8_t>(mark), 0.01)});
    }
    if (seed % 2 == 0) {
        classes[2].htb.burstLimit = 8'000'000;
        classes[2].htb.burstThreshold = 1'000'000;
        classes[2].htb.burstTime = kSecond;
    }
    QueueTypeConfig fq;
    fq.kind = seed % 3 == 0 ? QueueKind::FqCodel : QueueKind::Pfifo;
    Htb htb(pool, QueueOctets::Frame);
    htb.configure(classes, std::vector<QueueTypeConfig>{fq}, 0);
    Departures out;
    Nanos now = 1;
    for (std::uint32_t serial = 1; serial < 8000; ++serial) {
        const auto mark = static_cast<MarkId>(1 + random() % 4);
        PacketBuf* p = makePacket(pool, static_cast<std::uint16_t>(100 + random() % 1400), 1, mark);
        setSerial(p, serial);
        if (htb.admit(*htb.leafOf(mark), p, now, passing) == Admission::Passed) {
            out.emplace_back(now, serial);
            pool.give(p);
        }
        Batch batch;
        do {
            batch.clear();
            htb.dequeue(now, batch, 64);
            for (PacketBuf* got : batch) {
                out.emplace_back(now, serialOf(got));
                pool.give(got);
            }
        } while (batch.count != 0);
        now += static_cast<Nanos>(random() % (serial / 1000 % 2 == 0 ? 1000 : 4000)) * kMicrosecond;
    }
    return out;
}

} // namespace

class TestQueuePassing : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void passingIsWhatTheListsWouldDo_data() {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 1; seed <= 12; ++seed) {
            QTest::addRow("seed %u", seed) << seed;
        }
    }
    void passingIsWhatTheListsWouldDo() {
        QFETCH(unsigned, seed);
        const Departures lists = departures(seed, Passing::No), passed = departures(seed, Passing::Allowed);
        QCOMPARE(passed.size(), lists.size());
        for (std::size_t i = 0; i < lists.size(); ++i) {
            QCOMPARE(passed[i].first, lists[i].first);
            QCOMPARE(passed[i].second, lists[i].second);
        }
        QVERIFY(lists.size() > 2000);
    }
    void aPacketPassesOnlyWhenNobodyWaits() {
        PacketPool pool(64);
        GlobalQueues queues(pool);
        QueueConfig config;
        config.types = {QueueTypeConfig{}};
        SimpleQueueConfig row;
        row.uid = 1;
        row.targets = {{0x0a000001, 32}};
        row.upload = row.download = rates(0, 1, 8, 0.001);
        config.simple = {row};
        queues.configure(config, 0);
        int passed = 0, queued = 0;
        for (int i = 0; i < 10; ++i) {
            const Admission a = queues.enqueue(makePacket(pool, 1014), 0, 0x0a000001, Passing::Allowed);
            passed += a == Admission::Passed ? 1 : 0;
            queued += a == Admission::Queued ? 1 : 0;
            QVERIFY(a != Admission::Passed || queued == 0);
        }
        QVERIFY(passed > 0 && queued > 0);
        QCOMPARE(queues.uploadCounters(1)->packets, std::uint64_t(passed));
        QCOMPARE(queues.uploadCounters(1)->queuedPackets, std::uint64_t(queued));
    }
    void aFullRingMakesPacketsWaitInTheTree() {
        PacketPool pool(64);
        InterfaceQueueSet queues(pool);
        EngineConfig config;
        config.interfaces.resize(1);
        QueueTypeConfig none;
        none.kind = QueueKind::None;
        config.queues.types = {none, QueueTypeConfig{}};
        TreeQueueConfig row;
        row.uid = 5;
        row.interface = 0;
        row.htb = rates(0, 100);
        row.htb.queueType = 1;
        config.queues.tree = {row};
        queues.configure(config, 0);
        PacketBuf* p = makePacket(pool, 100);
        QCOMPARE(queues.enqueue(0, p, 0, true, Passing::Allowed), Admission::Passed);
        QCOMPARE(queues.interfaceCounters(0).packets, 1u);
        QCOMPARE(queues.treeCounters(5)->packets, 1u);
        QCOMPARE(queues.enqueue(0, p, 0, false, Passing::Allowed), Admission::Queued);
        QCOMPARE(queues.treeCounters(5)->queuedPackets, 1u);
    }

    // --- simple queues below and beside one another ---
    void childrenShareWhatTheirParentAllowsAndTheRestWaitsThereToo() {
        PacketPool pool(2048);
        GlobalQueues queues(pool);
        QueueConfig config;
        config.types = {QueueTypeConfig{}};
        SimpleQueueConfig all, one;
        all.uid = 1;
        all.targets = {{0x0a000000, 24}};
        all.upload = all.download = rates(0, 6, 8, 0.01);
        one.uid = 2;
        one.parent = 0;
        one.targets = {{0x0a000001, 32}};
        one.upload = one.download = rates(0, 2, 8, 0.01);
        config.simple = {all, one};
        queues.configure(config, 0);
        for (Nanos now = 0; now < 2 * kSecond; now += 250 * kMicrosecond) {
            for (const std::uint32_t source : {0x0a000001u, 0x0a000002u}) {
                PacketBuf* p = makePacket(pool, 1014);
                const Admission a = queues.enqueue(p, now, source, Passing::Allowed);
                QVERIFY(a != Admission::Direct);
                if (a == Admission::Passed) {
                    pool.give(p);
                }
            }
            Batch batch;
            queues.dequeue(now, batch, 64);
            for (PacketBuf* p : batch) {
                pool.give(p);
            }
        }
        const double parent = static_cast<double>(queues.uploadCounters(1)->bytes) * 8e-6 / 2;
        const double child = static_cast<double>(queues.uploadCounters(2)->bytes) * 8e-6 / 2;
        QVERIFY2(std::abs(parent - 6) < 0.2, qPrintable(QString::number(parent)));
        QVERIFY2(std::abs(child - 2) < 0.1, qPrintable(QString::number(child)));
    }
    void totalBoundsBothDirectionsTogether() {
        PacketPool pool(2048);
        GlobalQueues queues(pool);
        QueueConfig config;
        config.types = {QueueTypeConfig{}};
        SimpleQueueConfig row;
        row.uid = 1;
        row.targets = {{0x0a000001, 32}};
        row.upload = row.download = rates(0, 8, 8, 0.01);
        row.total = rates(0, 10, 8, 0.01);
        config.simple = {row};
        queues.configure(config, 0);
        std::uint64_t octets = 0;
        for (Nanos now = 0; now < 2 * kSecond; now += 250 * kMicrosecond) {
            for (const bool up : {true, false}) {
                PacketBuf* p = makePacket(pool, 1014);
                p->dst = up ? 0x08080808 : 0x0a000001;
                if (queues.enqueue(p, now, up ? 0x0a000001 : 0x08080808, Passing::Allowed) == Admission::Passed) {
                    octets += p->l3Length();
                    pool.give(p);
                }
            }
            Batch batch;
            queues.dequeue(now, batch, 64);
            for (PacketBuf* p : batch) {
                octets += p->l3Length();
                pool.give(p);
            }
        }
        const double rate = static_cast<double>(octets) * 8e-6 / 2;
        QVERIFY2(std::abs(rate - 10) < 0.3, qPrintable(QString::number(rate)));
        QCOMPARE(queues.totalCounters(1)->bytes, octets);
        QVERIFY(queues.totalCounters(1)->dropped > 0);
    }
};

QTEST_APPLESS_MAIN(TestQueuePassing)
#include "tst_queue_passing.moc"
