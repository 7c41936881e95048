#include "hub.h"

#include "agent/dataplane/parse/ipv4.h"
#include "agent/traffic/tcp_flow.h"

#include <QtTest>
#include <cmath>
#include <random>
#include <set>

using namespace agent::traffic;
using agent::dataplane::PacketBuf;
using agent::dataplane::PortId;
using core::base::kMillisecond;
using core::base::kSecond;
using core::base::Nanos;

namespace {

// The share of a line's bits that is TCP payload: 1448 of 1448 + headers 52 + Ethernet 18 + line overhead 20.
constexpr double kGoodputShare = 1448.0 / 1538.0;

Scenario twoHosts(Nanos delay = 0) {
    Scenario scenario;
    scenario.name = "two";
    scenario.hosts = {{"client", "ether1", 0x0a000001, 24, 0, 0, delay}, {"server", "ether2", 0x0a000002, 24, 0, 0, delay}};
    return scenario;
}

FlowSpec tcp(Direction direction = Direction::Download, unsigned streams = 1, std::uint64_t size = 0) {
    FlowSpec flow;
    flow.name = "tcp";
    flow.client = 0;
    flow.server = 1;
    flow.direction = direction;
    flow.streams = streams;
    flow.size = size;
    flow.port = 80;
    return flow;
}

const TcpFlow& tcpFlow(const Hub& hub, std::size_t index) { return dynamic_cast<const TcpFlow&>(*hub.traffic->flows()[index]); }

// --- frames for comparison, built without the product's writers

using Frame = Hub::Frame;

void put(Frame& frame, std::uint64_t value, int octets) {
    for (int shift = 8 * (octets - 1); shift >= 0; shift -= 8) {
        frame.push_back(static_cast<std::uint8_t>(value >> shift));
    }
}
std::uint32_t get(const Frame& frame, std::size_t at, int octets) {
    std::uint32_t value = 0;
    for (int i = 0; i < octets; ++i) {
        value = value << 8 | frame[at + static_cast<std::size_t>(i)];
    }
    return value;
}
std::uint16_t plainChecksum(const Frame& octets) {
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < octets.size(); i += 2) {
        sum += octets[i] * 256u + (i + 1 < octets.size() ? octets[i + 1] : 0u);
    }
    while (sum > 0xffff) {
        sum = (sum & 0xffff) + (sum >> 16);
    }
    return static_cast<std::uint16_t>(~sum);
}

struct Expected {
    std::uint64_t dstMac, srcMac;
    std::uint32_t src, dst;
    std::uint16_t id, sport, dport;
    std::uint32_t sequence, acknowledgment;
    std::uint8_t flags;
    Frame options;
};

Frame tcpFrame(const Expected& e) {
    Frame l4;
    put(l4, e.sport, 2);
    put(l4, e.dport, 2);
    put(l4, e.sequence, 4);
    put(l4, e.acknowledgment, 4);
    put(l4, (20 + e.options.size()) / 4 << 4, 1);
    put(l4, e.flags, 1);
    put(l4, 65535, 2);
    put(l4, 0, 4);
    l4.insert(l4.end(), e.options.begin(), e.options.end());
    Frame pseudo;
    put(pseudo, e.src, 4);
    put(pseudo, e.dst, 4);
    put(pseudo, 6, 2);
    put(pseudo, l4.size(), 2);
    pseudo.insert(pseudo.end(), l4.begin(), l4.end());
    const std::uint16_t sum = plainChecksum(pseudo);
    l4[16] = static_cast<std::uint8_t>(sum >> 8);
    l4[17] = static_cast<std::uint8_t>(sum);

    Frame ip;
    put(ip, 0x4500, 2);
    put(ip, 20 + l4.size(), 2);
    put(ip, e.id, 2);
    put(ip, 0x4000, 2);
    put(ip, 0x4006, 2);
    put(ip, 0, 2);
    put(ip, e.src, 4);
    put(ip, e.dst, 4);
    const std::uint16_t ipSum = plainChecksum(ip);
    ip[10] = static_cast<std::uint8_t>(ipSum >> 8);
    ip[11] = static_cast<std::uint8_t>(ipSum);

    Frame frame;
    put(frame, e.dstMac, 6);
    put(frame, e.srcMac, 6);
    put(frame, 0x0800, 2);
    frame.insert(frame.end(), ip.begin(), ip.end());
    frame.insert(frame.end(), l4.begin(), l4.end());
    return frame;
}

