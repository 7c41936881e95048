#include "agent/dataplane/fib/hw_route_table.h"
#include "agent/dataplane/fib/routing_table.h"
#include "tests/agent/dataplane/support/packet_builder.h"

#include <QTest>

#include <map>
#include <random>

using namespace agent::dataplane;
using agent::dataplane::test::ip;

namespace {

// Interface 0 has 10.0.0.1/24, interface 1 has 192.0.2.1/24.
struct Lab {
    EngineConfig config;
    RoutingTable table;
    Lab() {
        config.interfaces.resize(2);
        config.addresses = {{1, 0, ip("10.0.0.1"), 24}, {2, 1, ip("192.0.2.1"), 24}};
    }
    RouteConfig& route(std::string_view destination, std::uint8_t length, std::string_view gateway = {}) {
        RouteConfig r;
        r.uid = static_cast<std::uint32_t>(10 + config.routes.size());
        r.destination = {ip(destination), length};
        if (!gateway.empty()) {
            r.gateway = ip(gateway);
        }
        config.routes.push_back(r);
        return config.routes.back();
    }
    NextHop of(std::string_view address, MarkId mark = 0) {
        table.build(config);
        return table.lookup(ip(address), mark);
    }
    bool active(std::uint32_t uid) {
        for (const ResolvedRoute& r : table.routes()) {
            if (r.uid == uid) {
                return r.active;
            }
        }
        return false;
    }
};

} // namespace

class RoutingTableTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void addressesMakeLocalConnectedAndBroadcast() {
        Lab lab;
        QCOMPARE(lab.of("10.0.0.1").kind, NextHopKind::Local);
        QCOMPARE(lab.of("10.0.0.255").kind, NextHopKind::Broadcast);
        QCOMPARE(lab.of("10.0.0.7").kind, NextHopKind::Connected);
        QCOMPARE(lab.of("10.0.0.7").neighbour(ip("10.0.0.7")), ip("10.0.0.7"));
        QCOMPARE(lab.of("10.0.0.7").source, ip("10.0.0.1"));
        QCOMPARE(lab.of("8.8.8.8").kind, NextHopKind::None);
    }
    void aPointToPointPrefixHasNoBroadcast() { // RFC 3021
        Lab lab;
        lab.config.addresses[0] = {1, 0, ip("10.0.0.0"), 31};
        QCOMPARE(lab.of("10.0.0.1").kind, NextHopKind::Connected);
        QCOMPARE(lab.of("10.0.0.0").kind, NextHopKind::Local);
    }
    void aGatewayIsResolvedToItsInterface() {
        Lab lab;
        lab.route("0.0.0.0", 0, "192.0.2.254");
        const NextHop hop = lab.of("8.8.8.8");
        QCOMPARE(hop.kind, NextHopKind::Gateway);
        QCOMPARE(hop.interface, IfIndex{1});
        QCOMPARE(hop.neighbour(ip("8.8.8.8")), ip("192.0.2.254"));
        QCOMPARE(hop.source, ip("192.0.2.1"));
    }
    void anUnreachableGatewayLeavesTheRouteInactive() {
        Lab lab;
        lab.route("0.0.0.0", 0, "172.16.0.1");
        QCOMPARE(lab.of("8.8.8.8").kind, NextHopKind::None);
        QVERIFY(!lab.active(10));
    }
    void theSmallerDistanceIsActive() {
        Lab lab;
        lab.route("0.0.0.0", 0, "192.0.2.254").distance = 2;
        lab.route("0.0.0.0", 0, "10.0.0.254").distance = 1;
        QCOMPARE(lab.of("8.8.8.8").gateway, ip("10.0.0.254"));
        QVERIFY(!lab.active(10) && lab.active(11));
        lab.config.interfaces[0].enabled = false;
        QCOMPARE(lab.of("8.8.8.8").gateway, ip("192.0.2.254"));
    }
    void gatewaysMayBeReachedThroughOtherGateways() {
        Lab lab;
        lab.route("172.16.0.0", 16, "10.0.0.254");
        lab.route("8.8.8.0", 24, "172.16.5.5");
        QCOMPARE(lab.of("8.8.8.8").gateway, ip("10.0.0.254"));
    }
    void gatewaysInACircleAreInactive() {
        Lab lab;
        lab.route("172.16.0.0", 16, "172.17.0.1");
        lab.route("172.17.0.0", 16, "172.16.0.1");
        QCOMPARE(lab.of("172.16.1.1").kind, NextHopKind::None);
    }
    void aDefaultRouteMakesNoGatewayReachable() {
        Lab lab;
        lab.route("0.0.0.0", 0, "192.0.2.254");
        lab.route("8.8.8.0", 24, "172.16.0.1");
        QCOMPARE(lab.of("8.8.8.8").gateway, ip("192.0.2.254"));
    }
    void anInterfaceAsGatewayAsksForTheDestinationItself() {
        Lab lab;
        lab.route("172.16.0.0", 16).gatewayInterface = 1;
        const NextHop hop = lab.of("172.16.0.9");
        QCOMPARE(hop.kind, NextHopKind::Connected);
        QCOMPARE(hop.interface, IfIndex{1});
    }
    void specialRoutesNeedNoGateway() {
        Lab lab;
        lab.route("172.16.0.0", 16).kind = RouteKind::Blackhole;
        lab.route("172.17.0.0", 16).kind = RouteKind::Unreachable;
        lab.route("172.18.0.0", 16).kind = RouteKind::Prohibit;
        QCOMPARE(lab.of("172.16.0.1").kind, NextHopKind::Blackhole);
        QCOMPARE(lab.of("172.17.0.1").kind, NextHopKind::Unreachable);
        QCOMPARE(lab.of("172.18.0.1").kind, NextHopKind::Prohibit);
    }
    void anOwnAddressWinsOverAHostRoute() {
        Lab lab;
        lab.route("10.0.0.1", 32, "192.0.2.254");
        QCOMPARE(lab.of("10.0.0.1").kind, NextHopKind::Local);
    }
    void aMarkedTableIsAskedFirstAndFallsBackToMain() {
        Lab lab;
        lab.route("0.0.0.0", 0, "192.0.2.254");
        lab.route("8.8.8.0", 24, "10.0.0.254").table = 3;
        QCOMPARE(lab.of("8.8.8.8", 3).gateway, ip("10.0.0.254"));
        QCOMPARE(lab.of("8.8.8.8").gateway, ip("192.0.2.254"));
        QCOMPARE(lab.of("9.9.9.9", 3).gateway, ip("192.0.2.254"));
        QCOMPARE(lab.of("10.0.0.1", 3).kind, NextHopKind::Local);
    }
    void aFullTableIsFoundAgainRouteByRoute() { // scattered /16…/24 over 600 gateways, some of them behind other routes
        Lab lab;
        lab.config.addresses.push_back({3, 1, ip("100.64.0.1"), 16});
        std::mt19937 random(5);
        std::map<std::pair<std::uint8_t, std::uint32_t>, std::uint32_t> gatewayOf;
        for (std::uint32_t i = 0; i < 100'000; ++i) {
            RouteConfig r;
            r.uid = 100 + i;
            r.destination = {static_cast<std::uint32_t>(random()), static_cast<std::uint8_t>(24 - random() % 3 * (random() % 5))};
            r.destination.address = (r.destination.address & r.destination.mask() & 0x3fffffff) | 0x80000000;
            r.gateway = ip("100.64.1.0") + static_cast<std::uint32_t>(random() % 600);
            if (gatewayOf.try_emplace({r.destination.length, r.destination.address}, *r.gateway).second) { // equals would share the traffic
                lab.config.routes.push_back(r);
            }
        }
        lab.table.build(lab.config);
        std::size_t active = 0;
        for (const ResolvedRoute& route : lab.table.routes()) {
            active += route.active && !route.connected ? 1u : 0u;
        }
        QCOMPARE(active, gatewayOf.size());
        for (int i = 0; i < 100'000; ++i) {
            const std::uint32_t address = (static_cast<std::uint32_t>(random()) & 0x3fffffff) | 0x80000000;
            std::uint32_t expected = 0;
            for (std::uint8_t length = 24; expected == 0 && length >= 16; --length) {
                const auto found = gatewayOf.find({length, address & Ipv4Prefix{0, length}.mask()});
                expected = found == gatewayOf.end() ? 0 : found->second;
            }
            QCOMPARE(lab.table.lookup(address).gateway, expected);
        }
    }
    void routesBeyondTheMostNextHopsAreInactiveAndCounted() {
        Lab lab;
        lab.config.addresses[1] = {2, 1, ip("192.0.0.1"), 8};
        for (std::uint32_t i = 0; i < 33'000; ++i) { // each with a gateway of its own
            lab.route("0.0.0.0", 32, "192.1.0.0");
            lab.config.routes.back().destination.address = 0x50000000 + i;
            lab.config.routes.back().gateway = ip("192.1.0.0") + i;
        }
        lab.table.build(lab.config);
        QVERIFY(lab.table.leftOut() > 200);
        std::size_t inactive = 0;
        for (const ResolvedRoute& route : lab.table.routes()) {
            inactive += route.active ? 0u : 1u;
            QVERIFY(!route.active || route.connected || lab.table.lookup(route.destination.address).gateway == *route.gateway);
        }
        QCOMPARE(inactive, lab.table.leftOut());
    }
    void theNearerOfTwoEqualRoutesLeadsToAGateway() {
        Lab lab;
        lab.route("172.16.0.0", 16, "192.0.2.254").distance = 5;
        lab.route("172.16.0.0", 16, "10.0.0.254").distance = 1;
        lab.route("8.8.8.0", 24, "172.16.5.5");
        QCOMPARE(lab.of("8.8.8.8").gateway, ip("10.0.0.254"));
    }
    void hardwareTakesTheLongestThatFit() {
        Lab lab;
        lab.route("0.0.0.0", 0, "192.0.2.254");
        lab.route("172.16.0.0", 16, "192.0.2.254");
        lab.route("172.16.1.0", 24, "10.0.0.254");
        lab.table.build(lab.config);
        HwRouteTable hardware;
        hardware.build(lab.table, 4); // both connected, the /24 and the /16
        QCOMPARE(hardware.size(), std::size_t{4});
        QCOMPARE(hardware.lookup(ip("172.16.1.1"))->gateway, ip("10.0.0.254"));
        QCOMPARE(hardware.lookup(ip("172.16.2.1"))->gateway, ip("192.0.2.254"));
        QVERIFY(hardware.lookup(ip("8.8.8.8")) == nullptr);
        QVERIFY(hardware.lookup(ip("10.0.0.1")) == nullptr); // the router itself
    }
    void hardwareLeavesSuppressedRoutesToTheCpu() {
        Lab lab;
        lab.route("0.0.0.0", 0, "192.0.2.254");
        lab.route("172.16.0.0", 16, "192.0.2.254").suppressHwOffload = true;
        lab.table.build(lab.config);
        HwRouteTable hardware;
        hardware.build(lab.table, 100);
        QVERIFY(hardware.lookup(ip("172.16.2.1")) == nullptr);
        QVERIFY(hardware.lookup(ip("8.8.8.8")) != nullptr);
    }
    void routesOfOneDistanceShareTheirDestination() {
        Lab lab;
        lab.route("0.0.0.0", 0, "192.0.2.254");
        lab.route("0.0.0.0", 0, "192.0.2.253");
        lab.route("0.0.0.0", 0, "192.0.2.253"); // twice: twice the flows
        lab.route("0.0.0.0", 0, "192.0.2.252").distance = 2;
        lab.table.build(lab.config);
        const std::uint16_t number = lab.table.hopOf(ip("8.8.8.8"));
        QCOMPARE(lab.table.hop(number).ways, std::uint16_t{3});
        int heavy = 0;
        for (std::uint32_t flow = 0; flow < 300; ++flow) {
            heavy += lab.table.pick(number, flow).gateway == ip("192.0.2.253") ? 1 : 0;
        }
        QCOMPARE(heavy, 200);
        QVERIFY(lab.active(10) && lab.active(11) && lab.active(12));
        QVERIFY(!lab.active(13));
    }
    void aBlackholeSharesWithNobody() {
        Lab lab;
        lab.route("172.16.0.0", 12, "192.0.2.254");
        lab.route("172.16.0.0", 12).kind = RouteKind::Blackhole;
        QCOMPARE(lab.of("172.16.0.1").ways, std::uint16_t{1});
        QVERIFY(lab.active(10) && !lab.active(11));
    }
    void aVrfKnowsOnlyItsOwn() {
        Lab lab;
        lab.config.vrfs = {{50, 7, {1}}};
        lab.route("0.0.0.0", 0, "192.0.2.254").table = 7;
        QCOMPARE(lab.of("192.0.2.9").kind, NextHopKind::None);
        QCOMPARE(lab.of("192.0.2.9", 7).kind, NextHopKind::Connected);
        QCOMPARE(lab.of("192.0.2.1", 7).kind, NextHopKind::Local);
        QCOMPARE(lab.of("8.8.8.8", 7).gateway, ip("192.0.2.254"));
        QCOMPARE(lab.of("10.0.0.1", 7).gateway, ip("192.0.2.254")); // not local there
        QCOMPARE(lab.table.vrfOf(1), MarkId{7});
    }
    void thePreferredSourceIsWhatOwnPacketsLeaveWith() {
        Lab lab;
        lab.route("172.16.0.0", 12, "192.0.2.254").preferredSource = ip("10.0.0.1");
        QCOMPARE(lab.of("172.16.0.1").source, ip("10.0.0.1"));
    }
    void theChipHoldsEqualWaysAndSaysWhatDidNotFit() {
        Lab lab;
        lab.route("172.16.0.0", 12, "192.0.2.254");
        lab.route("172.16.0.0", 12, "192.0.2.253");
        lab.route("172.16.5.0", 24, "192.0.2.254");
        lab.table.build(lab.config);
        HwRouteTable hardware;
        hardware.build(lab.table, 100);
        QCOMPARE(hardware.lookup(ip("172.16.0.1"), 0)->gateway, ip("192.0.2.254"));
        QCOMPARE(hardware.lookup(ip("172.16.0.1"), 1)->gateway, ip("192.0.2.253"));
        QCOMPARE(hardware.size(), std::size_t{4});
        QCOMPARE(hardware.shortestPrefix(), std::uint8_t{0});
        hardware.build(lab.table, 3); // three /24 before the /12
        QCOMPARE(hardware.lookup(ip("172.16.0.1"), 0), nullptr);
        QCOMPARE(hardware.wanted(), std::size_t{4});
        QCOMPARE(hardware.shortestPrefix(), std::uint8_t{13});
    }
};

QTEST_APPLESS_MAIN(RoutingTableTest)
#include "tst_routing_table.moc"
