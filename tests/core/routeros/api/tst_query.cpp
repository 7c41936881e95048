// Query words of print.
#include "core/routeros/api/query.h"

#include <QTest>

using core::model::Row;
using core::routeros::api::Query;

namespace {

bool takes(const std::vector<std::string>& words, const Row& row) {
    const auto query = Query::parse(words);
    return query.has_value() && query->matches(row);
}

const Row kEther{{".id", "*1"}, {"name", "ether1"}, {"type", "ether"}, {"mtu", "1500"}, {"disabled", "false"}, {"comment", ""}};
const Row kVlan{{".id", "*2"}, {"name", "vlan10"}, {"type", "vlan"}, {"mtu", "900"}, {"disabled", "true"}};

} // namespace

class TestQuery : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void noWordsTakeEverything() { QVERIFY(takes({}, kEther)); }

    void equalityAndPresence() {
        QVERIFY(takes({"name=ether1"}, kEther));
        QVERIFY(takes({"=name=ether1"}, kEther));
        QVERIFY(!takes({"name=ether2"}, kEther));
        QVERIFY(takes({"comment"}, kEther));
        QVERIFY(!takes({"comment"}, kVlan));
        QVERIFY(takes({"-comment"}, kVlan));
        QVERIFY(takes({"-comment="}, kVlan)); // as npm's routeros-client writes it
        QVERIFY(!takes({"-comment="}, kEther));
        QVERIFY(takes({"comment="}, kEther));
        QVERIFY(!takes({"comment="}, kVlan));
        QVERIFY(!takes({">comment="}, kEther)); // non-empty comment
    }

    void severalWordsMeanAnd() {
        QVERIFY(takes({"type=ether", "name=ether1"}, kEther));
        QVERIFY(!takes({"type=ether", "name=vlan10"}, kEther));
    }

    void etherOrVlan() {
        const std::vector<std::string> words{"type=ether", "type=vlan", "#|"};
        QVERIFY(takes(words, kEther));
        QVERIFY(takes(words, kVlan));
        QVERIFY(!takes(words, Row{{"type", "bridge"}}));
    }

    void neitherNor() {
        const std::vector<std::string> words{"type=ether", "type=vlan", "#|!"};
        QVERIFY(!takes(words, kEther));
        QVERIFY(takes(words, Row{{"type", "bridge"}}));
    }

    void notBoth() {
        const std::vector<std::string> words{">distance=1", "gateway=172.16.1.1", "#&!"};
        QVERIFY(!takes(words, Row{{"distance", "5"}, {"gateway", "172.16.1.1"}}));
        QVERIFY(takes(words, Row{{"distance", "1"}, {"gateway", "172.16.1.1"}}));
    }

    void numbersAndAddressesCompareByValue() {
        QVERIFY(takes({">mtu=900"}, kEther)); // as text "1500" would be less
        QVERIFY(!takes({"<mtu=900"}, kVlan));
        QVERIFY(takes({"<address=10.0.0.10"}, Row{{"address", "10.0.0.9"}}));
        QVERIFY(takes({">address=9.255.0.0/16"}, Row{{"address", "10.0.0.0/8"}}));
        QVERIFY(takes({"<name=b"}, Row{{"name", "a"}}));
    }

    void booleansMatchInBothSpellings() {
        QVERIFY(takes({"disabled=no"}, kEther));
        QVERIFY(takes({"disabled=false"}, kEther));
        QVERIFY(takes({"disabled=yes"}, kVlan));
    }

    void indexAtTheEndReplacesTheStack() {
        QVERIFY(takes({"name=nothing", "type=ether", "#0"}, kEther));
        QVERIFY(!takes({"name=nothing", "type=ether", "#1"}, kEther));
    }

    void indexInTheMiddleCopies() {
        QVERIFY(!takes({"name=nothing", "type=ether", "#1.|"}, kEther)); // the copied false is or-ed away, the first stays
        QVERIFY(takes({"type=ether", "#.&"}, kEther));                  // duplicate, and with itself
        QVERIFY(takes({"type=ether", "#9!!"}, kEther));                 // below the bottom there is only true
    }

    void rubbishIsRefused() {
        QVERIFY(!Query::parse({"#x"}).has_value());
        QVERIFY(!Query::parse({""}).has_value());
        QVERIFY(!Query::parse({"<name"}).has_value());
        QVERIFY(!Query::parse({"#99999999999999999999999"}).has_value());
    }

    void propertiesAreListed() {
        QCOMPARE(Query::parse({"type=ether", "-comment", "#|"})->properties(), (std::vector<std::string>{"type", "comment"}));
    }
};

QTEST_APPLESS_MAIN(TestQuery)
#include "tst_query.moc"
