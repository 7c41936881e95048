#include "tests/agent/dataplane/support/engine_lab.h"

#include <QTest>

using namespace agent::dataplane;
using namespace agent::dataplane::test;
using core::model::PathKind;

namespace {

// ether1 and ether2 are access ports of VLAN 10, ether3 is a trunk of 10 and 20, ether4 an access port of 20. With a chip, all of
// them are its ports.
struct VlanBridge : EngineLab {
    IfIndex e1, e2, e3, e4, br;
    explicit VlanBridge(bool hardware = false) {
        std::optional<std::uint16_t> sw;
        if (hardware) {
            sw = chip();
            config.chips[0].offloadsVlanFiltering = true;
        }
        e1 = ether("ether1", sw);
        e2 = ether("ether2", sw);
        e3 = ether("ether3", sw);
        e4 = ether("ether4", sw);
        br = bridge("bridge1");
        config.bridges[0].vlanFiltering = true;
        port(br, e1).pvid = 10;
        port(br, e2).pvid = 10;
        port(br, e3).frameTypes = FrameTypes::OnlyVlanTagged;
        port(br, e4).pvid = 20;
        vlanRow(br, 10, {e3});
        vlanRow(br, 20, {e3});
    }
    // Both ends introduce themselves.
    void learn(PortId a, std::optional<std::uint16_t> tagA, PortId b, std::optional<std::uint16_t> tagB) {
        push(a, frame(kHostA, kBroadcastMac, tagA));
        push(b, frame(kHostB, kBroadcastMac, tagB));
    }
    static Frame frame(MacKey from, MacKey to, std::optional<std::uint16_t> vid = {}) {
        PacketBuilder b = PacketBuilder::udp().from("10.0.0.2", 1).to("10.0.0.3", 2).macs(from, to).payload(50);
        return vid ? b.vlan(*vid).build() : b.build();
    }
    static std::vector<PortId> portsOf(const std::vector<Sent>& sent) {
        std::vector<PortId> ports;
        for (const Sent& s : sent) {
            ports.push_back(s.port);
        }
        return ports;
    }
};

using Ports = std::vector<PortId>;

} // namespace

class BridgeVlanTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void accessToAccessStaysUntagged_data() { bothWays(); }
    void accessToAccessStaysUntagged() {
        QFETCH(const bool, hardware);
        VlanBridge lab(hardware);
        lab.apply();
        lab.learn(0, {}, 1, {});
        const auto out = lab.push(0, VlanBridge::frame(kHostA, kHostB));
        QCOMPARE(*lab.lastPath(), hardware ? PathKind::Switch : PathKind::FastPath);
        QCOMPARE(out.size(), 1u);
        QCOMPARE(out[0].octets, VlanBridge::frame(kHostA, kHostB));
    }
    void accessToTrunkGetsTheTagAndBackLosesIt_data() { bothWays(); }
    void accessToTrunkGetsTheTagAndBackLosesIt() {
        QFETCH(const bool, hardware);
        VlanBridge lab(hardware);
        lab.apply();
        lab.learn(0, {}, 2, 10);
        auto out = lab.push(0, VlanBridge::frame(kHostA, kHostB));
        QCOMPARE(*lab.lastPath(), hardware ? PathKind::Switch : PathKind::FastPath);
        QCOMPARE(out.at(0).octets, VlanBridge::frame(kHostA, kHostB, 10));
        out = lab.push(2, VlanBridge::frame(kHostB, kHostA, 10));
        QCOMPARE(*lab.lastPath(), hardware ? PathKind::Switch : PathKind::FastPath);
        QCOMPARE(out.at(0).octets, VlanBridge::frame(kHostB, kHostA));
    }
    void broadcastReachesTheMembersOfTheVlanOnly_data() { bothWays(); }
    void broadcastReachesTheMembersOfTheVlanOnly() {
        QFETCH(const bool, hardware);
        VlanBridge lab(hardware);
        lab.apply();
        const auto out = lab.push(0, VlanBridge::frame(kHostA, kBroadcastMac));
        QCOMPARE(VlanBridge::portsOf(out), (Ports{1, 2}));
        QCOMPARE(out[0].octets, VlanBridge::frame(kHostA, kBroadcastMac));
        QCOMPARE(out[1].octets, VlanBridge::frame(kHostA, kBroadcastMac, 10));
        QCOMPARE(VlanBridge::portsOf(lab.push(2, VlanBridge::frame(kHostA, kBroadcastMac, 20))), Ports{3});
    }
    void everyVlanHasHostsOfItsOwn_data() { bothWays(); }
    void everyVlanHasHostsOfItsOwn() {
        QFETCH(const bool, hardware);
        VlanBridge lab(hardware);
        lab.apply();
        lab.learn(2, 10, 3, {}); // B is in VLAN 20 at ether4
        lab.push(1, VlanBridge::frame(kHostB, kBroadcastMac)); // ... and one of that address in VLAN 10 at ether2
        QCOMPARE(VlanBridge::portsOf(lab.push(2, VlanBridge::frame(kHostA, kHostB, 10))), Ports{1});
        QCOMPARE(VlanBridge::portsOf(lab.push(2, VlanBridge::frame(kHostA, kHostB, 20))), Ports{3});
    }
    void aTaggedFrameOfAForeignVlanIsDroppedAndCounted_data() { bothWays(); }
    void aTaggedFrameOfAForeignVlanIsDroppedAndCounted() {
        QFETCH(const bool, hardware);
        VlanBridge lab(hardware);
        lab.apply();
        QVERIFY(lab.push(0, VlanBridge::frame(kHostA, kBroadcastMac, 20)).empty());
        QCOMPARE(lab.stats(lab.e1).rxDrop, 1u);
        QCOMPARE(lab.pool.available(), lab.pool.capacity());
    }
    void withoutIngressFilteringItMayStillReachWhoIsInTheVlan_data() { bothWays(); }
    void withoutIngressFilteringItMayStillReachWhoIsInTheVlan() {
        QFETCH(const bool, hardware);
        VlanBridge lab(hardware);
        lab.config.bridgePorts[0].ingressFiltering = false;
        lab.apply();
        QCOMPARE(VlanBridge::portsOf(lab.push(0, VlanBridge::frame(kHostA, kBroadcastMac, 20))), (Ports{2, 3}));
        QVERIFY(lab.push(0, VlanBridge::frame(kHostA, kBroadcastMac, 30)).empty()); // in no table
    }
    void frameTypesRefuseTheOthers_data() { bothWays(); }
    void frameTypesRefuseTheOthers() {
        QFETCH(const bool, hardware);
        VlanBridge lab(hardware);
        lab.config.bridgePorts[0].frameTypes = FrameTypes::OnlyUntaggedAndPriorityTagged;
        lab.apply();
        QVERIFY(lab.push(2, VlanBridge::frame(kHostB, kBroadcastMac)).empty()); // the trunk takes tagged ones only
        QVERIFY(lab.push(2, VlanBridge::frame(kHostB, kBroadcastMac, 0)).empty()); // a priority tag is no VLAN tag
        QCOMPARE(lab.stats(lab.e3).rxDrop, 2u);
        QVERIFY(lab.push(0, VlanBridge::frame(kHostA, kBroadcastMac, 10)).empty()); // its own VLAN, but tagged
        QCOMPARE(lab.stats(lab.e1).rxDrop, 1u);
        QCOMPARE(lab.push(0, VlanBridge::frame(kHostA, kBroadcastMac)).size(), 2u);
        QCOMPARE(lab.push(0, VlanBridge::frame(kHostA, kBroadcastMac, 0)).size(), 2u);
    }
    void aHostLearnedWhereItsPortIsNoMemberIsNotReached() {
        VlanBridge lab;
        lab.config.bridgePorts[3].ingressFiltering = false;
        lab.apply();
        lab.push(3, VlanBridge::frame(kHostB, kBroadcastMac, 10)); // learned in VLAN 10 at ether4, which is not in it
        QVERIFY(lab.push(0, VlanBridge::frame(kHostA, kHostB)).empty());
        QCOMPARE(lab.stats(lab.e4).txDrop, 1u);
    }
    void theRouterIsReachedInVlansItsBridgeIsAMemberOf() {
        VlanBridge lab;
        const IfIndex vlan10 = lab.vlan("vlan10", lab.br, 10);
        lab.address(vlan10, "10.10.0.1");
        lab.apply();
        const Frame ask = arpFrame(ArpOperation::Request, kHostA, "10.10.0.2", 0, "10.10.0.1");
        QVERIFY(VlanBridge::portsOf(lab.push(0, ask)) == (Ports{1, 2})); // flooded, not answered
        lab.vlanRow(lab.br, 10, {lab.br});
        lab.apply();
        QCOMPARE(lab.push(0, ask).size(), 3u); // ... and answered
        const auto out =
            lab.push(0, PacketBuilder::echoRequest().from("10.10.0.2").to("10.10.0.1").macs(kHostA, EngineLab::etherMac(0)).build());
        QCOMPARE(VlanBridge::portsOf(out), Ports{0});
        QCOMPARE(core::base::loadBe16(&out[0].octets[12]), kEtherTypeIpv4);
    }
    void unicastToTheRouterFromAVlanItIsNotInIsDropped() {
        VlanBridge lab;
        lab.address(lab.br, "10.0.0.1");
        lab.apply();
        QVERIFY(lab.push(0, VlanBridge::frame(kHostA, EngineLab::etherMac(0))).empty());
        QCOMPARE(lab.stats(lab.e1).rxDrop, 1u);
    }
    void theBridgesOwnPvidIsItsUntaggedVlan() {
        VlanBridge lab;
        lab.config.bridges[0].pvid = 10;
        lab.address(lab.br, "10.0.0.1");
        lab.apply();
        lab.knows(0, "10.0.0.2", kHostA, "10.0.0.1");
        const auto out =
            lab.push(0, PacketBuilder::echoRequest().from("10.0.0.2").to("10.0.0.1").macs(kHostA, EngineLab::etherMac(0)).build());
        QCOMPARE(VlanBridge::portsOf(out), Ports{0});
    }
    void aBridgeThatAdmitsOnlyTaggedFramesTakesNoneOfTheRoutersUntaggedOnes() {
        VlanBridge lab;
        lab.config.bridges[0].pvid = 10;
        lab.config.bridges[0].frameTypes = FrameTypes::OnlyVlanTagged;
        lab.vlanRow(lab.br, 10, {}, {lab.br});
        lab.address(lab.br, "10.0.0.1");
        lab.apply();
        lab.knows(0, "10.0.0.2", kHostA, "10.0.0.1");
        QVERIFY(lab.push(0, PacketBuilder::echoRequest().from("10.0.0.2").to("10.0.0.1").macs(kHostA, EngineLab::etherMac(0)).build())
                    .empty());
        QVERIFY(lab.stats(lab.br).txDrop > 0);
    }
    void routingBetweenTheVlansOfATrunkIsFast() {
        VlanBridge lab;
        for (const std::uint16_t vid : {10, 20}) {
            lab.vlanRow(lab.br, vid, {lab.br});
        }
        lab.address(lab.vlan("vlan10", lab.br, 10), "10.10.0.1");
        lab.address(lab.vlan("vlan20", lab.br, 20), "10.20.0.1");
        lab.apply();
        lab.knows(2, "10.10.0.2", kHostA, "10.10.0.1", 10);
        lab.knows(2, "10.20.0.2", kHostB, "10.20.0.1", 20);
        const auto out = lab.push(
            2, PacketBuilder::udp().from("10.10.0.2", 1).to("10.20.0.2", 2).macs(kHostA, EngineLab::etherMac(0)).vlan(10).build());
        QCOMPARE(*lab.lastPath(), PathKind::FastPath);
        QCOMPARE(VlanBridge::portsOf(out), Ports{2});
        QCOMPARE(core::base::loadBe16(&out[0].octets[14]), std::uint16_t{20});
    }
    void aRangeOfVlansIsOneRow() {
        VlanBridge lab;
        lab.config.bridgeVlans.push_back({99, lab.br, {{100, 110}, {200, 200}}, {lab.e3, lab.e4}, {}});
        lab.apply();
        for (const std::uint16_t vid : {100, 105, 110, 200}) {
            QCOMPARE(VlanBridge::portsOf(lab.push(2, VlanBridge::frame(kHostA, kBroadcastMac, vid))), Ports{3});
        }
        for (const std::uint16_t vid : {99, 111, 201}) {
            QVERIFY(lab.push(2, VlanBridge::frame(kHostA, kBroadcastMac, vid)).empty());
        }
    }
    void anUntaggedMemberOfAnotherVlanGetsItsFramesUntagged() {
        VlanBridge lab;
        lab.vlanRow(lab.br, 30, {lab.e3}, {lab.e1});
        lab.apply();
        const auto out = lab.push(2, VlanBridge::frame(kHostA, kBroadcastMac, 30));
        QCOMPARE(VlanBridge::portsOf(out), Ports{0});
        QCOMPARE(out[0].octets, VlanBridge::frame(kHostA, kBroadcastMac));
    }
    void aTypedHostIsReachedBeforeItSpeaksAndDoesNotMove() {
        VlanBridge lab;
        Mac mac;
        storeMac(mac.octets.data(), kHostB);
        lab.config.bridgeHosts.push_back({7, lab.br, lab.e2, mac, 0}); // in the VLAN of its port
        lab.apply();
        QCOMPARE(VlanBridge::portsOf(lab.push(0, VlanBridge::frame(kHostA, kHostB))), Ports{1});
        lab.push(2, VlanBridge::frame(kHostB, kBroadcastMac, 10)); // somebody claims the address elsewhere
        lab.advance(400 * core::base::kSecond);
        QCOMPARE(VlanBridge::portsOf(lab.push(0, VlanBridge::frame(kHostA, kHostB))), Ports{1});
    }
    void aPortThatDoesNotLearnKeepsNothing() {
        VlanBridge lab;
        lab.config.bridgePorts[1].learn = false;
        lab.apply();
        lab.push(1, VlanBridge::frame(kHostB, kBroadcastMac));
        QCOMPARE(VlanBridge::portsOf(lab.push(0, VlanBridge::frame(kHostA, kHostB))), (Ports{1, 2})); // flooded
    }

private:
    static void bothWays() {
        QTest::addColumn<bool>("hardware");
        QTest::newRow("CPU bridge") << false;
        QTest::newRow("switch chip") << true;
    }
};

QTEST_APPLESS_MAIN(BridgeVlanTest)
#include "tst_bridge_vlan.moc"
