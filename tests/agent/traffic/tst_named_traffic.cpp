// Traffic by name: who sits where around a configuration, what a test's name stands for, what a call sounds like.
#include "agent/traffic/e_model.h"
#include "agent/traffic/named_tests.h"
#include "agent/traffic/quantity.h"
#include "agent/traffic/site.h"

#include <QtTest>

using namespace agent;
using namespace agent::dataplane;
using traffic::findSite;
using traffic::FlowKind;

namespace {

std::uint32_t ip(std::string_view text) { return *traffic::parseIpv4(text); }

// A home router: ether1 outside, ether2 and ether3 in bridge1.
struct Home {
    EngineConfig config;
    static constexpr IfIndex kEther1 = 0, kBridge = 3;

    Home() {
        for (std::uint16_t i = 0; i < 3; ++i) {
            PhysicalPortConfig port;
            port.name = "ether" + std::to_string(i + 1);
            config.ports.push_back(port);
            add(port.name, InterfaceType::Ether).port = i;
        }
        add("bridge1", InterfaceType::Bridge);
        BridgeConfig bridge;
        bridge.interface = kBridge;
        config.bridges.push_back(bridge);
        for (const IfIndex member : {IfIndex(1), IfIndex(2)}) {
            BridgePortConfig port;
            port.bridge = kBridge;
            port.interface = member;
            config.bridgePorts.push_back(port);
        }
    }
    InterfaceConfig& add(const std::string& name, InterfaceType type) {
        InterfaceConfig interface;
        interface.name = name;
        interface.type = type;
        config.interfaces.push_back(interface);
        return config.interfaces.back();
    }
    void address(IfIndex interface, std::string_view text, std::uint8_t length) {
        AddressConfig a;
        a.interface = interface;
        a.address = ip(text);
        a.length = length;
        config.addresses.push_back(a);
    }
    void defaultRoute(std::string_view gateway) {
        RouteConfig route;
        route.gateway = ip(gateway);
        config.routes.push_back(route);
    }
};

} // namespace