Frame synOptions(std::uint32_t timestamp, std::uint32_t echo) {
    Frame options;
    put(options, 0x020405b4, 4); // MSS 1460
    put(options, 0x0402, 2);     // SACK permitted
    put(options, 0x080a, 2);
    put(options, timestamp, 4);
    put(options, echo, 4);
    put(options, 0x01030306, 4); // window scale 6
    return options;
}
Frame ackOptions(std::uint32_t timestamp, std::uint32_t echo) {
    Frame options;
    put(options, 0x0101080a, 4);
    put(options, timestamp, 4);
    put(options, echo, 4);
    return options;
}

constexpr std::uint64_t kClientMac = 0x024853000001, kServerMac = 0x024853000002;

} // namespace

class TestTraffic : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theHandshakeIsRightToTheLastOctet() {
        Hub hub({});
        hub.record = true;
        Scenario scenario = twoHosts(5 * kMillisecond);
        scenario.flows = {tcp()};
        scenario.flows[0].rateBps = 1000; // one data segment, then silence
        hub.now = kSecond;
        hub.load(scenario);
        hub.run(kSecond + 59 * kMillisecond); // ARP, handshake and one way: 5 ms to the hub each

        // ARP request and reply, SYN, SYN+ACK, ACK, first data
        QVERIFY2(hub.frames.size() >= 6, qPrintable(QString::number(hub.frames.size())));
        Frame request;
        put(request, 0xffffffffffff, 6);
        put(request, kClientMac, 6);
        put(request, 0x0806, 2);
        put(request, 0x000108000604, 6);
        put(request, 1, 2);
        put(request, kClientMac, 6);
        put(request, 0x0a000001, 4);
        put(request, 0, 6);
        put(request, 0x0a000002, 4);
        request.resize(60);
        QCOMPARE(hub.frames[0], request);
        Frame reply;
        put(reply, kClientMac, 6);
        put(reply, kServerMac, 6);
        put(reply, 0x0806, 2);
        put(reply, 0x000108000604, 6);
        put(reply, 2, 2);
        put(reply, kServerMac, 6);
        put(reply, 0x0a000002, 4);
        put(reply, kClientMac, 6);
        put(reply, 0x0a000001, 4);
        reply.resize(60);
        QCOMPARE(hub.frames[1], reply);

