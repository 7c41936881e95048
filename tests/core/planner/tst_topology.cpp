#include "core/planner/topology.h"

#include <QTest>

using core::model::Row;
using core::planner::lanInterfaces;
using core::planner::RouterFacts;
using core::planner::wanInterface;

namespace {

Row interface(std::string name, std::string type) {
    return {{"name", std::move(name)}, {"type", std::move(type)}};
}
Row address(std::string prefix, std::string on) {
    return {{"address", std::move(prefix)}, {"interface", std::move(on)}};
}

} // namespace

class TestTopology : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void routerOs7NamesTheInterfaceInImmediateGw() {
        facts_.routes = {{{"dst-address", "0.0.0.0/0"}, {"gateway", "203.0.113.1"}, {"immediate-gw", "203.0.113.1%ether1"}}};
        QCOMPARE(wanInterface(facts_).value(), std::string("ether1"));
    }

    void routerOs6NamesItInGatewayStatus() {
        facts_.routes = {{{"dst-address", "0.0.0.0/0"}, {"gateway", "192.0.2.1"}, {"gateway-status", "192.0.2.1 reachable via  lte1"}}};
        QCOMPARE(wanInterface(facts_).value(), std::string("lte1"));
    }

    void aGatewayMayBeAnInterface() {
        facts_.interfaces = {interface("pppoe-out1", "pppoe-out")};
        facts_.routes = {{{"dst-address", "0.0.0.0/0"}, {"gateway", "pppoe-out1"}}};
        QCOMPARE(wanInterface(facts_).value(), std::string("pppoe-out1"));
    }

    void elseTheGatewayIsLookedForInTheAddresses() {
        facts_.addresses = {address("192.168.88.1/24", "bridge"), address("203.0.113.2/24", "ether1")};
        facts_.routes = {{{"dst-address", "0.0.0.0/0"}, {"gateway", "203.0.113.1"}}};
        QCOMPARE(wanInterface(facts_).value(), std::string("ether1"));
    }

    void theNearestActiveDefaultRouteWins() {
        facts_.routes = {{{"dst-address", "0.0.0.0/0"}, {"gateway", "1.1.1.1%lte1"}, {"distance", "10"}, {"active", "true"}},
                         {{"dst-address", "0.0.0.0/0"}, {"gateway", "2.2.2.2%ether1"}, {"distance", "1"}, {"active", "false"}},
                         {{"dst-address", "0.0.0.0/0"}, {"gateway", "3.3.3.3%ether2"}, {"distance", "2"}, {"active", "true"}},
                         {{"dst-address", "10.0.0.0/8"}, {"gateway", "4.4.4.4%ether3"}, {"distance", "1"}, {"active", "true"}}};
        QCOMPARE(wanInterface(facts_).value(), std::string("ether2"));
    }

    void noDefaultRouteMeansNoWan() {
        facts_.routes = {{{"dst-address", "10.0.0.0/8"}, {"gateway", "4.4.4.4%ether3"}}};
        QVERIFY(!wanInterface(facts_));
    }

    void brokenAddressesAreNotMatched() {
        facts_.routes = {{{"dst-address", "0.0.0.0/0"}, {"gateway", "203.0.113"}}};
        facts_.addresses = {address("300.0.113.2/24", "ether1"), address("203.0.113.2/33", "ether1"), address("", "ether1")};
        QVERIFY(!wanInterface(facts_));
    }

    void bridgesWithAddressesAreTheLan() {
        facts_.interfaces = {interface("ether1", "ether"), interface("ether9", "ether"), interface("bridge", "bridge"),
                             interface("empty", "bridge")};
        facts_.addresses = {address("192.168.88.1/24", "bridge"), address("10.0.0.1/24", "ether9")};
        QCOMPARE(lanInterfaces(facts_), std::vector<std::string>{"bridge"});
    }

    void withoutABridgePrivateVlansAreTheLan() {
        facts_.interfaces = {interface("ether1", "ether"), interface("vlan10", "vlan"), interface("vlan100", "vlan"),
                             interface("wg", "wg")};
        facts_.addresses = {address("203.0.113.2/24", "ether1"), address("10.1.10.1/24", "vlan10"), address("172.31.0.1/24", "vlan100"),
                            address("10.9.9.1/24", "wg")};
        QCOMPARE(lanInterfaces(facts_), (std::vector<std::string>{"vlan10", "vlan100"}));
    }

    void theWanIsNeverTheLan() {
        facts_.interfaces = {interface("ether1", "ether"), interface("ether2", "ether")};
        facts_.addresses = {address("10.0.0.2/24", "ether1"), address("192.168.1.1/24", "ether2")};
        facts_.routes = {{{"dst-address", "0.0.0.0/0"}, {"gateway", "10.0.0.1"}}};
        QCOMPARE(lanInterfaces(facts_), std::vector<std::string>{"ether2"});
    }

    void init() { facts_ = {}; }

private:
    RouterFacts facts_;
};

QTEST_APPLESS_MAIN(TestTopology)
#include "tst_topology.moc"
