// Matchers and actions of firewall rules as RouterOS spells them.
#include "agent/control/tree/live_config.h"
#include "agent/control/tree/lenient_load.h"
#include "tests/agent/control/tree/board.h"

#include <QTest>

#include <tuple>

using namespace agent::control;
using namespace agent::dataplane;

namespace {

// The one rule of filter, or of mangle or nat when `menu` says so; nothing when it is not in force.
std::optional<RuleConfig> compiled(const std::string& words, const std::string& menu = "filter", const std::string& before = {}) {
    LiveConfig live{tests::smallBoard(), false, [](auto) {}};
    std::ignore = loadLeniently(live, before + "/ip firewall " + menu + "\nadd " + words + "\n", "x.rsc");
    const FirewallConfig& f = live.compiled().config->firewall;
    const auto& rules = menu == "mangle" ? f.mangle : menu == "nat" ? f.nat : menu == "raw" ? f.raw : f.filter;
    return rules.size() == 1 ? std::optional(rules[0]) : std::nullopt;
}

bool reads(const std::string& words, const match::Any& what, bool negate = false, const std::string& before = {}) {
    const auto rule = compiled("chain=forward " + words, "filter", before);
    return rule && rule->match.more == std::vector<MoreMatch>{{what, negate}};
}

} // namespace