        const Frame& syn = hub.frames[2];
        const std::uint32_t clientIsn = get(syn, 38, 4);
        const auto port = static_cast<std::uint16_t>(get(syn, 34, 2));
        QVERIFY(port >= 32768);
        QCOMPARE(syn, tcpFrame({kServerMac, kClientMac, 0x0a000001, 0x0a000002, 1, port, 80, clientIsn, 0, 0x02, synOptions(1'000'000, 0)}));
        const Frame& synAck = hub.frames[3];
        const std::uint32_t serverIsn = get(synAck, 38, 4);
        const std::uint32_t answered = get(synAck, 62, 4);
        QCOMPARE(synAck, tcpFrame({kClientMac, kServerMac, 0x0a000002, 0x0a000001, 1, 80, port, serverIsn, clientIsn + 1, 0x12,
                                   synOptions(answered, 1'000'000)}));
        const Frame& ack = hub.frames[4];
        QCOMPARE(ack, tcpFrame({kServerMac, kClientMac, 0x0a000001, 0x0a000002, 2, port, 80, clientIsn + 1, serverIsn + 1, 0x10,
                                ackOptions(get(ack, 58, 4), answered)}));
        // Data: header with options, then zeros; valid over all of it.
        const Frame& data = hub.frames[5];
        QCOMPARE(data.size(), std::size_t{1514});
        QCOMPARE(get(data, 38, 4), serverIsn + 1);
        Frame checked;
        put(checked, 0x0a000002, 4);
        put(checked, 0x0a000001, 4);
        put(checked, 6, 2);
        put(checked, data.size() - 34, 2);
        checked.insert(checked.end(), data.begin() + 34, data.end());
        QCOMPARE(plainChecksum(checked), std::uint16_t{0});
        QVERIFY(std::all_of(data.begin() + 66, data.end(), [](std::uint8_t octet) { return octet == 0; }));
    }

    void oneFlowFillsAnIdealLine_data() {
        QTest::addColumn<qulonglong>("bps");
        QTest::addColumn<bool>("upload");
        QTest::newRow("100M down") << 100'000'000ull << false;
        QTest::newRow("1G down") << 1'000'000'000ull << false;
        QTest::newRow("1G up") << 1'000'000'000ull << true;
        QTest::newRow("2.5G down") << 2'500'000'000ull << false;
    }
    void oneFlowFillsAnIdealLine() {
        QFETCH(qulonglong, bps);
        QFETCH(bool, upload);
        Hub hub({.bps = bps});
        Scenario scenario = twoHosts(200 * core::base::kMicrosecond);
        scenario.flows = {tcp(upload ? Direction::Upload : Direction::Download)};
        hub.load(scenario);
        hub.run(5 * kSecond);
        const FlowReport report = hub.report(0);
        const double ideal = static_cast<double>(bps) * kGoodputShare;
        QVERIFY2(report.bitsPerSecond >= 0.95 * ideal && report.bitsPerSecond <= 1.001 * ideal,
                 qPrintable(QStringLiteral("%1 of %2").arg(report.bitsPerSecond).arg(ideal)));
        QVERIFY(report.rttP50Ms >= 0.8);
    }

    void anUncongestedFlowLosesNothing() {
        Hub hub({.bps = 1'000'000'000, .queue = 10'000, .cableBps = 1'000'000'000});
        Scenario scenario = twoHosts(200 * core::base::kMicrosecond);
        scenario.flows = {tcp()};
        hub.load(scenario);
        hub.run(2 * kSecond);
        QCOMPARE(hub.report(0).retransmitted, std::uint64_t{0});
        // The sender does not queue in its own host: one way is the delay, 300 µs of line and some frames.
        QVERIFY2(hub.report(0).rttP99Ms < 1.5, qPrintable(QString::number(hub.report(0).rttP99Ms)));
    }

    void flowsShareALineFairly() {
        Hub hub({.bps = 100'000'000, .queue = 100});
        Scenario scenario = twoHosts(5 * kMillisecond);
        scenario.flows = {tcp(), tcp()};
        scenario.flows[1].port = 81;
        scenario.flows[1].start = 5 * kSecond; // a latecomer
        hub.load(scenario);
        hub.run(20 * kSecond);
        const std::uint64_t first = hub.report(0).bytes, second = hub.report(1).bytes;
        hub.run(60 * kSecond);
        const auto a = static_cast<double>(hub.report(0).bytes - first), b = static_cast<double>(hub.report(1).bytes - second);
        const double jain = (a + b) * (a + b) / (2 * (a * a + b * b));
        QVERIFY2(jain > 0.9, qPrintable(QStringLiteral("%1 %2").arg(a).arg(b)));
        QVERIFY((a + b) * 8 / 40 > 0.9 * 100e6 * kGoodputShare);
    }

    void streamsOfOneFlowShareFairly() {
        Hub hub({.bps = 1'000'000'000, .cableBps = 1'000'000'000});
        Scenario scenario = twoHosts(200 * core::base::kMicrosecond);
        scenario.flows = {tcp(Direction::Download, 8)};
        hub.load(scenario);
        hub.run(5 * kSecond);
        QVERIFY(hub.report(0).bitsPerSecond > 0.95e9 * kGoodputShare);
        double sum = 0, squares = 0;
        for (const std::uint64_t octets : tcpFlow(hub, 0).deliveredByStream()) {
            sum += static_cast<double>(octets);
            squares += static_cast<double>(octets) * static_cast<double>(octets);
        }
        QVERIFY2(sum * sum / (8 * squares) > 0.9, qPrintable(QString::number(sum * sum / (8 * squares))));
    }

    // Steady random loss p: the square root law gives about 1.22 MSS / (RTT sqrt(p)) for Reno; CUBIC at short RTT follows Reno.
    void randomLossLimitsTheRateAsTheSquareRootLawSays() {
        const auto rate = [](double p) {
            Hub hub({.bps = 10'000'000'000, .queue = 10'000, .cableBps = 10'000'000'000});
            std::mt19937 random(1);
            std::bernoulli_distribution lost(p);
            hub.lose = [&](PortId, const PacketBuf& packet, Nanos) { return packet.length > 1000 && lost(random); };
            Scenario scenario = twoHosts(5 * kMillisecond);
            scenario.flows = {tcp()};
            hub.load(scenario);
            hub.run(60 * kSecond);
            return static_cast<double>(hub.report(0).bytes) * 8 / 60;
        };
        const double onePercent = rate(0.01);
        const double reno = 1.22 * 1448 * 8 / 0.020 / std::sqrt(0.01);
        QVERIFY2(onePercent > 0.6 * reno && onePercent < 2 * reno, qPrintable(QStringLiteral("%1 against %2").arg(onePercent).arg(reno)));
        const double quarter = rate(0.04);
        QVERIFY2(quarter > 0.3 * onePercent && quarter < 0.75 * onePercent, qPrintable(QStringLiteral("%1 %2").arg(onePercent).arg(quarter)));
    }

    void aFiniteTransferArrivesWholeAndClosesInOrder() {
        std::mt19937 random(5);
        for (const double p : {0.0, 0.02, 0.2}) {
            Hub hub({.bps = 100'000'000});
            hub.record = true;
            std::bernoulli_distribution lost(p);
            hub.lose = [&](PortId, const PacketBuf&, Nanos) { return lost(random); };
            Scenario scenario = twoHosts(kMillisecond);
            scenario.flows = {tcp(Direction::Upload, 3, 100'001)};
            hub.load(scenario);
            hub.run(600 * kSecond);
            QCOMPARE(hub.report(0).bytes, std::uint64_t{100'001});
            if (p == 0.0) {
                std::size_t fins = 0;
                for (const Frame& frame : hub.frames) {
                    fins += get(frame, 12, 2) == 0x0800 && (frame[47] & 1) != 0 ? 1 : 0;
                }
                QCOMPARE(fins, std::size_t{6}); // both ends of three connections
            }
            const std::size_t frames = hub.frames.size();
            hub.run(700 * kSecond);
            QCOMPARE(hub.frames.size(), frames); // and then silence
        }
    }

    void anEndlessFlowComesBackFromANewPortAfterABlackout() {
        Hub hub({.bps = 10'000'000});
        Scenario scenario = twoHosts(kMillisecond);
        scenario.flows = {tcp()};
        hub.load(scenario);
        std::set<std::uint16_t> ports;
        bool dark = false;
        hub.lose = [&](PortId from, const PacketBuf& packet, Nanos) {
            if (from == 0 && packet.length == 74) { // SYN
                ports.insert(core::base::loadBe16(packet.frame() + 34));
            }
            return dark;
        };
        hub.run(10 * kSecond);
        QVERIFY2(hub.report(0).bitsPerSecond > 9e6, qPrintable(QString::number(hub.report(0).bitsPerSecond)));
        QCOMPARE(ports.size(), std::size_t{1});
        dark = true;
        hub.run(17 * kSecond);
        QCOMPARE(hub.report(0).bitsPerSecond, 0.0);
        QVERIFY(ports.size() >= 2);
        dark = false;
        hub.run(30 * kSecond);
        QVERIFY2(hub.report(0).bitsPerSecond > 9e6, qPrintable(QString::number(hub.report(0).bitsPerSecond)));
    }

    void aShortBlackoutIsRiddenOutByTheSameConnection() {
        Hub hub({.bps = 10'000'000});
        Scenario scenario = twoHosts(kMillisecond);
        scenario.flows = {tcp(Direction::Upload)};
        hub.load(scenario);
        int syns = 0;
        hub.lose = [&](PortId from, const PacketBuf& packet, Nanos at) {
            syns += from == 0 && packet.length == 74 ? 1 : 0;
            return at > 2 * kSecond && at < 4 * kSecond;
        };
        hub.run(10 * kSecond);
        QVERIFY(hub.report(0).bitsPerSecond > 9e6);
        QCOMPARE(syns, 1);
    }

    void aRateLimitedFlowKeepsItsRate() {
        Hub hub({.bps = 1'000'000'000});
        Scenario scenario = twoHosts(kMillisecond);
        scenario.flows = {tcp(Direction::Both, 2)};
        scenario.flows[0].rateBps = 20e6;
        hub.load(scenario);
        hub.run(5 * kSecond);
        const double rate = hub.report(0).bitsPerSecond;
        QVERIFY2(std::abs(rate - 40e6) < 0.4e6, qPrintable(QString::number(rate)));
    }

    void udpKeepsItsRateExactlyAndCountsLoss() {
        for (const Direction direction : {Direction::Upload, Direction::Download}) {
            Hub hub({});
            Scenario scenario = twoHosts(kMillisecond);
            FlowSpec flow = tcp(direction);
            flow.kind = FlowKind::Udp;
            flow.rateBps = 2e6;
            flow.size = 200;
            scenario.flows = {flow};
            hub.load(scenario);
            std::uint64_t seen = 0, dropped = 0;
            hub.lose = [&](PortId from, const PacketBuf& packet, Nanos at) {
                if (packet.length != 242 || from != (direction == Direction::Upload ? 0 : 1)) {
                    return false;
                }
                const bool drop = ++seen % 10 == 0 && at < 9 * kSecond;
                dropped += drop ? 1 : 0;
                return drop;
            };
            hub.run(10 * kSecond + 50 * kMillisecond);
            QCOMPARE(hub.report(0).bitsPerSecond, 2e6);
            QCOMPARE(hub.report(0).lost, dropped);
            QVERIFY(dropped > 1000);
            // 1250 datagrams a second, the first one resolving addresses; what is on the way counts as sent.
            QVERIFY(std::abs(static_cast<double>(seen) - 10.05 * 1250) <= 10);
        }
    }

    void pingMeasuresTheDelaysAndNoticesLoss() {
        Hub hub({});
        Scenario scenario = twoHosts(0);
        scenario.hosts[0].delay = 3 * kMillisecond;
        scenario.hosts[1].delay = 7 * kMillisecond;
        FlowSpec flow = tcp();
        flow.kind = FlowKind::Ping;
        flow.interval = 100 * kMillisecond;
        scenario.flows = {flow};
        hub.load(scenario);
        hub.run(5 * kSecond);
        QVERIFY2(std::abs(hub.report(0).rttP50Ms - 20) < 0.5, qPrintable(QString::number(hub.report(0).rttP50Ms)));
        QCOMPARE(hub.report(0).lost, std::uint64_t{0});
        int requests = 0;
        hub.lose = [&](PortId from, const PacketBuf& packet, Nanos) { return from == 0 && packet.length == 98 && requests++ % 2 == 0; };
        hub.run(16 * kSecond);
        QVERIFY(hub.report(0).lost >= 48 && hub.report(0).lost <= 56);
    }

    void aHostAnswersEchoAndArpOfOthersToo() {
        Hub hub({});
        Scenario scenario = twoHosts(0);
        scenario.hosts.push_back({"printer", "ether1", 0x0a000003, 24, 0, 0, 0}); // behind the client's switch
        FlowSpec flow = tcp();
        flow.kind = FlowKind::Ping;
        flow.interval = 100 * kMillisecond;
        flow.server = 2;
        scenario.flows = {flow};
        hub.record = true;
        hub.load(scenario);
        hub.run(kSecond);
        QVERIFY(hub.report(0).rttP50Ms > 0);
        // Only the broadcast question reached the router.
        QCOMPARE(hub.frames.size(), std::size_t{1});
        QCOMPARE(get(hub.frames[0], 0, 4), 0xffffffffu);
    }

    void taggedHostsTalkTaggedAndHearOnlyTheirVlan() {
        Hub hub({});
        Scenario scenario = twoHosts(0);
        scenario.hosts[0].vlan = scenario.hosts[1].vlan = 20;
        scenario.hosts.push_back({"other", "ether2", 0x0a000002, 24, 0, 30, 0}); // same address, other VLAN
        scenario.flows = {tcp()};
        scenario.flows[0].rateBps = 1e6;
        hub.record = true;
        hub.load(scenario);
        hub.run(2 * kSecond);
        QVERIFY(hub.report(0).bitsPerSecond > 0.95e6);
        for (const Frame& frame : hub.frames) {
            QCOMPARE(get(frame, 12, 4), 0x81000014u);
        }
    }

    void aFrameWithABrokenChecksumIsIgnored() {
        Hub hub({});
        Scenario scenario = twoHosts(0);
        scenario.flows = {tcp()};
        hub.load(scenario);
        hub.lose = [&](PortId, const PacketBuf& packet, Nanos) {
            if (packet.length > 1000) {
                const_cast<PacketBuf&>(packet).frame()[40] ^= 1; // sequence number
            }
            return false;
        };
        hub.run(3 * kSecond);
        QCOMPARE(hub.report(0).bytes, std::uint64_t{0});
    }

    void arbitraryOctetsDoNoHarm() {
        Hub hub({});
        Scenario scenario = twoHosts(0);
        scenario.flows = {tcp(Direction::Both, 2)};
        hub.load(scenario);
        std::mt19937 random(11);
        hub.lose = [&](PortId, const PacketBuf& packet, Nanos) {
            PacketBuf& p = const_cast<PacketBuf&>(packet);
            if (random() % 3 == 0) {
                p.frame()[random() % p.length] = static_cast<std::uint8_t>(random());
            }
            if (random() % 20 == 0) {
                p.length = static_cast<std::uint16_t>(random() % (p.length + 1u));
            }
            return false;
        };
        hub.run(3 * kSecond);
        hub.lose = nullptr;
        hub.run(13 * kSecond);
        QVERIFY(hub.report(0).bitsPerSecond > 1e8); // recovered
    }

    void everyBufferComesBackToThePool() {
        Hub hub({.bps = 100'000'000, .queue = 50});
        Scenario scenario = twoHosts(kMillisecond);
        scenario.flows = {tcp(Direction::Both, 4)};
        hub.load(scenario);
        hub.run(2 * kSecond);
        hub.lose = [](PortId, const PacketBuf&, Nanos) { return true; };
        hub.traffic.reset();
        hub.load(twoHosts());
        hub.run(3 * kSecond);
        QCOMPARE(hub.pool.available(), hub.pool.capacity());
    }

    void theSameSeedGivesTheSameFrames() {
        const auto frames = [] {
            Hub hub({.bps = 10'000'000});
            hub.record = true;
            Scenario scenario = twoHosts(kMillisecond);
            scenario.flows = {tcp(Direction::Both, 3)};
            hub.load(scenario);
            hub.run(kSecond);
            return hub.frames;
        };
        QVERIFY(frames() == frames());
    }
};

QTEST_APPLESS_MAIN(TestTraffic)
#include "tst_traffic.moc"
