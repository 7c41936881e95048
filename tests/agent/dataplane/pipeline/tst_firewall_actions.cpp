// Actions that change a packet, send it elsewhere or answer it: whole packets out of the router.
#include "tests/agent/dataplane/pipeline/two_networks.h"

#include <QTest>

using namespace agent::dataplane;
using namespace agent::dataplane::test;
using core::base::loadBe16;
using core::base::loadBe32;
using core::model::PathKind;

namespace {

const Frame kMss1460{2, 4, 5, 0xb4};

struct MangleLab : TwoNetworks {
    explicit MangleLab(RuleAction action, const char* chain = "forward") { config.firewall.mangle = {rule(chain, action)}; }
    RuleConfig& theRule() { return config.firewall.mangle[0]; }
    // What comes out of the WAN port.
    Frame through(const Frame& frame) {
        start();
        const auto out = push(0, frame);
        return out.size() == 1 && out[0].port == 1 && checksumsAreRight(out[0].octets) && lastPath() == PathKind::Slow ? out[0].octets : Frame{};
    }
};

std::uint16_t mssOf(const Frame& f, std::size_t at = 34 + kTcpHeader + 2) { return f.size() > at + 1 ? loadBe16(&f[at]) : std::uint16_t{0}; }

} // namespace

class FirewallActions : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void changeMssLowersTheOptionOfASyn() {
        MangleLab lab(RuleAction::ChangeMss);
        lab.theRule().change.mss = 1300;
        QCOMPARE(mssOf(lab.through(lab.up(PacketBuilder::tcp(tcp::kSyn)).tcpOptions(kMss1460).build())), std::uint16_t(1300));
    }
    void changeMssAtAnOddOctetKeepsTheChecksumRight() {
        MangleLab lab(RuleAction::ChangeMss);
        lab.theRule().change.mss = 1300;
        const Frame out = lab.through(lab.up(PacketBuilder::tcp(tcp::kSyn)).tcpOptions({1, 2, 4, 5, 0xb4, 1, 1, 0}).build());
        QCOMPARE(mssOf(out, 34 + kTcpHeader + 3), std::uint16_t(1300));
    }
    void changeMssNeverRaisesAndLeavesOtherSegmentsAlone() {
        MangleLab lab(RuleAction::ChangeMss);
        lab.theRule().change.mss = 9000;
        QCOMPARE(mssOf(lab.through(lab.up(PacketBuilder::tcp(tcp::kSyn)).tcpOptions(kMss1460).build())), std::uint16_t(1460));
        lab.theRule().change.mss = 500;
        QCOMPARE(mssOf(lab.through(lab.up(PacketBuilder::tcp(tcp::kAck)).tcpOptions(kMss1460).build())), std::uint16_t(1460));
    }
    void clampToPmtuGoesByTheSmallerLink() {
        MangleLab lab(RuleAction::ChangeMss);
        lab.config.interfaces[lab.wan].mtu = 1400;
        QCOMPARE(mssOf(lab.through(lab.up(PacketBuilder::tcp(tcp::kSyn)).tcpOptions(kMss1460).build())), std::uint16_t(1360));
    }
    void changeDscpKeepsEcn() {
        MangleLab lab(RuleAction::ChangeDscp);
        lab.theRule().change.dscp = 46;
        const Frame out = lab.through(lab.up(PacketBuilder::udp()).dscp(10).build());
        QVERIFY(!out.empty());
        QCOMPARE(out[15], std::uint8_t(46 << 2));
    }
    void changeTtlSetsIncrementsAndDecrements() {
        const auto ttl = [](TtlChange change, std::uint8_t value, std::uint8_t before) {
            MangleLab lab(RuleAction::ChangeTtl);
            lab.theRule().change.ttlChange = change;
            lab.theRule().change.ttl = value;
            const Frame out = lab.through(lab.up(PacketBuilder::udp()).ttl(before).build());
            return out.empty() ? 0 : int{out[22]};
        };
        QCOMPARE(ttl(TtlChange::Set, 64, 5), 64); // the hop itself is taken before mangle forward
        QCOMPARE(ttl(TtlChange::Increment, 1, 64), 64);
        QCOMPARE(ttl(TtlChange::Decrement, 3, 64), 60);
        QCOMPARE(ttl(TtlChange::Increment, 255, 64), 255);
        QCOMPARE(ttl(TtlChange::Decrement, 255, 64), 1);
    }
    void stripIpv4OptionsLeavesNoOperations() {
        MangleLab lab(RuleAction::StripIpv4Options);
        lab.start();
        Frame frame = lab.up(PacketBuilder::udp()).options(1).build();
        const Frame alert{148, 4, 0, 0};
        std::copy(alert.begin(), alert.end(), frame.begin() + 34);
        core::base::storeBe16(&frame[24], 0);
        core::base::storeBe16(&frame[24], checksum(&frame[14], 24));
        const Frame out = lab.through(frame);
        QVERIFY(!out.empty());
        QCOMPARE(Frame(out.begin() + 34, out.begin() + 38), Frame(4, 1));
    }
    void clearDfLetsALongPacketBeFragmented() {
        MangleLab lab(RuleAction::ClearDf, "prerouting");
        lab.config.interfaces[lab.wan].mtu = 576;
        lab.start();
        const Frame large = lab.up(PacketBuilder::udp()).payload(1000).fragment(ipv4::kDontFragment).build();
        QCOMPARE(lab.push(0, large).size(), std::size_t(2));
        lab.config.firewall.mangle.clear();
        lab.apply();
        const auto out = lab.push(0, large);
        QCOMPARE(out.size(), std::size_t(1));
        QCOMPARE(out[0].port, PortId(0)); // fragmentation needed
    }
    void routeSendsByAnotherGateway() {
        MangleLab lab(RuleAction::Route, "prerouting");
        lab.theRule().change.routeDst = ip("192.0.2.77");
        lab.start();
        lab.knows(1, "192.0.2.77", 0x02'cc'00'00'00'03, "192.0.2.1");
        const auto out = lab.push(0, lab.up(PacketBuilder::udp()).build());
        QCOMPARE(out.size(), std::size_t(1));
        QCOMPARE(loadMac(out[0].octets.data()), MacKey(0x02'cc'00'00'00'03));
        const auto own = lab.push(0, PacketBuilder::echoRequest().from("10.0.0.2").to("10.0.0.1").macs(kHostA, EngineLab::etherMac(0)).build());
        QCOMPARE(own.size(), std::size_t(1)); // the router's own stays its own
        QCOMPARE(own[0].port, PortId(0));
    }
    void passthroughNoEndsTheTable() {
        MangleLab lab(RuleAction::ChangeDscp);
        lab.theRule().change.dscp = 46;
        lab.theRule().passthrough = false;
        RuleConfig second = lab.rule("forward", RuleAction::ChangeDscp);
        second.change.dscp = 1;
        lab.config.firewall.mangle.push_back(second);
        QCOMPARE(lab.through(lab.up(PacketBuilder::udp()).build()).at(15), std::uint8_t(46 << 2));
        lab.theRule().passthrough = true;
        QCOMPARE(lab.through(lab.up(PacketBuilder::udp()).build()).at(15), std::uint8_t(1 << 2));
    }
    void aTarpitAnswersAndNeverTakesData() {
        TwoNetworks lab;
        RuleConfig tarpit = lab.rule("forward", RuleAction::Tarpit);
        tarpit.match.protocol.value = kProtocolTcp;
        lab.config.firewall.filter = {tarpit};
        lab.start();
        const auto syn = lab.push(0, lab.up(PacketBuilder::tcp(tcp::kSyn)).sequence(99).build());
        QCOMPARE(syn.size(), std::size_t(1));
        QCOMPARE(syn[0].port, PortId(0));
        QVERIFY(checksumsAreRight(syn[0].octets));
        const std::uint8_t* segment = &syn[0].octets[34];
        QCOMPARE(segment[tcp::kFlags], std::uint8_t(tcp::kSyn | tcp::kAck));
        QCOMPARE(loadBe16(segment + tcp::kWindow), std::uint16_t(0));
        QCOMPARE(loadBe32(segment + tcp::kAcknowledgment), std::uint32_t(100));
        const std::uint32_t theirs = loadBe32(segment + tcp::kSequence);
        const auto data = lab.push(0, lab.up(PacketBuilder::tcp()).sequence(100, theirs + 1).payload(10).build());
        QCOMPARE(data.size(), std::size_t(1));
        QCOMPARE(data[0].octets[34 + tcp::kFlags], std::uint8_t(tcp::kAck));
        QCOMPARE(loadBe32(&data[0].octets[34 + tcp::kSequence]), theirs + 1);
        QCOMPARE(loadBe32(&data[0].octets[34 + tcp::kAcknowledgment]), std::uint32_t(110));
        QCOMPARE(loadBe16(&data[0].octets[34 + tcp::kWindow]), std::uint16_t(0));
        QVERIFY(lab.push(0, lab.up(PacketBuilder::tcp(tcp::kRst)).build()).empty());
        QCOMPARE(lab.engine.connectionCount(), std::size_t(0));
    }
    void everyRejectHasItsCode() {
        const std::vector<std::pair<RejectWith, std::uint8_t>> codes{{RejectWith::IcmpNetworkUnreachable, 0}, {RejectWith::IcmpHostUnreachable, 1},
            {RejectWith::IcmpProtocolUnreachable, 2}, {RejectWith::IcmpPortUnreachable, 3}, {RejectWith::IcmpNetProhibited, 9},
            {RejectWith::IcmpHostProhibited, 10}, {RejectWith::IcmpAdminProhibited, 13}};
        for (const auto& [with, code] : codes) {
            TwoNetworks lab;
            RuleConfig reject = lab.rule("forward", RuleAction::Reject);
            reject.rejectWith = with;
            lab.config.firewall.filter = {reject};
            lab.start();
            const auto out = lab.push(0, lab.up(PacketBuilder::udp()).build());
            QCOMPARE(out.size(), std::size_t(1));
            QCOMPARE(out[0].octets[35], code);
        }
    }
    void addressTypesComeFromTheRoutingTable() {
        TwoNetworks lab;
        RuleConfig local = lab.rule("prerouting", RuleAction::Passthrough);
        local.match.more = {{match::AddressType{false, kAddressLocal}, false}};
        RuleConfig unicast = lab.rule("prerouting", RuleAction::Passthrough);
        unicast.match.more = {{match::AddressType{false, kAddressUnicast}, false}};
        lab.config.firewall.mangle = {local, unicast};
        lab.start();
        lab.push(0, lab.up(PacketBuilder::udp()).build());
        lab.push(0, PacketBuilder::udp().from("10.0.0.2", 1).to("192.0.2.1", 2).macs(kHostA, EngineLab::etherMac(0)).build());
        QCOMPARE(lab.engine.ruleCounters(local.uid).packets, std::uint64_t(1));
        QCOMPARE(lab.engine.ruleCounters(unicast.uid).packets, std::uint64_t(1));
    }
    void bridgePortsAreMatchedUnderUseIpFirewall() {
        EngineLab lab;
        const IfIndex one = lab.ether("ether1"), two = lab.ether("ether2"), bridge = lab.bridge("bridge1");
        lab.port(bridge, one);
        lab.port(bridge, two);
        lab.config.bridgeSettings.useIpFirewall = true;
        lab.config.tracking.enabled = TrackingEnabled::Yes;
        RuleConfig in = lab.rule("forward", RuleAction::Passthrough), out = in;
        in.match.more = {{match::BridgePort{true, {one}}, false}};
        out.uid = 9001;
        out.match.more = {{match::BridgePort{false, {two}}, false}};
        lab.config.firewall.filter = {in, out};
        lab.apply();
        lab.push(1, PacketBuilder::udp().from("10.0.0.3", 1).to("10.0.0.2", 2).macs(kHostB, kHostA).build()); // ether2 learns B, floods
        QCOMPARE(lab.engine.ruleCounters(in.uid).packets, std::uint64_t(0));
        lab.push(0, PacketBuilder::udp().from("10.0.0.2", 2).to("10.0.0.3", 1).macs(kHostA, kHostB).build());
        QCOMPARE(lab.engine.ruleCounters(in.uid).packets, std::uint64_t(1));
        QCOMPARE(lab.engine.ruleCounters(out.uid).packets, std::uint64_t(1));
    }
};

QTEST_APPLESS_MAIN(FirewallActions)
#include "tst_firewall_actions.moc"
