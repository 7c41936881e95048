#include "tests/agent/dataplane/pipeline/two_networks.h"

#include <QTest>

#include <random>

using namespace agent::dataplane;
using namespace agent::dataplane::test;
using core::base::kMillisecond;
using core::model::PathKind;

namespace {

// A home router with all five paths in one box: a chip with two bridge ports, a WAN port at the CPU, NAT, FastTrack, a tree.
struct HomeRouter : EngineLab {
    std::uint16_t sw = chip();
    IfIndex lan1 = ether("ether1", sw), lan2 = ether("ether2", sw), wan = ether("ether3");
    IfIndex br = bridge("bridge1");
    HomeRouter() {
        port(br, lan1);
        port(br, lan2);
        address(br, "10.0.0.1");
        address(wan, "192.0.2.1");
        route("0.0.0.0", 0, "192.0.2.254");
        RuleConfig track = rule("forward", RuleAction::FastTrackConnection);
        track.match.connectionState.value = std::uint8_t(kStateEstablished | kStateRelated);
        RuleConfig masquerade = rule("srcnat", RuleAction::Masquerade);
        masquerade.match.outInterface.value = {wan};
        RuleConfig drop = rule("forward", RuleAction::Drop);
        drop.match.dstPort.value = {PortRange{666, 666}};
        config.firewall.filter = {track, drop};
        config.firewall.nat = {masquerade};
        QueueTypeConfig none, fq;
        none.kind = QueueKind::None;
        fq.name = "fq";
        fq.kind = QueueKind::FqCodel;
        config.queues.types = {none, fq};
        TreeQueueConfig tree;
        tree.uid = 700;
        tree.interface = wan;
        tree.htb.queueType = 1;
        tree.htb.maxLimit = 50'000'000;
        config.queues.tree = {tree};
        apply();
        knows(0, "10.0.0.2", kHostA, "10.0.0.1");
        knows(1, "10.0.0.3", kHostB, "10.0.0.1");
        knows(2, "192.0.2.254", 0x02cc00000003, "192.0.2.1");
    }
};

} // namespace

class CountersTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void wireDriverAndFastCountersDifferAsDocumented() {
        TwoNetworks lab;
        lab.config.tracking.enabled = TrackingEnabled::No;
        lab.start();
        const InterfaceStats in = lab.stats(lab.lan), out = lab.stats(lab.wan);
        lab.push(0, lab.up(PacketBuilder::udp()).payload(100).build()); // 142 octets
        QCOMPARE(lab.stats(lab.lan).rxByte - in.rxByte, 146u);
        QCOMPARE(lab.stats(lab.lan).driverRxByte - in.driverRxByte, 142u);
        QCOMPARE(lab.stats(lab.lan).fpRxByte - in.fpRxByte, 142u);
        QCOMPARE(lab.stats(lab.wan).txByte - out.txByte, 146u);
        QCOMPARE(lab.stats(lab.wan).driverTxByte - out.driverTxByte, 142u);
        QCOMPARE(lab.stats(lab.wan).fpTxByte - out.fpTxByte, 142u);
    }
    void aPacketThatIsFloodedAtTheEndIsHalfFast() {
        TwoNetworks lab;
        lab.config.tracking.enabled = TrackingEnabled::No;
        const IfIndex br = lab.bridge("bridge1");
        lab.port(br, lab.lan);
        lab.config.addresses[0].interface = br;
        lab.config.bridges[0].ageingTime = 5 * core::base::kSecond; // hosts go before the neighbour does
        lab.start();
        lab.advance(8 * core::base::kSecond);
        const auto out = lab.push(1, lab.down(PacketBuilder::udp()).build());
        QCOMPARE(out.size(), 1u);
        QCOMPARE(lab.lastPath(), PathKind::FastPath);
        QCOMPARE(lab.stats(lab.wan).fpRxPacket, 1u);
        QCOMPARE(lab.stats(lab.lan).fpTxPacket, 0u);
    }
    void packetsLostOnTheRingAreRxDrops() {
        TwoNetworks lab;
        lab.start();
        lab.engine.dropAtRing(lab.packet(0, lab.up(PacketBuilder::udp()).build()));
        QCOMPARE(lab.stats(lab.lan).rxDrop, 1u);
        QCOMPARE(lab.pool.available(), lab.pool.capacity());
    }
    void costIsAddedUpPerBatch() {
        TwoNetworks lab;
        lab.config.cost.native = false;
        lab.config.cost.slow = 1000;
        lab.config.cost.connectionNew = 500;
        lab.config.cost.rule = 10;
        lab.config.firewall.filter = {lab.rule("forward", RuleAction::Passthrough), lab.rule("forward", RuleAction::Accept)};
        lab.start();
        lab.push(0, lab.up(PacketBuilder::udp()).build());
        QCOMPARE(lab.cost.flow, 1520.0);
        lab.push(0, lab.up(PacketBuilder::udp()).build());
        QCOMPARE(lab.cost.flow, 1020.0); // the connection is there
        lab.push(1, lab.down(PacketBuilder::udp()).build());
        QCOMPARE(lab.cost.flow, 1020.0);
    }
    void queueDropsShowAndSurviveAChangeOfQueue() {
        TwoNetworks lab;
        QueueTypeConfig none, fifo;
        none.kind = QueueKind::None;
        fifo.name = "small";
        fifo.pfifoLimit = 10;
        lab.config.queues.types = {none, fifo};
        lab.config.interfaces[lab.wan].queueType = 1;
        lab.start();
        lab.ringRoom = 0;
        for (int i = 0; i < 30; ++i) {
            lab.push(0, lab.up(PacketBuilder::udp()).build());
        }
        QCOMPARE(lab.stats(lab.wan).txQueueDrop, 20u);
        lab.config.interfaces[lab.wan].queueType = 0;
        lab.apply();
        QVERIFY(lab.stats(lab.wan).txQueueDrop >= 20u);
    }
    // Whatever is thrown at it: a frame is sent, waits somewhere, or has been given back; each counted on exactly one path.
    void nothingIsLostAndEverythingIsCountedOnce() {
        HomeRouter lab;
        const PathCounters start = lab.engine.pathCounters();
        std::mt19937 random(42);
        std::uint64_t pushed = 0;
        const MacKey macs[] = {kHostA, kHostB, EngineLab::etherMac(0), EngineLab::etherMac(2), kBroadcastMac, 0x02dd00000004};
        const char* const addresses[] = {"10.0.0.2",    "10.0.0.3",  "10.0.0.1",        "192.0.2.1",
                                         "203.0.113.5", "10.0.0.99", "255.255.255.255", "127.0.0.1"};
        for (int round = 0; round < 20000; ++round) {
            const auto pick = [&](const auto& list) { return list[random() % std::size(list)]; };
            PacketBuilder b = random() % 3 == 0 ? PacketBuilder::tcp(static_cast<std::uint8_t>(random() % 64))
                              : random() % 2    ? PacketBuilder::udp()
                                                : PacketBuilder::echoRequest(static_cast<std::uint16_t>(random() % 4));
            b.from(pick(addresses), static_cast<std::uint16_t>(random() % 8))
                .to(pick(addresses), static_cast<std::uint16_t>(660 + random() % 8));
            b.macs(pick(macs), pick(macs)).ttl(static_cast<std::uint8_t>(random() % 4 ? 64 : random() % 3)).payload(random() % 1500);
            if (random() % 10 == 0) {
                b.vlan(static_cast<std::uint16_t>(random() % 3));
            }
            if (random() % 10 == 0) {
                b.fragment(static_cast<std::uint16_t>(random() % 2 ? ipv4::kMoreFragments : random() % 100));
            }
            if (random() % 10 == 0) {
                b.options(random() % 10);
            }
            Frame f = b.build();
            if (random() % 10 == 0) {
                f[random() % f.size()] = static_cast<std::uint8_t>(random());
            }
            if (random() % 20 == 0) {
                f.resize(14 + random() % (f.size() - 14));
            }
            f.resize(std::min<std::size_t>(f.size(), 1518));
            lab.ringRoom = random() % 20 ? 1000 : 0;
            for (const auto& sent : lab.push(static_cast<PortId>(random() % 3), f)) {
                QVERIFY(sent.octets.size() >= 14 && sent.octets.size() <= 1522);
            }
            ++pushed;
            if (random() % 50 == 0) {
                lab.ringRoom = 1000;
                lab.advance(static_cast<core::base::Nanos>(random() % 100) * kMillisecond);
            }
        }
        std::uint64_t counted = 0;
        for (std::size_t k = 0; k < core::model::kPathCount; ++k) {
            counted += lab.engine.pathCounters().packets[k] - start.packets[k];
        }
        QCOMPARE(counted, pushed);
        lab.ringRoom = 1000;
        lab.advance(20 * core::base::kSecond); // queues empty, neighbours give up
        QCOMPARE(lab.pool.available(), lab.pool.capacity());
        QCOMPARE(lab.pool.exhausted(), 0u);
        for (const IfIndex i : {lab.lan1, lab.lan2, lab.wan, lab.br}) {
            const InterfaceStats& s = lab.stats(i);
            QVERIFY(s.fpRxPacket <= s.rxPacket);
            QVERIFY(s.fpTxPacket <= s.txPacket);
            QVERIFY(s.driverRxPacket <= s.rxPacket);
        }
    }
    void anEmptyPoolIsSurvived() {
        EngineLab lab(2);
        const IfIndex e1 = lab.ether("ether1"), e2 = lab.ether("ether2"), e3 = lab.ether("ether3"), br = lab.bridge("bridge1");
        for (const IfIndex i : {e1, e2, e3}) {
            lab.port(br, i);
        }
        lab.address(br, "10.0.0.1");
        lab.apply();
        PacketBuf* hog = lab.pool.take();
        lab.push(0, arpFrame(ArpOperation::Request, kHostA, "10.0.0.2", 0, "10.0.0.1"));
        lab.push(0, PacketBuilder::udp().from("10.0.0.2", 1).to("10.0.0.1", 2).macs(kHostA, EngineLab::etherMac(0)).build());
        lab.pool.give(hog);
        QCOMPARE(lab.pool.available(), lab.pool.capacity());
    }
};

QTEST_APPLESS_MAIN(CountersTest)
#include "tst_counters.moc"
