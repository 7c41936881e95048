#include "tests/agent/dataplane/support/engine_lab.h"

#include <QTest>

using namespace agent::dataplane;
using namespace agent::dataplane::test;
using core::model::PathKind;

namespace {

// Two routed ports of a chip that routes, one of another chip.
struct HardwareRouter : EngineLab {
    std::uint16_t first = chip(), second = chip();
    IfIndex e1 = ether("ether1", first), e2 = ether("ether2", first), e3 = ether("ether3", second);
    HardwareRouter() {
        for (ChipConfig& c : config.chips) {
            c.offloadsRouting = true;
            c.l3HwOffloading = true;
            c.routeLimit = 100;
        }
        address(e1, "10.1.0.1");
        address(e2, "10.2.0.1");
        address(e3, "10.3.0.1");
        config.firewall.filter = {rule("forward", RuleAction::Drop)}; // hardware does not see it
    }
    void start() {
        apply();
        knows(0, "10.1.0.2", kHostA, "10.1.0.1");
        knows(1, "10.2.0.2", kHostB, "10.2.0.1");
        knows(2, "10.3.0.2", kHostB, "10.3.0.1");
    }
    static PacketBuilder across(std::string_view to = "10.2.0.2") {
        return PacketBuilder::udp().from("10.1.0.2", 1).to(to, 2).macs(kHostA, etherMac(0)).payload(50);
    }
};

} // namespace

