// fq-codel: CoDel against RFC 8289's pseudo-code written down a second time, fairness, sparse flows, ECN, limits.
#include "codel_reference.h"
#include "queue_lab.h"

#include "agent/dataplane/queueing/ecn.h"
#include "agent/dataplane/queueing/fq_codel.h"

#include <map>

using namespace queue_lab;

namespace {

QueueTypeConfig fqCodel() {
    QueueTypeConfig type;
    type.kind = QueueKind::FqCodel;
    return type;
}

} // namespace

class TestFqCodel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void oneFlowBehavesLikeTheRfcsCodel_data() {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 1; seed <= 20; ++seed) {
            QTest::addRow("seed %u", seed) << seed;
        }
    }
    void oneFlowBehavesLikeTheRfcsCodel() {
        QFETCH(unsigned, seed);
        std::mt19937 random(seed);
        PacketPool pool(20000);
        QueueTypeConfig type = fqCodel();
        type.fqCodelLimit = 20000;
        FqCodel queue(type, pool, QueueOctets::Frame, 0);
        ReferenceCodel reference;
        std::uint32_t serial = 0;
        Nanos now = 1;
        std::size_t delivered = 0;
        // Load that comes and goes, so that the dropping state is entered, left and entered again.
        for (int step = 0; step < 40000; ++step) {
            const bool busy = (step / 4000) % 2 == 0;
            const int arrivals = busy ? static_cast<int>(random() % 3) : static_cast<int>(random() % 4 == 0);
            for (int i = 0; i < arrivals && queue.packets() < 15000; ++i) {
                const auto size = static_cast<std::uint16_t>(60 + random() % 1455);
                PacketBuf* p = makePacket(pool, size);
                setSerial(p, serial);
                queue.enqueue(p, now);
                reference.enqueue({serial++, size, now});
            }
            const std::size_t dropsBefore = reference.drops.size();
            const auto expected = reference.deque(now);
            const std::uint64_t droppedBefore = queue.dropped();
            PacketBuf* p = queue.dequeue(now);
            QCOMPARE(p != nullptr, expected.has_value());
            if (p != nullptr) {
                QCOMPARE(serialOf(p), expected->serial);
                ++delivered;
                pool.give(p);
            }
            QCOMPARE(queue.dropped() - droppedBefore, reference.drops.size() - dropsBefore);
            now += 500 * kMicrosecond + static_cast<Nanos>(random() % 1000) * kMicrosecond;
        }
        QVERIFY2(reference.drops.size() > 20, "the scenario never got congested");
        QVERIFY(delivered > 1000);
    }

    void greedyFlowsGetEqualOctetsWhateverTheirPacketSize() {
        PacketPool pool(4096);
        FqCodel queue(fqCodel(), pool, QueueOctets::Frame, 5);
        std::map<std::uint32_t, std::uint64_t> octets;
        const std::map<std::uint32_t, std::uint16_t> sizes{{11, 1514}, {22, 700}, {33, 90}};
        std::map<std::uint32_t, int> waiting;
        for (int i = 0; i < 60000; ++i) {
            for (const auto& [flow, size] : sizes) {
                for (; waiting[flow] < 60; ++waiting[flow]) {
                    queue.enqueue(makePacket(pool, size, flow), 0); // time stands still: CoDel has no say
                }
            }
            PacketBuf* p = queue.dequeue(0);
            octets[p->flowHash] += p->length;
            --waiting[p->flowHash];
            pool.give(p);
        }
        const double mean = static_cast<double>(octets[11] + octets[22] + octets[33]) / 3;
        for (const auto& [flow, sum] : octets) {
            QVERIFY2(std::abs(static_cast<double>(sum) - mean) < 0.02 * mean, qPrintable(QString::number(flow)));
        }
    }
    void aSparseFlowOvertakesAStandingQueue() {
        PacketPool pool(512);
        FqCodel queue(fqCodel(), pool, QueueOctets::Frame, 1);
        for (int i = 0; i < 200; ++i) {
            queue.enqueue(makePacket(pool, 1514, 1), 0);
        }
        for (int i = 0; i < 3; ++i) { // the bulk flow has used up its quantum and is old now
            pool.give(queue.dequeue(0));
        }
        queue.enqueue(makePacket(pool, 100, 2), 0);
        PacketBuf* p = queue.dequeue(0);
        QCOMPARE(p->flowHash, 2u);
        pool.give(p);
    }
    void aFlowThatKeepsComingBackDoesNotStarveOthers() {
        PacketPool pool(512);
        FqCodel queue(fqCodel(), pool, QueueOctets::Frame, 1);
        for (int i = 0; i < 100; ++i) {
            queue.enqueue(makePacket(pool, 1000, 1), 0);
        }
        int bulk = 0;
        for (int i = 0; i < 100; ++i) { // one packet of the other flow is always waiting, never two
            queue.enqueue(makePacket(pool, 1000, 2), 0);
            PacketBuf* p = queue.dequeue(0);
            bulk += p->flowHash == 1 ? 1 : 0;
            pool.give(p);
        }
        QVERIFY2(bulk >= 40, qPrintable(QString::number(bulk)));
    }
    void orderWithinAFlowIsKept() {
        std::mt19937 random(3);
        PacketPool pool(2048);
        FqCodel queue(fqCodel(), pool, QueueOctets::Frame, 9);
        std::map<std::uint32_t, std::uint32_t> last;
        Nanos now = 0;
        for (std::uint32_t serial = 1; serial < 20000; ++serial) {
            PacketBuf* p = makePacket(pool, static_cast<std::uint16_t>(60 + random() % 1400), random() % 37);
            setSerial(p, serial);
            queue.enqueue(p, now);
            now += 100 * kMicrosecond;
            if (random() % 2 == 0 || queue.packets() > 1500) {
                if (PacketBuf* out = queue.dequeue(now)) {
                    QVERIFY(serialOf(out) > last[out->flowHash]);
                    last[out->flowHash] = serialOf(out);
                    pool.give(out);
                }
            }
        }
    }

    void ecnMarksInsteadOfLosing() {
        PacketPool pool(4096);
        FqCodel queue(fqCodel(), pool, QueueOctets::Frame, 0);
        std::size_t marked = 0;
        Nanos now = 0;
        for (int i = 0; i < 3000; ++i) {
            queue.enqueue(makePacket(pool, 1500, 1, 0, kEct0), now);
            now += kMillisecond;
            if (i % 10 == 9) {
                continue; // service is slower than arrivals
            }
            PacketBuf* p = queue.dequeue(now);
            const std::uint8_t* header = p->frame() + p->l3Offset;
            marked += (header[1] & 3) == 3 ? 1 : 0;
            QCOMPARE(headerSum(header), std::uint16_t{0xffff});
            pool.give(p);
        }
        QCOMPARE(queue.dropped(), 0u);
        QVERIFY(marked > 5);
        QCOMPARE(queue.marked(), marked);
    }
    void withoutEcnCapablePacketsAreLost() {
        QueueTypeConfig type = fqCodel();
        type.fqCodelEcn = false;
        PacketPool pool(4096);
        FqCodel queue(type, pool, QueueOctets::Frame, 0);
        Nanos now = 0;
        for (int i = 0; i < 3000; ++i) {
            queue.enqueue(makePacket(pool, 1500, 1, 0, kEct0), now);
            now += kMillisecond;
            if (i % 10 != 9) {
                if (PacketBuf* p = queue.dequeue(now)) {
                    pool.give(p);
                }
            }
        }
        QCOMPARE(queue.marked(), 0u);
        QVERIFY(queue.dropped() > 5);
    }
    void aPacketThatIsNotCapableOrNotIpv4IsNotMarked() {
        PacketPool pool(4);
        PacketBuf* plain = makePacket(pool, 100);
        QVERIFY(!markCongestionExperienced(*plain));
        PacketBuf* other = makePacket(pool, 100, 1, 0, kEct0);
        other->flags = 0;
        QVERIFY(!markCongestionExperienced(*other));
        QCOMPARE(other->frame()[15], kEct0);
        PacketBuf* already = makePacket(pool, 100, 1, 0, 3);
        QVERIFY(markCongestionExperienced(*already));
        QCOMPARE(headerSum(already->frame() + 14), std::uint16_t{0xffff});
    }

    void overTheLimitTheFattestFlowPays() {
        QueueTypeConfig type = fqCodel();
        type.fqCodelLimit = 100;
        PacketPool pool(512);
        FqCodel queue(type, pool, QueueOctets::Frame, 1);
        for (int i = 0; i < 90; ++i) {
            queue.enqueue(makePacket(pool, 1500, 1), 0);
        }
        for (int i = 0; i < 30; ++i) {
            QVERIFY(queue.enqueue(makePacket(pool, 100, 2), 0));
        }
        QVERIFY(queue.packets() <= 100);
        int thin = 0;
        while (PacketBuf* p = queue.dequeue(0)) {
            thin += p->flowHash == 2 ? 1 : 0;
            pool.give(p);
        }
        QCOMPARE(thin, 30);
        QCOMPARE(pool.available(), pool.capacity());
    }
    void overMemlimitTheFattestFlowPays() {
        QueueTypeConfig type = fqCodel();
        type.fqCodelMemlimit = 20'000;
        PacketPool pool(512);
        FqCodel queue(type, pool, QueueOctets::Frame, 1);
        for (int i = 0; i < 100; ++i) {
            queue.enqueue(makePacket(pool, 1500, 1), 0);
            QVERIFY(queue.bytes() <= 20'000);
        }
        QVERIFY(queue.dropped() > 80);
    }
    void aMemlimitSmallerThanAPacketLosesEverythingAndSaysSo() {
        QueueTypeConfig type = fqCodel();
        type.fqCodelMemlimit = 10;
        PacketPool pool(8);
        FqCodel queue(type, pool, QueueOctets::Frame, 1);
        QVERIFY(!queue.enqueue(makePacket(pool, 1500), 0));
        QCOMPARE(queue.dequeue(0), nullptr);
        QVERIFY(!queue.enqueue(makePacket(pool, 1500), 0));
        QCOMPARE(pool.available(), 8u);
    }
    void aQuantumBelowThePacketSizeStillDelivers() {
        QueueTypeConfig type = fqCodel();
        type.fqCodelQuantum = 300;
        PacketPool pool(64);
        FqCodel queue(type, pool, QueueOctets::Frame, 1);
        for (std::uint32_t flow = 0; flow < 4; ++flow) {
            for (int i = 0; i < 4; ++i) {
                queue.enqueue(makePacket(pool, 1514, flow), 0);
            }
        }
        for (int i = 0; i < 16; ++i) {
            PacketBuf* p = queue.dequeue(0);
            QVERIFY(p != nullptr);
            pool.give(p);
        }
        QCOMPARE(queue.dequeue(0), nullptr);
    }
    void clearGivesEverythingBackAndTheQueueGoesOn() {
        PacketPool pool(64);
        FqCodel queue(fqCodel(), pool, QueueOctets::Frame, 1);
        for (std::uint32_t i = 0; i < 50; ++i) {
            queue.enqueue(makePacket(pool, 500, i), 0);
        }
        QCOMPARE(queue.clear(), 50u);
        QCOMPARE(pool.available(), 64u);
        QCOMPARE(queue.dequeue(0), nullptr);
        queue.enqueue(makePacket(pool, 500, 3), 0);
        PacketBuf* p = queue.dequeue(0);
        QVERIFY(p != nullptr);
        pool.give(p);
    }
};

QTEST_APPLESS_MAIN(TestFqCodel)
#include "tst_fq_codel.moc"
