#include "tests/agent/dataplane/pipeline/two_networks.h"

#include <QTest>

using namespace agent::dataplane;
using namespace agent::dataplane::test;
using core::model::PathKind;

class SlowPathTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aPacketIsRoutedWithNewMacsAndOneHopLess() {
        TwoNetworks lab;
        lab.start();
        const auto out = lab.push(0, lab.up(PacketBuilder::udp()).payload(50).build());
        QCOMPARE(out.size(), 1u);
        QCOMPARE(out[0].port, PortId{1});
        QCOMPARE(out[0].octets, PacketBuilder::udp()
                                    .from("10.0.0.2", 1000)
                                    .to("203.0.113.5", 80)
                                    .macs(EngineLab::etherMac(1), kHostB)
                                    .ttl(63)
                                    .payload(50)
                                    .build());
        QCOMPARE(lab.lastPath(), PathKind::Slow);
        QCOMPARE(lab.engine.connectionCount(), 1u);
    }
    void aFilterDropEndsIt() {
        TwoNetworks lab;
        RuleConfig drop = lab.rule("forward", RuleAction::Drop);
        drop.match.protocol.value = kProtocolUdp;
        lab.config.firewall.filter = {drop};
        lab.start();
        QVERIFY(lab.push(0, lab.up(PacketBuilder::udp()).build()).empty());
        QCOMPARE(lab.lastPath(), PathKind::Slow);
        QCOMPARE(lab.engine.ruleCounters(drop.uid).packets, 1u);
        QCOMPARE(lab.engine.connectionCount(), 0u);
        QCOMPARE(lab.push(0, lab.up(PacketBuilder::tcp(tcp::kSyn)).build()).size(), 1u);
    }
    void aRejectIsAnsweredByIcmp() {
        TwoNetworks lab;
        RuleConfig reject = lab.rule("forward", RuleAction::Reject);
        reject.rejectWith = RejectWith::IcmpAdminProhibited;
        lab.config.firewall.filter = {reject};
        lab.start();
        const auto out = lab.push(0, lab.up(PacketBuilder::udp()).build());
        QCOMPARE(out.size(), 1u);
        QCOMPARE(out[0].port, PortId{0});
        QVERIFY(checksumsAreRight(out[0].octets));
        QCOMPARE(out[0].octets[34], icmp::kUnreachable);
        QCOMPARE(out[0].octets[35], icmp::kAdminProhibited);
    }
    void aRejectWithTcpResetSpeaksTcp() {
        TwoNetworks lab;
        RuleConfig reject = lab.rule("forward", RuleAction::Reject);
        reject.rejectWith = RejectWith::TcpReset;
        lab.config.firewall.filter = {reject};
        lab.start();
        const auto out = lab.push(0, lab.up(PacketBuilder::tcp(tcp::kSyn)).sequence(99).build());
        QCOMPARE(out.size(), 1u);
        QVERIFY(checksumsAreRight(out[0].octets));
        QCOMPARE(out[0].octets[14 + 9], kProtocolTcp);
        QCOMPARE(out[0].octets[34 + tcp::kFlags], std::uint8_t(tcp::kRst | tcp::kAck));
    }
    void masqueradeTranslatesThereAndBack() {
        TwoNetworks lab;
        RuleConfig masquerade = lab.rule("srcnat", RuleAction::Masquerade);
        masquerade.match.outInterface.value = {lab.wan};
        lab.config.firewall.nat = {masquerade};
        lab.start();
        const auto out = lab.push(0, lab.up(PacketBuilder::tcp(tcp::kSyn)).build());
        QCOMPARE(out.size(), 1u);
        QCOMPARE(core::base::loadBe32(&out[0].octets[14 + 12]), ip("192.0.2.1"));
        QVERIFY(checksumsAreRight(out[0].octets));
        const std::uint16_t port = core::base::loadBe16(&out[0].octets[34]);
        const auto back = lab.push(1, PacketBuilder::tcp(tcp::kSyn | tcp::kAck)
                                          .from("203.0.113.5", 80)
                                          .to(ip("192.0.2.1"), port)
                                          .macs(kHostB, EngineLab::etherMac(1))
                                          .build());
        QCOMPARE(back.size(), 1u);
        QCOMPARE(back[0].port, PortId{0});
        QVERIFY(checksumsAreRight(back[0].octets));
        QCOMPARE(core::base::loadBe32(&back[0].octets[14 + 16]), ip("10.0.0.2"));
        QCOMPARE(core::base::loadBe16(&back[0].octets[34 + 2]), std::uint16_t{1000});
        QCOMPARE(lab.engine.ruleCounters(masquerade.uid).packets, 1u);
    }
    void dstNatRoutesToTheNewDestination() {
        TwoNetworks lab;
        RuleConfig forward = lab.rule("dstnat", RuleAction::DstNat);
        forward.match.inInterface.value = {lab.wan};
        forward.toAddresses = Ipv4Range{ip("10.0.0.2"), ip("10.0.0.2")};
        forward.toPorts = PortRange{8080, 8080};
        lab.config.firewall.nat = {forward};
        lab.start();
        const auto out = lab.push(
            1, PacketBuilder::tcp(tcp::kSyn).from("203.0.113.5", 5555).to("192.0.2.1", 80).macs(kHostB, EngineLab::etherMac(1)).build());
        QCOMPARE(out.size(), 1u);
        QCOMPARE(out[0].port, PortId{0});
        QVERIFY(checksumsAreRight(out[0].octets));
        QCOMPARE(core::base::loadBe32(&out[0].octets[14 + 16]), ip("10.0.0.2"));
        QCOMPARE(core::base::loadBe16(&out[0].octets[36]), std::uint16_t{8080});
        const auto back = lab.push(0, PacketBuilder::tcp(tcp::kSyn | tcp::kAck)
                                          .from("10.0.0.2", 8080)
                                          .to("203.0.113.5", 5555)
                                          .macs(kHostA, EngineLab::etherMac(0))
                                          .build());
        QCOMPARE(back.size(), 1u);
        QCOMPARE(core::base::loadBe32(&back[0].octets[14 + 12]), ip("192.0.2.1"));
        QVERIFY(checksumsAreRight(back[0].octets));
    }
    void ttlOneIsAnsweredByTimeExceeded() {
        TwoNetworks lab;
        lab.start();
        const auto out = lab.push(0, lab.up(PacketBuilder::udp()).ttl(1).build());
        QCOMPARE(out.size(), 1u);
        QCOMPARE(out[0].port, PortId{0});
        QCOMPARE(out[0].octets[34], icmp::kTimeExceeded);
        QCOMPARE(core::base::loadBe32(&out[0].octets[26]), ip("10.0.0.1"));
    }
    void tooLongWithDontFragmentIsAnsweredWithTheMtu() {
        TwoNetworks lab;
        lab.config.interfaces[lab.wan].mtu = 1400;
        lab.start();
        const auto out = lab.push(0, lab.up(PacketBuilder::udp()).fragment(ipv4::kDontFragment).payload(1460).build());
        QCOMPARE(out.size(), 1u);
        QCOMPARE(out[0].octets[34], icmp::kUnreachable);
        QCOMPARE(out[0].octets[35], icmp::kFragmentationNeeded);
        QCOMPARE(core::base::loadBe16(&out[0].octets[34 + 6]), std::uint16_t{1400});
    }
    void tooLongIsFragmented() {
        TwoNetworks lab;
        lab.config.interfaces[lab.wan].mtu = 1400;
        lab.start();
        const auto out = lab.push(0, lab.up(PacketBuilder::udp()).payload(1460).build());
        QCOMPARE(out.size(), 2u);
        std::size_t payload = 0;
        for (const auto& f : out) {
            QCOMPARE(f.port, PortId{1});
            QVERIFY(f.octets.size() <= 14 + 1400);
            payload += f.octets.size() - 34;
        }
        QCOMPARE(payload, std::size_t{1468});
    }
    void noRouteIsAnswered() {
        TwoNetworks lab;
        lab.config.routes.clear();
        lab.start();
        const auto out = lab.push(0, lab.up(PacketBuilder::udp()).build());
        QCOMPARE(out.size(), 1u);
        QCOMPARE(out[0].octets[35], icmp::kNetUnreachable);
    }
    void blackholesAreSilentAndProhibitSpeaks() {
        TwoNetworks lab;
        lab.route("203.0.113.0", 24, {}).kind = RouteKind::Blackhole;
        lab.route("198.51.100.0", 24, {}).kind = RouteKind::Prohibit;
        lab.start();
        QVERIFY(lab.push(0, lab.up(PacketBuilder::udp()).build()).empty());
        const auto out = lab.push(0, lab.up(PacketBuilder::udp()).to("198.51.100.1", 5).build());
        QCOMPARE(out.size(), 1u);
        QCOMPARE(out[0].octets[35], icmp::kAdminProhibited);
    }
    void markRoutingPicksAnotherTable() {
        TwoNetworks lab;
        const IfIndex second = lab.ether("ether3");
        lab.address(second, "198.51.100.1");
        lab.config.marks.push_back("second");
        RuleConfig mark = lab.rule("prerouting", RuleAction::MarkRouting);
        mark.newMark = 1;
        mark.match.protocol.value = kProtocolTcp;
        lab.config.firewall.mangle = {mark};
        lab.route("0.0.0.0", 0, "198.51.100.254").table = 1;
        lab.start();
        lab.knows(2, "198.51.100.254", kHostB, "198.51.100.1");
        QCOMPARE(lab.push(0, lab.up(PacketBuilder::tcp(tcp::kSyn)).build()).at(0).port, PortId{2});
        QCOMPARE(lab.push(0, lab.up(PacketBuilder::udp()).build()).at(0).port, PortId{1});
    }
    void withoutForwardingNothingPasses() {
        TwoNetworks lab;
        lab.config.ip.ipForward = false;
        lab.start();
        QVERIFY(lab.push(0, lab.up(PacketBuilder::udp()).build()).empty());
    }
    void malformedPacketsAreCountedAsErrors() {
        TwoNetworks lab;
        lab.start();
        Frame f = lab.up(PacketBuilder::udp()).build();
        f[20] ^= 0xff;
        QVERIFY(lab.push(0, f).empty());
        QCOMPARE(lab.stats(lab.lan).rxError, 1u);
    }
    void framesForOtherStationsAreIgnored() {
        TwoNetworks lab;
        lab.start();
        QVERIFY(lab.push(0, lab.up(PacketBuilder::udp()).macs(kHostA, kHostB).build()).empty());
        QCOMPARE(lab.engine.connectionCount(), 0u);
    }
    void notrackLeavesNoConnection() {
        TwoNetworks lab;
        lab.config.firewall.raw = {lab.rule("prerouting", RuleAction::NoTrack)};
        lab.start();
        QCOMPARE(lab.push(0, lab.up(PacketBuilder::udp()).build()).size(), 1u);
        QCOMPARE(lab.engine.connectionCount(), 0u);
        QCOMPARE(lab.lastPath(), PathKind::Slow);
    }
};

QTEST_APPLESS_MAIN(SlowPathTest)
#include "tst_path_slow.moc"
