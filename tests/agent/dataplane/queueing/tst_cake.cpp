// cake by its properties: the rate, tins, fairness between hosts and flows, what a packet costs, acknowledgements, washing.
#include "queue_lab.h"

#include "agent/dataplane/queueing/cake.h"

#include <map>

using namespace queue_lab;

namespace {

struct Sender {
    std::uint32_t src, dst, flow;
    std::uint8_t dscp = 0;
    std::uint16_t size = 1514;
};

PacketBuf* packetOf(PacketPool& pool, const Sender& s) {
    PacketBuf* p = makePacket(pool, s.size, s.flow);
    p->src = s.src;
    p->dst = s.dst;
    std::uint8_t* header = p->frame() + 14;
    header[1] = static_cast<std::uint8_t>(s.dscp << 2);
    core::base::storeBe32(header + 12, s.src);
    core::base::storeBe32(header + 16, s.dst);
    core::base::storeBe16(header + 10, 0);
    core::base::storeBe16(header + 10, static_cast<std::uint16_t>(~headerSum(header)));
    return p;
}

CakeConfig shaped(double megabits) {
    CakeConfig config;
    config.bandwidth = static_cast<std::uint64_t>(megabits * 1e6);
    config.rtt = 10 * core::base::kSecond; // COBALT has no say while shares are looked at
    return config;
}

// Megabits per second of each sender when all have packets waiting all the time.
std::vector<double> shares(const CakeConfig& config, const std::vector<Sender>& senders, double seconds = 4) {
    PacketPool pool(4096);
    Cake cake(config, pool, QueueOctets::Frame, 12345);
    std::vector<int> waiting(senders.size());
    std::map<std::uint32_t, std::size_t> byFlow;
    for (std::size_t i = 0; i < senders.size(); ++i) {
        byFlow[senders[i].flow] = i;
    }
    std::vector<double> bits(senders.size());
    Nanos now = kSecond;
    const Nanos end = now + static_cast<Nanos>(seconds * 1e9);
    while (now < end) {
        for (std::size_t i = 0; i < senders.size(); ++i) {
            for (; waiting[i] < 20; ++waiting[i]) {
                cake.enqueue(packetOf(pool, senders[i]), now);
            }
        }
        if (PacketBuf* p = cake.dequeue(now)) {
            const std::size_t i = byFlow[p->flowHash];
            bits[i] += cake.wireOctets(*p) * 8.0;
            --waiting[i];
            pool.give(p);
        } else {
            now = std::max(now + 1, cake.nextEvent(now));
        }
    }
    for (double& b : bits) {
        b /= seconds * 1e6;
    }
    return bits;
}

double sum(const std::vector<double>& values, std::size_t from, std::size_t to) {
    double all = 0;
    for (std::size_t i = from; i < to; ++i) {
        all += values[i];
    }
    return all;
}

bool near(double value, double wanted, double tolerance) { return std::abs(value - wanted) <= tolerance * wanted; }

} // namespace

#define VERIFY_NEAR(value, wanted, tolerance)                                                                                              \
    QVERIFY2(near((value), (wanted), (tolerance)), qPrintable(QStringLiteral("%1, wanted %2").arg(value).arg(wanted)))

