#include "agent/dataplane/packet/packet_pool.h"
#include "agent/runtime/link.h"
#include "agent/runtime/mailbox.h"
#include "agent/runtime/pacer.h"

#include <QtTest>
#include <atomic>
#include <thread>
#include <vector>

using agent::runtime::Pacer;
using core::base::kMicrosecond;
using core::base::kMillisecond;
using core::base::kSecond;
using core::base::Nanos;

namespace {

struct Recorder final : agent::runtime::Paced {
    core::base::VirtualClock& clock;
    std::vector<Nanos> steps;
    Nanos interval = 0; // between events; 0: none
    Nanos costs = 0;    // clock time one step takes

    explicit Recorder(core::base::VirtualClock& c) : clock(c) {}
    Nanos step(Nanos now) override {
        steps.push_back(now);
        clock.advance(costs);
        return interval == 0 ? agent::traffic::kNever : (now / interval + 1) * interval;
    }
};

// As the worker does, with a sleep that moves the virtual clock.
void runFor(Pacer& pacer, core::base::VirtualClock& clock, Nanos span) {
    const Nanos end = clock.now() + span;
    while (clock.now() < end) {
        const Nanos idle = pacer.advance();
        clock.advance(idle > 0 ? idle : 1);
    }
}

} // namespace

class TestPacing : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void simulatedTimeFollowsTheClock() {
        core::base::VirtualClock clock;
        clock.set(77 * kSecond);
        Recorder recorder(clock);
        recorder.interval = 200 * kMicrosecond;
        Pacer pacer(clock, recorder);
        pacer.start(5 * kSecond);
        runFor(pacer, clock, kSecond);
        QVERIFY(std::abs(pacer.now() - 6 * kSecond) < kMillisecond);
        QVERIFY(std::is_sorted(recorder.steps.begin(), recorder.steps.end()));
        QVERIFY2(recorder.steps.size() >= 5000 && recorder.steps.size() < 5100, qPrintable(QString::number(recorder.steps.size())));
        QCOMPARE(recorder.steps[10] % (200 * kMicrosecond), Nanos{0}); // exactly at the events
        QCOMPARE(pacer.skipped(), Nanos{0});
    }

    void nothingToDoMeansAStepEveryFewMilliseconds() {
        core::base::VirtualClock clock;
        Recorder recorder(clock);
        Pacer pacer(clock, recorder);
        pacer.start(kSecond);
        runFor(pacer, clock, kSecond);
        QVERIFY2(recorder.steps.size() <= 251, qPrintable(QString::number(recorder.steps.size())));
    }

    void eventsCloserThanTheQuantumAreTakenTogether() {
        core::base::VirtualClock clock;
        Recorder recorder(clock);
        recorder.interval = kMicrosecond;
        Pacer pacer(clock, recorder);
        pacer.start(kSecond);
        runFor(pacer, clock, kSecond);
        QVERIFY2(recorder.steps.size() <= 20'001, qPrintable(QString::number(recorder.steps.size())));
    }

    void aSlowComputerSkipsTimeInsteadOfFallingBehindWithoutEnd() {
        core::base::VirtualClock clock;
        Recorder recorder(clock);
        recorder.interval = 10 * kMicrosecond;
        recorder.costs = 100 * kMicrosecond; // for each 50 µs
        Pacer pacer(clock, recorder);
        pacer.start(kSecond);
        runFor(pacer, clock, 4 * kSecond);
        QVERIFY2(std::abs(pacer.now() - 3 * kSecond) < 10 * kMillisecond, qPrintable(QString::number(pacer.now())));
        QVERIFY2(std::abs(pacer.skipped() - 1800 * kMillisecond) < 10 * kMillisecond, qPrintable(QString::number(pacer.skipped())));
    }

    void aShortHiccupIsCaughtUpWithoutSkipping() {
        core::base::VirtualClock clock;
        Recorder recorder(clock);
        recorder.interval = 100 * kMicrosecond;
        Pacer pacer(clock, recorder);
        pacer.start(kSecond);
        runFor(pacer, clock, kMillisecond);
        clock.advance(150 * kMillisecond);
        runFor(pacer, clock, 10 * kMillisecond);
        QCOMPARE(pacer.skipped(), Nanos{0});
        QVERIFY(recorder.steps.size() > 1600); // the missed events happened, each at its time
    }

    void aLinkSendsAtItsSpeedAndRefusesWhenItsRingIsFull() {
        agent::dataplane::PacketPool pool(600);
        agent::runtime::Link link(1'000'000'000);
        const auto frame = [&] {
            auto* packet = pool.take();
            packet->length = 1514;
            return packet;
        };
        std::size_t accepted = 0;
        for (int i = 0; i < 300; ++i) {
            auto* packet = frame();
            if (link.send(packet, kSecond)) {
                ++accepted;
            } else {
                pool.give(packet);
            }
        }
        QCOMPARE(accepted, agent::runtime::Link::kRing);
        QCOMPARE(link.room(), std::size_t{0});
        QCOMPARE(link.next(), kSecond + 12'304); // 1538 octet times
        std::vector<Nanos> left;
        const auto collect = [&](agent::dataplane::PacketBuf* packet, Nanos at) {
            left.push_back(at);
            pool.give(packet);
        };
        link.drain(kSecond + 12'303, collect);
        QVERIFY(left.empty());
        link.drain(kSecond + 2 * 12'304, collect);
        QCOMPARE(left, (std::vector<Nanos>{kSecond + 12'304, kSecond + 2 * 12'304}));
        QCOMPARE(link.room(), std::size_t{2});
        link.drain(agent::traffic::kNever, collect);
        QCOMPARE(left.back(), kSecond + 256 * 12'304);
        QCOMPARE(pool.available(), pool.capacity());
    }

    void aCallRunsOnTheWorkerWhileThereIsOneAndOnTheCallerOtherwise() {
        std::atomic<int> woken = 0;
        agent::runtime::Mailbox mailbox([&] { ++woken; });
        std::thread::id ran;
        mailbox.call([&] { ran = std::this_thread::get_id(); });
        QVERIFY(ran == std::this_thread::get_id());
        QCOMPARE(woken.load(), 0);

        std::atomic<bool> stop = false;
        mailbox.open();
        std::thread worker([&] {
            while (!stop) {
                mailbox.run();
                std::this_thread::yield();
            }
        });
        const std::thread::id workerId = worker.get_id();
        mailbox.call([&] { ran = std::this_thread::get_id(); });
        QVERIFY(ran == workerId);
        QCOMPARE(woken.load(), 1);

        int counter = 0; // unprotected on purpose: calls never overlap
        std::vector<std::thread> callers;
        for (int i = 0; i < 4; ++i) {
            callers.emplace_back([&] {
                for (int n = 0; n < 500; ++n) {
                    mailbox.call([&] { ++counter; });
                }
            });
        }
        for (std::thread& caller : callers) {
            caller.join();
        }
        QCOMPARE(counter, 2000);
        mailbox.close([&] {
            stop = true;
            worker.join();
        });
        mailbox.call([&] { ran = std::this_thread::get_id(); });
        QVERIFY(ran == std::this_thread::get_id());
    }
};

QTEST_APPLESS_MAIN(TestPacing)
#include "tst_pacing.moc"
