// Each kind of queue by what defines it: red, sfq, pcq, codel, mq-pfifo; and what all kinds have in common.
#include "codel_reference.h"
#include "queue_lab.h"

#include "agent/dataplane/queueing/codel_queue.h"
#include "agent/dataplane/queueing/pcq.h"
#include "agent/dataplane/queueing/red.h"
#include "agent/dataplane/queueing/sfq.h"

#include <map>

using namespace queue_lab;

namespace {

PacketBuf* fromTo(PacketPool& pool, std::uint32_t src, std::uint32_t dst, std::uint16_t length = 1014) {
    PacketBuf* p = makePacket(pool, length, src * 31 + dst);
    p->src = src;
    p->dst = dst;
    core::base::storeBe32(p->frame() + 26, src);
    core::base::storeBe32(p->frame() + 30, dst);
    return p;
}

PcqConfig bySource() {
    PcqConfig config;
    config.srcAddress = true;
    return config;
}

const std::vector<QueueKind> kKinds{QueueKind::Pfifo, QueueKind::Bfifo, QueueKind::MqPfifo, QueueKind::Red,  QueueKind::Sfq,
                                    QueueKind::Pcq,   QueueKind::Codel, QueueKind::FqCodel, QueueKind::Cake};

QueueTypeConfig typeOf(QueueKind kind, bool shaped) {
    QueueTypeConfig type;
    type.kind = kind;
    type.fqCodelLimit = 100;
    type.codel.ecn = true;
    type.pcq = bySource();
    if (shaped) {
        type.pcq.rate = 2'000'000;
        type.pcq.burstRate = 4'000'000;
        type.pcq.burstThreshold = 1'000'000;
        type.pcq.burstTime = core::base::kSecond;
        type.cake.bandwidth = 20'000'000;
        type.cake.memlimit = 100'000;
        type.cake.wash = true;
        type.cake.ackFilter = CakeAckFilter::Filter;
    }
    return type;
}

} // namespace

