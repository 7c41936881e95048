// parent=global and simple queues: who matches, which direction, in which order, at which rate.
#include "queue_lab.h"

#include "agent/dataplane/queueing/global_queues.h"

using namespace queue_lab;

namespace {

constexpr std::uint32_t kClient = 0xc0a8580a; // 192.168.88.10
constexpr std::uint32_t kServer = 0x08080808;
constexpr std::uint32_t kWan = 0xc0000201;

QueueConfig withTypes() {
    QueueConfig config;
    QueueTypeConfig pfifo;
    pfifo.pfifoLimit = 200;
    config.types = {pfifo};
    return config;
}

SimpleQueueConfig simple(std::uint32_t uid, Ipv4Prefix target, double uploadM, double downloadM) {
    SimpleQueueConfig row;
    row.uid = uid;
    row.targets = {target};
    row.upload = rates(0, uploadM, 8, 0.01);
    row.download = rates(0, downloadM, 8, 0.01);
    return row;
}

PacketBuf* upload(PacketPool& pool, MarkId mark = 0) {
    PacketBuf* p = makePacket(pool, 1014, 1, mark);
    p->src = kWan; // after masquerading
    p->dst = kServer;
    return p;
}
PacketBuf* download(PacketPool& pool, MarkId mark = 0) {
    PacketBuf* p = makePacket(pool, 1014, 1, mark);
    p->src = kServer;
    p->dst = kClient;
    return p;
}

} // namespace

