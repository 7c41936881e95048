// What the FastTrack handler finds, and when it must let a packet take the slow path.
#include "agent/dataplane/conntrack/conntrack.h"
#include "tests/agent/dataplane/conntrack/test_packets.h"

#include <QtTest>

#include <atomic>
#include <cstdlib>
#include <memory>
#include <new>

namespace {
std::atomic<std::size_t> allocations{0};
}

void* operator new(std::size_t size) {
    ++allocations;
    if (void* memory = std::malloc(size)) {
        return memory;
    }
    throw std::bad_alloc();
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    ++allocations;
    const auto to = static_cast<std::size_t>(alignment);
    if (void* memory = std::aligned_alloc(to, (size + to - 1) / to * to)) {
        return memory;
    }
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

using namespace agent::dataplane;
using namespace agent::dataplane::testing;
using core::base::kMillisecond;
using core::base::kSecond;

namespace {

constexpr std::uint32_t kClient = ip(192, 168, 88, 10);
constexpr std::uint32_t kServer = ip(203, 0, 113, 5);

} // namespace

class FastTrackTest : public QObject {
    Q_OBJECT

    std::unique_ptr<Packets> packets_ = std::make_unique<Packets>();

    std::uint32_t pass(Conntrack& conntrack, PacketBuf* p, core::base::Nanos now) {
        conntrack.track(p, now);
        conntrack.confirm(p, now);
        return p->connection;
    }
    std::uint32_t openTcp(Conntrack& conntrack, core::base::Nanos now) {
        pass(conntrack, packets_->tcp(kClient, 1000, kServer, 80, tcp::kSyn), now);
        pass(conntrack, packets_->tcp(kServer, 80, kClient, 1000, tcp::kSyn | tcp::kAck), now);
        return pass(conntrack, packets_->tcp(kClient, 1000, kServer, 80, tcp::kAck), now);
    }
    PacketBuf* ack() { return packets_->tcp(kClient, 1000, kServer, 80, tcp::kAck); }
    PacketBuf* answer() { return packets_->tcp(kServer, 80, kClient, 1000, tcp::kAck); }

private Q_SLOTS:
    void onlyMarkedConnectionsAreFound() {
        Conntrack conntrack(100, 1);
        const std::uint32_t connection = openTcp(conntrack, 0);
        QVERIFY(!conntrack.lookupFastTracked(ack(), 0));
        QCOMPARE(conntrack.fastTrackedCount(), std::size_t{0});
        QVERIFY(conntrack.setFastTrack(connection));
        QVERIFY(conntrack.setFastTrack(connection)); // again: no change
        QCOMPARE(conntrack.fastTrackedCount(), std::size_t{1});
        PacketBuf* p = answer();
        QVERIFY(conntrack.lookupFastTracked(p, 0));
        QCOMPARE(p->connection, connection);
        QCOMPARE(p->direction, std::uint8_t(1));
        QVERIFY(conntrack.remove(conntrack.id(connection)));
        QVERIFY(!conntrack.lookupFastTracked(ack(), 0));
        QCOMPARE(conntrack.fastTrackedCount(), std::size_t{0});
    }

    void onlyTcpAndUdpCanBeMarked() {
        Conntrack conntrack(100, 1);
        QVERIFY(!conntrack.setFastTrack(pass(conntrack, packets_->icmp(kClient, kServer, icmp::kEchoRequest, 1), 0)));
        QVERIFY(!conntrack.setFastTrack(pass(conntrack, packets_->other(kClient, kServer, 47), 0)));
        QVERIFY(conntrack.setFastTrack(pass(conntrack, packets_->udp(kClient, 1, kServer, 1), 0)));
    }

    void onePacketASecondAndDirectionGoesTheSlowWay() {
        Conntrack conntrack(100, 1);
        const std::uint32_t connection = openTcp(conntrack, 0);
        conntrack.setFastTrack(connection);
        pass(conntrack, answer(), 0);
        std::array<int, 2> slow{};
        core::base::Nanos now = 0;
        for (int i = 0; i < 10'000; ++i) { // 10 s, 1000 packets a second and direction
            now += kMillisecond;
            for (std::size_t direction = 0; direction < 2; ++direction) {
                PacketBuf* p = direction == 0 ? ack() : answer();
                if (!conntrack.lookupFastTracked(p, now)) {
                    ++slow[direction];
                    pass(conntrack, p, now);
                } else {
                    conntrack.flow(p->connection, p->direction).countFastTracked(p->l3Length(), now);
                }
                if (i % 100 == 99 && direction == 1) {
                    packets_ = std::make_unique<Packets>(); // buffers back
                }
            }
        }
        for (const int count : slow) {
            QVERIFY2(count >= 9 && count <= 10, qPrintable(QString::number(count)));
        }
        const DirectionCounters c = conntrack.counters(connection, 0);
        QCOMPARE(c.packets, c.fastTrackPackets + std::uint64_t(slow[0]) + 2); // SYN and first ACK
        QCOMPARE(c.fastTrackBytes, c.fastTrackPackets * 40);
    }

    void fastTrackedPacketsKeepTheConnectionAlive() {
        Conntrack conntrack(100, 1);
        const std::uint32_t connection = pass(conntrack, packets_->udp(kClient, 1, kServer, 1), 0);
        conntrack.setFastTrack(connection);
        conntrack.flow(connection, 0).countFastTracked(28, 20 * kSecond); // all fast, no sample: worst case
        conntrack.expire(40 * kSecond);
        QCOMPARE(conntrack.size(), std::size_t{1});
        QVERIFY(conntrack.timeLeft(connection, 40 * kSecond) >= 10 * kSecond - 2 * kMillisecond);
        conntrack.expire(50 * kSecond + TimingWheel::kTick);
        QCOMPARE(conntrack.size(), std::size_t{0});
    }

    void tcpTakesTheHandlerOnlyWhileEstablished() {
        Conntrack conntrack(100, 1);
        const std::uint32_t connection = pass(conntrack, packets_->tcp(kClient, 1000, kServer, 80, tcp::kSyn), 0);
        pass(conntrack, packets_->tcp(kServer, 80, kClient, 1000, tcp::kSyn | tcp::kAck), 0);
        QVERIFY(conntrack.setFastTrack(connection)); // the SYN+ACK is established already for the rule
        QVERIFY(!conntrack.lookupFastTracked(ack(), 0));
        pass(conntrack, ack(), 0);
        QVERIFY(conntrack.lookupFastTracked(ack(), 0));
        pass(conntrack, packets_->tcp(kClient, 1000, kServer, 80, tcp::kFin | tcp::kAck), 0);
        QVERIFY(!conntrack.lookupFastTracked(ack(), 0));
        QVERIFY(conntrack.entry(connection).has(kFastTracked)); // the mark stays
        QCOMPARE(conntrack.fastTrackedCount(), std::size_t{1});
    }

    void aBatchIsLookedUpAtOnce() {
        Conntrack conntrack(100, 1);
        conntrack.setFastTrack(openTcp(conntrack, 0));
        Batch batch;
        batch.push(packets_->udp(kClient, 1, kServer, 1));
        batch.push(ack());
        batch.push(packets_->icmp(kClient, kServer, icmp::kEchoRequest, 1));
        batch.push(answer());
        pass(conntrack, answer(), 0);
        FoundFlows found;
        conntrack.lookup(batch, 0b1011, true, found); // an ICMP packet has no ports to be asked by
        const std::array<bool, 4> there{found.flow[0] != nullptr, found.flow[1] != nullptr, found.flow[2] != nullptr, found.flow[3] != nullptr};
        const std::array<bool, 4> expected{false, true, false, true};
        QCOMPARE(there, expected);
        QCOMPARE(found.ref[3] & 1u, 1u);
        QVERIFY(Conntrack::takesFastTrack(*found.flow[1], flowTick(0)));
        QVERIFY(Conntrack::takesFastTrack(*found.flow[3], flowTick(0)));
        QVERIFY(!Conntrack::takesFastTrack(*found.flow[1], flowTick(2 * kFastTrackSampleInterval))); // a sample is due
    }

    void nothingIsAllocatedPerPacket() {
        Conntrack conntrack(10'000, 1);
        std::array<PacketBuf*, 64> syns{};
        std::array<PacketBuf*, 64> data{};
        for (std::size_t i = 0; i < syns.size(); ++i) {
            syns[i] = packets_->tcp(kClient, static_cast<std::uint16_t>(i), kServer, 80, tcp::kSyn);
            data[i] = packets_->udp(kClient, static_cast<std::uint16_t>(i), kServer, 80);
        }
        std::size_t before = 0;
        core::base::Nanos now = 0;
        for (int round = 0; round < 200; ++round) { // connections open, are used, and time out
            if (round == 20) {
                before = allocations; // the table has found its size
            }
            now += kSecond;
            for (const auto& set : {syns, data}) {
                Batch batch;
                for (PacketBuf* p : set) {
                    p->connectionState = 0;
                    p->connection = kNoConnection;
                    batch.push(p);
                }
                conntrack.track(batch, now);
                for (PacketBuf* p : batch) {
                    conntrack.confirm(p, now);
                }
            }
            if (round % 7 == 6) {
                now += 40 * kSecond;
            }
            conntrack.expire(now);
        }
        QCOMPARE(allocations - before, std::size_t{0});
        QVERIFY(conntrack.counters().expired > 1000);
    }
};

QTEST_APPLESS_MAIN(FastTrackTest)
#include "tst_fasttrack.moc"