class TestQueueKinds : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatGoesInComesOutWaitsOrIsCountedAsLost_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<bool>("shaped");
        for (std::size_t i = 0; i < kKinds.size(); ++i) {
            QTest::addRow("kind %d", int(kKinds[i])) << int(i) << false;
            QTest::addRow("kind %d with a rate", int(kKinds[i])) << int(i) << true;
        }
    }
    void whatGoesInComesOutWaitsOrIsCountedAsLost() {
        QFETCH(int, kind);
        QFETCH(bool, shaped);
        std::mt19937 random(static_cast<unsigned>(kind) + 1);
        PacketPool pool(4096);
        std::uint64_t in = 0, out = 0, refused = 0;
        {
            const auto queue = makeQueue(typeOf(kKinds[static_cast<std::size_t>(kind)], shaped), pool, QueueOctets::Frame, 7);
            std::map<std::uint32_t, std::uint32_t> last; // serial by flow
            Nanos now = 1;
            std::uint32_t serial = 0;
            for (int step = 0; step < 30000; ++step) {
                for (unsigned n = random() % (step / 3000 % 2 == 0 ? 3 : 1); n > 0 && queue->packets() < 2000; --n) {
                    const std::uint32_t flow = random() % 40;
                    PacketBuf* p = fromTo(pool, 0x0a000000 + flow, 0x08080808, static_cast<std::uint16_t>(80 + random() % 1400));
                    p->flowHash = flow * 77777 + 1;
                    p->frame()[15] = static_cast<std::uint8_t>((flow % 3 == 0 ? 46 << 2 : 0) | (flow % 2 == 0 ? kEct0 : 0));
                    core::base::storeBe16(p->frame() + 24, 0);
                    core::base::storeBe16(p->frame() + 24, static_cast<std::uint16_t>(~headerSum(p->frame() + 14)));
                    setSerial(p, ++serial);
                    ++in;
                    const std::uint64_t lost = queue->dropped();
                    const bool kept = queue->enqueue(p, now);
                    refused += kept ? 0 : 1;
                    QVERIFY(kept || queue->dropped() > lost);
                }
                const Nanos due = queue->nextEvent(now);
                QCOMPARE(due == kNever, queue->packets() == 0);
                PacketBuf* p = queue->dequeue(now);
                QVERIFY2(p == nullptr || due <= now, "a packet came before its time");
                if (p != nullptr) {
                    QCOMPARE(headerSum(p->frame() + 14), std::uint16_t{0xffff});
                    QVERIFY2(serialOf(p) > last[p->src], "order within a flow");
                    last[p->src] = serialOf(p);
                    pool.give(p);
                    ++out;
                } else if (due <= now) {
                    QVERIFY2(queue->packets() == 0, "says it has one and gives none");
                }
                QCOMPARE(in, out + queue->dropped() + queue->packets());
                QCOMPARE(pool.available() + queue->packets(), pool.capacity());
                now += static_cast<Nanos>(random() % 900) * kMicrosecond;
            }
            // Left alone it empties, at the moments it names.
            for (Nanos due = queue->nextEvent(now); due != kNever; due = queue->nextEvent(now)) {
                now = std::max(now, due);
                if (PacketBuf* p = queue->dequeue(now)) {
                    pool.give(p);
                    ++out;
                }
            }
            QCOMPARE(in, out + queue->dropped());
        }
        QVERIFY(out > 1000);
        QCOMPARE(pool.available(), pool.capacity());
    }
    void clearGivesEverythingBackAndTheQueueGoesOn() {
        for (const QueueKind kind : kKinds) {
            PacketPool pool(64);
            const auto queue = makeQueue(typeOf(kind, false), pool, QueueOctets::Frame, 3);
            for (std::uint32_t i = 0; i < 8; ++i) {
                queue->enqueue(fromTo(pool, i, 1), 1);
            }
            QCOMPARE(queue->clear(), std::size_t{8});
            QCOMPARE(pool.available(), std::size_t{64});
            QCOMPARE(queue->dequeue(1), nullptr);
            queue->enqueue(fromTo(pool, 3, 1), 1);
            PacketBuf* p = queue->dequeue(1);
            QVERIFY(p != nullptr);
            pool.give(p);
        }
    }

    // --- red ---
    void redLosesNothingBelowTheMinimumAndEverythingAboveTheMaximum() {
        PacketPool pool(256);
        RedConfig config;
        config.limit = 200;
        Red red(config, pool, QueueOctets::Frame, 1);
        Nanos now = 1;
        for (int i = 0; i < 5000; ++i) { // nine packets of 1000 octets always wait
            while (red.packets() < 9) {
                QVERIFY(red.enqueue(makePacket(pool, 1000), now));
            }
            pool.give(red.dequeue(now));
            now += kMillisecond;
        }
        QCOMPARE(red.dropped(), 0u);
        for (int i = 0; i < 3000; ++i) { // sixty: above the maximum once the average has followed
            if (red.packets() >= 60) {
                pool.give(red.dequeue(now));
            }
            red.enqueue(makePacket(pool, 1000), now);
        }
        QVERIFY(red.average() >= 50'000);
        QVERIFY(!red.enqueue(makePacket(pool, 1000), now));
    }
    void redLosesMoreTheLongerTheLineOnAverage() {
        std::map<std::size_t, double> share;
        for (const std::size_t level : {20u, 30u, 40u}) {
            PacketPool pool(256);
            RedConfig config;
            config.limit = 200;
            Red red(config, pool, QueueOctets::Frame, 99);
            std::uint64_t offered = 0;
            for (int i = 0; i < 100'000; ++i) {
                while (red.packets() < level) {
                    ++offered;
                    red.enqueue(makePacket(pool, 1000), 1);
                }
                pool.give(red.dequeue(1));
            }
            share[level] = static_cast<double>(red.dropped()) / static_cast<double>(offered);
        }
        // 2 % just below 50 packets, linear from 10; spread evenly the share is about 2p/(1+p).
        QVERIFY2(share[20] > 0.006 && share[20] < 0.014, qPrintable(QString::number(share[20])));
        QVERIFY2(std::abs(share[30] / share[20] - 2) < 0.3, qPrintable(QString::number(share[30])));
        QVERIFY2(std::abs(share[40] / share[20] - 3) < 0.4, qPrintable(QString::number(share[40])));
    }
    void redTakesABurstAtAnEmptyLine() {
        PacketPool pool(64);
        Red red(RedConfig{}, pool, QueueOctets::Frame, 1);
        for (int i = 0; i < 20; ++i) {
            QVERIFY(red.enqueue(makePacket(pool, 1000), 1));
        }
        QVERIFY(red.average() < 10'000);
    }

    // --- sfq ---
    void sfqGivesFlowsEqualOctets() {
        PacketPool pool(512);
        Sfq sfq(SfqConfig{}, pool, QueueOctets::Frame, 5);
        const std::map<std::uint32_t, std::uint16_t> sizes{{1, 1514}, {2, 600}, {3, 100}};
        std::map<std::uint32_t, std::uint64_t> octets;
        std::map<std::uint32_t, int> waiting;
        for (int i = 0; i < 30000; ++i) {
            for (const auto& [flow, size] : sizes) {
                for (; waiting[flow] < 30; ++waiting[flow]) {
                    sfq.enqueue(makePacket(pool, size, flow * 7919), 1);
                }
            }
            PacketBuf* p = sfq.dequeue(1);
            octets[p->flowHash / 7919] += p->length;
            --waiting[p->flowHash / 7919];
            pool.give(p);
        }
        const double mean = static_cast<double>(octets[1] + octets[2] + octets[3]) / 3;
        for (const auto& [flow, sum] : octets) {
            QVERIFY2(std::abs(static_cast<double>(sum) - mean) < 0.03 * mean, qPrintable(QString::number(flow)));
        }
    }
    void sfqHolds128PacketsAndTheLongestLinePays() {
        PacketPool pool(512);
        Sfq sfq(SfqConfig{}, pool, QueueOctets::Frame, 5);
        for (int i = 0; i < 3; ++i) {
            QVERIFY(sfq.enqueue(makePacket(pool, 100, 555), 1));
        }
        for (int i = 0; i < 200; ++i) {
            sfq.enqueue(makePacket(pool, 1000, 777), 1);
        }
        QCOMPARE(sfq.packets(), Sfq::kPacketLimit);
        int thin = 0;
        while (PacketBuf* p = sfq.dequeue(1)) {
            thin += p->flowHash == 555 ? 1 : 0;
            pool.give(p);
        }
        QCOMPARE(thin, 3);
    }
    void sfqPartsFlowsThatShareALine() {
        // Two flows on one line take turns by arrival; after the hash has changed they are two lines.
        PacketPool pool(64);
        SfqConfig config;
        Sfq sfq(config, pool, QueueOctets::Frame, 5);
        const auto firstIsFlow2 = [&](std::uint32_t other, Nanos now) {
            for (int i = 0; i < 4; ++i) {
                sfq.enqueue(makePacket(pool, 1514, 1), now);
            }
            sfq.enqueue(makePacket(pool, 1514, other), now);
            PacketBuf* a = sfq.dequeue(now);
            PacketBuf* b = sfq.dequeue(now);
            const bool early = b->flowHash == other;
            pool.give(a);
            pool.give(b);
            sfq.clear();
            return early;
        };
        std::uint32_t twin = 2; // one that shares the line of flow 1
        while (firstIsFlow2(twin, 1)) {
            ++twin;
        }
        QVERIFY(!firstIsFlow2(twin, 4 * core::base::kSecond));
        QVERIFY(firstIsFlow2(twin, 6 * core::base::kSecond));
    }

    // --- pcq ---
    void pcqSharesEquallyAmongSources() {
        PacketPool pool(512);
        Pcq pcq(bySource(), pool, QueueOctets::Frame);
        std::map<std::uint32_t, std::uint64_t> octets;
        std::map<std::uint32_t, int> waiting;
        for (int i = 0; i < 20000; ++i) {
            for (const std::uint32_t src : {1u, 2u, 3u}) { // the first opens ten connections
                for (; waiting[src] < 20; ++waiting[src]) {
                    pcq.enqueue(fromTo(pool, src, src == 1 ? 100 + static_cast<std::uint32_t>(i) % 10 : 50), 1);
                }
            }
            PacketBuf* p = pcq.dequeue(1);
            octets[p->src] += p->length;
            --waiting[p->src];
            pool.give(p);
        }
        for (const auto& [src, sum] : octets) {
            QVERIFY2(std::abs(static_cast<double>(sum) - 20000 * 1014 / 3.0) < 4000, qPrintable(QString::number(src)));
        }
    }
    void pcqRateHoldsForEachSubstream() {
        PacketPool pool(512);
        PcqConfig config = bySource();
        config.rate = 2'000'000;
        Pcq pcq(config, pool, QueueOctets::Frame);
        std::map<std::uint32_t, double> bits;
        Nanos now = 1;
        while (now < 5 * core::base::kSecond) {
            for (const std::uint32_t src : {1u, 2u, 3u}) {
                for (int i = 0; i < 6; ++i) { // more than the bucket holds
                    pcq.enqueue(fromTo(pool, src, 9), now);
                }
            }
            while (PacketBuf* p = pcq.dequeue(now)) {
                bits[p->src] += p->length * 8.0;
                pool.give(p);
            }
            now = std::max(now + 1, pcq.nextEvent(now));
        }
        for (const auto& [src, sum] : bits) {
            QVERIFY2(std::abs(sum / 5 - 2e6) < 0.02e6, qPrintable(QString::number(sum / 5)));
        }
    }
    void pcqLimitsBoundOneSubstreamAndAll() {
        PacketPool pool(4096);
        PcqConfig config = bySource();
        config.limit = 10'000;
        config.totalLimit = 25'000;
        Pcq pcq(config, pool, QueueOctets::Frame);
        for (int i = 0; i < 20; ++i) {
            pcq.enqueue(fromTo(pool, 1, 2, 1000), 1);
        }
        QCOMPARE(pcq.packets(), std::size_t{10});
        for (std::uint32_t src = 2; src < 9; ++src) {
            for (int i = 0; i < 20; ++i) {
                pcq.enqueue(fromTo(pool, src, 2, 1000), 1);
            }
        }
        QCOMPARE(pcq.packets(), std::size_t{25});
    }
    void pcqMasksMakeNetworksOneSubstream() {
        PacketPool pool(64);
        PcqConfig config = bySource();
        config.srcMask = 24;
        Pcq pcq(config, pool, QueueOctets::Frame);
        pcq.enqueue(fromTo(pool, 0x0a000001, 1), 1); // two of one network …
        pcq.enqueue(fromTo(pool, 0x0a000002, 1), 1);
        pcq.enqueue(fromTo(pool, 0x0a000003, 1), 1);
        pcq.enqueue(fromTo(pool, 0x0a000101, 1), 1); // … and one of another, which does not wait for all of them
        std::vector<std::uint32_t> order;
        while (PacketBuf* p = pcq.dequeue(1)) {
            order.push_back(p->src);
            pool.give(p);
        }
        QVERIFY(order.back() != 0x0a000101);
    }
    void pcqOfASimpleQueueTellsSendersBeforeSrcNat() {
        PacketPool pool(64);
        Pcq pcq(bySource(), pool, QueueOctets::Layer3);
        for (std::uint32_t i = 0; i < 6; ++i) { // the frame has one address for all, the packet knows better
            PacketBuf* p = fromTo(pool, 0xc0000201, 9);
            p->src = i < 5 ? 1 : 2;
            pcq.enqueue(p, 1);
        }
        std::vector<std::uint32_t> order;
        while (PacketBuf* p = pcq.dequeue(1)) {
            order.push_back(p->src);
            pool.give(p);
        }
        QVERIFY(order.back() != 2);
    }

    // --- codel ---
    void codelBehavesLikeTheRfcs() {
        std::mt19937 random(11);
        PacketPool pool(20000);
        CodelConfig config;
        config.limit = 20000;
        CodelQueue queue(config, pool, QueueOctets::Frame);
        ReferenceCodel reference;
        std::uint32_t serial = 0;
        Nanos now = 1;
        for (int step = 0; step < 40000; ++step) {
            const unsigned arrivals = (step / 4000) % 2 == 0 ? random() % 3 : random() % 4 == 0;
            for (unsigned i = 0; i < arrivals && queue.packets() < 15000; ++i) {
                const auto size = static_cast<std::uint16_t>(60 + random() % 1455);
                PacketBuf* p = makePacket(pool, size);
                setSerial(p, serial);
                queue.enqueue(p, now);
                reference.enqueue({serial++, size, now});
            }
            const auto expected = reference.deque(now);
            PacketBuf* p = queue.dequeue(now);
            QCOMPARE(p != nullptr, expected.has_value());
            if (p != nullptr) {
                QCOMPARE(serialOf(p), expected->serial);
                pool.give(p);
            }
            QCOMPARE(queue.dropped(), reference.drops.size());
            now += 500 * kMicrosecond + static_cast<Nanos>(random() % 1000) * kMicrosecond;
        }
        QVERIFY(reference.drops.size() > 20);
    }
    void codelMarksAboveTheCeThreshold() {
        PacketPool pool(8);
        CodelConfig config;
        config.ceThreshold = kMillisecond;
        CodelQueue queue(config, pool, QueueOctets::Frame);
        queue.enqueue(makePacket(pool, 100, 1, 0, kEct0), 1);
        queue.enqueue(makePacket(pool, 100, 1, 0, kEct0), 1);
        pool.give(queue.dequeue(kMillisecond / 2));
        QCOMPARE(queue.marked(), 0u);
        pool.give(queue.dequeue(2 * kMillisecond));
        QCOMPARE(queue.marked(), 1u);
    }
};

QTEST_APPLESS_MAIN(TestQueueKinds)
#include "tst_queue_kinds.moc"
