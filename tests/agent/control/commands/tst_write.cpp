// Writes through the command table: answers, permissions, connections, counters, scenarios.
#include <QTest>

#include "tests/agent/control/commands/console.h"

using core::routeros::api::Sentence;
using tests::Console;
using Sentences = Console::Sentences;

class TestWrite : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void addAnswersWithTheId() {
        Console console;
        const Sentences answer = console.ask("/ip/address", "add", {{"address", "192.168.1.1/24"}, {"interface", "ether1"}}, {}, "9");
        QCOMPARE(answer.size(), std::size_t(1));
        QCOMPARE(answer[0][0], std::string("!done"));
        QCOMPARE(answer[0][1], std::string(".tag=9"));
        QCOMPARE(answer[0][2], "=ret=" + std::string(console.rows("/ip/address")[0].value(".id")));
    }

    void badInputIsTrappedAsRecorded() {
        Console console;
        QCOMPARE(console.ask("/ip/address", "add", {{"address", "192.168.88.1"}, {"interface", "asdf"}}),
                 (Sentences{{"!trap", "=category=1", "=message=input does not match any value of interface"}, {"!done"}}));
        QCOMPARE(console.ask("/ip/address", "remove", {{".id", "*F00"}}),
                 (Sentences{{"!trap", "=category=0", "=message=no such item"}, {"!done"}}));
    }

    void everyVerbOfAnItem() {
        Console console;
        console.ask("/ip/firewall/filter", "add", {{"chain", "forward"}});
        console.ask("/ip/firewall/filter", "add", {{"chain", "input"}});
        const std::string first(console.rows("/ip/firewall/filter")[0].value(".id"));
        QCOMPARE(console.ask("/ip/firewall/filter", "set", {{".id", first}, {"action", "drop"}}), (Sentences{{"!done"}}));
        QCOMPARE(console.ask("/ip/firewall/filter", "comment", {{"numbers", first}, {"comment", "c"}}), (Sentences{{"!done"}}));
        QCOMPARE(console.ask("/ip/firewall/filter", "disable", {{"numbers", first}}), (Sentences{{"!done"}}));
        QCOMPARE(console.ask("/ip/firewall/filter", "move", {{"numbers", first}}), (Sentences{{"!done"}}));
        const auto row = console.rows("/ip/firewall/filter")[1];
        QCOMPARE(row.value(".id"), std::string_view(first));
        QCOMPARE(row.value("action"), std::string_view("drop"));
        QCOMPARE(row.value("comment"), std::string_view("c"));
        QCOMPARE(row.value("disabled"), std::string_view("true"));
        QCOMPARE(console.ask("/ip/firewall/filter", "enable", {{"numbers", first}}), (Sentences{{"!done"}}));
        QCOMPARE(console.ask("/ip/firewall/filter", "unset", {{"numbers", first}, {"value-name", "comment"}}), (Sentences{{"!done"}}));
        QCOMPARE(console.ask("/ip/firewall/filter", "remove", {{".id", first}}), (Sentences{{"!done"}}));
        QCOMPARE(console.rows("/ip/firewall/filter").size(), std::size_t(1));
    }

    void settingsAreSetWithoutAnId() {
        Console console;
        QCOMPARE(console.ask("/system/identity", "set", {{"name", "lab 1"}}), (Sentences{{"!done"}}));
        QCOMPARE(console.rows("/system/identity")[0].value("name"), std::string_view("lab 1"));
    }

    void readersMayNotWrite() {
        Console console("read");
        QCOMPARE(console.ask("/system/identity", "set", {{"name", "x"}}),
                 (Sentences{{"!trap", "=category=4", "=message=not enough permissions (9)"}, {"!done"}}));
        QCOMPARE(console.ask("/pathscope/scenario", "stop")[0][0], std::string("!trap"));
        QCOMPARE(console.ask("/system/identity", "print").size(), std::size_t(2));
    }

    void readOnlyMenusRefuseWrites() {
        Console console;
        QCOMPARE(console.ask("/system/resource", "set", {{"uptime", "0"}})[0][2],
                 std::string("=message=no such command or directory (set)"));
        QCOMPARE(console.ask("/interface/bridge/host", "add", {{"address", "10.0.0.1"}})[0][2],
                 std::string("=message=no such command or directory (add)"));
    }

    void connectionsCanBeRemoved() {
        Console console;
        console.engine.table.resize(2);
        console.engine.table[0].id = 10;
        console.engine.table[1].id = 11;
        QCOMPARE(console.ask("/ip/firewall/connection", "remove", {{".id", "*A"}}), (Sentences{{"!done"}}));
        QCOMPARE(console.engine.table.size(), std::size_t(1));
        QCOMPARE(console.ask("/ip/firewall/connection", "remove", {{".id", "*A"}})[0][2], std::string("=message=no such item"));
    }

    void countersCanBeReset() {
        Console console;
        console.load("/ip firewall filter\nadd chain=forward\nadd chain=input");
        const auto items = console.live.tree().items("/ip/firewall/filter");
        console.ask("/ip/firewall/filter", "reset-counters", {{"numbers", "1"}});
        QCOMPARE(console.engine.reset, std::vector<std::uint32_t>{items[1]->id});
        console.ask("/ip/firewall/filter", "reset-counters-all");
        QCOMPARE(console.engine.reset, (std::vector<std::uint32_t>{items[0]->id, items[1]->id}));
    }

    void scenariosAreLoadedByLab() {
        Console console;
        QCOMPARE(console.ask("/pathscope/scenario", "start")[0][0], std::string("!trap"));
        QCOMPARE(console.ask("/pathscope/scenario", "load", {{"lab", "hap-ac2-gigabit"}}), (Sentences{{"!done"}}));
        QCOMPARE(console.rows("/pathscope/scenario")[0].value("lab"), std::string_view("hap-ac2-gigabit"));
        QCOMPARE(console.rows("/pathscope/scenario")[0].value("running"), std::string_view("true"));
        QCOMPARE(console.ask("/pathscope/scenario", "stop"), (Sentences{{"!done"}}));
        QCOMPARE(console.rows("/pathscope/scenario")[0].value("running"), std::string_view("false"));
        QCOMPARE(console.ask("/pathscope/scenario", "start"), (Sentences{{"!done"}}));
        QCOMPARE(console.ask("/pathscope/scenario", "load", {{"lab", "no such lab"}})[0][0], std::string("!trap"));
        QCOMPARE(console.ask("/pathscope/scenario", "load")[0][2], std::string("=message=missing value(s) of argument(s) lab"));
    }
};

QTEST_APPLESS_MAIN(TestWrite)
#include "tst_write.moc"
