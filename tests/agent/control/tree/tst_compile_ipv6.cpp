// /ipv6, /routing/rule, /ip/vrf and /ip/arp as the engine takes them.
#include "agent/control/tree/ipv6_values.h"
#include "agent/control/tree/live_config.h"
#include "agent/control/tree/load.h"
#include "tests/agent/control/tree/board.h"

#include <QTest>

using namespace agent::control;
using namespace agent::dataplane;
namespace config = core::routeros::config;

class TestCompileIpv6 : public QObject {
    Q_OBJECT

    std::unique_ptr<LiveConfig> live_;

    void load(std::string_view text) {
        const auto done = loadScript(*live_, text, "t.rsc");
        QVERIFY2(done.has_value(), done ? "" : done.error().text.c_str());
    }
    const EngineConfig& engine() { return *live_->compiled().config; }
    IfIndex index(std::string_view name) { return live_->compiled().interfaceOf(live_->tree().findInterface(name)->id); }
    static Ipv6Address of(std::string_view text) { return engineAddress(*config::parseIpv6(text)); }

private Q_SLOTS:
    void init() { live_ = std::make_unique<LiveConfig>(tests::smallBoard(), false, [](auto) {}); }

    void addressesAreReadAndWritten_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("canonical"); // RFC 5952; empty: not an address
        QTest::newRow("zeros") << "0:0:0:0:0:0:0:0" << "::";
        QTest::newRow("loopback") << "::1" << "::1";
        QTest::newRow("leading zeros") << "2001:0db8:0000::0001" << "2001:db8::1";
        QTest::newRow("the longest run") << "2001:0:0:1:0:0:0:1" << "2001:0:0:1::1";
        QTest::newRow("the first of equals") << "2001:db8:0:0:1:0:0:1" << "2001:db8::1:0:0:1";
        QTest::newRow("one group is no run") << "2001:db8:0:1:1:1:1:1" << "2001:db8:0:1:1:1:1:1";
        QTest::newRow("capitals") << "FE80::ABCD" << "fe80::abcd";
        QTest::newRow("dotted end") << "::ffff:192.0.2.1" << "::ffff:c000:201";
        QTest::newRow("prefix end") << "2001:db8::" << "2001:db8::";
        QTest::newRow("two gaps") << "1::2::3" << "";
        QTest::newRow("too few") << "1:2:3" << "";
        QTest::newRow("too many") << "1:2:3:4:5:6:7:8:9" << "";
        QTest::newRow("too long a group") << "12345::" << "";
        QTest::newRow("a colon too much") << "1:2:3:4:5:6:7:" << "";
        QTest::newRow("empty") << "" << "";
    }
    void addressesAreReadAndWritten() {
        QFETCH(const QString, text);
        QFETCH(const QString, canonical);
        const auto address = config::parseIpv6(text.toStdString());
        QCOMPARE(address.has_value(), !canonical.isEmpty());
        if (address) {
            QCOMPARE(config::formatIpv6(*address), canonical.toStdString());
        }
    }
    void everyInterfaceHasALinkLocalAddressButPortsOfABridge() {
        load("/interface bridge add name=b\n/interface bridge port add bridge=b interface=ether1");
        const auto has = [&](std::string_view name) {
            return std::any_of(engine().ipv6.addresses.begin(), engine().ipv6.addresses.end(),
                               [&](const Ipv6AddressConfig& a) { return a.interface == index(name) && a.address.isLinkLocal(); });
        };
        QVERIFY(!has("ether1"));
        QVERIFY(has("ether2"));
        QVERIFY(has("b"));
        load("/ipv6 settings set disable-link-local-address=yes");
        QVERIFY(!has("ether2"));
    }
    void anInterfaceIdentifierComesFromTheMac() { // RFC 4291 appendix A
        load("/interface ethernet set ether2 mac-address=34:56:78:9A:BC:DE\n/ipv6 address add address=2001:db8:5::/64 interface=ether2 eui-64=yes");
        const auto found = std::find_if(engine().ipv6.addresses.begin(), engine().ipv6.addresses.end(),
                                        [](const Ipv6AddressConfig& a) { return a.uid != 0; });
        QVERIFY(found != engine().ipv6.addresses.end());
        QCOMPARE(ipv6Text(found->address), std::string("2001:db8:5:0:3656:78ff:fe9a:bcde"));
    }
    void routesAndTheirGateways() {
        load("/ipv6 route add dst-address=::/0 gateway=fe80::1%ether2\n/ipv6 route add dst-address=2001:db8:7::/48 gateway=2001:db8::9 distance=5\n"
             "/ipv6 route add dst-address=2001:db8:8::/48 blackhole");
        const auto& routes = engine().ipv6.routes;
        QCOMPARE(routes.size(), std::size_t(3));
        QCOMPARE(routes[0].gatewayInterface, index("ether2"));
        QVERIFY(routes[0].gateway == of("fe80::1"));
        QCOMPARE(routes[1].distance, std::uint8_t(5));
        QVERIFY(routes[2].blackhole);
    }
    void rulesBecomeRangesOfParts() {
        load("/ipv6 firewall address-list add list=servers address=2001:db8:9::/48\n"
             "/ipv6 firewall filter add chain=forward action=drop src-address=!2001:db8::/32 protocol=icmpv6 icmp-options=128:0\n"
             "/ipv6 firewall filter add chain=forward action=accept dst-address-list=servers protocol=tcp dst-port=80");
        const Ipv6Config& v6 = engine().ipv6;
        QCOMPARE(v6.parts.size(), std::size_t(5)); // ::, 2001:db8::, :9::, :a::, 2001:db9::
        QCOMPARE(v6.firewall.filter.size(), std::size_t(2));
        const RuleMatch& drop = v6.firewall.filter[0].match;
        QVERIFY(drop.srcAddress.negate);
        QCOMPARE(drop.srcAddress.value->first, 1u << kPartShift);
        QCOMPARE(drop.srcAddress.value->last, (4u << kPartShift) - 1);
        QVERIFY(drop.protocol.value == std::uint8_t{1});
        const std::uint32_t list = *v6.firewall.filter[1].match.dstAddressList.value;
        QCOMPARE(v6.firewall.addressLists[list].entries.size(), std::size_t(1));
        QCOMPARE(v6.firewall.addressLists[list].entries[0].first, 2u << kPartShift);
        QVERIFY(engine().firewall.empty());
    }
    void whatTheEngineCannotAskAboutIsNotInForce() {
        load("/ipv6 firewall filter add chain=forward action=drop dscp=5\n/ipv6 firewall nat add chain=srcnat action=masquerade");
        QVERIFY(engine().ipv6.firewall.empty());
    }
    void routingRulesVrfsAndArp() {
        load("/routing table add name=isp2 fib\n/routing rule add src-address=10.0.0.0/24 interface=ether2 action=lookup-only-in-table table=isp2\n"
             "/ip vrf add name=red interfaces=ether3\n/ip arp add address=10.0.0.9 interface=ether2 mac-address=02:11:22:33:44:55\n"
             "/interface ethernet set ether2 arp=reply-only\n/ip settings set rp-filter=strict");
        QCOMPARE(engine().routingRules.size(), std::size_t(1));
        const RoutingRuleConfig& rule = engine().routingRules[0];
        QVERIFY(rule.action == RoutingRuleConfig::Action::LookupOnlyInTable);
        QCOMPARE(engine().marks[rule.table], std::string("isp2"));
        QCOMPARE(rule.interface, index("ether2"));
        QCOMPARE(engine().vrfs.size(), std::size_t(1));
        QCOMPARE(engine().vrfs[0].interfaces, std::vector<IfIndex>{index("ether3")});
        QCOMPARE(engine().arp.size(), std::size_t(1));
        QVERIFY(engine().interfaces[index("ether2")].arp == ArpMode::ReplyOnly);
        QVERIFY(engine().ip.rpFilter == RpFilter::Strict);
    }
};

QTEST_APPLESS_MAIN(TestCompileIpv6)
#include "tst_compile_ipv6.moc"
