#include "tests/agent/dataplane/pipeline/two_networks.h"

#include <QTest>

using namespace agent::dataplane;
using namespace agent::dataplane::test;
using core::model::PathKind;

namespace {

struct FastTracked : TwoNetworks {
    std::uint16_t port = 0; // the server's view of the client
    FastTracked() {
        addFastTrackRule();
        addMasquerade();
    }
    void open() {
        start();
        port = openTcp();
    }
    PacketBuilder back(PacketBuilder b) const { return b.from("203.0.113.5", 80).to(ip("192.0.2.1"), port).macs(kHostB, etherMac(1)); }
};

} // namespace

class FastTrackTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anEstablishedConnectionIsFastTrackedBothWays() {
        FastTracked lab;
        lab.open();
        QVERIFY(lab.engine.globalState().fastTrackActive);
        QCOMPARE(lab.engine.fastTrackedCount(), 1u);
        const BytesPackets before = lab.engine.globalState().fastTrack;
        const auto up = lab.push(0, lab.up(PacketBuilder::tcp()).payload(100).build());
        QCOMPARE(lab.lastPath(), PathKind::FastTrack);
        QCOMPARE(up.at(0).octets, PacketBuilder::tcp()
                                      .from(ip("192.0.2.1"), lab.port)
                                      .to("203.0.113.5", 80)
                                      .macs(EngineLab::etherMac(1), kHostB)
                                      .ttl(63)
                                      .payload(100)
                                      .build());
        const auto down = lab.push(1, lab.back(PacketBuilder::tcp()).payload(100).build());
        QCOMPARE(lab.lastPath(), PathKind::FastTrack);
        QCOMPARE(down.at(0).octets, PacketBuilder::tcp()
                                        .from("203.0.113.5", 80)
                                        .to("10.0.0.2", 1000)
                                        .macs(EngineLab::etherMac(0), kHostA)
                                        .ttl(63)
                                        .payload(100)
                                        .build());
        QCOMPARE(lab.engine.globalState().fastTrack.packets - before.packets, 2u);
        QCOMPARE(lab.engine.globalState().fastTrack.bytes - before.bytes, 280u);
    }
    void filterAndMangleRulesNoLongerSeeIt() {
        FastTracked lab;
        RuleConfig count = lab.rule("prerouting", RuleAction::Passthrough);
        lab.config.firewall.mangle = {count};
        lab.open();
        const auto before = lab.engine.ruleCounters(count.uid).packets;
        lab.push(0, lab.up(PacketBuilder::tcp()).build());
        QCOMPARE(lab.lastPath(), PathKind::FastTrack);
        QCOMPARE(lab.engine.ruleCounters(count.uid).packets, before);
    }
    void theUnusualStaysSlow_data() {
        QTest::addColumn<QByteArray>("frame");
        const auto add = [](const char* name, const PacketBuilder& b) {
            const Frame f = b.build();
            QTest::newRow(name) << QByteArray(reinterpret_cast<const char*>(f.data()), static_cast<qsizetype>(f.size()));
        };
        add("syn", TwoNetworks::up(PacketBuilder::tcp(tcp::kSyn)));
        add("fin", TwoNetworks::up(PacketBuilder::tcp(tcp::kFin | tcp::kAck)));
        add("rst", TwoNetworks::up(PacketBuilder::tcp(tcp::kRst)));
        add("fragment", TwoNetworks::up(PacketBuilder::tcp()).fragment(ipv4::kMoreFragments).payload(8));
        add("options", TwoNetworks::up(PacketBuilder::tcp()).options(1));
        add("ttl 1", TwoNetworks::up(PacketBuilder::tcp()).ttl(1));
        add("longer than the egress takes", TwoNetworks::up(PacketBuilder::tcp()).payload(1400));
        add("icmp", PacketBuilder::echoRequest().from("10.0.0.2").to("203.0.113.5").macs(kHostA, EngineLab::etherMac(0)));
        add("another flow", TwoNetworks::up(PacketBuilder::tcp(tcp::kSyn)).from("10.0.0.2", 1001));
    }
    void theUnusualStaysSlow() {
        QFETCH(const QByteArray, frame);
        FastTracked lab;
        lab.config.interfaces[lab.wan].mtu = 1400;
        lab.open();
        lab.push(0, Frame(frame.begin(), frame.end()));
        QCOMPARE(lab.lastPath(), PathKind::Slow);
    }
    void onePacketPerDirectionAndSecondIsASample() {
        FastTracked lab;
        lab.open();
        const Frame up = lab.up(PacketBuilder::tcp()).build(), down = lab.back(PacketBuilder::tcp()).build();
        for (int second = 0; second < 5; ++second) {
            lab.advance(core::base::kSecond + core::base::kMillisecond);
            int slow = 0;
            for (int i = 0; i < 100; ++i) {
                lab.push(0, up);
                slow += lab.lastPath() == PathKind::Slow;
                lab.push(1, down);
                slow += lab.lastPath() == PathKind::Slow;
            }
            QCOMPARE(slow, 2);
        }
    }
    void allowFastPathOffStopsTheHandlerButNotTheConnection() {
        FastTracked lab;
        lab.open();
        lab.config.ip.allowFastPath = false;
        lab.apply();
        QCOMPARE(lab.push(0, lab.up(PacketBuilder::tcp()).build()).size(), 1u);
        QCOMPARE(lab.lastPath(), PathKind::Slow);
        QVERIFY(!lab.engine.globalState().fastTrackActive);
    }
    void takingTheRuleAwayLeavesMarkedConnectionsFast() {
        FastTracked lab;
        lab.open();
        lab.config.firewall.filter.clear();
        lab.apply();
        lab.push(0, lab.up(PacketBuilder::tcp()).build());
        QCOMPARE(lab.lastPath(), PathKind::FastTrack);
        std::uint32_t id = 0;
        lab.engine.forEachConnection(
            [&](const ConnectionInfo& c) {
                id = c.id;
                QVERIFY(c.fastTrack);
                QVERIFY(c.srcNat);
            },
            lab.now);
        QVERIFY(lab.engine.removeConnection(id));
        lab.push(0, lab.up(PacketBuilder::tcp()).build());
        QCOMPARE(lab.lastPath(), PathKind::Slow);
        QVERIFY(!lab.engine.globalState().fastTrackActive);
    }
    void theMainTableAloneRoutesIt() {
        TwoNetworks lab;
        lab.addFastTrackRule();
        RuleConfig mark = lab.rule("prerouting", RuleAction::MarkRouting);
        mark.match.inInterface.value = {lab.lan};
        mark.newMark = 1;
        lab.config.marks.push_back("other");
        lab.config.firewall.mangle = {mark};
        lab.route("0.0.0.0", 0, "192.0.2.77").table = 1;
        lab.start();
        constexpr MacKey kOtherGateway = 0x02'cc'00'00'00'77;
        lab.knows(1, "192.0.2.77", kOtherGateway, "192.0.2.1");
        const auto gatewayOf = [&] { return loadMac(lab.push(0, lab.up(PacketBuilder::udp()).build()).at(0).octets.data()); };
        QCOMPARE(gatewayOf(), kOtherGateway); // slow: the mark decides
        lab.push(1, lab.down(PacketBuilder::udp()).build());
        QCOMPARE(gatewayOf(), kHostB);
        QCOMPARE(lab.lastPath(), PathKind::FastTrack);
    }
    void udpIsMarkedWithItsFirstAnswer() {
        FastTracked lab;
        lab.start();
        const auto first = lab.push(0, lab.up(PacketBuilder::udp()).build());
        lab.port = core::base::loadBe16(&first.at(0).octets[34]);
        lab.push(0, lab.up(PacketBuilder::udp()).build());
        QCOMPARE(lab.lastPath(), PathKind::Slow);
        lab.push(1, lab.back(PacketBuilder::udp()).build());
        QCOMPARE(lab.lastPath(), PathKind::Slow);
        lab.push(1, lab.back(PacketBuilder::udp()).build());
        lab.push(0, lab.up(PacketBuilder::udp()).build());
        lab.push(0, lab.up(PacketBuilder::udp()).build());
        QCOMPARE(lab.lastPath(), PathKind::FastTrack);
    }
    void simpleQueuesAndGlobalTreesAreSkippedInterfaceTreesAreNot() {
        FastTracked lab;
        QueueTypeConfig none, fifo;
        none.kind = QueueKind::None;
        fifo.name = "default";
        lab.config.queues.types = {none, fifo};
        SimpleQueueConfig simple;
        simple.uid = 900;
        simple.targets = {{ip("10.0.0.0"), 24}};
        simple.upload.queueType = simple.download.queueType = 1;
        simple.upload.maxLimit = simple.download.maxLimit = 1'000'000'000;
        TreeQueueConfig tree;
        tree.uid = 901;
        tree.interface = lab.wan;
        tree.packetMarks = {0}; // no-mark
        tree.htb.queueType = 1;
        tree.htb.maxLimit = 1'000'000'000;
        lab.config.queues.simple = {simple};
        lab.config.queues.tree = {tree};
        lab.open();
        lab.advance(10 * core::base::kMillisecond);
        const auto simpleBefore = lab.engine.simpleStats(900).upload.packets;
        const auto treeBefore = lab.engine.treeStats(901).packets;
        QVERIFY(simpleBefore > 0);
        const auto out = lab.push(0, lab.up(PacketBuilder::tcp()).build());
        QCOMPARE(lab.lastPath(), PathKind::FastTrack);
        QCOMPARE(out.size(), 1u);
        QCOMPARE(lab.engine.simpleStats(900).upload.packets, simpleBefore);
        QCOMPARE(lab.engine.treeStats(901).packets, treeBefore + 1);
        QCOMPARE(lab.engine.activeQueue(lab.wan), std::string_view("queue-tree"));
    }
    void aLostNeighbourSendsItBackToTheSlowPath() {
        FastTracked lab;
        lab.open();
        lab.advance(200 * core::base::kSecond); // both neighbours forgotten, the connection (1 day) is not
        lab.push(0, lab.up(PacketBuilder::tcp()).build());
        QCOMPARE(lab.lastPath(), PathKind::Slow);
        lab.push(0, lab.up(PacketBuilder::tcp()).build());
        QCOMPARE(lab.lastPath(), PathKind::Slow);
        lab.meet();
        lab.push(0, lab.up(PacketBuilder::tcp()).build());
        QCOMPARE(lab.lastPath(), PathKind::FastTrack);
    }
    void aBridgeWithoutFastPathOnTheWayStopsIt() {
        for (const bool snooping : {false, true}) {
            TwoNetworks lab;
            const IfIndex bridge = lab.bridge("bridge1");
            lab.port(bridge, lab.lan);
            lab.config.addresses[0].interface = bridge;
            lab.config.bridges[0].dhcpSnooping = snooping;
            lab.addFastTrackRule();
            lab.start();
            lab.openTcp();
            QCOMPARE(lab.engine.fastTrackedCount(), 1u); // the rule counts all the same
            lab.push(0, lab.up(PacketBuilder::tcp()).build());
            QCOMPARE(lab.lastPath(), snooping ? PathKind::Slow : PathKind::FastTrack);
            lab.push(1, lab.down(PacketBuilder::tcp()).build());
            QCOMPARE(lab.lastPath(), snooping ? PathKind::Slow : PathKind::FastTrack);
        }
    }
    void countersOfTheConnectionTellItsShare() {
        FastTracked lab;
        lab.open();
        const auto only = [&] {
            ConnectionInfo found;
            lab.engine.forEachConnection([&](const ConnectionInfo& c) { found = c; }, lab.now);
            return found;
        };
        const ConnectionInfo before = only();
        for (int i = 0; i < 10; ++i) {
            lab.push(0, lab.up(PacketBuilder::tcp()).payload(60).build());
        }
        const ConnectionInfo after = only();
        QCOMPARE(after.origFastTrack.packets - before.origFastTrack.packets, 10u);
        QCOMPARE(after.origFastTrack.bytes - before.origFastTrack.bytes, 1000u);
        QCOMPARE(after.orig.packets - before.orig.packets, 10u); // FastTracked packets are among them
        QCOMPARE(after.tcpState, std::string_view("established"));
    }
};

QTEST_APPLESS_MAIN(FastTrackTest)
#include "tst_path_fasttrack.moc"
