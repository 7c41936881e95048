#include "tests/agent/dataplane/support/engine_lab.h"

#include <QTest>

#include <functional>

using namespace agent::dataplane;
using namespace agent::dataplane::test;
using core::model::PathKind;

namespace {

// A bridge of three ports on the CPU with an address, and rules by name.
struct FilteredBridge : EngineLab {
    IfIndex e1 = ether("ether1"), e2 = ether("ether2"), e3 = ether("ether3"), br = bridge("bridge1");
    FilteredBridge() {
        port(br, e1);
        port(br, e2);
        port(br, e3);
        address(br, "10.0.0.1");
    }
    BridgeRuleConfig& filter(std::string chain, BridgeRuleAction action) { return add(config.bridgeSettings.filter, std::move(chain), action); }
    BridgeRuleConfig& nat(std::string chain, BridgeRuleAction action) { return add(config.bridgeSettings.nat, std::move(chain), action); }
    void start() {
        apply();
        push(0, between(kHostA, kBroadcastMac));
        push(1, between(kHostB, kBroadcastMac));
    }
    static Frame between(MacKey from, MacKey to, std::uint16_t port = 2) {
        return PacketBuilder::udp().from("10.0.0.2", 1).to("10.0.0.3", port).macs(from, to).payload(50).build();
    }
    static Mac mac(MacKey key) {
        Mac m;
        storeMac(m.octets.data(), key);
        return m;
    }
    static MacPattern pattern(MacKey key, MacKey mask = kBroadcastMac) { return {mac(key), mac(mask)}; }

private:
    BridgeRuleConfig& add(std::vector<BridgeRuleConfig>& rules, std::string chain, BridgeRuleAction action) {
        BridgeRuleConfig r;
        r.uid = 1000 + next_++;
        r.chain = std::move(chain);
        r.action = action;
        rules.push_back(r);
        config.bridgeSettings.hasFilterOrNat = true;
        return rules.back();
    }
    std::uint32_t next_ = 0;
};

constexpr MacKey kOther = 0x02'cc'00'00'00'03;

using SetMatcher = std::function<void(BridgeRuleMatch&, FilteredBridge&)>;

} // namespace

class BridgeFirewallTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aRuleThatMatchesNothingStillTakesBridgeFastPathAway() {
        FilteredBridge lab;
        lab.filter("forward", BridgeRuleAction::Drop).match.macProtocol.value = std::uint16_t{0x86dd};
        lab.start();
        QVERIFY(!lab.engine.globalState().bridgeFastPathActive);
        QCOMPARE(lab.push(0, FilteredBridge::between(kHostA, kHostB)).size(), 1u);
        QCOMPARE(*lab.lastPath(), PathKind::Slow);
    }
    void forwardDropsWhatMatchesAndCounts() {
        FilteredBridge lab;
        BridgeRuleConfig& rule = lab.filter("forward", BridgeRuleAction::Drop);
        rule.match.ipProtocol.value = kProtocolUdp;
        rule.match.dstPort.value = {PortRange{53, 53}};
        lab.start();
        QVERIFY(lab.push(0, FilteredBridge::between(kHostA, kHostB, 53)).empty());
        QCOMPARE(lab.push(0, FilteredBridge::between(kHostA, kHostB, 54)).size(), 1u);
        QCOMPARE(lab.engine.ruleCounters(1000).packets, 1u);
        QCOMPARE(lab.engine.ruleCounters(1000).bytes, 92u);
        QCOMPARE(lab.pool.available(), lab.pool.capacity());
    }
    void matchers_data() {
        QTest::addColumn<SetMatcher>("set");
        QTest::addColumn<bool>("hits"); // A to B, UDP 10.0.0.2:1 to 10.0.0.3:2 from ether1 to ether2
        const auto row = [](const char* name, bool hits, SetMatcher set) { QTest::newRow(name) << set << hits; };
        row("nothing", true, [](auto&, auto&) {});
        row("mac-protocol=ip", true, [](auto& m, auto&) { m.macProtocol.value = std::uint16_t{0x0800}; });
        row("mac-protocol=arp", false, [](auto& m, auto&) { m.macProtocol.value = std::uint16_t{0x0806}; });
        row("mac-protocol=!arp", true, [](auto& m, auto&) { m.macProtocol = {std::uint16_t{0x0806}, true}; });
        row("src-mac-address", true, [](auto& m, auto&) { m.srcMac.value = FilteredBridge::pattern(kHostA); });
        row("src-mac-address of another", false, [](auto& m, auto&) { m.srcMac.value = FilteredBridge::pattern(kHostB); });
        row("src-mac-address with mask", true,
            [](auto& m, auto&) { m.srcMac.value = FilteredBridge::pattern(0x02'aa'00'00'00'00, 0xff'ff'00'00'00'00); });
        row("dst-mac-address", true, [](auto& m, auto&) { m.dstMac.value = FilteredBridge::pattern(kHostB); });
        row("in-interface", true, [](auto& m, auto& lab) { m.inPort.value = {lab.e1}; });
        row("in-interface of another", false, [](auto& m, auto& lab) { m.inPort.value = {lab.e2}; });
        row("out-interface", true, [](auto& m, auto& lab) { m.outPort.value = {lab.e2}; });
        row("out-interface=!", false, [](auto& m, auto& lab) {
            m.outPort.value = {lab.e2};
            m.outPort.negate = true;
        });
        row("in-bridge", true, [](auto& m, auto& lab) { m.inBridge.value = {lab.br}; });
        row("out-bridge", true, [](auto& m, auto& lab) { m.outBridge.value = {lab.br}; });
        row("vlan-id of an untagged frame", false, [](auto& m, auto&) { m.vlanId.value = std::uint16_t{1}; });
        row("src-address", true, [](auto& m, auto&) { m.srcAddress.value = Ipv4Prefix{ip("10.0.0.0"), 24}; });
        row("dst-address of another", false, [](auto& m, auto&) { m.dstAddress.value = Ipv4Prefix{ip("10.0.1.0"), 24}; });
        row("ip-protocol", false, [](auto& m, auto&) { m.ipProtocol.value = kProtocolTcp; });
        row("src-port", true, [](auto& m, auto&) { m.srcPort.value = {PortRange{1, 1}}; });
        row("arp-opcode", false, [](auto& m, auto&) { m.arpOpcode.value = std::uint16_t{1}; });
        row("packet-type", true, [](auto& m, auto&) { m.packetType.value = PacketType::OtherHost; });
        row("packet-mark=no-mark", true, [](auto& m, auto&) { m.packetMark.value = MarkId{0}; });
    }
    void matchers() {
        QFETCH(const SetMatcher, set);
        QFETCH(const bool, hits);
        FilteredBridge lab;
        set(lab.filter("forward", BridgeRuleAction::Drop).match, lab);
        lab.apply();
        lab.push(1, FilteredBridge::between(kHostB, kOther));
        QCOMPARE(lab.push(0, FilteredBridge::between(kHostA, kHostB)).empty(), hits);
    }
    void tagsAreAskedAbout() {
        FilteredBridge lab;
        BridgeRuleConfig& rule = lab.filter("forward", BridgeRuleAction::Drop);
        rule.match.macProtocol.value = kEtherTypeVlan;
        rule.match.vlanId.value = std::uint16_t{7};
        rule.match.vlanEncap.value = kEtherTypeIpv4;
        lab.start();
        const auto tagged = [](std::uint16_t vid) {
            return PacketBuilder::udp().from("10.0.0.2", 1).to("10.0.0.3", 2).macs(kHostA, kHostB).vlan(vid).payload(50).build();
        };
        QVERIFY(lab.push(0, tagged(7)).empty());
        QCOMPARE(lab.push(0, tagged(8)).size(), 1u);
    }
    void setPriorityWritesTheTag() {
        FilteredBridge lab;
        lab.filter("forward", BridgeRuleAction::SetPriority).newPriority = 5;
        lab.start();
        const auto out = lab.push(0, PacketBuilder::udp().from("10.0.0.2", 1).to("10.0.0.3", 2).macs(kHostA, kHostB).vlan(7).build());
        QCOMPARE(core::base::loadBe16(&out.at(0).octets[14]), std::uint16_t{5 << 13 | 7});
    }
    void jumpReturnAndAccept() {
        FilteredBridge lab;
        lab.filter("forward", BridgeRuleAction::Jump).jumpTarget = "own";
        lab.filter("forward", BridgeRuleAction::Drop);
        lab.filter("own", BridgeRuleAction::Return).match.dstPort.value = {PortRange{9, 9}};
        lab.filter("own", BridgeRuleAction::Accept);
        lab.start();
        QCOMPARE(lab.push(0, FilteredBridge::between(kHostA, kHostB)).size(), 1u);   // accepted in the own chain
        QVERIFY(lab.push(0, FilteredBridge::between(kHostA, kHostB, 9)).empty());    // came back to the drop
    }
    void chainsThatJumpInCirclesEnd() {
        FilteredBridge lab;
        lab.filter("forward", BridgeRuleAction::Jump).jumpTarget = "a";
        lab.filter("a", BridgeRuleAction::Jump).jumpTarget = "a";
        lab.start();
        QCOMPARE(lab.push(0, FilteredBridge::between(kHostA, kHostB)).size(), 1u);
    }
    void aFloodedFrameIsFilteredPortByPort() {
        FilteredBridge lab;
        lab.filter("forward", BridgeRuleAction::Drop).match.outPort.value = {lab.e2};
        lab.apply();
        const auto out = lab.push(0, FilteredBridge::between(kHostA, kBroadcastMac));
        QCOMPARE(out.size(), 1u);
        QCOMPARE(out[0].port, PortId{2});
    }
    void inputAndOutputAreTheRoutersOwn() {
        FilteredBridge lab;
        lab.apply();
        lab.knows(0, "10.0.0.2", kHostA, "10.0.0.1");
        const Frame ping = PacketBuilder::echoRequest().from("10.0.0.2").to("10.0.0.1").macs(kHostA, EngineLab::etherMac(0)).build();
        QCOMPARE(lab.push(0, ping).size(), 1u);
        BridgeRuleConfig& input = lab.filter("input", BridgeRuleAction::Drop);
        input.match.inPort.value = {lab.e1};
        lab.apply();
        QVERIFY(lab.push(0, ping).empty());
        QCOMPARE(lab.engine.ruleCounters(1000).packets, 1u);
        lab.config.bridgeSettings.filter[0].chain = "output";
        lab.config.bridgeSettings.filter[0].match = {};
        lab.apply();
        QVERIFY(lab.push(0, ping).empty());
        QCOMPARE(lab.engine.ruleCounters(1000).packets, 2u); // the count follows the rule
    }
    void logIsTold() {
        FilteredBridge lab;
        lab.filter("forward", BridgeRuleAction::Log).logPrefix = "seen";
        lab.apply();
        lab.push(0, FilteredBridge::between(kHostA, kHostB));
        const auto log = lab.engine.takeLog();
        QVERIFY(!log.empty());
        QCOMPARE(log[0].prefix, std::string("seen"));
        QCOMPARE(log[0].chain, std::string("forward"));
    }
    void dstNatSendsItToAnotherHost() {
        FilteredBridge lab;
        BridgeRuleConfig& rule = lab.nat("dstnat", BridgeRuleAction::DstNat);
        rule.match.dstMac.value = FilteredBridge::pattern(kOther);
        rule.toMac = FilteredBridge::mac(kHostB);
        lab.start();
        const auto out = lab.push(0, FilteredBridge::between(kHostA, kOther));
        QCOMPARE(out.size(), 1u);
        QCOMPARE(out[0].port, PortId{1});
        QCOMPARE(loadMac(out[0].octets.data()), kHostB);
    }
    void srcNatHidesTheSender() {
        FilteredBridge lab;
        lab.nat("srcnat", BridgeRuleAction::SrcNat).toMac = FilteredBridge::mac(kOther);
        lab.start();
        const auto out = lab.push(0, FilteredBridge::between(kHostA, kHostB));
        QCOMPARE(loadMac(out.at(0).octets.data() + 6), kOther);
    }
    void redirectBringsItToTheRouter() {
        FilteredBridge lab;
        lab.nat("dstnat", BridgeRuleAction::Redirect).match.dstMac.value = FilteredBridge::pattern(kHostB);
        lab.apply();
        lab.knows(0, "10.0.0.2", kHostA, "10.0.0.1");
        const auto out = lab.push(0, PacketBuilder::echoRequest().from("10.0.0.2").to("10.0.0.1").macs(kHostA, kHostB).build());
        QCOMPARE(out.size(), 1u); // the router answers
        QCOMPARE(out[0].port, PortId{0});
    }
    void arpReplyAnswersForSomebodyElse() {
        FilteredBridge lab;
        BridgeRuleConfig& rule = lab.nat("dstnat", BridgeRuleAction::ArpReply);
        rule.match.arpDstAddress.value = Ipv4Prefix{ip("10.0.0.77"), 32};
        rule.toMac = FilteredBridge::mac(kOther);
        lab.apply();
        const auto out = lab.push(0, arpFrame(ArpOperation::Request, kHostA, "10.0.0.2", 0, "10.0.0.77"));
        QCOMPARE(out.size(), 1u);
        QCOMPARE(out[0].port, PortId{0});
        QCOMPARE(out[0].octets, arpFrame(ArpOperation::Reply, kOther, "10.0.0.77", kHostA, "10.0.0.2", kHostA));
    }
    void switchedFramesPassByTheRules() { // as with RouterOS: what must be seen needs hw=no
        FilteredBridge lab;
        const auto sw = lab.chip();
        for (PhysicalPortConfig& p : lab.config.ports) {
            p.chip = sw;
        }
        lab.filter("forward", BridgeRuleAction::Drop);
        lab.start();
        QCOMPARE(lab.push(0, FilteredBridge::between(kHostA, kHostB)).size(), 1u);
        QCOMPARE(*lab.lastPath(), PathKind::Switch);
    }
    void useIpFirewallLooksIntoTaggedFramesOnlyWhenTold() {
        FilteredBridge lab;
        lab.config.bridgeSettings.useIpFirewall = true;
        lab.config.firewall.filter = {lab.rule("forward", RuleAction::Drop)};
        lab.apply();
        const Frame tagged = PacketBuilder::udp().from("10.0.0.2", 1).to("10.0.0.3", 2).macs(kHostA, kHostB).vlan(7).payload(50).build();
        QCOMPARE(lab.push(0, tagged).size(), 2u);
        lab.config.bridgeSettings.useIpFirewallForVlan = true;
        lab.apply();
        QVERIFY(lab.push(0, tagged).empty());
    }
};

QTEST_APPLESS_MAIN(BridgeFirewallTest)
#include "tst_bridge_firewall.moc"
