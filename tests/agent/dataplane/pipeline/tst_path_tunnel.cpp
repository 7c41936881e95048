// GRE, IPIP and EoIP between two engines: the octets on the wire, the passes each end takes, and the paths of those passes.
#include "agent/dataplane/tunnel/gre.h"
#include "tests/agent/dataplane/pipeline/two_sites.h"

#include <QTest>

using namespace agent::dataplane;
using namespace agent::dataplane::test;
using core::base::loadBe16;
using core::base::loadBe32;
using core::model::PathKind;

namespace {

struct Passes {
    std::uint64_t fast = 0, fastTrack = 0, slow = 0;
    bool operator==(const Passes&) const = default;
};
Passes passes(const EngineLab& lab) {
    const auto& packets = lab.engine.pathCounters().packets;
    return {packets[std::size_t(PathKind::FastPath)], packets[std::size_t(PathKind::FastTrack)], packets[std::size_t(PathKind::Slow)]};
}
Passes operator-(const Passes& a, const Passes& b) {
    return {a.fast - b.fast, a.fastTrack - b.fastTrack, a.slow - b.slow};
}

} // namespace

class TunnelPathTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aPacketCrossesAndIsTheSameBehindIt_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("protocol");
        QTest::addColumn<int>("header");
        QTest::newRow("gre") << int(TunnelKind::Gre) << 47 << 4;
        QTest::newRow("ipip") << int(TunnelKind::Ipip) << 4 << 0;
    }
    void aPacketCrossesAndIsTheSameBehindIt() {
        QFETCH(int, kind);
        QFETCH(int, protocol);
        QFETCH(int, header);
        TwoSites sites;
        sites.tunnel(static_cast<TunnelKind>(kind));
        sites.routeThrough();
        sites.start();
        const auto out = sites.cross(sites.left, TwoSites::fromLeft(PacketBuilder::udp().payload(100)));
        QCOMPARE(out.size(), 1u);
        QCOMPARE(int(out[0].port), 1);
        Frame expected = PacketBuilder::udp()
                             .payload(100)
                             .ttl(62)
                             .from("10.1.0.2", 1000)
                             .to("10.2.0.2", 80)
                             .macs(EngineLab::etherMac(0), TwoSites::kRightHost)
                             .build();
        QCOMPARE(out[0].octets, expected);
        QCOMPARE(sites.wire.size(), 1u);
        const Frame& outer = sites.wire[0];
        QCOMPARE(outer.size(), std::size_t(14 + 20 + header + 128));
        QCOMPARE(int(outer[14 + ipv4::kProtocol]), protocol);
        QCOMPARE(onesSum(&outer[14], 20), std::uint16_t{0xffff});
        QCOMPARE(loadBe32(&outer[14 + ipv4::kSource]), ip("192.0.2.1"));
        QCOMPARE(loadBe32(&outer[14 + ipv4::kDestination]), ip("192.0.2.2"));
        QCOMPARE(loadBe16(&outer[14 + ipv4::kFragment]) & ipv4::kDontFragment, 0);
        QCOMPARE(onesSum(&outer[34 + std::size_t(header)], 20), std::uint16_t{0xffff});
        QCOMPARE(sites.left.stats(sites.left.inner).txByte, 128u);
        QCOMPARE(sites.right.stats(sites.right.inner).rxByte, 128u);
        QCOMPARE(sites.left.pool.available(), sites.left.pool.capacity());
        QCOMPARE(sites.right.pool.available(), sites.right.pool.capacity());
    }
    void withFastPathAllTheWayNothingIsSlow() {
        TwoSites sites;
        sites.tunnel(TunnelKind::Gre);
        sites.routeThrough();
        sites.start();
        const Passes l = passes(sites.left), r = passes(sites.right);
        QCOMPARE(sites.cross(sites.left, TwoSites::fromLeft(PacketBuilder::udp())).size(), 1u);
        QCOMPARE(passes(sites.left) - l, (Passes{1, 0, 0}));
        QCOMPARE(passes(sites.right) - r, (Passes{2, 0, 0})); // outside and inside
        QCOMPARE(sites.left.stats(sites.left.inner).fpTxPacket, 1u);
        QCOMPARE(sites.left.stats(sites.left.wan).fpTxPacket, 1u);
        QCOMPARE(sites.right.stats(sites.right.inner).fpRxPacket, 1u);
        QCOMPARE(sites.right.stats(sites.right.lan).fpTxPacket, 1u);
    }
    void withoutAllowFastPathItEndsSlow() {
        TwoSites sites;
        sites.tunnel(TunnelKind::Gre);
        sites.left.config.tunnels[0].allowFastPath = sites.right.config.tunnels[0].allowFastPath = false;
        sites.routeThrough();
        sites.start();
        const Passes l = passes(sites.left), r = passes(sites.right);
        QCOMPARE(sites.cross(sites.left, TwoSites::fromLeft(PacketBuilder::udp())).size(), 1u);
        QCOMPARE(passes(sites.left) - l, (Passes{1, 0, 0}));         // received fast …
        QCOMPARE(sites.left.stats(sites.left.inner).fpTxPacket, 0u); // … and sent slow
        QCOMPARE(passes(sites.right) - r, (Passes{0, 0, 2}));
    }
    void rulesSeeAPacketTwiceWhenTheTunnelIsSlow() {
        TwoSites sites;
        sites.tunnel(TunnelKind::Ipip);
        sites.left.config.tunnels[0].allowFastPath = sites.right.config.tunnels[0].allowFastPath = false;
        sites.routeThrough();
        for (Site* site : {&sites.left, &sites.right}) {
            for (const char* chain : {"forward", "output", "input"}) {
                site->config.firewall.filter.push_back(site->rule(chain, RuleAction::Passthrough));
            }
        }
        sites.start();
        QCOMPARE(sites.cross(sites.left, TwoSites::fromLeft(PacketBuilder::udp())).size(), 1u);
        const auto count = [](Site& site, int rule) {
            return site.engine.ruleCounters(site.config.firewall.filter[std::size_t(rule)].uid).packets;
        };
        QCOMPARE(count(sites.left, 0), 1u);  // forward: the inside
        QCOMPARE(count(sites.left, 1), 1u);  // output: the outside
        QCOMPARE(count(sites.right, 2), 1u); // input: the outside
        QCOMPARE(count(sites.right, 0), 1u); // forward: the inside
        QCOMPARE(sites.left.engine.connectionCount(), 2u);
        QCOMPARE(sites.right.engine.connectionCount(), 2u);
    }
    void allowFastPathCarriesTheOutsidePastTheRules() {
        TwoSites sites;
        sites.tunnel(TunnelKind::Gre);
        sites.routeThrough();
        RuleConfig drop = sites.right.rule("input", RuleAction::Drop);
        sites.right.config.firewall.filter = {drop};
        sites.start();
        const Passes r = passes(sites.right);
        QCOMPARE(sites.cross(sites.left, TwoSites::fromLeft(PacketBuilder::udp())).size(), 1u);
        QCOMPARE(sites.right.engine.ruleCounters(drop.uid).packets, 0u);
        QCOMPARE(passes(sites.right) - r, (Passes{1, 0, 1})); // outside fast, inside slow: there is a rule
    }
    void packetsTooLongForTheTunnelAreFragmentedInside() {
        TwoSites sites;
        sites.tunnel(TunnelKind::Gre);
        sites.routeThrough();
        sites.start();
        const auto out = sites.cross(sites.left, TwoSites::fromLeft(PacketBuilder::udp().payload(1472)));
        QCOMPARE(out.size(), 2u);
        QCOMPARE(sites.wire.size(), 2u);
        for (const Frame& f : sites.wire) {
            QVERIFY(f.size() <= 1514);
        }
    }
    void dontFragmentIsAnsweredWithTheTunnelsMtu() {
        TwoSites sites;
        sites.tunnel(TunnelKind::Gre);
        sites.routeThrough();
        sites.start();
        const auto out = sites.cross(sites.left, TwoSites::fromLeft(PacketBuilder::udp().payload(1472).fragment(ipv4::kDontFragment)));
        QCOMPARE(out.size(), 1u);
        QCOMPARE(int(out[0].port), 0);
        QCOMPARE(int(out[0].octets[34]), int(icmp::kUnreachable));
        QCOMPARE(int(out[0].octets[35]), int(icmp::kFragmentationNeeded));
        QCOMPARE(int(loadBe16(&out[0].octets[40])), 1476);
    }
    void inheritedDontFragmentIsSetOutside() {
        TwoSites sites;
        sites.tunnel(TunnelKind::Gre);
        sites.left.config.tunnels[0].inheritDontFragment = true;
        sites.routeThrough();
        sites.start();
        sites.cross(sites.left, TwoSites::fromLeft(PacketBuilder::udp().fragment(ipv4::kDontFragment)));
        QCOMPARE(int(loadBe16(&sites.wire.at(0)[14 + ipv4::kFragment])), int(ipv4::kDontFragment));
    }
    void eoipJoinsTwoBridges() {
        TwoSites sites;
        sites.left.config.addresses.erase(sites.left.config.addresses.begin());
        sites.right.config.addresses.erase(sites.right.config.addresses.begin());
        sites.tunnel(TunnelKind::Eoip);
        for (Site* site : {&sites.left, &sites.right}) {
            const IfIndex bridge = site->bridge("bridge1");
            site->port(bridge, site->lan);
            site->port(bridge, site->inner);
        }
        sites.start();
        const Frame ask = arpFrame(ArpOperation::Request, TwoSites::kLeftHost, "10.1.0.2", 0, "10.1.0.3");
        auto out = sites.cross(sites.left, ask);
        QCOMPARE(out.size(), 1u);
        QCOMPARE(int(out[0].port), 1);
        QCOMPARE(out[0].octets, ask);
        const Frame answer =
            arpFrame(ArpOperation::Reply, TwoSites::kRightHost, "10.1.0.3", TwoSites::kLeftHost, "10.1.0.2", TwoSites::kLeftHost);
        out = sites.cross(sites.right, answer);
        QCOMPARE(out.size(), 1u);
        QCOMPARE(int(out[0].port), 0);
        const Passes l = passes(sites.left), r = passes(sites.right);
        const Frame data =
            PacketBuilder::udp().payload(10).from("10.1.0.2", 1).to("10.1.0.3", 2).macs(TwoSites::kLeftHost, TwoSites::kRightHost).build();
        out = sites.cross(sites.left, data);
        QCOMPARE(out.size(), 1u);
        QCOMPARE(out[0].octets, data);
        QCOMPARE(passes(sites.left) - l, (Passes{1, 0, 0}));
        QCOMPARE(passes(sites.right) - r, (Passes{2, 0, 0}));
        const Frame& outer = sites.wire.back();
        const auto header = readEoip(std::span(outer).subspan(34));
        QVERIFY(header);
        QCOMPARE(int(header->tunnelId), 7);
        QCOMPARE(std::size_t(header->frameLength), data.size());
    }
    void anotherTunnelIdIsNotTaken() {
        TwoSites sites;
        sites.tunnel(TunnelKind::Eoip);
        sites.right.config.tunnels[0].tunnelId = 8;
        sites.left.address(sites.left.inner, "172.16.0.1", 30);
        sites.right.address(sites.right.inner, "172.16.0.2", 30);
        sites.start();
        sites.left.route("10.2.0.0", 24, "172.16.0.2");
        sites.left.apply();
        sites.cross(sites.left, TwoSites::fromLeft(PacketBuilder::udp()));
        QCOMPARE(sites.right.stats(sites.right.inner).rxPacket, 0u);
    }
    void anEoipInterfaceResolvesItsNeighboursThroughTheTunnel() {
        TwoSites sites;
        sites.tunnel(TunnelKind::Eoip);
        sites.routeThrough();
        sites.start();
        const auto out = sites.cross(sites.left, TwoSites::fromLeft(PacketBuilder::udp().payload(30)));
        QCOMPARE(out.size(), 1u);
        QCOMPARE(sites.wire.size(), 3u); // question, answer, packet: each in a tunnel packet
        QVERIFY(checksumsAreRight(out[0].octets));
    }
    void aTunnelThatLeadsIntoItselfEndsThere() {
        TwoSites sites;
        sites.tunnel(TunnelKind::Gre);
        sites.routeThrough();
        sites.left.route("192.0.2.2", 32, "172.16.0.2");
        sites.start();
        QCOMPARE(sites.cross(sites.left, TwoSites::fromLeft(PacketBuilder::udp())).size(), 0u);
        QCOMPARE(sites.left.stats(sites.left.inner).txError, 1u);
        QCOMPARE(sites.left.pool.available(), sites.left.pool.capacity());
    }
    void twoTunnelsThatLeadIntoEachOtherEndToo() {
        TwoSites sites;
        sites.tunnel(TunnelKind::Gre);
        sites.routeThrough();
        TunnelConfig second;
        second.kind = TunnelKind::Ipip;
        second.local = ip("192.0.2.1");
        second.remote = ip("198.51.100.1");
        const IfIndex other = sites.left.addTunnel("ipip1", second);
        sites.left.address(other, "172.16.1.1", 30);
        sites.left.route("192.0.2.2", 32, "172.16.1.2");
        sites.left.route("198.51.100.1", 32, "172.16.0.2");
        sites.start();
        QCOMPARE(sites.cross(sites.left, TwoSites::fromLeft(PacketBuilder::udp())).size(), 0u);
        QCOMPARE(sites.left.pool.available(), sites.left.pool.capacity());
    }
    void aSynThatComesOutOfATunnelAnnouncesNoMoreThanFits() {
        TwoSites sites;
        sites.tunnel(TunnelKind::Gre);
        sites.routeThrough();
        sites.start();
        Frame syn = TwoSites::fromLeft(PacketBuilder::tcp(tcp::kSyn).payload(4));
        const std::array<std::uint8_t, 4> option{2, 4, 0x05, 0xb4};
        std::copy(option.begin(), option.end(), syn.begin() + 54);
        syn[46] = 6 << 4;
        core::base::storeBe16(&syn[50], 0);
        core::base::storeBe16(&syn[50], checksum(&syn[34], 24, pseudoHeaderSum(ip("10.1.0.2"), ip("10.2.0.2"), kProtocolTcp, 24)));
        const auto out = sites.cross(sites.left, syn);
        QCOMPARE(out.size(), 1u);
        QCOMPARE(int(loadBe16(&sites.wire[0][14 + 24 + 20 + 22])), 1460); // unchanged while encapsulated
        QCOMPARE(int(loadBe16(&out[0].octets[56])), 1436);
        QVERIFY(checksumsAreRight(out[0].octets));
    }
    void keepalivesAreAnsweredAndSilenceEndsTheTunnel_data() {
        QTest::addColumn<int>("kind");
        QTest::newRow("gre") << int(TunnelKind::Gre);
        QTest::newRow("ipip") << int(TunnelKind::Ipip);
        QTest::newRow("eoip") << int(TunnelKind::Eoip);
    }
    void keepalivesAreAnsweredAndSilenceEndsTheTunnel() {
        QFETCH(int, kind);
        TwoSites sites;
        sites.tunnel(static_cast<TunnelKind>(kind));
        sites.left.config.tunnels[0].keepaliveInterval = 10 * core::base::kSecond;
        sites.left.config.tunnels[0].keepaliveRetries = 3;
        sites.right.config.tunnels[0].keepaliveInterval = 10 * core::base::kSecond;
        sites.start();
        for (int i = 0; i < 6; ++i) {
            sites.carry(sites.left, sites.left.advance(10 * core::base::kSecond));
            sites.carry(sites.right, sites.right.advance(10 * core::base::kSecond));
        }
        QVERIFY(sites.left.engine.tunnelRunning(sites.left.inner, sites.left.now));
        sites.left.advance(31 * core::base::kSecond); // nobody carries the frames
        QVERIFY(!sites.left.engine.tunnelRunning(sites.left.inner, sites.left.now));
    }
};

QTEST_APPLESS_MAIN(TunnelPathTest)
#include "tst_path_tunnel.moc"