class TestNamedTraffic : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hostsSitWhereTheDefaultRouteLeadsAndBehindTheBridge() {
        Home home;
        home.address(Home::kBridge, "192.168.1.1", 24);
        home.address(Home::kEther1, "198.51.100.2", 30);
        home.defaultRoute("198.51.100.1");
        const auto site = findSite(home.config, {});
        QVERIFY2(site.has_value(), site ? "" : site.error().text.c_str());
        QCOMPARE(site->to.host(0).address, ip("198.51.100.1"));
        QCOMPARE(site->to.host(0).gateway, 0u);
        QCOMPARE(QString::fromStdString(site->to.port), QStringLiteral("ether1"));
        QCOMPARE(QString::fromStdString(site->from.port), QStringLiteral("ether2"));
        QCOMPARE(site->from.host(0).address, ip("192.168.1.10"));
        QCOMPARE(site->from.host(1).address, ip("192.168.1.11"));
        QCOMPARE(site->from.host(0).gateway, ip("192.168.1.1"));
        QVERIFY(site->assumed.empty());
    }

    void whatTheExportDoesNotSayIsMadeUpAndSaid() {
        Home home;
        traffic::SiteRequest request;
        request.dhcpClients = {Home::kEther1};
        const auto site = findSite(home.config, request);
        QVERIFY2(site.has_value(), site ? "" : site.error().text.c_str());
        QCOMPARE(site->addresses.size(), std::size_t{2}); // neither side has one
        QCOMPARE(site->routes.size(), std::size_t{1});
        QCOMPARE(site->assumed.size(), std::size_t{3});
        const EngineConfig whole = site->completed(home.config);
        QCOMPARE(whole.addresses.size(), std::size_t{2});
        QCOMPARE(whole.routes[0].gateway.value(), site->to.host(0).address);
    }

    void twoNetworksWithoutNumbersGetDifferentOnes() {
        Home home;
        const auto site = findSite(home.config, {"bridge1", "ether1", {}, {}}); // nothing says that ether1 leads outside
        QVERIFY2(site.has_value(), site ? "" : site.error().text.c_str());
        QCOMPARE(site->addresses.size(), std::size_t{2});
        QVERIFY(site->addresses[0].address >> 8 != site->addresses[1].address >> 8);
    }

    void vlansOfOneTrunkHaveTheirTags() {
        Home home;
        for (const std::uint16_t id : {std::uint16_t{20}, std::uint16_t{30}}) {
            InterfaceConfig& vlan = home.add("vlan" + std::to_string(id), InterfaceType::Vlan);
            vlan.parent = 1; // ether2
            vlan.vlanId = id;
        }
        home.address(4, "10.0.20.1", 24);
        home.address(5, "10.0.30.1", 24);
        const auto site = findSite(home.config, {"vlan20", "vlan30", {}, {}});
        QVERIFY2(site.has_value(), site ? "" : site.error().text.c_str());
        QCOMPARE(site->from.host(0).vlan, std::uint16_t{20});
        QCOMPARE(site->to.host(0).vlan, std::uint16_t{30});
        QCOMPARE(QString::fromStdString(site->to.port), QStringLiteral("ether2"));
    }

    void aNameThatIsNothingIsNamedWithWhatThereIs() {
        const auto site = findSite(Home().config, {"office", "WAN", {}, {}});
        QVERIFY(!site.has_value());
        QVERIFY2(site.error().text.find("office") != std::string::npos && site.error().text.find("bridge1") != std::string::npos, site.error().text.c_str());
    }

    void namesOfTestsBecomeFlows() {
        Home home;
        const auto site = findSite(home.config, {"bridge1", "ether1", {}, {}});
        QVERIFY(site.has_value());
        traffic::TestsRequest request;
        request.lineBps = 1'000'000'000;
        request.tests = {"tcp_8up", "tcp_ndown=3", "rrul", "udp_nup=4", "imix", "voip=2", "web=5"};
        const auto made = makeTests(*site, request);
        QVERIFY2(made.has_value(), made ? "" : made.error().text.c_str());
        const auto& flows = made->flows;
        QCOMPARE(flows.size(), std::size_t{1 + 1 + 8 + 1 + 1 + 1 + 1 + 1}); // and a ping
        QCOMPARE(flows[0].streams, 8u);
        QCOMPARE(flows[0].direction, traffic::Direction::Upload);
        QCOMPARE(flows[1].streams, 3u);
        QCOMPARE(flows[5].dscp, std::uint8_t{46}); // rrul's fourth class
        QCOMPARE(flows.back().kind, FlowKind::Ping);
        request.tests = {"tcp_sideways"};
        const auto unknown = makeTests(*site, request);
        QVERIFY(!unknown.has_value());
        QVERIFY(unknown.error().text.find("tcp_sideways") != std::string::npos);
    }

    void aRateIsOfWholeFramesAndFullSpeedFillsTheLine() {
        Home home;
        const auto site = findSite(home.config, {"bridge1", "ether1", {}, {}});
        traffic::TestsRequest request;
        request.lineBps = 1'000'000'000;
        request.tests = {"udp"};
        request.packetSize = 64;
        const double filled = makeTests(*site, request)->flows[0].rateBps; // 18 octets of payload in 84 of line
        QVERIFY2(std::abs(filled - 1e9 * 18 / 84) < 1, qPrintable(QString::number(filled)));
        request.rateBps = 64e6;
        QVERIFY(std::abs(makeTests(*site, request)->flows[0].rateBps - 18e6) < 1);
    }

    void aCallIsGoodWithoutDelayAndLossAndBadWithThem() {
        using traffic::callQuality;
        QVERIFY(std::abs(callQuality(0, 0) - 4.41) < 0.01);     // R 93.2
        QVERIFY(std::abs(callQuality(150, 0) - 4.33) < 0.02);   // R 89.6
        QVERIFY(callQuality(400, 0) < 3.2);                      // R 59
        QVERIFY(callQuality(50, 0.05) < 3.9 && callQuality(50, 0.05) > 3.4);
        QCOMPARE(callQuality(2000, 0.5), 1.0);
    }
};

QTEST_APPLESS_MAIN(TestNamedTraffic)
#include "tst_named_traffic.moc"
