#include "agent/dataplane/parse/checksum.h"
#include "agent/dataplane/parse/ipv4.h"
#include "agent/traffic/rate_meter.h"
#include "agent/traffic/rtt_window.h"
#include "agent/traffic/segment_ranges.h"
#include "agent/traffic/sockets.h"
#include "agent/traffic/tcp_receiver.h"
#include "agent/traffic/tcp_sender.h"
#include "agent/traffic/timer_queue.h"
#include "core/base/endian.h"

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <random>
#include <set>
#include <vector>

using namespace agent::traffic;
using core::base::kMillisecond;
using core::base::kSecond;
using core::base::Nanos;

namespace {

// Sends what the window allows; returns the numbers.
std::vector<std::uint64_t> sendAll(TcpSender& sender) {
    std::vector<std::uint64_t> sent;
    while (const auto next = sender.next()) {
        sender.sent(*next);
        sent.push_back(*next);
    }
    return sent;
}

struct Ticker final : Timer {
    std::vector<Nanos>& log;
    explicit Ticker(std::vector<Nanos>& l) : log(l) {}
    void expire(Nanos at) override { log.push_back(at); }
};

struct CountingSocket final : TcpSocket {
    int received = 0;
    void receive(const TcpSegment&, Nanos) override { ++received; }
};

constexpr std::uint32_t kSender = 0xfffefdfc, kReceiver = 0x0a000001;

// An IPv4 packet with this segment; of the IPv4 header only what a segment is read by.
std::unique_ptr<agent::dataplane::PacketBuf> packetOf(const TcpSegment& segment) {
    namespace ipv4 = agent::dataplane::ipv4;
    auto packet = std::make_unique<agent::dataplane::PacketBuf>();
    packet->l3Offset = 14;
    packet->l4Offset = 34;
    packet->src = kSender;
    std::uint8_t* ip = packet->frame() + packet->l3Offset;
    core::base::storeBe16(ip + ipv4::kTotalLength, static_cast<std::uint16_t>(20 + segment.headerLength() + segment.payload));
    core::base::storeBe32(ip + ipv4::kSource, kSender);
    core::base::storeBe32(ip + ipv4::kDestination, kReceiver);
    writeTcp(*packet, segment);
    return packet;
}

} // namespace

