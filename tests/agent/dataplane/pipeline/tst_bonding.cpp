#include "agent/dataplane/l2/bonding.h"
#include "agent/dataplane/parse/parse.h"
#include "tests/agent/dataplane/support/engine_lab.h"

#include <QTest>

#include <set>

using namespace agent::dataplane;
using namespace agent::dataplane::test;
using core::model::PathKind;

namespace {

// ether1 is the LAN; ether2 and ether3 are a bond towards 192.0.2.0/24.
struct BondedRouter : EngineLab {
    std::uint16_t sw = chip();
    IfIndex lan = ether("ether1", sw), s1 = ether("ether2", sw), s2 = ether("ether3", sw), bond = 0;
    explicit BondedRouter(BondMode mode, BondHash hash = BondHash::Layer2) {
        InterfaceConfig c;
        c.uid = 500;
        c.name = "bond1";
        c.type = InterfaceType::Bond;
        bond = static_cast<IfIndex>(config.interfaces.size());
        config.interfaces.push_back(c);
        BondConfig b;
        b.interface = bond;
        b.mode = mode;
        b.hash = hash;
        b.slaves = {s1, s2};
        config.bonds.push_back(b);
    }
    void route() {
        address(lan, "10.0.0.1");
        address(bond, "192.0.2.1");
        apply();
        knows(0, "10.0.0.2", kHostA, "10.0.0.1");
        for (PortId port : {1, 2}) {
            push(port, arpFrame(ArpOperation::Reply, kHostB, "192.0.2.2", etherMac(1), "192.0.2.1", kBroadcastMac));
        }
    }
    static Frame up(std::uint16_t port = 80) {
        return PacketBuilder::udp().from("10.0.0.2", 1000).to("192.0.2.2", port).macs(kHostA, etherMac(0)).payload(50).build();
    }
    static Frame down() {
        return PacketBuilder::udp().from("192.0.2.2", 80).to("10.0.0.2", 1000).macs(kHostB, etherMac(1)).payload(50).build();
    }
    std::set<PortId> portsUsed(int flows) {
        std::set<PortId> used;
        for (int i = 0; i < flows; ++i) {
            for (const Sent& s : push(0, up(static_cast<std::uint16_t>(5000 + i)))) {
                used.insert(s.port);
            }
        }
        return used;
    }
};

using Used = std::set<PortId>;

} // namespace

class BondingTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void layerTwoHashKeepsOneNeighbourOnOneSlave() {
        BondedRouter lab(BondMode::Lacp);
        lab.route();
        QCOMPARE(lab.portsUsed(40).size(), std::size_t(1));
    }
    void layerThreeAndFourSpreadsFlowsAndKeepsEachOnOneSlave() {
        BondedRouter lab(BondMode::Lacp, BondHash::Layer3And4);
        lab.route();
        QCOMPARE(lab.portsUsed(40), (Used{1, 2}));
        const PortId first = lab.push(0, BondedRouter::up(7)).at(0).port;
        for (int i = 0; i < 5; ++i) {
            QCOMPARE(lab.push(0, BondedRouter::up(7)).at(0).port, first);
        }
    }
    void hashesAreThoseOfTheBondingDocumentation() {
        EngineLab lab;
        const auto hashOf = [&](const Frame& frame, BondHash policy) {
            PacketBuf* p = lab.packet(0, frame);
            parse(*p);
            const std::uint32_t hash = bondHash(*p, policy);
            lab.pool.give(p);
            return hash;
        };
        const Frame f = PacketBuilder::udp().from("10.0.0.2", 0x1234).to("10.0.0.3", 0x0050).macs(0x02'00'00'00'00'05, 0x02'00'00'00'00'0a).build();
        const std::uint32_t layer2 = 0x05 ^ 0x0a ^ 0x0800;
        QCOMPARE(hashOf(f, BondHash::Layer2), layer2);
        std::uint32_t h = layer2 ^ ip("10.0.0.2") ^ ip("10.0.0.3");
        h ^= h >> 16;
        h ^= h >> 8;
        QCOMPARE(hashOf(f, BondHash::Layer2And3), h);
        h = 0x12340050u ^ ip("10.0.0.2") ^ ip("10.0.0.3");
        h ^= h >> 16;
        h ^= h >> 8;
        QCOMPARE(hashOf(f, BondHash::Layer3And4), h >> 1);
    }
    void receivingByABondIsFastAndSendingIsHalfFast() {
        BondedRouter lab(BondMode::BalanceXor);
        lab.route();
        const InterfaceStats before = lab.stats(lab.bond);
        lab.push(1, BondedRouter::down());
        QCOMPARE(*lab.lastPath(), PathKind::FastPath);
        QCOMPARE(lab.stats(lab.bond).fpRxPacket - before.fpRxPacket, 1u);
        QCOMPARE(lab.stats(lab.lan).fpTxPacket, 1u);
        const InterfaceStats lan = lab.stats(lab.lan);
        lab.push(0, BondedRouter::up());
        QCOMPARE(lab.stats(lab.lan).fpRxPacket - lan.fpRxPacket, 1u);
        QCOMPARE(lab.stats(lab.bond).txPacket - before.txPacket, 1u);
        QCOMPARE(lab.stats(lab.bond).fpTxPacket, 0u);
    }
    void everySlaveReceivesExceptTheBackup() {
        BondedRouter lab(BondMode::BalanceXor);
        lab.route();
        QCOMPARE(lab.push(1, BondedRouter::down()).size(), 1u);
        QCOMPARE(lab.push(2, BondedRouter::down()).size(), 1u);
        lab.config.bonds[0].mode = BondMode::ActiveBackup;
        lab.apply();
        QCOMPARE(lab.push(1, BondedRouter::down()).size(), 1u);
        QVERIFY(lab.push(2, BondedRouter::down()).empty());
        QCOMPARE(lab.stats(lab.s2).rxDrop, 1u);
    }
    void activeBackupPrefersItsPrimaryAndMovesWhenItGoesDown() {
        BondedRouter lab(BondMode::ActiveBackup);
        lab.config.bonds[0].primary = lab.s2;
        lab.route();
        QCOMPARE(lab.portsUsed(5), Used{2});
        lab.config.interfaces[lab.s2].enabled = false;
        lab.apply();
        QCOMPARE(lab.portsUsed(5), Used{1});
    }
    void roundRobinTakesTurnsAndBroadcastSendsByAll() {
        BondedRouter lab(BondMode::BalanceRr);
        lab.route();
        QVERIFY(lab.push(0, BondedRouter::up()).at(0).port != lab.push(0, BondedRouter::up()).at(0).port);
        lab.config.bonds[0].mode = BondMode::Broadcast;
        lab.apply();
        QCOMPARE(lab.push(0, BondedRouter::up()).size(), 2u);
    }
    void tooFewLinksTakeAnAggregateDown() {
        BondedRouter lab(BondMode::Lacp);
        lab.config.bonds[0].minLinks = 2;
        lab.route();
        QCOMPARE(lab.portsUsed(3).size(), std::size_t(1));
        lab.config.interfaces[lab.s2].enabled = false;
        lab.apply();
        QVERIFY(lab.portsUsed(3).empty());
        QVERIFY(lab.stats(lab.bond).txDrop > 0);
        QCOMPARE(lab.pool.available(), lab.pool.capacity());
    }
    void aSlaveHasNoOtherRole() {
        BondedRouter lab(BondMode::BalanceXor);
        const IfIndex br = lab.bridge("bridge1");
        lab.port(br, lab.lan);
        lab.port(br, lab.s1); // RouterOS refuses this; what was read leniently is without effect
        lab.apply();
        QVERIFY(lab.push(0, PacketBuilder::udp().from("10.0.0.2", 1).to("10.0.0.3", 2).macs(kHostA, kHostB).build()).empty());
    }
    void aBondIsABridgePort() {
        BondedRouter lab(BondMode::BalanceXor, BondHash::Layer3And4);
        const IfIndex br = lab.bridge("bridge1");
        lab.port(br, lab.lan);
        lab.port(br, lab.bond);
        lab.apply();
        QVERIFY(!lab.engine.bridgePortState(lab.config.bridgePorts[1].uid).hwOffload);
        const Frame back = PacketBuilder::udp().from("10.0.0.3", 2).to("10.0.0.2", 1).macs(kHostB, kHostA).payload(50).build();
        const Frame there = PacketBuilder::udp().from("10.0.0.2", 1).to("10.0.0.3", 2).macs(kHostA, kHostB).payload(50).build();
        lab.push(2, back);
        auto out = lab.push(0, there);
        QCOMPARE(out.size(), 1u);
        QVERIFY(out[0].port == 1 || out[0].port == 2);
        out = lab.push(1, back); // the other slave is the same port: nothing moves, nothing comes back
        QCOMPARE(out.size(), 1u);
        QCOMPARE(out[0].port, PortId{0});
    }
    void aChipThatHashesSwitchesToABond() {
        BondedRouter lab(BondMode::Lacp, BondHash::Layer3And4);
        lab.config.chips[0].offloadsBonding = true;
        const IfIndex br = lab.bridge("bridge1");
        lab.port(br, lab.lan);
        lab.port(br, lab.bond);
        lab.apply();
        QVERIFY(lab.engine.bridgePortState(lab.config.bridgePorts[1].uid).hwOffload);
        lab.push(2, PacketBuilder::udp().from("10.0.0.3", 2).to("10.0.0.2", 1).macs(kHostB, kHostA).payload(50).build());
        const auto out = lab.push(0, PacketBuilder::udp().from("10.0.0.2", 1).to("10.0.0.3", 2).macs(kHostA, kHostB).payload(50).build());
        QCOMPARE(*lab.lastPath(), PathKind::Switch);
        QCOMPARE(out.size(), 1u);
        lab.config.bonds[0].mode = BondMode::BalanceRr; // no chip does that
        lab.apply();
        QVERIFY(!lab.engine.bridgePortState(lab.config.bridgePorts[1].uid).hwOffload);
    }
    void aVlanStandsOnABond() {
        BondedRouter lab(BondMode::BalanceXor);
        const IfIndex vlan = lab.vlan("vlan7", lab.bond, 7);
        lab.address(vlan, "10.7.0.1");
        lab.apply();
        lab.knows(1, "10.7.0.2", kHostA, "10.7.0.1", 7);
        const auto out =
            lab.push(2, PacketBuilder::echoRequest().from("10.7.0.2").to("10.7.0.1").macs(kHostA, EngineLab::etherMac(1)).vlan(7).build());
        QCOMPARE(out.size(), 1u);
        QCOMPARE(core::base::loadBe16(&out[0].octets[14]), std::uint16_t{7});
    }
};

QTEST_APPLESS_MAIN(BondingTest)
#include "tst_bonding.moc"
