// Queues between pipeline and rings: none, plain, trees; what is direct, what waits, what survives a change.
#include "queue_lab.h"

#include "agent/dataplane/queueing/interface_queue_set.h"

using namespace queue_lab;

namespace {

EngineConfig config(std::size_t interfaces = 2) {
    EngineConfig c;
    QueueTypeConfig none, pfifo, fq;
    none.name = "only-hardware-queue";
    none.kind = QueueKind::None;
    pfifo.name = "default";
    fq.name = "fqc";
    fq.kind = QueueKind::FqCodel;
    c.queues.types = {none, pfifo, fq};
    for (std::size_t i = 0; i < interfaces; ++i) {
        InterfaceConfig interface;
        interface.name = "ether" + std::to_string(i + 1);
        c.interfaces.push_back(interface);
    }
    return c;
}

TreeQueueConfig treeRow(std::uint32_t uid, IfIndex interface, double maxLimitM, std::vector<MarkId> marks) {
    TreeQueueConfig row;
    row.uid = uid;
    row.interface = interface;
    row.packetMarks = std::move(marks);
    row.htb = rates(0, maxLimitM, 8, 0.01);
    row.htb.queueType = 1;
    return row;
}

} // namespace

class TestInterfaceQueueSet : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void onlyHardwareQueueHoldsNothing() {
        PacketPool pool(8);
        InterfaceQueueSet queues(pool);
        queues.configure(config(), 0);
        QVERIFY(!queues.queues(0));
        QVERIFY(queues.interfaces().empty());
        PacketBuf* p = makePacket(pool, 100);
        QCOMPARE(queues.enqueue(0, p, 0, false), Admission::Direct);
        pool.give(p);
        QCOMPARE(queues.activeQueue(0), std::string_view("only-hardware-queue"));
        QCOMPARE(queues.nextEvent(0), kNever);
        QVERIFY(!queues.queues(4711));
        QCOMPARE(queues.activeQueue(4711), std::string_view());
    }
    void aPlainQueueHoldsWhatTheRingCannotTake() {
        PacketPool pool(128);
        InterfaceQueueSet queues(pool);
        EngineConfig c = config();
        c.interfaces[1].queueType = 1;
        queues.configure(c, 0);
        QCOMPARE(queues.interfaces().size(), std::size_t{1});
        QCOMPARE(queues.activeQueue(1), std::string_view("default"));
        PacketBuf* first = makePacket(pool, 100);
        QCOMPARE(queues.enqueue(1, first, 0, true), Admission::Direct);
        pool.give(first);
        QCOMPARE(queues.enqueue(1, makePacket(pool, 100), 0, false), Admission::Queued);
        // Never past a packet that waits.
        QCOMPARE(queues.enqueue(1, makePacket(pool, 100), 0, true), Admission::Queued);
        QCOMPARE(queues.nextEvent(1, 0), Nanos{0});
        Batch batch;
        QCOMPARE(queues.dequeue(1, 0, batch, 1), std::size_t{1});
        QCOMPARE(queues.dequeue(1, 0, batch, 64), std::size_t{1});
        for (PacketBuf* p : batch) {
            pool.give(p);
        }
        const QueueCounters counters = queues.interfaceCounters(1);
        QCOMPARE(counters.packets, 3u);
        QCOMPARE(counters.bytes, 300u);
        QCOMPARE(queues.nextEvent(1, 0), kNever);
        for (int i = 0; i < 60; ++i) {
            queues.enqueue(1, makePacket(pool, 100), 0, false);
        }
        QCOMPARE(queues.interfaceCounters(1).dropped, 10u);
        QCOMPARE(queues.queuedPackets(1), std::size_t{50});
    }
    void aTreeShapesItsMarksAndLetsOthersPass() {
        PacketPool pool(1024);
        InterfaceQueueSet queues(pool);
        EngineConfig c = config();
        c.queues.tree = {treeRow(10, 0, 10, {0})};
        queues.configure(c, 0);
        QVERIFY(queues.hasTree(0));
        QVERIFY(!queues.hasTree(1));
        QCOMPARE(queues.activeQueue(0), std::string_view("queue-tree"));
        QCOMPARE(queues.enqueue(0, makePacket(pool, 1500, 1, 0), 0), Admission::Queued);
        PacketBuf* marked = makePacket(pool, 1500, 1, 3);
        QCOMPARE(queues.enqueue(0, marked, 0), Admission::Direct);
        pool.give(marked);
        // The ring is full: 50 wait in the direct queue and leave before shaped ones.
        for (int i = 0; i < 51; ++i) {
            QCOMPARE(queues.enqueue(0, makePacket(pool, 1500, 1, 3), 0, false), i < 50 ? Admission::Queued : Admission::Dropped);
        }
        Batch batch;
        QCOMPARE(queues.dequeue(0, 0, batch, 64), std::size_t{51});
        QCOMPARE(batch.packets[0]->packetMark, MarkId{3});
        QCOMPARE(batch.packets[50]->packetMark, MarkId{0});
        for (PacketBuf* p : batch) {
            pool.give(p);
        }
        QCOMPARE(queues.treeCounters(10)->packets, 1u);
        QCOMPARE(queues.treeCounters(11), std::nullopt);
        QCOMPARE(queues.interfaceCounters(0).packets, 52u);
        QCOMPARE(queues.interfaceCounters(0).dropped, 1u);
    }
    void aTreeOnALogicalInterfaceHasNoPlainQueueBesideIt() {
        PacketPool pool(8);
        InterfaceQueueSet queues(pool);
        EngineConfig c = config();
        c.interfaces[1].type = InterfaceType::Bridge;
        c.interfaces[1].queueType = 1;
        queues.configure(c, 0);
        QVERIFY(!queues.queues(1));
        c.queues.tree = {treeRow(10, 1, 10, {})};
        queues.configure(c, 0);
        QVERIFY(queues.hasTree(1));
    }
    void aShapedInterfaceSaysWhenToComeBack() {
        PacketPool pool(1024);
        InterfaceQueueSet queues(pool);
        EngineConfig c = config();
        c.queues.tree = {treeRow(10, 0, 12, {})};
        queues.configure(c, 0);
        for (int i = 0; i < 40; ++i) {
            queues.enqueue(0, makePacket(pool, 1500), 0);
        }
        Nanos now = 0;
        std::size_t got = 0;
        int looks = 0;
        while (got < 40) {
            Batch batch;
            got += queues.dequeue(0, now, batch, 64);
            for (PacketBuf* p : batch) {
                pool.give(p);
            }
            const Nanos event = queues.nextEvent(now);
            QVERIFY(event > now);
            if (got < 40) {
                now = event;
            }
            ++looks;
        }
        QVERIFY2(looks <= 41, qPrintable(QString::number(looks)));
        // 12 Mb/s is 1 ms a frame; the bucket of 10 ms let the first ten or so pass at once.
        QVERIFY2(now > 27 * kMillisecond && now < 31 * kMillisecond, qPrintable(QString::number(now)));
    }
    void addingAndRemovingATreeLosesOnlyWhatWaited() {
        PacketPool pool(128);
        InterfaceQueueSet queues(pool);
        EngineConfig plain = config();
        plain.interfaces[0].queueType = 1;
        queues.configure(plain, 0);
        for (int i = 0; i < 20; ++i) {
            queues.enqueue(0, makePacket(pool, 100), 0, false);
        }
        queues.configure(plain, 0); // nothing changed, nothing lost
        QCOMPARE(queues.queuedPackets(0), std::size_t{20});
        EngineConfig tree = plain;
        tree.queues.tree = {treeRow(10, 0, 10, {})};
        queues.configure(tree, 0);
        QCOMPARE(queues.queuedPackets(0), std::size_t{0});
        QCOMPARE(queues.interfaceCounters(0).dropped, 20u);
        QCOMPARE(pool.available(), pool.capacity());
        queues.configure(plain, 0);
        QCOMPARE(queues.interfaceCounters(0).dropped, 20u);
        QCOMPARE(queues.activeQueue(0), std::string_view("default"));
    }
    void childrenFindTheirParentAmongRowsOfOtherRoots() {
        PacketPool pool(64);
        InterfaceQueueSet queues(pool);
        EngineConfig c = config();
        TreeQueueConfig child = treeRow(13, 1, 5, {});
        child.parent = 1;
        c.queues.tree = {treeRow(10, 0, 10, {}), treeRow(12, 1, 10, {}), child};
        queues.configure(c, 0);
        QCOMPARE(queues.enqueue(1, makePacket(pool, 100), 0), Admission::Queued);
        QCOMPARE(queues.treeCounters(12)->queuedPackets, 1u);
        QCOMPARE(queues.treeCounters(13)->queuedPackets, 1u);
        QCOMPARE(queues.treeCounters(10)->queuedPackets, 0u);
    }
    void aDestroyedSetGivesItsPacketsBack() {
        PacketPool pool(64);
        {
            InterfaceQueueSet queues(pool);
            EngineConfig c = config();
            c.queues.tree = {treeRow(10, 0, 10, {})};
            queues.configure(c, 0);
            queues.enqueue(0, makePacket(pool, 100), 0);
        }
        QCOMPARE(pool.available(), pool.capacity());
    }
};

QTEST_APPLESS_MAIN(TestInterfaceQueueSet)
#include "tst_interface_queue_set.moc"