class TestCake : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theRateIsKeptWithinOnePercent_data() {
        QTest::addColumn<double>("megabits");
        QTest::addColumn<unsigned>("size");
        for (const double megabits : {1.0, 50.0, 900.0}) {
            for (const unsigned size : {64u, 700u, 1514u}) {
                if (megabits < 100 || size > 100) {
                    QTest::addRow("%.0f Mbit/s of %u", megabits, size) << megabits << size;
                }
            }
        }
    }
    void theRateIsKeptWithinOnePercent() {
        QFETCH(double, megabits);
        QFETCH(unsigned, size);
        const auto got = shares(shaped(megabits), {{1, 2, 3, 0, static_cast<std::uint16_t>(size)}}, megabits > 100 ? 0.5 : 4);
        VERIFY_NEAR(got[0], megabits, 0.01);
    }
    void aPauseGivesNoCredit() {
        PacketPool pool(256);
        Cake cake(shaped(10), pool, QueueOctets::Frame, 1);
        for (int i = 0; i < 100; ++i) {
            cake.enqueue(packetOf(pool, {1, 2, 3}), 100 * kSecond);
        }
        int sent = 0;
        while (PacketBuf* p = cake.dequeue(100 * kSecond)) {
            ++sent;
            pool.give(p);
        }
        QCOMPARE(sent, 1);
    }

    // --- fairness ---
    void hostsShareEquallyHoweverManyFlowsTheyHave() {
        std::vector<Sender> senders{{1, 100, 10}};
        for (std::uint32_t i = 0; i < 9; ++i) {
            senders.push_back({2, 101 + i, 20 + i});
        }
        CakeConfig config = shaped(50);
        config.flowMode = CakeFlowMode::DualSrcHost;
        const auto got = shares(config, senders);
        VERIFY_NEAR(got[0], 25.0, 0.05);
        for (std::size_t i = 1; i < got.size(); ++i) {
            VERIFY_NEAR(got[i], 25.0 / 9, 0.1);
        }
    }
    void receiversShareEquallyInDualDsthost() {
        std::vector<Sender> senders{{100, 1, 10}};
        for (std::uint32_t i = 0; i < 5; ++i) {
            senders.push_back({101 + i, 2, 20 + i});
        }
        CakeConfig config = shaped(30);
        config.flowMode = CakeFlowMode::DualDstHost;
        const auto got = shares(config, senders);
        VERIFY_NEAR(got[0], 15.0, 0.05);
        VERIFY_NEAR(sum(got, 1, got.size()), 15.0, 0.05);
    }
    void tripleIsolateKeepsABusyHostFromABusyPeer() {
        // Ten flows from host 1 to one server each, one flow from host 2: each host gets half.
        std::vector<Sender> senders;
        for (std::uint32_t i = 0; i < 10; ++i) {
            senders.push_back({1, 100 + i, 20 + i});
        }
        senders.push_back({2, 200, 50});
        const auto got = shares(shaped(40), senders);
        VERIFY_NEAR(got.back(), 20.0, 0.06);
    }
    void flowsModeDoesNotLookAtHosts() {
        CakeConfig config = shaped(40);
        config.flowMode = CakeFlowMode::Flows;
        const auto got = shares(config, {{1, 100, 20}, {1, 101, 21}, {1, 102, 22}, {2, 200, 23}});
        for (const double share : got) {
            VERIFY_NEAR(share, 10.0, 0.05);
        }
    }
    void sourceHostModeMakesAllFlowsOfAHostOne() {
        CakeConfig config = shaped(40);
        config.flowMode = CakeFlowMode::SrcHost;
        const auto got = shares(config, {{1, 100, 20}, {1, 101, 21}, {1, 102, 22}, {2, 200, 23}});
        VERIFY_NEAR(got[3], 20.0, 0.05);
    }
    void withNatHostsAreTheSendersOwnAddresses() {
        for (const bool nat : {false, true}) {
            PacketPool pool(4096);
            CakeConfig config = shaped(40);
            config.flowMode = CakeFlowMode::DualSrcHost;
            config.nat = nat;
            Cake cake(config, pool, QueueOctets::Frame, 1);
            std::map<std::uint32_t, int> sent;
            std::map<std::uint32_t, int> waiting;
            Nanos now = 1;
            for (int round = 0; round < 4000;) {
                for (std::uint32_t flow = 1; flow <= 4; ++flow) { // flows 1 to 3 of host 1, flow 4 of host 2, one public address
                    for (; waiting[flow] < 10; ++waiting[flow]) {
                        PacketBuf* p = packetOf(pool, {0xc0000201, 9, flow});
                        p->src = flow < 4 ? 1 : 2;
                        cake.enqueue(p, now);
                    }
                }
                if (PacketBuf* p = cake.dequeue(now)) {
                    ++sent[p->flowHash];
                    --waiting[p->flowHash];
                    pool.give(p);
                    ++round;
                } else {
                    now = cake.nextEvent(now);
                }
            }
            VERIFY_NEAR(sent[4] / 4000.0, nat ? 0.5 : 0.25, 0.05);
        }
    }
    void aSparseFlowOvertakesBulk() {
        PacketPool pool(256);
        Cake cake(shaped(10), pool, QueueOctets::Frame, 1);
        Nanos now = 1;
        for (int i = 0; i < 100; ++i) {
            cake.enqueue(packetOf(pool, {1, 2, 3}), now);
        }
        for (int i = 0; i < 5; ++i) {
            now = cake.nextEvent(now);
            pool.give(cake.dequeue(now));
        }
        cake.enqueue(packetOf(pool, {4, 5, 6, 0, 100}), now);
        now = cake.nextEvent(now);
        PacketBuf* p = cake.dequeue(now);
        QCOMPARE(p->flowHash, 6u);
        pool.give(p);
    }

    // --- tins ---
    void voiceTakesItsQuarterAndBulkItsSixteenth() {
        const auto got = shares(shaped(40), {{1, 9, 11, 0}, {2, 9, 12, 8}, {3, 9, 13, 46}}); // best effort, CS1, EF, all greedy
        QVERIFY2(got[2] >= 9.5, qPrintable(QString::number(got[2])));
        QVERIFY2(got[1] >= 2.3, qPrintable(QString::number(got[1])));
        QVERIFY2(got[0] > got[2] && got[0] > 20, qPrintable(QString::number(got[0])));
        VERIFY_NEAR(sum(got, 0, 3), 40.0, 0.01);
    }
    void aTinAloneMayUseAllOfIt() {
        VERIFY_NEAR(shares(shaped(40), {{1, 9, 11, 8}})[0], 40.0, 0.01);
        VERIFY_NEAR(shares(shaped(40), {{1, 9, 11, 46}})[0], 40.0, 0.01);
    }
    void voiceWithinItsShareDoesNotWaitBehindBulk() {
        PacketPool pool(512);
        Cake cake(shaped(10), pool, QueueOctets::Frame, 1);
        Nanos now = 1, worst = 0;
        for (int i = 0; i < 2000; ++i) {
            while (cake.packets() < 200) {
                cake.enqueue(packetOf(pool, {1, 2, static_cast<std::uint32_t>(10 + i % 30)}), now);
            }
            if (i % 20 == 0) {
                cake.enqueue(packetOf(pool, {3, 4, 5, 46, 200}), now);
            }
            now = cake.nextEvent(now);
            PacketBuf* p = cake.dequeue(now);
            if (p->flowHash == 5) {
                worst = std::max(worst, now - p->enqueuedAt);
            }
            pool.give(p);
        }
        QVERIFY2(worst <= 2 * 1'212'000, qPrintable(QString::number(worst))); // two full frames at 10 Mbit/s
    }
    void withoutARateTinsTakeTurnsByWeight() {
        PacketPool pool(512);
        Cake cake(CakeConfig{}, pool, QueueOctets::Frame, 1);
        std::map<std::uint32_t, int> waiting, sent;
        for (int i = 0; i < 20000; ++i) {
            for (const auto& [flow, dscp] : std::map<std::uint32_t, std::uint8_t>{{1, 0}, {2, 8}, {3, 46}}) {
                for (; waiting[flow] < 20; ++waiting[flow]) {
                    cake.enqueue(packetOf(pool, {flow, 9, flow, dscp, 1000}), 1);
                }
            }
            PacketBuf* p = cake.dequeue(1);
            ++sent[p->flowHash];
            --waiting[p->flowHash];
            pool.give(p);
        }
        VERIFY_NEAR(double(sent[1]) / sent[3], 4.0, 0.1); // 1024 : 64 : 256
        VERIFY_NEAR(double(sent[3]) / sent[2], 4.0, 0.1);
    }
    void codePointsFallIntoTheTinsOfTheirMode() {
        const CakeTins three = cakeTins(CakeDiffserv::Diffserv3), four = cakeTins(CakeDiffserv::Diffserv4);
        QCOMPARE(three.count, std::size_t{3});
        QCOMPARE(int(three.ofCodePoint[46]), 2);
        QCOMPARE(int(three.ofCodePoint[8]), 1);
        QCOMPARE(int(three.ofCodePoint[34]), 0); // AF41 is best effort here …
        QCOMPARE(int(four.ofCodePoint[34]), 2);  // … and video there
        QCOMPARE(int(cakeTins(CakeDiffserv::Diffserv8).ofCodePoint[0]), 2);
        QCOMPARE(int(cakeTins(CakeDiffserv::Precedence).ofCodePoint[46]), 5);
        QCOMPARE(cakeTins(CakeDiffserv::Besteffort).count, std::size_t{1});
    }

    // --- what a packet costs ---
    void overheadCountsFromTheNetworkHeader_data() {
        QTest::addColumn<int>("overhead");
        QTest::addColumn<int>("cells");
        QTest::addColumn<unsigned>("mpu");
        QTest::addColumn<unsigned>("length");
        QTest::addColumn<unsigned>("octets");
        QTest::newRow("ethernet") << 38 << 0 << 84u << 1500u << 1538u;
        QTest::newRow("ethernet, shortest") << 38 << 0 << 84u << 40u << 84u;
        QTest::newRow("pppoe-ptm") << 30 << 2 << 0u << 1492u << 1546u;  // 1522 and one in 64
        QTest::newRow("conservative") << 48 << 1 << 0u << 1500u << 1749u; // 33 cells
        QTest::newRow("one cell") << 8 << 1 << 0u << 40u << 53u;
    }
    void overheadCountsFromTheNetworkHeader() {
        QFETCH(int, overhead);
        QFETCH(int, cells);
        QFETCH(unsigned, mpu);
        QFETCH(unsigned, length);
        QFETCH(unsigned, octets);
        PacketPool pool(1);
        CakeConfig config;
        config.compensate = true;
        config.overhead = overhead;
        config.cells = static_cast<CakeCells>(cells);
        config.mpu = mpu;
        Cake cake(config, pool, QueueOctets::Frame, 1);
        PacketBuf* p = packetOf(pool, {1, 2, 3, 0, static_cast<std::uint16_t>(length + 14)});
        QCOMPARE(cake.wireOctets(*p), octets);
        pool.give(p);
    }

    // --- acknowledgements ---
    void redundantAcknowledgementsLeaveTheLine_data() {
        QTest::addColumn<int>("mode");
        QTest::addColumn<int>("left");
        QTest::newRow("none") << 0 << 10;
        QTest::newRow("filter") << 1 << 2;
        QTest::newRow("aggressive") << 2 << 1;
    }
    void redundantAcknowledgementsLeaveTheLine() {
        QFETCH(int, mode);
        QFETCH(int, left);
        PacketPool pool(64);
        CakeConfig config;
        config.ackFilter = static_cast<CakeAckFilter>(mode);
        Cake cake(config, pool, QueueOctets::Frame, 1);
        const auto segment = [&](std::uint32_t ack, std::uint8_t flags, std::uint16_t data) {
            PacketBuf* p = packetOf(pool, {1, 2, 3, 0, static_cast<std::uint16_t>(54 + data)});
            p->protocol = 6;
            p->flags = kIsIpv4 | kHasPorts;
            std::uint8_t* tcp = p->frame() + 34;
            std::fill(tcp, tcp + 20, std::uint8_t{0});
            tcp[3] = 80;
            core::base::storeBe32(tcp + 8, ack);
            tcp[12] = 0x50;
            tcp[13] = flags;
            return p;
        };
        for (std::uint32_t i = 0; i < 10; ++i) {
            QVERIFY(cake.enqueue(segment(0xfffffffau + i * 2, 0x10, 0), 1)); // over the end of the number space
        }
        QCOMPARE(cake.packets(), std::size_t(left));
        cake.enqueue(segment(50, 0x10, 100), 1); // data, FIN and duplicates stay
        cake.enqueue(segment(50, 0x11, 0), 1);
        cake.enqueue(segment(12, 0x10, 0), 1);
        cake.enqueue(segment(12, 0x10, 0), 1);
        QVERIFY(cake.packets() >= std::size_t(left == 10 ? 14 : 4));
        cake.clear();
        QCOMPARE(pool.available(), pool.capacity());
    }

    void washingClearsTheCodePointAndKeepsTheChecksum() {
        PacketPool pool(2);
        CakeConfig config;
        config.wash = true;
        Cake cake(config, pool, QueueOctets::Frame, 1);
        cake.enqueue(packetOf(pool, {1, 2, 3, 46}), 1);
        PacketBuf* p = cake.dequeue(1);
        QCOMPARE(int(p->frame()[15]), 0);
        QCOMPARE(headerSum(p->frame() + 14), std::uint16_t{0xffff});
        pool.give(p);
    }

    // --- COBALT ---
    void aFlowThatDoesNotListenIsHeldToTheTargetDelay() {
        PacketPool pool(8192);
        CakeConfig config;
        config.bandwidth = 10'000'000;
        Cake cake(config, pool, QueueOctets::Frame, 1);
        Nanos now = 1, arrival = 1;
        Nanos late = 0;
        while (now < 40 * kSecond) { // 20 Mbit/s offered
            for (; arrival <= now; arrival += 600 * kMicrosecond) {
                cake.enqueue(packetOf(pool, {1, 2, 3}), arrival);
            }
            now = std::max(now, cake.nextEvent(now));
            if (PacketBuf* p = cake.dequeue(now)) {
                late = now - p->enqueuedAt;
                pool.give(p);
            }
            now = cake.packets() > 0 ? now : std::max(now, arrival);
        }
        QVERIFY2(cake.dropped() > 1000 && late < kSecond, qPrintable(QStringLiteral("%1 lost, %2 ns").arg(cake.dropped()).arg(late)));
    }
    void overMemlimitTheFattestFlowLosesItsOldest() {
        PacketPool pool(512);
        CakeConfig config;
        config.memlimit = 100'000;
        Cake cake(config, pool, QueueOctets::Frame, 1);
        for (int i = 0; i < 5; ++i) {
            cake.enqueue(packetOf(pool, {1, 2, 3, 0, 100}), 1);
        }
        for (std::uint32_t i = 0; i < 200; ++i) {
            PacketBuf* p = packetOf(pool, {4, 5, 6});
            setSerial(p, i);
            QVERIFY(cake.enqueue(p, 1));
            QVERIFY(cake.bytes() <= 100'000);
        }
        int thin = 0;
        std::uint32_t first = 0;
        while (PacketBuf* p = cake.dequeue(1)) {
            thin += p->flowHash == 3 ? 1 : 0;
            first = p->flowHash == 6 && first == 0 ? serialOf(p) : first;
            pool.give(p);
        }
        QCOMPARE(thin, 5);
        QVERIFY(first > 100);
    }
};

QTEST_APPLESS_MAIN(TestCake)
#include "tst_cake.moc"
