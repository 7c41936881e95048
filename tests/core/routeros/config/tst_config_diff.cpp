// Differences of configurations: what counts as one, and how it is said.
#include "core/routeros/config/diff.h"
#include "core/routeros/config/load.h"

#include <QTest>

#include <utility>

using namespace core::routeros::config;

namespace {

ConfigDiff between(std::string_view from, std::string_view to) { return diff(loadConfig(from).tree, loadConfig(to).tree); }

std::string said(std::string_view from, std::string_view to) { return describe(between(from, to)); }

std::string filter(std::initializer_list<std::string_view> chains) {
    std::string out = "/ip firewall filter\n";
    for (const std::string_view chain : chains) {
        out += "add chain=" + std::string(chain) + " action=drop\n";
    }
    return out;
}

} // namespace

class TestConfigDiff : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatMeansTheSameIsNoDifference() {
        QVERIFY(between("/ip firewall filter add chain=a disabled=no", "/ip firewall filter add action=accept chain=a").empty());
        QVERIFY(between("/queue tree add name=q parent=global max-limit=10M", "/queue/tree/add parent=global name=q max-limit=10000000").empty());
        QVERIFY(between("/interface vlan\nadd name=a vlan-id=1 interface=b\nadd name=c vlan-id=2 interface=b", "/interface vlan\nadd name=c vlan-id=2 interface=b\nadd name=a vlan-id=1 interface=b").empty());
        QVERIFY(between("/ip settings set ip-forward=yes", "").empty());
        QVERIFY(between("/interface ethernet set [ find default-name=ether1 ] name=ether1", "").empty());
        QVERIFY(between("/ip route add gateway=10.0.0.1 routing-mark=x", "/ip route add gateway=10.0.0.1 routing-table=x").empty());
    }

    void aMoveIsOneMove() {
        QCOMPARE(said(filter({"a", "b", "c", "d"}), filter({"d", "a", "b", "c"})), std::string("/ip firewall filter move 3 destination=0\n"));
        QCOMPARE(said(filter({"a", "b", "c", "d"}), filter({"b", "c", "d", "a"})), std::string("/ip firewall filter move 0\n"));
        QCOMPARE(said(filter({"a", "b"}), filter({"a", "x", "b"})), std::string("/ip firewall filter add action=drop chain=x place-before=1\n"));
        QCOMPARE(said(filter({"a", "b", "c"}), filter({"c"})), std::string("/ip firewall filter remove 0\n/ip firewall filter remove 1\n"));
    }

    void aChangedRuleIsSet() {
        QCOMPARE(said("/ip firewall filter add chain=a action=drop comment=x", "/ip firewall filter add chain=a action=drop comment=x disabled=yes"),
                 std::string("/ip firewall filter set 0 disabled=yes\n"));
        QCOMPARE(said("/ip firewall filter add chain=a action=drop comment=x src-port=1", "/ip firewall filter add chain=a action=drop comment=x"),
                 std::string("/ip firewall filter set 0 !src-port\n"));
        QCOMPARE(said("/queue tree add name=q parent=global max-limit=1M", "/queue tree add name=q parent=global"), std::string("/queue tree set [ find name=q ] max-limit=0\n"));
        QCOMPARE(said("/ip settings set rp-filter=loose", ""), std::string("/ip settings set rp-filter=no\n"));
        QCOMPARE(said("", "/interface ethernet set [ find default-name=ether2 ] mtu=9000"), std::string("/interface ethernet set [ find default-name=ether2 ] mtu=9000\n"));
    }

    void whatIsNamedIsThereFirst() {
        const std::string text = said("", "/ip address add address=10.0.0.1/24 interface=br\n/interface bridge port add bridge=br interface=ether1\n/interface bridge add name=br\n");
        QVERIFY(text.find("/interface bridge add") < text.find("/interface bridge port add"));
        QVERIFY(text.find("/interface bridge port add") < text.find("/ip address add"));
        const std::string back = said("/interface bridge port add bridge=br interface=ether1\n/interface bridge add name=br\n", "");
        QVERIFY(back.find("/interface bridge port remove") < back.find("/interface bridge remove"));
    }

    void requestsNameItemsByTheirIds() {
        const ConfigTree from = loadConfig(filter({"a", "b", "c"})).tree;
        const auto requests = toRequests(diff(from, loadConfig(filter({"c", "a", "x"})).tree));
        const auto items = from.items("/ip/firewall/filter");
        QCOMPARE(requests.size(), std::size_t(3));
        QCOMPARE(requests[0].verb, std::string("remove"));
        QCOMPARE(std::string(*requests[0].argument(".id")), formatId(items[1]->id));
        QCOMPARE(requests[1].verb, std::string("move"));
        QCOMPARE(std::string(*requests[1].argument("numbers")), formatId(items[2]->id));
        QCOMPARE(std::string(*requests[1].argument("destination")), formatId(items[0]->id));
        QCOMPARE(requests[2].verb, std::string("add"));
        QVERIFY(!requests[2].argument("place-before"));
    }

    void keptStatementsAreCompared() {
        QVERIFY(between(":put 1\n", ":put 1\n").empty());
        QCOMPARE(said("", ":put 1\n"), std::string(":put 1\n"));
        QCOMPARE(said(":put 1\n", ""), std::string("# no longer: :put 1\n"));
    }

    void aDifferenceFitsOnlyWhereItWasMade() {
        ConfigTree other = loadConfig(filter({"z"})).tree;
        const auto done = applyDiff(other, between(filter({"a", "b", "c"}), filter({"b"})));
        QVERIFY(!done);
        QCOMPARE(other.items("/ip/firewall/filter").size(), std::size_t(1));
    }

    void fiveHundredShuffledRulesMoveAsLittleAsPossible() {
        std::string from = "/ip firewall filter\n", to = "/ip firewall filter\n";
        for (int i = 0; i < 500; ++i) {
            from += "add chain=c" + std::to_string(i) + "\n";
            to += "add chain=c" + std::to_string(i % 2 == 0 ? i : (i + 100) % 500) + "\n"; // every other one 100 places further
        }
        const ConfigDiff changes = between(from, to);
        QVERIFY(changes.entries.size() <= 250);
        ConfigTree tree = loadConfig(from).tree;
        QVERIFY(applyDiff(tree, changes));
        QVERIFY(diff(tree, loadConfig(to).tree).empty());
    }
};

QTEST_APPLESS_MAIN(TestConfigDiff)
#include "tst_config_diff.moc"
