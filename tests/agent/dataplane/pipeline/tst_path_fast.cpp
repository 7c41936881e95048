#include "tests/agent/dataplane/pipeline/two_networks.h"

#include <QTest>

using namespace agent::dataplane;
using namespace agent::dataplane::test;
using core::model::PathKind;

namespace {

struct FastNetworks : TwoNetworks {
    FastNetworks() { config.tracking.enabled = TrackingEnabled::Auto; }
};

} // namespace

class FastPathTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void withoutRulesPacketsTakeFastPath() {
        FastNetworks lab;
        lab.start();
        const auto out = lab.push(0, lab.up(PacketBuilder::udp()).payload(50).build());
        QCOMPARE(lab.lastPath(), PathKind::FastPath);
        QCOMPARE(out.size(), 1u);
        QCOMPARE(out[0].port, PortId{1});
        QCOMPARE(out[0].octets, PacketBuilder::udp()
                                    .from("10.0.0.2", 1000)
                                    .to("203.0.113.5", 80)
                                    .macs(EngineLab::etherMac(1), kHostB)
                                    .ttl(63)
                                    .payload(50)
                                    .build());
        QCOMPARE(lab.engine.globalState().fastPath.packets, 1u);
        QCOMPARE(lab.engine.globalState().fastPath.bytes, 78u);
        QCOMPARE(lab.stats(lab.lan).fpRxPacket, 1u);
        QCOMPARE(lab.stats(lab.wan).fpTxPacket, 1u);
        QCOMPARE(lab.engine.connectionCount(), 0u);
    }
    void oneRuleTurnsItOffForTheWholeRouter() {
        FastNetworks lab;
        lab.config.firewall.filter = {lab.rule("forward", RuleAction::Passthrough)};
        lab.start();
        QCOMPARE(lab.push(0, lab.up(PacketBuilder::udp()).build()).size(), 1u);
        QCOMPARE(lab.lastPath(), PathKind::Slow);
        QVERIFY(!lab.engine.globalState().fastPathActive);
    }
    void theUnusualGoesSlowWithFastPathOn_data() {
        QTest::addColumn<QByteArray>("frame");
        const auto add = [](const char* name, const PacketBuilder& b) {
            const Frame f = b.build();
            QTest::newRow(name) << QByteArray(reinterpret_cast<const char*>(f.data()), static_cast<qsizetype>(f.size()));
        };
        add("options", TwoNetworks::up(PacketBuilder::udp()).options(1));
        add("ttl 1", TwoNetworks::up(PacketBuilder::udp()).ttl(1));
        add("for the router", TwoNetworks::up(PacketBuilder::udp()).to("10.0.0.1", 9));
        add("unresolved neighbour", TwoNetworks::up(PacketBuilder::udp()).to("192.0.2.77", 9));
        add("longer than the egress takes", TwoNetworks::up(PacketBuilder::udp()).payload(1480));
        add("broadcast", TwoNetworks::up(PacketBuilder::udp()).to("255.255.255.255", 9).macs(kHostA, kBroadcastMac));
    }
    void theUnusualGoesSlowWithFastPathOn() {
        QFETCH(const QByteArray, frame);
        FastNetworks lab;
        lab.config.interfaces[lab.wan].mtu = 1400;
        lab.start();
        lab.push(0, Frame(frame.begin(), frame.end()));
        QCOMPARE(lab.lastPath(), PathKind::Slow);
    }
    void vlanInterfacesAreCrossedFast() {
        FastNetworks lab;
        const IfIndex vlan = lab.vlan("vlan10", lab.lan, 10);
        lab.address(vlan, "10.10.0.1");
        lab.start();
        lab.knows(0, "10.10.0.2", kHostA, "10.10.0.1", 10);
        auto out = lab.push(0, PacketBuilder::udp()
                                   .from("10.10.0.2", 1)
                                   .to("203.0.113.5", 2)
                                   .macs(kHostA, EngineLab::etherMac(0))
                                   .vlan(10)
                                   .payload(50)
                                   .build());
        QCOMPARE(lab.lastPath(), PathKind::FastPath);
        QCOMPARE(out.at(0).octets.size(), std::size_t{14 + 78});
        QCOMPARE(lab.stats(vlan).fpRxByte, 14u + 78u);
        out = lab.push(
            1, PacketBuilder::udp().from("203.0.113.5", 2).to("10.10.0.2", 1).macs(kHostB, EngineLab::etherMac(1)).payload(50).build());
        QCOMPARE(lab.lastPath(), PathKind::FastPath);
        QCOMPARE(out.at(0).octets, PacketBuilder::udp()
                                       .from("203.0.113.5", 2)
                                       .to("10.10.0.2", 1)
                                       .macs(EngineLab::etherMac(0), kHostA)
                                       .vlan(10)
                                       .ttl(63)
                                       .payload(50)
                                       .build());
        QCOMPARE(lab.stats(vlan).fpTxPacket, 1u);
        QCOMPARE(lab.stats(vlan).txByte, 14u + 78u);
        QCOMPARE(lab.stats(lab.lan).fpTxByte, 18u + 78u);
    }
    void aSoftwareQueueOnTheEgressKeepsItFast() {
        FastNetworks lab;
        QueueTypeConfig none, fifo;
        none.kind = QueueKind::None;
        fifo.name = "default";
        lab.config.queues.types = {none, fifo};
        lab.config.interfaces[lab.wan].queueType = 1;
        lab.start();
        lab.ringRoom = 0;
        QVERIFY(lab.push(0, lab.up(PacketBuilder::udp()).build()).empty());
        QCOMPARE(lab.lastPath(), PathKind::FastPath);
        lab.ringRoom = 1000;
        const auto out = lab.advance(core::base::kMillisecond);
        QCOMPARE(out.size(), 1u);
        QCOMPARE(lab.stats(lab.wan).fpTxPacket, 1u);
    }
    void paddingOfShortFramesIsNotForwarded() {
        FastNetworks lab;
        lab.start();
        const auto out = lab.push(0, lab.up(PacketBuilder::udp()).payload(1).build());
        QCOMPARE(out.at(0).octets.size(), std::size_t{14 + 29});
        QVERIFY(checksumsAreRight(out[0].octets));
    }
    void aFullRingIsATxDrop() {
        FastNetworks lab;
        lab.start();
        lab.ringRoom = 0;
        QVERIFY(lab.push(0, lab.up(PacketBuilder::udp()).build()).empty());
        QCOMPARE(lab.stats(lab.wan).txDrop, 1u);
        QCOMPARE(lab.pool.available(), lab.pool.capacity());
    }
};

QTEST_APPLESS_MAIN(FastPathTest)
#include "tst_path_fast.moc"
