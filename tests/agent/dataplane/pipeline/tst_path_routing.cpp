#include "tests/agent/dataplane/pipeline/two_networks.h"

#include <QTest>

#include <set>

using namespace agent::dataplane;
using namespace agent::dataplane::test;
using core::model::PathKind;

namespace {

constexpr MacKey kOther = 0x02'cc'00'00'00'03; // a second gateway, .253

struct TwoGateways : TwoNetworks {
    IfIndex third = ether("ether3");
    TwoGateways() { address(third, "198.51.100.1"); }
    void meetAll() {
        meet();
        knows(1, "192.0.2.253", kOther, "192.0.2.1");
        knows(2, "198.51.100.9", kOther, "198.51.100.1");
    }
    void begin() {
        apply();
        meetAll();
    }
    // MACs packets to so many hosts leave to.
    std::set<MacKey> spread(int hosts) {
        std::set<MacKey> seen;
        for (int i = 0; i < hosts; ++i) {
            const auto out = push(0, PacketBuilder::udp()
                                         .from("10.0.0.2", 1000)
                                         .to(ip("203.0.113.0") + static_cast<std::uint32_t>(i), 80)
                                         .macs(kHostA, etherMac(0))
                                         .build());
            if (out.size() == 1) {
                seen.insert(loadMac(out[0].octets.data()));
            }
        }
        return seen;
    }
    std::vector<Sent> one() { return push(0, up(PacketBuilder::udp()).build()); }
};

std::uint8_t icmpTypeOf(const EngineLab::Sent& sent) { return sent.octets.at(34); }
std::uint8_t icmpCodeOf(const EngineLab::Sent& sent) { return sent.octets.at(35); }

} // namespace

class RoutingPathTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // --- equal ways ------------------------------------------------------------------------------
    void equalWaysShareOnTheSlowPathAndOnTheFastPath() {
        for (const bool tracking : {true, false}) {
            TwoGateways lab;
            lab.route("0.0.0.0", 0, "192.0.2.253");
            lab.config.tracking.enabled = tracking ? TrackingEnabled::Yes : TrackingEnabled::No;
            lab.begin();
            QCOMPARE(lab.spread(64), (std::set<MacKey>{kHostB, kOther}));
            QCOMPARE(lab.lastPath(), tracking ? PathKind::Slow : PathKind::FastPath);
        }
    }
    void aFlowKeepsItsWayWhenItIsFastTracked() {
        TwoGateways lab;
        lab.route("0.0.0.0", 0, "192.0.2.253");
        lab.addFastTrackRule();
        lab.begin();
        for (std::uint16_t port = 1; port < 20; ++port) {
            const auto packet = [&](bool up) {
                PacketBuilder b = PacketBuilder::udp();
                return up ? b.from("10.0.0.2", port).to("203.0.113.5", 80).macs(kHostA, EngineLab::etherMac(0)).build()
                          : b.from("203.0.113.5", 80).to("10.0.0.2", port).macs(kHostB, EngineLab::etherMac(1)).build();
            };
            const MacKey first = loadMac(lab.push(0, packet(true)).at(0).octets.data());
            lab.push(1, packet(false));
            lab.push(0, packet(true));
            const auto out = lab.push(0, packet(true));
            QCOMPARE(lab.lastPath(), PathKind::FastTrack);
            QCOMPARE(loadMac(out.at(0).octets.data()), first);
        }
    }
    void byAddressesAloneOrByPortsToo() {
        for (const MultipathHash policy : {MultipathHash::L3, MultipathHash::L4}) {
            TwoGateways lab;
            lab.route("0.0.0.0", 0, "192.0.2.253");
            lab.config.ip.multipathHash = policy;
            lab.begin();
            std::set<MacKey> seen;
            for (std::uint16_t port = 1; port < 40; ++port) {
                const auto out =
                    lab.push(0, PacketBuilder::udp().from("10.0.0.2", port).to("203.0.113.5", 80).macs(kHostA, EngineLab::etherMac(0)).build());
                seen.insert(loadMac(out.at(0).octets.data()));
            }
            QCOMPARE(seen.size(), policy == MultipathHash::L3 ? 1u : 2u);
        }
    }

    // --- rules -----------------------------------------------------------------------------------
    void rulesDecide_data() {
        QTest::addColumn<int>("which");
        QTest::addColumn<int>("icmp"); // code of the unreachable that comes back; -1: forwarded to the other gateway; -2: nothing
        QTest::newRow("by source") << 1 << -1;
        QTest::newRow("by destination") << 2 << -1;
        QTest::newRow("by interface") << 3 << -1;
        QTest::newRow("another source") << 4 << -3;
        QTest::newRow("drop") << 5 << -2;
        QTest::newRow("unreachable") << 6 << 1;
        QTest::newRow("lookup in a table that does not know") << 7 << -3;
        QTest::newRow("lookup only in a table that does not know") << 8 << 0;
    }
    void rulesDecide() {
        QFETCH(const int, which);
        QFETCH(const int, icmp);
        TwoGateways lab;
        lab.config.marks.push_back("other");
        lab.route("203.0.113.0", 24, "198.51.100.9").table = 1;
        RoutingRuleConfig rule;
        rule.table = 1;
        switch (which) {
        case 1: rule.source = Ipv4Prefix{ip("10.0.0.0"), 24}; break;
        case 2: rule.destination = Ipv4Prefix{ip("203.0.113.0"), 24}; break;
        case 3: rule.interface = lab.lan; break;
        case 4: rule.source = Ipv4Prefix{ip("10.1.0.0"), 24}; break;
        case 5: rule.action = RoutingRuleConfig::Action::Drop; break;
        case 6: rule.action = RoutingRuleConfig::Action::Unreachable; break;
        case 7: rule.table = 2; break;
        default: rule.table = 2; rule.action = RoutingRuleConfig::Action::LookupOnlyInTable; break;
        }
        if (which >= 5) { // answers of the router itself obey rules too
            rule.destination = Ipv4Prefix{ip("203.0.113.0"), 24};
        }
        lab.config.routingRules = {rule};
        lab.begin();
        const auto out = lab.one();
        if (icmp == -2) {
            QVERIFY(out.empty());
        } else if (icmp >= 0) {
            QCOMPARE(out.size(), std::size_t{1});
            QCOMPARE(icmpTypeOf(out[0]), icmp::kUnreachable);
            QCOMPARE(int(icmpCodeOf(out[0])), icmp);
        } else {
            QCOMPARE(out.size(), std::size_t{1});
            QCOMPARE(int(out[0].port), icmp == -1 ? 2 : 1);
        }
    }
    void rulesHoldOnTheFastPathToo() {
        TwoGateways lab;
        lab.config.tracking.enabled = TrackingEnabled::No;
        lab.route("203.0.113.0", 24, "198.51.100.9").table = 1;
        RoutingRuleConfig rule;
        rule.table = 1;
        lab.config.routingRules = {rule};
        lab.begin();
        QCOMPARE(lab.one().at(0).port, PortId{2});
        QCOMPARE(lab.lastPath(), PathKind::FastPath);
    }
    void aMarkOfMangleComesBeforeTheRules() {
        TwoGateways lab;
        lab.route("203.0.113.0", 24, "198.51.100.9").table = 1;
        RuleConfig mark = lab.rule("prerouting", RuleAction::MarkRouting);
        mark.newMark = 1;
        lab.config.firewall.mangle = {mark};
        RoutingRuleConfig rule;
        rule.action = RoutingRuleConfig::Action::Drop;
        lab.config.routingRules = {rule};
        lab.begin();
        QCOMPARE(lab.one().at(0).port, PortId{2});
    }

    // --- VRF -------------------------------------------------------------------------------------
    void aVrfIsAWorldOfItsOwnAndSwitchesTheFastPathOff() {
        TwoGateways lab;
        lab.config.tracking.enabled = TrackingEnabled::No;
        lab.config.vrfs = {{90, 3, {lab.lan, lab.third}}};
        lab.route("203.0.113.0", 24, "198.51.100.9").table = 3;
        lab.begin();
        QVERIFY(!lab.engine.globalState().fastPathActive);
        QCOMPARE(lab.one().at(0).port, PortId{2});
        QCOMPARE(lab.lastPath(), PathKind::Slow);
        const auto foreign = lab.push(0, PacketBuilder::udp().from("10.0.0.2", 1).to("192.0.2.254", 2).macs(kHostA, EngineLab::etherMac(0)).build());
        QCOMPARE(foreign.size(), std::size_t{1}); // main is not asked
        QCOMPARE(foreign[0].port, PortId{0});
        QCOMPARE(icmpTypeOf(foreign[0]), icmp::kUnreachable);
        const auto echo = lab.push(0, PacketBuilder::echoRequest().from("10.0.0.2").to("10.0.0.1").macs(kHostA, EngineLab::etherMac(0)).build());
        QCOMPARE(echo.size(), std::size_t{1}); // the answer finds its way back in the VRF
        QCOMPARE(icmpTypeOf(echo[0]), icmp::kEchoReply);
    }

    // --- reverse path filter ---------------------------------------------------------------------
    void whatMayComeFromWhere_data() {
        QTest::addColumn<int>("filter");
        QTest::addColumn<QString>("source");
        QTest::addColumn<bool>("passes");
        QTest::newRow("no, wrong side") << int(RpFilter::No) << "192.0.2.77" << true;
        QTest::newRow("strict, right side") << int(RpFilter::Strict) << "10.0.0.2" << true;
        QTest::newRow("strict, wrong side") << int(RpFilter::Strict) << "192.0.2.77" << false;
        QTest::newRow("loose, wrong side") << int(RpFilter::Loose) << "192.0.2.77" << true;
        QTest::newRow("loose, the router's own") << int(RpFilter::Loose) << "192.0.2.1" << false;
    }
    void whatMayComeFromWhere() {
        QFETCH(const int, filter);
        QFETCH(const QString, source);
        QFETCH(const bool, passes);
        for (const bool tracking : {true, false}) {
            TwoGateways lab;
            lab.config.tracking.enabled = tracking ? TrackingEnabled::Yes : TrackingEnabled::No;
            lab.config.ip.rpFilter = static_cast<RpFilter>(filter);
            lab.begin();
            const std::string text = source.toStdString();
            const auto out = lab.push(0, PacketBuilder::udp().from(text, 1).to("203.0.113.5", 80).macs(kHostA, EngineLab::etherMac(0)).build());
            QCOMPARE(!out.empty(), passes);
            QCOMPARE(lab.stats(lab.lan).rxDrop, passes ? 0u : 1u);
            QCOMPARE(lab.lastPath(), tracking || !passes ? PathKind::Slow : PathKind::FastPath);
        }
    }

    // --- ARP -------------------------------------------------------------------------------------
    void aStaticNeighbourIsNeverAskedForAndNeverChanged() {
        TwoNetworks lab;
        lab.config.tracking.enabled = TrackingEnabled::No;
        StaticArpConfig arp;
        arp.interface = lab.wan;
        arp.address = ip("192.0.2.254");
        storeMac(arp.mac.octets.data(), kOther);
        lab.config.arp = {arp};
        lab.apply();
        lab.knows(1, "192.0.2.254", kHostB, "192.0.2.1"); // says otherwise
        const auto out = lab.push(0, TwoNetworks::up(PacketBuilder::udp()).build());
        QCOMPARE(loadMac(out.at(0).octets.data()), kOther);
        QCOMPARE(lab.lastPath(), PathKind::FastPath);
        QVERIFY(lab.advance(600 * core::base::kSecond).empty());
        QCOMPARE(loadMac(lab.push(0, TwoNetworks::up(PacketBuilder::udp()).build()).at(0).octets.data()), kOther);
        lab.config.arp.clear();
        lab.apply();
        QCOMPARE(lab.push(0, TwoNetworks::up(PacketBuilder::udp()).build()).at(0).octets.at(13), std::uint8_t{0x06}); // asks
    }
    void whoIsAnswered_data() {
        QTest::addColumn<int>("mode");
        QTest::addColumn<bool>("own");
        QTest::addColumn<bool>("other");
        QTest::addColumn<bool>("same");
        QTest::addColumn<bool>("learns");
        QTest::newRow("enabled") << int(ArpMode::Enabled) << true << false << false << true;
        QTest::newRow("disabled") << int(ArpMode::Disabled) << false << false << false << false;
        QTest::newRow("reply-only") << int(ArpMode::ReplyOnly) << true << false << false << false;
        QTest::newRow("proxy-arp") << int(ArpMode::ProxyArp) << true << true << false << true;
        QTest::newRow("local-proxy-arp") << int(ArpMode::LocalProxyArp) << true << true << true << true;
    }
    void whoIsAnswered() {
        QFETCH(const int, mode);
        QFETCH(const bool, own);
        QFETCH(const bool, other);
        QFETCH(const bool, same);
        QFETCH(const bool, learns);
        TwoNetworks lab;
        lab.config.interfaces[lab.lan].arp = static_cast<ArpMode>(mode);
        lab.apply();
        const auto asks = [&](const char* target) {
            return !lab.push(0, arpFrame(ArpOperation::Request, kHostA, "10.0.0.2", 0, target)).empty();
        };
        QCOMPARE(asks("10.0.0.1"), own);
        QCOMPARE(asks("192.0.2.50"), other);
        QCOMPARE(asks("10.0.0.99"), same);
        QVERIFY(!asks("10.0.0.2")); // about itself
        QCOMPARE(lab.engine.arp().size(), learns ? std::size_t{1} : std::size_t{0});
    }
    void withoutArpThereIsNoWayToAStranger() {
        TwoNetworks lab;
        lab.config.interfaces[lab.wan].arp = ArpMode::ReplyOnly;
        lab.apply();
        lab.knows(0, "10.0.0.2", kHostA, "10.0.0.1");
        const auto out = lab.push(0, TwoNetworks::up(PacketBuilder::udp()).build());
        QCOMPARE(out.size(), std::size_t{1});
        QCOMPARE(out[0].port, PortId{0});
        QCOMPARE(icmpCodeOf(out[0]), icmp::kHostUnreachable);
    }
    void aPublishedEntryIsAnsweredWithTheRoutersMac() {
        TwoNetworks lab;
        StaticArpConfig arp;
        arp.interface = lab.lan;
        arp.address = ip("10.0.0.200");
        arp.published = true;
        storeMac(arp.mac.octets.data(), kOther);
        lab.config.arp = {arp};
        lab.apply();
        const auto out = lab.push(0, arpFrame(ArpOperation::Request, kHostA, "10.0.0.2", 0, "10.0.0.200"));
        QCOMPARE(out.size(), std::size_t{1});
        QCOMPARE(loadMac(out[0].octets.data() + 6), EngineLab::etherMac(0));
    }
};

QTEST_APPLESS_MAIN(RoutingPathTest)
#include "tst_path_routing.moc"
