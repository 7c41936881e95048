// pfifo and bfifo: order, limits, and what happens to the lost.
#include "queue_lab.h"

#include "agent/dataplane/queueing/queue.h"

using namespace queue_lab;

class TestFifo : public QObject {
    Q_OBJECT

    static QueueTypeConfig type(QueueKind kind) {
        QueueTypeConfig config;
        config.kind = kind;
        config.pfifoLimit = 3;
        config.bfifoLimit = 250;
        return config;
    }

private Q_SLOTS:
    void packetsComeOutInTheOrderTheyWentIn() {
        PacketPool pool(8);
        const auto queue = makeQueue(type(QueueKind::Pfifo), pool, QueueOctets::Frame, 0);
        for (std::uint32_t i = 0; i < 3; ++i) {
            PacketBuf* p = makePacket(pool, 100);
            setSerial(p, i);
            QVERIFY(queue->enqueue(p, 7));
            QCOMPARE(p->enqueuedAt, Nanos{7});
        }
        for (std::uint32_t i = 0; i < 3; ++i) {
            PacketBuf* p = queue->dequeue(9);
            QVERIFY(p != nullptr);
            QCOMPARE(serialOf(p), i);
            pool.give(p);
        }
        QCOMPARE(queue->dequeue(9), nullptr);
    }
    void pfifoLosesTheNewcomerBeyondItsPackets() {
        PacketPool pool(8);
        const auto queue = makeQueue(type(QueueKind::Pfifo), pool, QueueOctets::Frame, 0);
        for (int i = 0; i < 3; ++i) {
            QVERIFY(queue->enqueue(makePacket(pool, 1500), 0));
        }
        QVERIFY(!queue->enqueue(makePacket(pool, 60), 0));
        QCOMPARE(queue->dropped(), 1u);
        QCOMPARE(queue->packets(), 3u);
        QCOMPARE(pool.available(), 5u);
    }
    void bfifoLosesTheNewcomerBeyondItsOctets() {
        PacketPool pool(8);
        const auto queue = makeQueue(type(QueueKind::Bfifo), pool, QueueOctets::Frame, 0);
        QVERIFY(queue->enqueue(makePacket(pool, 100), 0));
        QVERIFY(queue->enqueue(makePacket(pool, 100), 0));
        QVERIFY(!queue->enqueue(makePacket(pool, 100), 0));
        QVERIFY(queue->enqueue(makePacket(pool, 50), 0)); // a smaller one still fits
        QCOMPARE(queue->bytes(), 250u);
    }
    void layer3OctetsLeaveTheLinkHeaderOut() {
        PacketPool pool(8);
        const auto queue = makeQueue(type(QueueKind::Bfifo), pool, QueueOctets::Layer3, 0);
        QVERIFY(queue->enqueue(makePacket(pool, 114), 0));
        QCOMPARE(queue->bytes(), 100u);
    }
    void aDestroyedQueueGivesItsPacketsBack() {
        PacketPool pool(8);
        {
            const auto queue = makeQueue(type(QueueKind::Pfifo), pool, QueueOctets::Frame, 0);
            QVERIFY(queue->enqueue(makePacket(pool, 100), 0));
        }
        QCOMPARE(pool.available(), 8u);
    }
    void noneIsNoQueue() {
        PacketPool pool(1);
        QVERIFY(makeQueue(type(QueueKind::None), pool, QueueOctets::Frame, 0) == nullptr);
    }
    void onlyWhatMattersToAKindMakesDisciplinesDiffer() {
        QueueTypeConfig a = type(QueueKind::Pfifo), b = a;
        b.name = "other";
        b.bfifoLimit = 1;
        QVERIFY(sameDiscipline(a, b));
        b.pfifoLimit = 4;
        QVERIFY(!sameDiscipline(a, b));
        b = type(QueueKind::Bfifo);
        QVERIFY(!sameDiscipline(a, b));
    }
};

QTEST_APPLESS_MAIN(TestFifo)
#include "tst_fifo.moc"
