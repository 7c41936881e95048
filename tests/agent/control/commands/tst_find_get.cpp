// find, get, comment, reset-counters, kept menus: what every front door's scripts and clients use beside print and set.
#include "agent/control/tree/lenient_load.h"
#include "tests/agent/control/commands/console.h"

#include <QTest>

using core::routeros::api::Sentence;
using tests::Console;

namespace {

std::string last(const Console::Sentences& answer) { return answer.back().back(); }
std::string message(const Console::Sentences& answer) {
    return answer.front().back().starts_with("=message=") ? answer.front().back().substr(9) : answer.front().front();
}

} // namespace

class TestFindGet : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void findGivesIdsByQueryOrByValue() {
        Console console;
        console.load("/ip firewall filter\nadd chain=input comment=a\nadd chain=forward comment=b disabled=yes\nadd chain=input comment=c");
        const auto items = console.live.tree().items("/ip/firewall/filter");
        const auto id = [&](std::size_t i) { return agent::control::formatId(items[i]->id); };
        QCOMPARE(last(console.ask("/ip/firewall/filter", "find", {}, {"chain=input"})), "=ret=" + id(0) + "," + id(2));
        QCOMPARE(last(console.ask("/ip/firewall/filter", "find", {{"disabled", "yes"}})), "=ret=" + id(1));
        QCOMPARE(last(console.ask("/ip/firewall/filter", "find", {{"chain", "none"}})), std::string("=ret="));
        QCOMPARE(message(console.ask("/ip/settings", "find")), std::string("no such command or directory (find)"));
    }

    void getGivesOneValueOrAll() {
        Console console;
        console.load("/interface bridge add name=b");
        QCOMPARE(last(console.ask("/interface/bridge", "get", {{"numbers", "b"}, {"value-name", "protocol-mode"}})),
                 std::string("=ret=rstp"));
        QCOMPARE(last(console.ask("/system/identity", "get", {{"value-name", "name"}})), std::string("=ret=MikroTik"));
        QCOMPARE(last(console.ask("/system/resource", "get", {{"value-name", "board-name"}})), std::string("=ret=test board"));
        QVERIFY(last(console.ask("/system/identity", "get")).starts_with("=ret=name=MikroTik"));
        QCOMPARE(message(console.ask("/interface/bridge", "get", {{"numbers", "none"}, {"value-name", "name"}})),
                 std::string("no such item"));
        QCOMPARE(message(console.ask("/interface/bridge", "get", {{"value-name", "name"}})),
                 std::string("missing value(s) of argument(s) numbers"));
        QCOMPARE(message(console.ask("/interface/bridge", "get", {{"numbers", "b"}, {"value-name", "colour"}})),
                 std::string("input does not match any value of value-name"));
    }

    void orderedMenusTellTheNextId() {
        Console console;
        console.load("/ip firewall filter\nadd chain=input\nadd chain=forward");
        const auto rows = console.rows("/ip/firewall/filter");
        QCOMPARE(rows[0].get(".nextid"), rows[1].get(".id"));
        QVERIFY(!rows[1].get(".nextid"));
    }

    void countersOfAnInterfaceStartAnew() {
        Console console;
        console.stats("ether1").rxByte = 1000;
        console.stats("ether2").rxByte = 500;
        QCOMPARE(console.ask("/interface", "reset-counters", {{"numbers", "ether1"}}), (Console::Sentences{{"!done"}}));
        console.stats("ether1").rxByte = 1300;
        const auto rows = console.rows("/interface");
        QCOMPARE(rows[0].value("rx-byte"), std::string_view("300"));
        QCOMPARE(rows[1].value("rx-byte"), std::string_view("500"));
        QCOMPARE(console.rows("/interface/ethernet")[0].value("rx-bytes"), std::string_view("300"));
        QCOMPARE(message(console.ask("/interface", "reset-counters", {{"numbers", "none"}})), std::string("no such item"));
    }

    void countersOfQueuesStartAnew() {
        Console console;
        console.load("/queue tree add name=q parent=global\n/queue simple add name=s target=10.0.0.1/32");
        console.engine.tree.bytes = 70;
        console.engine.simple.upload.bytes = 5;
        console.engine.simple.download.bytes = 6;
        QCOMPARE(console.rows("/queue/tree")[0].value("bytes"), std::string_view("70"));
        QCOMPARE(console.ask("/queue/tree", "reset-counters-all"), (Console::Sentences{{"!done"}}));
        QCOMPARE(console.ask("/queue/simple", "reset-counters", {{"numbers", "s"}}), (Console::Sentences{{"!done"}}));
        console.engine.tree.bytes = 75;
        console.engine.simple.download.bytes = 16;
        QCOMPARE(console.rows("/queue/tree")[0].value("bytes"), std::string_view("5"));
        QCOMPARE(console.rows("/queue/simple")[0].value("bytes"), std::string_view("0/10"));
        console.engine.tree.bytes = 3; // the queue began anew
        QCOMPARE(console.rows("/queue/tree")[0].value("bytes"), std::string_view("3"));
    }

    void countersNeedThePolicyWrite() {
        Console reader("read");
        QCOMPARE(message(reader.ask("/interface", "reset-counters", {{"numbers", "ether1"}})), std::string("not enough permissions (9)"));
    }

    void menusTheEngineDoesNothingWithAreConfigurationAllTheSame() {
        Console console;
        QCOMPARE(console.ask("/ip/dns", "set", {{"servers", "192.0.2.53"}}), (Console::Sentences{{"!done"}}));
        QCOMPARE(console.rows("/ip/dns")[0].value("servers"), std::string_view("192.0.2.53"));
        QCOMPARE(message(console.ask("/ip/dns", "set", {{"speed", "high"}})), std::string("unknown parameter speed"));
        const auto rows = console.rows("/pathscope/unmodelled");
        QCOMPARE(rows.size(), std::size_t(1));
        QCOMPARE(rows[0].value("menu"), std::string_view("/ip/dns"));
        QCOMPARE(rows[0].value("in-force"), std::string_view("true"));
    }

    void menusNobodyKnowsCanBeSeenAndTakenAway() {
        Console console;
        console.plane.context().remarks =
            agent::control::loadLeniently(console.live, "/interface quantum\nadd name=q1 entangled=yes\n", "x.rsc");
        const auto rows = console.rows("/interface/quantum");
        QCOMPARE(rows.size(), std::size_t(1));
        QCOMPARE(rows[0].value("entangled"), std::string_view("yes"));
        QVERIFY(console.rows("/pathscope/unmodelled").back().value("where").starts_with("x.rsc:2"));
        const std::string id(rows[0].value(".id"));
        QCOMPARE(console.ask("/interface/quantum", "set", {{".id", id}, {"entangled", "no"}}), (Console::Sentences{{"!done"}}));
        QCOMPARE(console.rows("/interface/quantum")[0].value("entangled"), std::string_view("no"));
        QCOMPARE(message(console.ask("/interface/quantum", "add", {{"name", "q2"}})),
                 std::string("no such command or directory (quantum)"));
        QCOMPARE(message(console.ask("/interface/quantum", "remove", {{".id", "*FFFF"}})), std::string("no such item"));
        QCOMPARE(console.ask("/interface/quantum", "remove", {{".id", id}}), (Console::Sentences{{"!done"}}));
        QVERIFY(console.rows("/interface/quantum").empty());
    }

    void whatIsNotInForceSaysInvalid() {
        Console console;
        console.plane.context().remarks = agent::control::loadLeniently(
            console.live,
            "/interface ethernet set [ find default-name=sfp9 ] name=far\n"
            "/ip firewall filter add chain=input layer7-protocol=x\n/ip address add address=10.0.0.1/24 interface=far\n",
            "x.rsc");
        QCOMPARE(console.rows("/ip/firewall/filter")[0].value("invalid"), std::string_view("true"));
        QCOMPARE(console.rows("/ip/address")[0].value("invalid"), std::string_view("true"));
        const auto port = console.rows("/interface/ethernet", {}, {"name=far"});
        QCOMPARE(port.size(), std::size_t(1));
        QCOMPARE(port[0].value("running"), std::string_view("false"));
    }
};

QTEST_APPLESS_MAIN(TestFindGet)
#include "tst_find_get.moc"
