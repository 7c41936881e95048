#include "agent/dataplane/packet/packet_pool.h"
#include "agent/runtime/cpu_model.h"

#include <QtTest>
#include <array>

using agent::dataplane::Batch;
using agent::dataplane::CpuCost;
using agent::dataplane::PacketBuf;
using agent::runtime::CpuModel;
using core::base::kMicrosecond;
using core::base::kSecond;
using core::base::Nanos;

namespace {

// Feeds a processor at a steady rate for two seconds of virtual time; every packet costs the same.
struct Bench {
    agent::dataplane::PacketPool pool{8192};
    CpuModel cpu;
    CpuCost each; // per packet
    std::uint64_t processed = 0, refused = 0, offered = 0;

    Bench(const agent::runtime::CpuShape& shape, const CpuCost& cost) : cpu(shape), each(cost) {}
    ~Bench() {
        while (PacketBuf* packet = cpu.takeAny()) {
            pool.give(packet);
        }
    }

    void offer(double packetsPerSecond, std::uint32_t flows, Nanos from, Nanos to) {
        const double gap = 1e9 / packetsPerSecond;
        double due = static_cast<double>(from);
        for (Nanos now = from; now < to; now += 50 * kMicrosecond) {
            for (; due <= static_cast<double>(now); due += gap) {
                PacketBuf* packet = pool.take();
                packet->flowHash = static_cast<std::uint32_t>(offered++ % flows);
                if (!cpu.arrive(packet, static_cast<Nanos>(due))) {
                    ++refused;
                    pool.give(packet);
                }
            }
            cpu.serve(now, [&](Batch& batch) {
                const auto n = static_cast<double>(batch.count);
                processed += batch.count;
                for (PacketBuf* packet : batch) {
                    pool.give(packet);
                }
                return CpuCost{each.flow * n, each.queueing * n};
            });
        }
    }
};

} // namespace

class TestCpuModel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void twiceTheCapacityKeepsTheCoreFullyBusyAndHalfIsLostAtTheRing() {
        Bench bench({4, 1, 256}, {10'000, 0}); // 100 000 packets a second
        bench.offer(200'000, 16, 0, 3 * kSecond);
        QVERIFY2(std::abs(static_cast<double>(bench.processed) - 300'000) < 1500, qPrintable(QString::number(bench.processed)));
        QVERIFY(bench.refused > 290'000);
        QCOMPARE(bench.cpu.percent().size(), std::size_t{4});
        QVERIFY2(bench.cpu.percent()[0] > 99.0, qPrintable(QString::number(bench.cpu.percent()[0])));
        QCOMPARE(bench.cpu.percent()[1], 0.0);
    }

    void halfTheCapacityIsHalfBusyAndLosesNothing() {
        Bench bench({2, 1, 256}, {10'000, 0});
        bench.offer(50'000, 16, 0, 3 * kSecond);
        QCOMPARE(bench.refused, std::uint64_t{0});
        QVERIFY2(std::abs(bench.cpu.percent()[0] - 50) < 1, qPrintable(QString::number(bench.cpu.percent()[0])));
    }

    void flowsSpreadOverTheReceiveCoresAndOneFlowStaysOnOne() {
        Bench many({4, 2, 256}, {10'000, 0});
        many.offer(400'000, 64, 0, 2 * kSecond);
        QVERIFY2(std::abs(static_cast<double>(many.processed) - 400'000) < 2000, qPrintable(QString::number(many.processed)));
        QVERIFY(many.cpu.percent()[0] > 99 && many.cpu.percent()[1] > 99);
        QCOMPARE(many.cpu.percent()[2], 0.0);

        Bench one({4, 2, 256}, {10'000, 0});
        one.offer(400'000, 1, 0, 2 * kSecond);
        QVERIFY2(std::abs(static_cast<double>(one.processed) - 200'000) < 1500, qPrintable(QString::number(one.processed)));
    }

    void queueingWorkIsChargedToOneCoreAndHoldsTheOthersBack() {
        // Four cores could take 400 000 a second, the one that queues only 50 000.
        Bench bench({5, 4, 256}, {10'000, 20'000});
        bench.offer(200'000, 64, 0, 3 * kSecond);
        QVERIFY2(std::abs(static_cast<double>(bench.processed) - 150'000) < 7500, qPrintable(QString::number(bench.processed)));
        QVERIFY2(bench.cpu.percent()[4] > 97, qPrintable(QString::number(bench.cpu.percent()[4])));
        QVERIFY(bench.cpu.percent()[0] < 20);
    }

    void aSingleCoreDoesBothJobs() {
        Bench bench({1, 1, 256}, {10'000, 10'000});
        bench.offer(100'000, 8, 0, 2 * kSecond);
        QVERIFY2(std::abs(static_cast<double>(bench.processed) - 100'000) < 2000, qPrintable(QString::number(bench.processed)));
        QVERIFY(bench.cpu.percent()[0] > 99);
    }

    void theLoadGoesBackToZero() {
        Bench bench({1, 1, 256}, {10'000, 0});
        bench.offer(200'000, 8, 0, 2 * kSecond);
        bench.offer(1, 8, 2 * kSecond, 5 * kSecond);
        QVERIFY(bench.cpu.percent()[0] < 1);
    }

    void theNextEventIsWhenAWaitingPacketCanBeTaken() {
        Bench bench({1, 1, 256}, {1'000'000, 0});
        QCOMPARE(bench.cpu.next(), agent::traffic::kNever);
        const auto put = [&](Nanos at) {
            PacketBuf* packet = bench.pool.take();
            packet->flowHash = 0;
            QVERIFY(bench.cpu.arrive(packet, at));
        };
        const auto serve = [&](Nanos now) {
            bench.cpu.serve(now, [&](Batch& batch) {
                bench.processed += batch.count;
                for (PacketBuf* packet : batch) {
                    bench.pool.give(packet);
                }
                return CpuCost{1e6 * static_cast<double>(batch.count), 0};
            });
        };
        put(100);
        QCOMPARE(bench.cpu.next(), Nanos{100});
        serve(100);
        put(200);
        QCOMPARE(bench.cpu.next(), Nanos{1'000'100}); // the core is busy until then
        serve(500'000);
        QCOMPARE(bench.processed, std::uint64_t{1});
        serve(1'000'100);
        QCOMPARE(bench.processed, std::uint64_t{2});
    }

    void oddShapesAreMadeUsable() {
        CpuModel none({0, 0, 0});
        QCOMPARE(none.percent().size(), std::size_t{1});
        CpuModel more({2, 8, 1}); // more receive cores than cores
        agent::dataplane::PacketPool pool(4);
        std::array<PacketBuf*, 2> packets{pool.take(), pool.take()};
        packets[0]->flowHash = packets[1]->flowHash = 7;
        QVERIFY(more.arrive(packets[0], 0));
        QVERIFY(!more.arrive(packets[1], 0)); // a ring of one
        pool.give(packets[1]);
        pool.give(more.takeAny());
        QCOMPARE(pool.available(), pool.capacity());
    }
};

QTEST_APPLESS_MAIN(TestCpuModel)
#include "tst_cpu_model.moc"