class CompileMatchers : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void headers() {
        QVERIFY(reads("src-mac-address=02:00:00:00:00:0A", match::SrcMac{{{2, 0, 0, 0, 0, 10}}}));
        QVERIFY(reads("src-mac-address=!02:00:00:00:00:0A", match::SrcMac{{{2, 0, 0, 0, 0, 10}}}, true));
        QVERIFY(reads("dst-address-type=local", match::AddressType{false, kAddressLocal}));
        QVERIFY(reads("src-address-type=!local,broadcast", match::AddressType{true, kAddressLocal | kAddressBroadcast}, true));
        QVERIFY(reads("ttl=less-than:5", match::Ttl{match::TtlIs::Less, 5}));
        QVERIFY(reads("dscp=46", match::Dscp{46}));
        QVERIFY(reads("packet-size=0-100", match::PacketSize{0, 100}));
        QVERIFY(reads("packet-size=!1500", match::PacketSize{1500, 1500}, true));
        QVERIFY(reads("protocol=tcp tls-host=*.example.com", match::TlsHost{"*.example.com"}));
        QVERIFY(reads("ipv4-options=router-alert", match::Ipv4Options{match::Ipv4OptionIs::RouterAlert}));
        QVERIFY(reads("protocol=tcp tcp-flags=syn tcp-mss=1301-65535", match::TcpMss{1301, 65535}));
        QVERIFY(reads("protocol=icmp icmp-options=3:4", match::IcmpOptions{3, 4, 4}));
        QVERIFY(reads("protocol=icmp icmp-options=3:0-1", match::IcmpOptions{3, 0, 1}));
        QVERIFY(reads("hotspot=!auth", match::Hotspot{false}));
        QVERIFY(reads("hotspot=from-client,!auth", match::Hotspot{true}));
        QVERIFY(reads("ipsec-policy=out,none", match::IpsecPolicy{false, false}));
    }
    void connections() {
        QVERIFY(reads("connection-bytes=1000-0", match::ConnectionBytes{1000, 0}));
        QVERIFY(reads("connection-limit=100,32", match::ConnectionLimit{100, 32}));
        QVERIFY(reads("connection-limit=!100,24", match::ConnectionLimit{100, 24}, true));
        QVERIFY(reads("connection-rate=0-100k", match::ConnectionRate{0, 100'000}));
        QVERIFY(reads("connection-type=ftp", match::ConnectionType{Helper::Ftp}));
        QVERIFY(reads("per-connection-classifier=both-addresses-and-ports:3/2", match::PerConnectionClassifier{15, 3, 2}));
    }
    void payload() {
        QVERIFY(reads("content=needle", match::Content{"needle"}));
        QVERIFY(reads("layer7-protocol=l7", match::Layer7{"l7", "^ssh"}, false, "/ip firewall layer7-protocol\nadd name=l7 regexp=\"^ssh\"\n"));
        QVERIFY(!compiled("chain=forward layer7-protocol=nowhere"));
    }
    void ratesAndChance() {
        using core::base::kSecond;
        QVERIFY(reads("limit=10,5:packet", match::Limit{{10, kSecond, 5, false}}));
        QVERIFY(reads("limit=10/1m,5", match::Limit{{10, 60 * kSecond, 5, false}}));
        QVERIFY(reads("limit=1M,5k:bit", match::Limit{{1'000'000, kSecond, 5000, true}}));
        QVERIFY(reads("dst-limit=1/1m,5,dst-address/1m40s", match::DstLimit{{1, 60 * kSecond, 5, false}, match::kPccDstAddress, 100 * kSecond}));
        QVERIFY(reads("dst-limit=32,32,src-and-dst-addresses/10s", match::DstLimit{{32, kSecond, 32, false}, 3, 10 * kSecond}));
        QVERIFY(reads("psd=21,3s,3,1", match::PortScan{21, 3 * kSecond, 3, 1}));
        QVERIFY(reads("nth=3,1", match::Nth{3, 1}));
        QVERIFY(reads("random=10", match::Random{10}));
        QVERIFY(reads("time=8h-16h,mon,fri", match::Time{8 * 3600, 16 * 3600, 1 << 1 | 1 << 5}));
        QVERIFY(reads("time=0s-1d,sun", match::Time{0, 86400, 1}));
    }
    void whatCannotBeReadIsNotInForce_data() {
        QTest::addColumn<QByteArray>("words");
        for (const char* words : {"ttl=about:5", "dscp=64", "packet-size=a-b", "ipv4-options=blue", "icmp-options=3:x", "ipsec-policy=in",
                                  "connection-limit=x", "connection-type=carrier-pigeon", "per-connection-classifier=both-addresses:0/0",
                                  "per-connection-classifier=both-addresses", "limit=0x,1", "limit=1,5:cow", "dst-limit=1,5", "psd=21,3s", "nth=0,1",
                                  "nth=3", "random=101", "time=8h-x", "src-address-type=alien", "in-bridge-port=nowhere"}) {
            QTest::addRow("%s", words) << QByteArray(words);
        }
        QTest::addRow("priority") << QByteArray("priority=3");
    }
    void whatCannotBeReadIsNotInForce() {
        QFETCH(QByteArray, words);
        QVERIFY(!compiled("chain=forward " + words.toStdString()));
    }
    void actionsThatChangeThePacket() {
        const auto change = [](const std::string& words) { return compiled("chain=forward " + words, "mangle"); };
        QVERIFY(change("action=change-mss new-mss=1300 protocol=tcp")->change.mss == std::uint16_t(1300));
        QVERIFY(!change("action=change-mss new-mss=clamp-to-pmtu protocol=tcp")->change.mss);
        QVERIFY(!change("action=change-mss new-mss=small"));
        QCOMPARE(change("action=change-dscp new-dscp=46")->change.dscp, std::uint8_t(46));
        QVERIFY(!change("action=change-dscp new-dscp=from-priority"));
        QCOMPARE(change("action=change-ttl new-ttl=set:64")->change.ttl, std::uint8_t(64));
        QVERIFY(change("action=change-ttl new-ttl=increment:1")->change.ttlChange == TtlChange::Increment);
        QVERIFY(!change("action=change-ttl new-ttl=double:1"));
        QCOMPARE(change("action=route route-dst=10.0.0.9")->change.routeDst, std::uint32_t(0x0a000009));
        QVERIFY(change("action=clear-df")->action == RuleAction::ClearDf);
        QVERIFY(change("action=strip-ipv4-options")->action == RuleAction::StripIpv4Options);
        for (const char* refused : {"action=sniff-pc", "action=sniff-tzsp", "action=set-priority new-priority=1"}) {
            QVERIFY(!change(refused));
        }
    }
    void translations() {
        const auto nat = [](const std::string& words) { return compiled(words, "nat"); };
        QVERIFY(nat("chain=dstnat action=redirect to-ports=8080 protocol=tcp")->action == RuleAction::Redirect);
        QVERIFY(nat("chain=srcnat action=netmap to-addresses=10.0.0.0/24")->toAddresses == (Ipv4Range{0x0a000000, 0x0a0000ff}));
        QVERIFY(nat("chain=srcnat action=same to-addresses=10.0.0.0/30 same-not-by-dst=yes")->sameNotByDst);
        QVERIFY(nat("chain=srcnat action=masquerade randomise-ports=yes")->randomisePorts);
        QVERIFY(!nat("chain=srcnat action=endpoint-independent-nat"));
        QVERIFY(compiled("chain=forward action=tarpit protocol=tcp")->action == RuleAction::Tarpit);
        QVERIFY(compiled("chain=forward action=reject reject-with=icmp-host-prohibited")->rejectWith == RejectWith::IcmpHostProhibited);
    }
    void servicePorts() {
        LiveConfig live{tests::smallBoard(), false, [](auto) {}};
        QVERIFY(live.compiled().config->firewall.servicePorts == ServicePorts{});
        std::ignore = loadLeniently(live, "/ip firewall service-port\nset ftp ports=21,2121\nset sip disabled=yes\n", "x.rsc");
        const ServicePorts& ports = live.compiled().config->firewall.servicePorts;
        QVERIFY(ports.ftpPorts == (std::vector<std::uint16_t>{21, 2121}));
        QVERIFY(!ports.sip);
    }
};

QTEST_APPLESS_MAIN(CompileMatchers)
#include "tst_compile_matchers.moc"
