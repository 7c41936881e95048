#include "tests/agent/dataplane/support/engine_lab.h"

#include <QTest>

using namespace agent::dataplane;
using namespace agent::dataplane::test;
using core::model::PathKind;

namespace {

// Three ports of one chip and one port wired to the CPU in one bridge.
struct SwitchedBridge : EngineLab {
    std::uint16_t sw = chip();
    IfIndex e1 = ether("ether1", sw), e2 = ether("ether2", sw), e3 = ether("ether3", sw), cpu = ether("ether4");
    IfIndex br = bridge("bridge1");
    SwitchedBridge() {
        for (const IfIndex i : {e1, e2, e3, cpu}) {
            port(br, i);
        }
        address(br, "10.0.0.1");
    }
    std::uint32_t uidOf(std::size_t i) const { return config.bridgePorts[i].uid; }
};

Frame between(MacKey from, MacKey to) {
    return PacketBuilder::udp().from("10.0.0.2", 1).to("10.0.0.3", 2).macs(from, to).payload(50).build();
}

} // namespace

class SwitchPathTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void knownHostsOfOneChipAreSwitched() {
        SwitchedBridge lab;
        lab.apply();
        lab.push(1, between(kHostB, kHostA)); // teaches B
        const auto out = lab.push(0, between(kHostA, kHostB));
        QCOMPARE(lab.lastPath(), PathKind::Switch);
        QCOMPARE(out.size(), 1u);
        QCOMPARE(out[0].port, PortId{1});
        QCOMPARE(out[0].octets, between(kHostA, kHostB)); // not one octet changes
    }
    void switchedFramesCountOnTheWireOnly() {
        SwitchedBridge lab;
        lab.apply();
        lab.push(1, between(kHostB, kHostA));
        const InterfaceStats before = lab.stats(lab.e1), before2 = lab.stats(lab.e2);
        lab.push(0, between(kHostA, kHostB));
        QCOMPARE(lab.stats(lab.e1).rxByte - before.rxByte, 96u); // 92 and FCS
        QCOMPARE(lab.stats(lab.e1).driverRxPacket, before.driverRxPacket);
        QCOMPARE(lab.stats(lab.e1).fpRxPacket, 0u);
        QCOMPARE(lab.stats(lab.e2).txByte - before2.txByte, 96u);
        QCOMPARE(lab.stats(lab.e2).driverTxPacket, before2.driverTxPacket);
    }
    void shortFramesCountAsSixtyFourOctets() {
        SwitchedBridge lab;
        lab.apply();
        Frame f = between(kHostA, kHostB);
        f.resize(20);
        lab.push(0, f);
        QCOMPARE(lab.stats(lab.e1).rxByte, 64u);
    }
    void unknownDestinationsAreFloodedByTheChipAndGoToTheCpuForTheOthers() {
        SwitchedBridge lab;
        lab.apply();
        const auto out = lab.push(0, between(kHostA, kHostB));
        QCOMPARE(lab.lastPath(), PathKind::Slow);
        std::vector<PortId> ports;
        for (const auto& s : out) {
            ports.push_back(s.port);
            QCOMPARE(s.octets, between(kHostA, kHostB));
        }
        QCOMPARE(ports, (std::vector<PortId>{1, 2, 3})); // each once
    }
    void hostsBehindTheCpuAreReachedThroughIt() {
        SwitchedBridge lab;
        lab.apply();
        lab.push(3, between(kHostB, kHostA));
        const auto out = lab.push(0, between(kHostA, kHostB));
        QCOMPARE(out.size(), 1u);
        QCOMPARE(out[0].port, PortId{3});
        QCOMPARE(lab.lastPath(), PathKind::FastPath); // bridge fast path
        QCOMPARE(lab.engine.globalState().bridgeFastPath.packets, 1u);
    }
    void framesToTheBridgeGoToTheCpu() {
        SwitchedBridge lab;
        lab.apply();
        lab.knows(0, "10.0.0.2", kHostA, "10.0.0.1");
        const auto out =
            lab.push(0, PacketBuilder::echoRequest().from("10.0.0.2").to("10.0.0.1").macs(kHostA, EngineLab::etherMac(0)).build());
        QCOMPARE(lab.lastPath(), PathKind::Slow);
        QCOMPARE(out.size(), 1u);
        QCOMPARE(out[0].port, PortId{0});
    }
    void aFrameToItsOwnPortIsDroppedByTheChip() {
        SwitchedBridge lab;
        lab.apply();
        lab.push(0, between(kHostB, kHostA));
        QVERIFY(lab.push(0, between(kHostA, kHostB)).empty());
        QCOMPARE(lab.lastPath(), PathKind::Switch);
    }
    void theFlagsAreShown() {
        SwitchedBridge lab;
        lab.apply();
        QVERIFY(lab.engine.bridgePortState(lab.uidOf(0)).hwOffload);
        QCOMPARE(lab.engine.bridgePortState(lab.uidOf(0)).hwOffloadGroup, std::string("switch1"));
        QVERIFY(!lab.engine.bridgePortState(lab.uidOf(3)).hwOffload);
        lab.push(0, between(kHostA, kHostB));
        lab.push(3, between(kHostB, kHostA));
        int external = 0, local = 0;
        for (const BridgeHostInfo& host : lab.engine.bridgeHosts()) {
            external += host.external;
            local += host.local;
        }
        QCOMPARE(external, 1);
        QCOMPARE(local, 4); // one MAC per port, the bridge's own is ether1's
    }
    void withHwOffTheCpuBridges() {
        SwitchedBridge lab;
        for (BridgePortConfig& p : lab.config.bridgePorts) {
            p.hw = false;
        }
        lab.apply();
        lab.push(1, between(kHostB, kHostA));
        QCOMPARE(lab.push(0, between(kHostA, kHostB)).size(), 1u);
        QCOMPARE(lab.lastPath(), PathKind::Slow); // first frame of a host
        lab.push(0, between(kHostA, kHostB));
        QCOMPARE(lab.lastPath(), PathKind::FastPath);
        QVERIFY(lab.stats(lab.e1).driverRxPacket > 0);
    }
    void vlanFilteringTagsBetweenAccessAndTrunk() {
        SwitchedBridge lab;
        lab.config.chips[0].offloadsVlanFiltering = true;
        lab.config.bridges[0].vlanFiltering = true;
        lab.config.bridgePorts[0].pvid = 10; // access
        lab.vlanRow(lab.br, 10, {lab.e2});
        lab.apply();
        const Frame tagged = PacketBuilder::udp().from("10.0.0.3", 2).to("10.0.0.2", 1).macs(kHostB, kHostA).vlan(10).payload(50).build();
        lab.push(1, tagged);
        const auto out = lab.push(0, between(kHostA, kHostB));
        QCOMPARE(lab.lastPath(), PathKind::Switch);
        QCOMPARE(out.at(0).octets,
                 PacketBuilder::udp().from("10.0.0.2", 1).to("10.0.0.3", 2).macs(kHostA, kHostB).vlan(10).payload(50).build());
        const auto back = lab.push(1, tagged);
        QCOMPARE(back.at(0).octets, PacketBuilder::udp().from("10.0.0.3", 2).to("10.0.0.2", 1).macs(kHostB, kHostA).payload(50).build());
    }
    void hostsOfDifferentVlansDoNotMix() {
        SwitchedBridge lab;
        lab.config.chips[0].offloadsVlanFiltering = true;
        lab.config.bridges[0].vlanFiltering = true;
        lab.config.bridgePorts[0].pvid = 10;
        lab.apply();
        lab.push(1, between(kHostB, kHostA)); // B is in VLAN 1
        lab.push(0, between(kHostA, kHostB)); // A asks for B in VLAN 10
        QCOMPARE(lab.lastPath(), PathKind::Slow);
    }
    void aDisabledPortIsDeaf() {
        SwitchedBridge lab;
        lab.config.interfaces[lab.e1].enabled = false;
        lab.apply();
        QVERIFY(lab.push(0, between(kHostA, kHostB)).empty());
        QVERIFY(!lab.lastPath());
        QCOMPARE(lab.pool.available(), lab.pool.capacity());
    }
    void betweenTwoChipsFramesGoThroughTheCpu() {
        EngineLab lab;
        const auto one = lab.chip(), two = lab.chip();
        const IfIndex e1 = lab.ether("ether1", one), e2 = lab.ether("ether2", two), br = lab.bridge("bridge1");
        lab.port(br, e1);
        lab.port(br, e2);
        lab.apply();
        QCOMPARE(lab.engine.bridgePortState(lab.config.bridgePorts[1].uid).hwOffloadGroup, std::string("switch2"));
        lab.push(1, between(kHostB, kHostA));
        QCOMPARE(lab.push(0, between(kHostA, kHostB)).size(), 1u);
        QCOMPARE(lab.lastPath(), PathKind::FastPath);
        QVERIFY(lab.stats(e1).driverRxPacket > 0);
    }
    void theLinkToTheCpuCarriesNoMoreThanItCan_data() {
        QTest::addColumn<bool>("native");
        QTest::newRow("modelled board") << false;
        QTest::newRow("native") << true;
    }
    void theLinkToTheCpuCarriesNoMoreThanItCan() {
        QFETCH(const bool, native);
        EngineLab lab;
        const auto one = lab.chip();
        lab.config.chips[0].cpuLinkBps = 1'000'000'000;
        lab.config.cost.native = native;
        const IfIndex e1 = lab.ether("ether1", one), e2 = lab.ether("ether2");
        lab.address(e1, "10.0.0.1");
        lab.address(e2, "10.1.0.1");
        lab.apply();
        lab.knows(0, "10.0.0.2", kHostA, "10.0.0.1");
        lab.knows(1, "10.1.0.2", kHostB, "10.1.0.1");
        const auto sendBurst = [&](PortId from, const char* source, const char* destination, MacKey mac) {
            std::size_t through = 0;
            for (int i = 0; i < 1000; ++i) { // 128 KiB of buffer, about 86 full frames, in no time
                const PacketBuilder packet = PacketBuilder::udp().from(source, 1).to(destination, 2).macs(mac, EngineLab::etherMac(from));
                through += lab.push(from, PacketBuilder(packet).payload(1450).build()).size();
            }
            return through;
        };
        const std::size_t up = sendBurst(0, "10.0.0.2", "10.1.0.2", kHostA), down = sendBurst(1, "10.1.0.2", "10.0.0.2", kHostB);
        if (native) {
            QCOMPARE(up, std::size_t(1000));
            QCOMPARE(down, std::size_t(1000));
            return;
        }
        QVERIFY2(up > 80 && up < 95, qPrintable(QString::number(up)));
        QVERIFY2(down > 80 && down < 95, qPrintable(QString::number(down)));
        QCOMPARE(lab.stats(e1).rxDrop, std::uint64_t(1000 - up));
        QCOMPARE(lab.stats(e1).txDrop, std::uint64_t(1000 - down));
        lab.advance(10 * core::base::kMillisecond); // the link has drained
        QVERIFY(sendBurst(0, "10.0.0.2", "10.1.0.2", kHostA) > 80);
    }
    void agedHostsAreFloodedAgain() {
        SwitchedBridge lab;
        lab.apply();
        lab.push(1, between(kHostB, kHostA));
        lab.advance(301 * core::base::kSecond);
        QCOMPARE(lab.push(0, between(kHostA, kHostB)).size(), 3u);
    }
};

QTEST_APPLESS_MAIN(SwitchPathTest)
#include "tst_path_switch.moc"
