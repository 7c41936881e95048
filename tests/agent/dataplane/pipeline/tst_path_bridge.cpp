#include "tests/agent/dataplane/support/engine_lab.h"

#include <QTest>

using namespace agent::dataplane;
using namespace agent::dataplane::test;
using core::model::PathKind;

namespace {

// A bridge of three ports that no chip serves.
struct CpuBridge : EngineLab {
    IfIndex e1 = ether("ether1"), e2 = ether("ether2"), e3 = ether("ether3");
    IfIndex br = bridge("bridge1");
    explicit CpuBridge(bool third = true) {
        port(br, e1);
        port(br, e2);
        if (third) {
            port(br, e3);
        }
        address(br, "10.0.0.1");
    }
    void learnBoth() {
        push(0, between(kHostA, kHostB));
        push(1, between(kHostB, kHostA));
    }
    static Frame between(MacKey from, MacKey to) {
        return PacketBuilder::udp().from("10.0.0.2", 1).to("10.0.0.3", 2).macs(from, to).payload(50).build();
    }
};

} // namespace

class BridgePathTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void knownUnicastTakesBridgeFastPath() {
        CpuBridge lab;
        lab.apply();
        lab.learnBoth();
        const auto out = lab.push(0, CpuBridge::between(kHostA, kHostB));
        QCOMPARE(lab.lastPath(), PathKind::FastPath);
        QCOMPARE(out.size(), 1u);
        QCOMPARE(out[0].octets, CpuBridge::between(kHostA, kHostB));
        QCOMPARE(lab.engine.globalState().bridgeFastPath.bytes, 92u);
        QCOMPARE(lab.stats(lab.e1).fpRxByte, 92u);
        QCOMPARE(lab.stats(lab.e2).fpTxByte, 92u);
        QCOMPARE(lab.stats(lab.br).rxPacket, 0u); // nothing was for the router
    }
    void unknownAndGroupDestinationsAreFloodedSlowly() {
        CpuBridge lab;
        lab.apply();
        QCOMPARE(lab.push(0, CpuBridge::between(kHostA, kHostB)).size(), 2u);
        QCOMPARE(lab.lastPath(), PathKind::Slow);
        QCOMPARE(lab.push(0, CpuBridge::between(kHostA, kBroadcastMac)).size(), 2u);
        QCOMPARE(lab.push(0, CpuBridge::between(kHostA, 0x01005e000001)).size(), 2u);
        QCOMPARE(lab.lastPath(), PathKind::Slow);
    }
    void conditionsOfBridgeFastPath_data() {
        QTest::addColumn<int>("which");
        QTest::newRow("BFP1 allow-fast-path=no") << 1;
        QTest::newRow("BFP2 bridge filter or nat") << 2;
        QTest::newRow("BFP3 use-ip-firewall") << 3;
        QTest::newRow("BFP4 mesh") << 4;
        QTest::newRow("BFP5 sniffer") << 5;
        QTest::newRow("BFP5 torch") << 50;
        QTest::newRow("BFP5 traffic-generator") << 51;
        QTest::newRow("BFP7 dhcp-snooping") << 7;
    }
    void conditionsOfBridgeFastPath() {
        QFETCH(const int, which);
        CpuBridge lab;
        EngineConfig& c = lab.config;
        c.bridgeSettings.allowFastPath = which != 1;
        c.bridgeSettings.hasFilterOrNat = which == 2;
        c.bridgeSettings.useIpFirewall = which == 3;
        c.switches.mesh = which == 4;
        c.switches.sniffer = which == 5;
        c.switches.torch = which == 50;
        c.switches.trafficGenerator = which == 51;
        c.bridges[0].dhcpSnooping = which == 7;
        lab.apply();
        lab.learnBoth();
        QVERIFY(!lab.engine.globalState().bridgeFastPathActive);
        QCOMPARE(lab.push(0, CpuBridge::between(kHostA, kHostB)).size(), 1u);
        QCOMPARE(lab.lastPath(), PathKind::Slow);
    }
    void vlanFilteringDoesNotStopBridgeFastPath() {
        CpuBridge lab;
        lab.config.bridges[0].vlanFiltering = true;
        lab.apply();
        lab.learnBoth();
        lab.push(0, CpuBridge::between(kHostA, kHostB));
        QCOMPARE(lab.lastPath(), PathKind::FastPath);
    }
    void priorityTaggedFramesOnAVlanFilteringBridgeAreSlow() { // BFP8
        CpuBridge lab;
        lab.config.bridges[0].vlanFiltering = true;
        lab.apply();
        lab.learnBoth();
        const auto out =
            lab.push(0, PacketBuilder::udp().from("10.0.0.2", 1).to("10.0.0.3", 2).macs(kHostA, kHostB).vlan(0).payload(50).build());
        QCOMPARE(lab.lastPath(), PathKind::Slow);
        QCOMPARE(out.at(0).octets, CpuBridge::between(kHostA, kHostB)); // untagged in its own VLAN
    }
    void twoPlainPortsFastForward() {
        CpuBridge lab(false);
        lab.apply();
        const auto out = lab.push(0, CpuBridge::between(kHostA, kHostB));
        QCOMPARE(lab.lastPath(), PathKind::FastPath);
        QCOMPARE(out.at(0).port, PortId{1});
        QCOMPARE(lab.engine.globalState().bridgeFastForward.packets, 1u);
        QCOMPARE(lab.engine.globalState().bridgeFastPath.packets, 0u);
    }
    void fastForwardOffFallsBackToFastPath() {
        CpuBridge lab(false);
        lab.config.bridges[0].fastForward = false;
        lab.apply();
        lab.learnBoth();
        lab.push(0, CpuBridge::between(kHostA, kHostB));
        QCOMPARE(lab.lastPath(), PathKind::FastPath);
        QCOMPARE(lab.engine.globalState().bridgeFastForward.packets, 0u);
        QCOMPARE(lab.engine.globalState().bridgeFastPath.packets, 1u);
    }
    void oneHorizonGroupDoesNotTalk() {
        CpuBridge lab;
        lab.config.bridgePorts[0].horizon = lab.config.bridgePorts[1].horizon = 5;
        lab.apply();
        lab.learnBoth();
        QVERIFY(lab.push(0, CpuBridge::between(kHostA, kHostB)).empty());
        const auto flooded = lab.push(0, CpuBridge::between(kHostA, kBroadcastMac));
        QCOMPARE(flooded.size(), 1u);
        QCOMPARE(flooded[0].port, PortId{2});
    }
    void floodFlagsAreHeeded() {
        CpuBridge lab;
        lab.config.bridgePorts[1].unknownUnicastFlood = false;
        lab.config.bridgePorts[2].broadcastFlood = false;
        lab.apply();
        QCOMPARE(lab.push(0, CpuBridge::between(kHostA, kHostB)).at(0).port, PortId{2});
        QCOMPARE(lab.push(0, CpuBridge::between(kHostA, kBroadcastMac)).at(0).port, PortId{1});
    }
    void useIpFirewallFiltersBridgedPackets() {
        CpuBridge lab;
        lab.config.bridgeSettings.useIpFirewall = true;
        RuleConfig drop = lab.rule("forward", RuleAction::Drop);
        drop.match.dstPort.value = {PortRange{2, 2}};
        lab.config.firewall.filter = {drop};
        lab.apply();
        lab.learnBoth();
        QVERIFY(lab.push(0, CpuBridge::between(kHostA, kHostB)).empty());
        QVERIFY(lab.engine.ruleCounters(drop.uid).packets > 0);
        QCOMPARE(lab.push(0, PacketBuilder::udp().from("10.0.0.2", 1).to("10.0.0.3", 3).macs(kHostA, kHostB).build()).size(), 1u);
    }
    void withoutUseIpFirewallTheyAreNot() {
        CpuBridge lab;
        lab.config.firewall.filter = {lab.rule("forward", RuleAction::Drop)};
        lab.apply();
        lab.learnBoth();
        QCOMPARE(lab.push(0, CpuBridge::between(kHostA, kHostB)).size(), 1u);
    }
    void aHostThatMovesIsFoundAtItsNewPort() {
        CpuBridge lab;
        lab.apply();
        lab.learnBoth();
        lab.push(2, CpuBridge::between(kHostB, kHostA));
        QCOMPARE(lab.push(0, CpuBridge::between(kHostA, kHostB)).at(0).port, PortId{2});
    }
    void theVlanInterfaceOnAPortTakesItsFramesFromTheBridge() {
        CpuBridge lab;
        const IfIndex vlan = lab.vlan("vlan7", lab.e1, 7);
        lab.address(vlan, "10.7.0.1");
        lab.apply();
        lab.knows(0, "10.7.0.2", kHostA, "10.7.0.1", 7);
        const auto out =
            lab.push(0, PacketBuilder::echoRequest().from("10.7.0.2").to("10.7.0.1").macs(kHostA, EngineLab::etherMac(0)).vlan(7).build());
        QCOMPARE(out.size(), 1u);
        QCOMPARE(core::base::loadBe16(&out[0].octets[14]), std::uint16_t{7});
    }
    void aVlanInterfaceOnTheBridgeSeesAccessPorts() {
        CpuBridge lab;
        lab.config.bridges[0].vlanFiltering = true;
        lab.config.bridgePorts[0].pvid = 20;
        lab.vlanRow(lab.br, 20, {lab.br});
        const IfIndex vlan = lab.vlan("vlan20", lab.br, 20);
        lab.address(vlan, "10.20.0.1");
        lab.apply();
        lab.knows(0, "10.20.0.2", kHostA, "10.20.0.1");
        const auto out =
            lab.push(0, PacketBuilder::echoRequest().from("10.20.0.2").to("10.20.0.1").macs(kHostA, EngineLab::etherMac(0)).build());
        QCOMPARE(out.size(), 1u);
        QCOMPARE(out[0].port, PortId{0});
        QCOMPARE(core::base::loadBe16(&out[0].octets[12]), kEtherTypeIpv4); // untagged again
        QVERIFY(lab.stats(vlan).rxPacket > 0);
        QVERIFY(lab.stats(vlan).txPacket > 0);
    }
    void aBridgeOfAVlanAndAPortCarriesTheTagOnOneSideOnly() {
        EngineLab lab;
        const IfIndex e1 = lab.ether("ether1"), e2 = lab.ether("ether2"), br = lab.bridge("bridge1");
        const IfIndex vlan = lab.vlan("vlan5", e1, 5);
        lab.port(br, vlan);
        lab.port(br, e2);
        lab.apply();
        auto out = lab.push(0, PacketBuilder::udp().from("1.1.1.1", 1).to("2.2.2.2", 2).macs(kHostA, kHostB).vlan(5).payload(50).build());
        QCOMPARE(out.at(0).octets, PacketBuilder::udp().from("1.1.1.1", 1).to("2.2.2.2", 2).macs(kHostA, kHostB).payload(50).build());
        out = lab.push(1, PacketBuilder::udp().from("2.2.2.2", 2).to("1.1.1.1", 1).macs(kHostB, kHostA).payload(50).build());
        QCOMPARE(out.at(0).octets,
                 PacketBuilder::udp().from("2.2.2.2", 2).to("1.1.1.1", 1).macs(kHostB, kHostA).vlan(5).payload(50).build());
    }
};

QTEST_APPLESS_MAIN(BridgePathTest)
#include "tst_path_bridge.moc"