class TestGlobalQueues : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void withoutRowsEverythingIsDirect() {
        PacketPool pool(4);
        GlobalQueues queues(pool);
        queues.configure(withTypes(), 0);
        QVERIFY(!queues.any());
        PacketBuf* p = upload(pool);
        QCOMPARE(queues.enqueue(p, 0, kClient), Admission::Direct);
        pool.give(p);
        QCOMPARE(queues.nextEvent(0), kNever);
    }
    void directionFollowsTheTarget() {
        PacketPool pool(8);
        GlobalQueues queues(pool);
        QueueConfig config = withTypes();
        config.simple = {simple(7, {kClient, 32}, 1, 1)};
        queues.configure(config, 0);
        QVERIFY(queues.any());
        QCOMPARE(queues.enqueue(upload(pool), 0, kClient), Admission::Queued);
        QCOMPARE(queues.uploadCounters(7)->queuedPackets, 1u);
        QCOMPARE(queues.uploadCounters(7)->queuedBytes, 1000u);
        QCOMPARE(queues.enqueue(download(pool), 0, kServer), Admission::Queued);
        QCOMPARE(queues.downloadCounters(7)->queuedPackets, 1u);
        PacketBuf* foreign = makePacket(pool, 500);
        QCOMPARE(queues.enqueue(foreign, 0, foreign->src), Admission::Direct);
        pool.give(foreign);
    }
    void theFirstMatchTakesThePacketAndTheSearchIsCounted() {
        PacketPool pool(8);
        GlobalQueues queues(pool);
        QueueConfig config = withTypes();
        config.simple = {simple(1, {0x0a000000, 8}, 1, 1), simple(2, {kClient & 0xffffff00, 24}, 1, 1), simple(3, {kClient, 32}, 1, 1)};
        queues.configure(config, 0);
        QCOMPARE(queues.enqueue(download(pool), 0, kServer), Admission::Queued);
        QCOMPARE(queues.looked(), 2u);
        QCOMPARE(queues.downloadCounters(2)->queuedPackets, 1u);
        QCOMPARE(queues.downloadCounters(3)->queuedPackets, 0u);
    }
    void marksAndInterfacesNarrowAMatch() {
        PacketPool pool(8);
        GlobalQueues queues(pool);
        QueueConfig config = withTypes();
        SimpleQueueConfig marked = simple(1, {0, 0}, 1, 1);
        marked.packetMarks = {4};
        SimpleQueueConfig byInterface = simple(2, {0, 0}, 1, 1);
        byInterface.targets.clear();
        byInterface.targetInterfaces = {6};
        config.simple = {marked, byInterface};
        queues.configure(config, 0);
        QCOMPARE(queues.enqueue(upload(pool, 4), 0, kClient), Admission::Queued);
        QCOMPARE(queues.uploadCounters(1)->queuedPackets, 1u);
        PacketBuf* in = upload(pool);
        in->inInterface = 6;
        QCOMPARE(queues.enqueue(in, 0, kClient), Admission::Queued);
        QCOMPARE(queues.uploadCounters(2)->queuedPackets, 1u);
        PacketBuf* out = download(pool);
        out->outInterface = 6;
        QCOMPARE(queues.enqueue(out, 0, kServer), Admission::Queued);
        QCOMPARE(queues.downloadCounters(2)->queuedPackets, 1u);
    }
    void aSimpleQueueHoldsItsRate() {
        PacketPool pool(512);
        GlobalQueues queues(pool);
        QueueConfig config = withTypes();
        config.simple = {simple(1, {kClient, 32}, 4, 8)};
        queues.configure(config, 0);
        Nanos now = 0;
        while (now < 2 * kSecond) {
            while (queues.uploadCounters(1)->queuedPackets < 20) {
                queues.enqueue(upload(pool), now, kClient);
            }
            while (queues.downloadCounters(1)->queuedPackets < 20) {
                queues.enqueue(download(pool), now, kServer);
            }
            Batch batch;
            if (queues.dequeue(now, batch, 64) == 0) {
                now = queues.nextEvent(now);
            }
            for (PacketBuf* p : batch) {
                pool.give(p);
            }
        }
        const double up = static_cast<double>(queues.uploadCounters(1)->bytes) * 8e-6 / 2;
        const double down = static_cast<double>(queues.downloadCounters(1)->bytes) * 8e-6 / 2;
        QVERIFY2(std::abs(up - 4) < 0.12, qPrintable(QString::number(up)));
        QVERIFY2(std::abs(down - 8) < 0.24, qPrintable(QString::number(down)));
    }
    void theTreeComesBeforeSimpleQueues() {
        PacketPool pool(64);
        GlobalQueues queues(pool);
        QueueConfig config = withTypes();
        TreeQueueConfig row;
        row.uid = 50;
        row.global = true;
        row.packetMarks = {0};
        row.htb = rates(0, 100);
        config.tree = {row};
        config.simple = {simple(1, {kClient, 32}, 1, 1)};
        queues.configure(config, 0);
        QCOMPARE(queues.enqueue(upload(pool), 0, kClient), Admission::Queued);
        QCOMPARE(queues.treeCounters(50)->queuedPackets, 1u);
        QCOMPARE(queues.uploadCounters(1)->queuedPackets, 0u);
        PacketBuf* foreign = makePacket(pool, 500);
        QCOMPARE(queues.enqueue(foreign, 0, foreign->src), Admission::Queued);
        Batch batch;
        QCOMPARE(queues.dequeue(0, batch, 64), std::size_t{2});
        QCOMPARE(queues.treeCounters(50)->packets, 2u);
        QCOMPARE(queues.uploadCounters(1)->packets, 1u);
        for (PacketBuf* p : batch) {
            pool.give(p);
        }
        // A mark no leaf takes goes past the tree to the simple queue.
        QCOMPARE(queues.enqueue(upload(pool, 9), 0, kClient), Admission::Queued);
        QCOMPARE(queues.uploadCounters(1)->queuedPackets, 1u);
    }
    void aPacketInTheTreeFindsItsSimpleQueueAfterRowsMoved() {
        PacketPool pool(64);
        GlobalQueues queues(pool);
        QueueConfig config = withTypes();
        TreeQueueConfig row;
        row.uid = 50;
        row.global = true;
        row.htb = rates(0, 100);
        config.tree = {row};
        const SimpleQueueConfig other = simple(1, {0x0a000000, 8}, 1, 1), ours = simple(2, {kClient, 32}, 1, 1);
        config.simple = {other, ours};
        queues.configure(config, 0);
        QCOMPARE(queues.enqueue(upload(pool), 0, kClient), Admission::Queued);
        QCOMPARE(queues.enqueue(upload(pool), 0, kClient), Admission::Queued);
        config.simple = {ours, other};
        queues.configure(config, 0);
        Batch batch;
        QCOMPARE(queues.dequeue(0, batch, 1), std::size_t{1});
        QCOMPARE(queues.uploadCounters(2)->packets, 1u);
        config.simple = {other}; // gone: the second passes without one
        queues.configure(config, 0);
        queues.dequeue(0, batch, 1);
        QCOMPARE(queues.uploadCounters(1)->packets + queues.uploadCounters(1)->queuedPackets, 0u);
        for (PacketBuf* p : batch) {
            pool.give(p);
        }
    }
};

QTEST_APPLESS_MAIN(TestGlobalQueues)
#include "tst_global_queues.moc"