class L3HwPathTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theChipRoutesPastTheFirewall() {
        HardwareRouter lab;
        lab.start();
        const InterfaceStats before = lab.stats(lab.e1);
        const auto out = lab.push(0, HardwareRouter::across().build());
        QCOMPARE(lab.lastPath(), PathKind::L3Hw);
        QCOMPARE(
            out.at(0).octets,
            PacketBuilder::udp().from("10.1.0.2", 1).to("10.2.0.2", 2).macs(EngineLab::etherMac(1), kHostB).ttl(63).payload(50).build());
        QCOMPARE(lab.stats(lab.e1).driverRxPacket, before.driverRxPacket);
        QCOMPARE(lab.stats(lab.e1).rxPacket, before.rxPacket + 1);
    }
    void whatStaysWithTheCpu_data() {
        QTest::addColumn<int>("which");
        QTest::newRow("switch l3-hw-offloading=no") << 1;
        QTest::newRow("ingress port l3-hw-offloading=no") << 2;
        QTest::newRow("egress port l3-hw-offloading=no") << 3;
        QTest::newRow("another chip") << 4;
        QTest::newRow("ttl 1") << 5;
        QTest::newRow("options") << 6;
        QTest::newRow("unresolved neighbour") << 7;
        QTest::newRow("no room in the route table") << 8;
        QTest::newRow("a chip that cannot route") << 9;
        QTest::newRow("longer than the egress takes") << 10;
    }
    void whatStaysWithTheCpu() {
        QFETCH(const int, which);
        HardwareRouter lab;
        lab.config.chips[0].l3HwOffloading = which != 1;
        lab.config.ports[0].l3HwOffloading = which != 2;
        lab.config.ports[1].l3HwOffloading = which != 3;
        lab.config.chips[0].routeLimit = which == 8 ? 0 : 100;
        lab.config.chips[0].offloadsRouting = which != 9;
        lab.config.interfaces[lab.e2].mtu = which == 10 ? 60 : 1500;
        lab.start();
        PacketBuilder b = HardwareRouter::across(which == 4 ? "10.3.0.2" : which == 7 ? "10.2.0.9" : "10.2.0.2");
        lab.push(0, b.ttl(which == 5 ? 1 : 64).options(which == 6 ? 1 : 0).build());
        QCOMPARE(lab.lastPath(), PathKind::Slow);
    }
    void suppressHwOffloadKeepsARouteInSoftware() {
        HardwareRouter lab;
        lab.config.firewall.filter.clear();
        lab.route("172.16.0.0", 12, "10.2.0.2");
        lab.route("172.16.5.0", 24, "10.2.0.2").suppressHwOffload = true;
        lab.start();
        lab.push(0, HardwareRouter::across("172.17.0.1").build());
        QCOMPARE(lab.lastPath(), PathKind::L3Hw);
        lab.push(0, HardwareRouter::across("172.16.5.1").build());
        QCOMPARE(lab.lastPath(), PathKind::FastPath);
    }
    void vlansOfAHardwareBridgeAreRoutedInTheChip() {
        EngineLab lab;
        const auto chip = lab.chip();
        lab.config.chips[0].offloadsVlanFiltering = lab.config.chips[0].offloadsRouting = lab.config.chips[0].l3HwOffloading = true;
        lab.config.chips[0].routeLimit = 100;
        const IfIndex e1 = lab.ether("ether1", chip), e2 = lab.ether("ether2", chip), br = lab.bridge("bridge1");
        lab.port(br, e1).pvid = 10;
        lab.port(br, e2).pvid = 20;
        lab.config.bridges[0].vlanFiltering = true;
        lab.vlanRow(br, 10, {br});
        lab.vlanRow(br, 20, {br});
        lab.address(lab.vlan("vlan10", br, 10), "10.1.0.1");
        lab.address(lab.vlan("vlan20", br, 20), "10.2.0.1");
        lab.apply();
        lab.knows(0, "10.1.0.2", kHostA, "10.1.0.1");
        lab.knows(1, "10.2.0.2", kHostB, "10.2.0.1");
        const auto out = lab.push(0, HardwareRouter::across().build());
        QCOMPARE(lab.lastPath(), PathKind::L3Hw);
        QCOMPARE(out.at(0).port, PortId{1});
        QCOMPARE(
            out[0].octets,
            PacketBuilder::udp().from("10.1.0.2", 1).to("10.2.0.2", 2).macs(EngineLab::etherMac(0), kHostB).ttl(63).payload(50).build());
    }
    void aVlanInterfaceOnAPortIsTheCpusWork() {
        HardwareRouter lab;
        lab.config.firewall.filter.clear();
        const IfIndex vlan = lab.vlan("vlan30", lab.e1, 30);
        lab.address(vlan, "10.30.0.1");
        lab.start();
        lab.knows(0, "10.30.0.2", kHostA, "10.30.0.1", 30);
        lab.push(0, PacketBuilder::udp().from("10.30.0.2", 1).to("10.2.0.2", 2).macs(kHostA, EngineLab::etherMac(0)).vlan(30).build());
        QCOMPARE(lab.lastPath(), PathKind::FastPath);
        lab.push(1, PacketBuilder::udp().from("10.2.0.2", 1).to("10.30.0.2", 2).macs(kHostB, EngineLab::etherMac(1)).build());
        QCOMPARE(lab.lastPath(), PathKind::FastPath);
    }
    // --- FastTracked connections in the chip -----------------------------------------------------
    void aFastTrackedConnectionMovesIntoTheChip_data() {
        QTest::addColumn<int>("which");
        QTest::addColumn<bool>("hardware");
        QTest::newRow("as it should be") << 0 << true;
        QTest::newRow("rule without hw-offload") << 1 << false;
        QTest::newRow("fasttrack-hw=no") << 2 << false;
        QTest::newRow("no room") << 3 << false;
        QTest::newRow("a chip that cannot") << 4 << false;
        QTest::newRow("sniffer running") << 5 << false;
    }
    void aFastTrackedConnectionMovesIntoTheChip() {
        QFETCH(const int, which);
        QFETCH(const bool, hardware);
        HardwareRouter lab;
        RuleConfig track = lab.rule("forward", RuleAction::FastTrackConnection);
        track.match.connectionState.value = std::uint8_t(kStateEstablished | kStateRelated);
        track.hwOffload = which != 1;
        lab.config.firewall.filter = {track};
        for (PhysicalPortConfig& port : lab.config.ports) {
            port.l3HwOffloading = false; // the firewall's side: routes stay with the CPU
        }
        lab.config.chips[0].offloadsFastTrack = which != 4;
        lab.config.chips[0].fastTrackLimit = which == 3 ? 0 : 10;
        lab.config.fastTrackHw = which != 2;
        lab.config.switches.sniffer = which == 5;
        lab.start();
        const auto back = [] { return PacketBuilder::udp().from("10.2.0.2", 2).to("10.1.0.2", 1).macs(kHostB, EngineLab::etherMac(1)).payload(50).build(); };
        lab.push(0, HardwareRouter::across().build());
        lab.push(1, back());
        lab.push(0, HardwareRouter::across().build());
        const InterfaceStats before = lab.stats(lab.e1);
        const auto out = lab.push(0, HardwareRouter::across().build());
        QCOMPARE(lab.lastPath() == PathKind::L3Hw, hardware);
        QCOMPARE(out.size(), std::size_t{1});
        QCOMPARE(out[0].octets,
                 PacketBuilder::udp().from("10.1.0.2", 1).to("10.2.0.2", 2).macs(EngineLab::etherMac(1), kHostB).ttl(63).payload(50).build());
        QCOMPARE(lab.stats(lab.e1).driverRxPacket, before.driverRxPacket + (hardware ? 0 : 1));
        int marked = 0;
        lab.engine.forEachConnection([&](const ConnectionInfo& c) { marked += c.hwOffload ? 1 : 0; }, lab.now);
        QCOMPARE(marked, hardware ? 1 : 0);
    }
    void theChipTakesConnectionsWhileThereIsRoom() {
        HardwareRouter lab;
        RuleConfig track = lab.rule("forward", RuleAction::FastTrackConnection);
        track.match.connectionState.value = std::uint8_t(kStateEstablished);
        track.hwOffload = true;
        RuleConfig masquerade = lab.rule("srcnat", RuleAction::Masquerade);
        masquerade.match.outInterface.value = {lab.e2};
        lab.config.firewall.filter = {track};
        lab.config.firewall.nat = {masquerade};
        for (PhysicalPortConfig& port : lab.config.ports) {
            port.l3HwOffloading = false;
        }
        lab.config.chips[0].offloadsFastTrack = true;
        lab.config.chips[0].fastTrackLimit = 3;
        lab.start();
        int inChip = 0;
        for (std::uint16_t port = 1; port <= 5; ++port) {
            const Frame f = PacketBuilder::udp().from("10.1.0.2", port).to("10.2.0.2", 2).macs(kHostA, EngineLab::etherMac(0)).build();
            const auto first = lab.push(0, f);
            const std::uint16_t seen = core::base::loadBe16(&first.at(0).octets[34]);
            lab.push(1, PacketBuilder::udp().from("10.2.0.2", 2).to("10.2.0.1", seen).macs(kHostB, EngineLab::etherMac(1)).build());
            lab.push(0, f);
            const auto out = lab.push(0, f);
            QCOMPARE(core::base::loadBe32(&out.at(0).octets[26]), ip("10.2.0.1"));
            QVERIFY(checksumsAreRight(out[0].octets));
            inChip += lab.lastPath() == PathKind::L3Hw ? 1 : 0;
        }
        QCOMPARE(inChip, 3);
        QCOMPARE(lab.engine.l3Hardware().at(0).fastTracked, std::size_t{3});
    }
    void aVlanWithoutOffloadIsRoutedByTheCpu() {
        HardwareRouter lab;
        lab.config.firewall.filter.clear();
        lab.start();
        lab.push(0, HardwareRouter::across().build());
        QCOMPARE(lab.lastPath(), PathKind::L3Hw);
        lab.config.interfaces[lab.e2].l3HwOffloading = false;
        lab.apply();
        lab.push(0, HardwareRouter::across().build());
        QCOMPARE(lab.lastPath(), PathKind::FastPath);
    }
    void candidatesAreShown() {
        HardwareRouter lab;
        lab.apply();
        for (const RouteInfo& route : lab.engine.routes()) {
            QVERIFY(route.hwCandidate);
        }
    }
};

QTEST_APPLESS_MAIN(L3HwPathTest)
#include "tst_path_l3hw.moc"