class TestTcpParts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rangesAgreeWithAPlainSet() {
        std::mt19937 random(7);
        for (int round = 0; round < 200; ++round) {
            SegmentRanges ranges;
            std::set<std::uint64_t> plain;
            for (int step = 0; step < 60; ++step) {
                const std::uint64_t begin = random() % 100;
                const std::uint64_t end = begin + random() % 8;
                std::uint64_t fresh = 0;
                for (std::uint64_t n = begin; n < end; ++n) {
                    fresh += plain.insert(n).second ? 1 : 0;
                }
                QCOMPARE(ranges.add({begin, end}), fresh);
                if (random() % 10 == 0) {
                    const std::uint64_t below = random() % 60;
                    ranges.removeBelow(below);
                    plain.erase(plain.begin(), plain.lower_bound(below));
                }
                QCOMPARE(ranges.countWithin(0, 1000), std::uint64_t{plain.size()});
                QCOMPARE(ranges.end(), plain.empty() ? 0 : *plain.rbegin() + 1);
                const std::uint64_t probe = random() % 110;
                std::uint64_t missing = probe;
                while (plain.contains(missing)) {
                    ++missing;
                }
                QCOMPARE(ranges.nextMissing(probe), missing);
            }
        }
    }

    void oneRangeTooManyIsRefused() {
        SegmentRanges ranges;
        for (std::uint64_t i = 0; i < 64; ++i) {
            QCOMPARE(ranges.add({2 * i, 2 * i + 1}), std::uint64_t{1});
        }
        QCOMPARE(ranges.add({500, 501}), std::uint64_t{0});
        QCOMPARE(ranges.add({1, 2}), std::uint64_t{1}); // joins two, so it needs no place
        QCOMPARE(ranges.ranges().size(), std::size_t{63});
    }

    void theReceiverDeliversInOrderWhateverTheOrderOfArrival() {
        std::mt19937 random(3);
        for (int round = 0; round < 100; ++round) {
            TcpReceiver receiver(100);
            std::vector<std::uint64_t> order(21);
            std::iota(order.begin(), order.end(), 0);
            std::shuffle(order.begin(), order.end(), random);
            std::uint64_t delivered = 0;
            for (const std::uint64_t n : order) {
                delivered += receiver.receive(n * 100, n == 20 ? 30 : 100).delivered;
                QCOMPARE(receiver.octets(), delivered);
            }
            QCOMPARE(delivered, std::uint64_t{2030});
            QVERIFY(!receiver.hasHole());
            QCOMPARE(receiver.receive(500, 100).delivered, std::uint64_t{0}); // a duplicate
        }
    }

    void theReceiverReportsTheLatestBlockFirst() {
        TcpReceiver receiver(100);
        receiver.receive(0, 100);
        for (const std::uint64_t offset : {300, 500, 700, 900, 1000, 600}) {
            QVERIFY(receiver.receive(offset, 100).acknowledgeNow);
        }
        TcpSegment segment;
        receiver.reportSack(segment, 1000);
        QCOMPARE(segment.sackBlocks, 3u);
        QCOMPARE(segment.sack[0], (SackBlock{1500, 1800})); // 600 joined 500 and 700
        receiver.receive(200, 100); // still a hole at 100
        QCOMPARE(receiver.octets(), std::uint64_t{100});
        QCOMPARE(receiver.receive(100, 100).delivered, std::uint64_t{300});
    }

    void theWindowOpensInSlowStartAndOnlyWhenItWasTheLimit() {
        TcpSender sender(kEndless, 100);
        QCOMPARE(sendAll(sender).size(), std::size_t{10});
        sender.acknowledged(1000, {}, kSecond);
        QCOMPARE(sendAll(sender).size(), std::size_t{20});

        TcpSender idle(500, 100);
        QCOMPARE(sendAll(idle).size(), std::size_t{5});
        idle.acknowledged(500, {}, kSecond);
        QVERIFY(idle.done());
        QCOMPARE(idle.window(), 10.0);
    }

    void oneLostSegmentIsSentAgainOnceAndTheWindowShrinksOnce() {
        TcpSender sender(kEndless, 100);
        sendAll(sender); // 0…9
        sender.acknowledged(200, {}, kSecond); // 2 is lost
        const auto more = sendAll(sender);     // window 12: 10…13
        QCOMPARE(more.size(), std::size_t{4});
        const double before = sender.window();
        std::vector<std::uint64_t> again;
        for (std::uint64_t end = 4; end <= 14; ++end) {
            const std::array<SegmentRange, 1> sacked{{{3, end}}};
            sender.acknowledged(200, sacked, kSecond);
            for (const std::uint64_t n : sendAll(sender)) {
                if (n == 2) {
                    again.push_back(n);
                }
            }
        }
        QCOMPARE(again.size(), std::size_t{1});
        QCOMPARE(sender.retransmissions(), std::uint64_t{1});
        QCOMPARE(sender.window(), before * 0.7);
    }

    void aLostRetransmissionIsSentAgainWithoutTimeout() {
        TcpSender sender(kEndless, 100);
        sendAll(sender);
        std::uint64_t highest = 10;
        std::vector<std::uint64_t> again;
        for (int step = 0; step < 30 && again.size() < 2; ++step) {
            const std::array<SegmentRange, 1> sacked{{{1, highest}}}; // 0 never arrives
            sender.acknowledged(0, sacked, kSecond);
            for (const std::uint64_t n : sendAll(sender)) {
                if (n == 0) {
                    again.push_back(n);
                } else {
                    highest = n + 1;
                }
            }
        }
        QCOMPARE(again.size(), std::size_t{2});
    }

    void afterATimeoutSendingStartsAgainFromTheFirstGapWithOneSegment() {
        TcpSender sender(kEndless, 100);
        sendAll(sender);
        const std::array<SegmentRange, 1> sacked{{{1, 3}}};
        sender.acknowledged(0, sacked, kSecond);
        const Nanos before = sender.rtt().timeout();
        sender.timedOut();
        QCOMPARE(sender.rtt().timeout(), 2 * before);
        QCOMPARE(sendAll(sender), (std::vector<std::uint64_t>{0}));
        sender.acknowledged(300, {}, kSecond); // 0 filled the gap before 1 and 2
        QCOMPARE(sendAll(sender), (std::vector<std::uint64_t>{3, 4}));
    }

    void theLastShortSegmentHasItsRealLength() {
        TcpSender sender(250, 100);
        QCOMPARE(sendAll(sender).size(), std::size_t{3});
        QCOMPARE(sender.lengthOf(2), 50u);
        QCOMPARE(sender.sentOctets(), std::uint64_t{250});
        sender.acknowledged(250, {}, kSecond);
        QVERIFY(sender.done());
    }

    void timeoutsFollowRfc6298() {
        RttEstimator rtt;
        QCOMPARE(rtt.timeout(), kSecond);
        rtt.sample(100 * kMillisecond); // SRTT 100, RTTVAR 50
        QCOMPARE(rtt.timeout(), 300 * kMillisecond);
        rtt.sample(100 * kMillisecond); // RTTVAR 37.5
        QCOMPARE(rtt.timeout(), 250 * kMillisecond);
        rtt.backOff();
        QCOMPARE(rtt.timeout(), 500 * kMillisecond);
    }

    void cubicGrowsBackToItsMaximumAndStaysFlatThere() {
        Cubic cubic;
        while (cubic.window() < 1000) {
            cubic.acknowledged(1, 100 * kMillisecond, kSecond);
        }
        cubic.lost();
        QCOMPARE(cubic.window(), 700.0);
        // K = cbrt(300 / 0.4) = 9.09 s: one acknowledgement per segment and 100 ms round trip until then.
        Nanos now = kSecond;
        for (int round = 0; round < 90; ++round, now += 100 * kMillisecond) {
            const int window = static_cast<int>(cubic.window());
            for (int i = 0; i < window; ++i) {
                cubic.acknowledged(1, 100 * kMillisecond, now + i * 100 * kMillisecond / window);
            }
        }
        QVERIFY2(std::abs(cubic.window() - 1000) < 15, qPrintable(QString::number(cubic.window())));
    }

    void timersExpireInOrderOnceAndCanBeMoved() {
        std::vector<Nanos> log;
        Ticker a(log), b(log), c(log), d(log);
        TimerQueue timers;
        timers.arm(a, 30);
        timers.arm(b, 10);
        timers.arm(b, 40); // later
        timers.arm(c, 50);
        timers.arm(c, 20); // earlier
        timers.arm(d, 25);
        timers.disarm(d);
        timers.run(100);
        QCOMPARE(log, (std::vector<Nanos>{20, 30, 40}));
        timers.run(1000);
        QCOMPARE(log.size(), std::size_t{3});
        QCOMPARE(timers.next(), kNever);
    }

    void theRateIsOfTheLastTenFullSlots() {
        RateMeter meter;
        for (Nanos at = 0; at < 3 * kSecond; at += kMillisecond) {
            meter.add(125, at);
        }
        QCOMPARE(meter.bitsPerSecond(3 * kSecond), 1e6);
        QCOMPARE(meter.bitsPerSecond(3 * kSecond + 500 * kMillisecond), 0.5e6);
        QCOMPARE(meter.bitsPerSecond(60 * kSecond), 0.0);
        QCOMPARE(meter.total(), std::uint64_t{375'000});
    }

    void theChecksumOfEverySegmentIsThatOfItsOctets() {
        std::mt19937 random(11);
        for (int round = 0; round < 20000; ++round) {
            TcpSegment segment;
            segment.sourcePort = static_cast<std::uint16_t>(random());
            segment.destinationPort = static_cast<std::uint16_t>(random());
            segment.sequence = static_cast<std::uint32_t>(random());
            segment.acknowledgment = static_cast<std::uint32_t>(random());
            segment.flags = static_cast<std::uint8_t>(random());
            segment.timestamp = static_cast<std::uint32_t>(random());
            segment.timestampEcho = static_cast<std::uint32_t>(random());
            segment.payload = random() % 1449;
            segment.sackBlocks = segment.has(agent::dataplane::tcp::kSyn) ? 0 : random() % (kMaxSackBlocks + 1);
            for (unsigned i = 0; i < segment.sackBlocks; ++i) {
                segment.sack[i] = {static_cast<std::uint32_t>(random()), static_cast<std::uint32_t>(random())};
            }
            const auto packet = packetOf(segment);
            const std::uint32_t header = segment.headerLength();
            const std::uint32_t pseudo =
                agent::dataplane::pseudoHeaderSum(kSender, kReceiver, agent::dataplane::kProtocolTcp, header + segment.payload);
            QCOMPARE(agent::dataplane::onesSum(packet->frame() + packet->l4Offset, header, pseudo), std::uint16_t{0xffff});
        }
    }

    void aSegmentGoesToWhoHasTheConnectionNow() {
        TcpSegment segment;
        segment.sourcePort = 5001;
        segment.destinationPort = 40000;
        const auto packet = packetOf(segment);
        const TcpPeer peer{kSender, 5001, 40000};
        Sockets sockets;
        CountingSocket first, second;
        sockets.receiveTcp(*packet, 0); // nobody's
        sockets.connect(peer, first);
        sockets.receiveTcp(*packet, 0);
        sockets.receiveTcp(*packet, 0);
        sockets.connect(peer, second);
        sockets.receiveTcp(*packet, 0);
        sockets.disconnect(peer);
        sockets.receiveTcp(*packet, 0);
        QCOMPARE(first.received, 2);
        QCOMPARE(second.received, 1);
    }

    void manyConnectionsAreKeptApart() {
        Sockets sockets;
        std::vector<CountingSocket> ends(500); // far more than are remembered
        for (std::size_t i = 0; i < ends.size(); ++i) {
            sockets.connect({kSender, static_cast<std::uint16_t>(1000 + i), 80}, ends[i]);
        }
        TcpSegment segment;
        segment.destinationPort = 80;
        for (int round = 0; round < 2; ++round) {
            for (std::size_t i = 0; i < ends.size(); ++i) {
                segment.sourcePort = static_cast<std::uint16_t>(1000 + i);
                sockets.receiveTcp(*packetOf(segment), 0);
            }
        }
        QVERIFY(std::all_of(ends.begin(), ends.end(), [](const CountingSocket& end) { return end.received == 2; }));
    }

    void percentilesForgetAfterTenSeconds() {
        RttWindow window;
        QCOMPARE(window.percentileMs(0.5, 0), 0.0);
        for (int i = 1; i <= 100; ++i) {
            window.add(i * kMillisecond, kSecond);
        }
        QVERIFY(std::abs(window.percentileMs(0.5, kSecond) - 50) < 1.5);
        QVERIFY(std::abs(window.percentileMs(0.99, kSecond) - 99) < 3);
        QVERIFY(window.percentileMs(0.5, 10 * kSecond) > 0);
        QCOMPARE(window.percentileMs(0.5, 12 * kSecond), 0.0);
    }
};

QTEST_APPLESS_MAIN(TestTcpParts)
#include "tst_tcp_parts.moc"
