// print: .proplist, queries, count-only, items, static and dynamic rows, !empty, unknown menus and parameters.
#include <QTest>

#include "tests/agent/control/commands/console.h"

using core::routeros::api::Sentence;
using tests::Console;
using Sentences = Console::Sentences;

class TestPrint : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void proplistSendsWhatWasAskedFor() {
        Console console;
        const Sentences answer = console.ask("/interface", "print", {{".proplist", "name,type,nonsense"}}, {"name=ether1"});
        QCOMPARE(answer, (Sentences{{"!re", "=name=ether1", "=type=ether"}, {"!done"}}));
    }

    void rowsMayBeEmpty() {
        Console console;
        const Sentences answer = console.ask("/interface", "print", {{".proplist", "comment"}});
        QCOMPARE(answer.size(), std::size_t(7));
        QCOMPARE(answer.front(), Sentence{"!re"});
    }

    void queriesChooseRows() {
        Console console;
        console.load("/interface bridge add name=b\n/interface vlan add name=v interface=b vlan-id=2");
        QCOMPARE(console.rows("/interface", {}, {"type=bridge", "type=vlan", "#|"}).size(), std::size_t(2));
        QCOMPARE(console.rows("/interface", {}, {"disabled=no"}).size(), std::size_t(8));
        QCOMPARE(console.ask("/interface", "print", {}, {"#x"}),
                 (Sentences{{"!trap", "=category=1", "=message=Query word '?#x' cannot be understood."}, {"!done"}}));
    }

    void oneItemByIdOrName() {
        Console console;
        QCOMPARE(console.rows("/interface", {{".id", "ether2"}}).size(), std::size_t(1));
        const std::string id(console.rows("/interface")[2].value(".id"));
        QCOMPARE(console.rows("/interface", {{"from", id}})[0].value("name"), std::string_view("ether3"));
        QVERIFY(console.rows("/interface", {{".id", "*FFFF"}}).empty());
    }

    void countOnlyAnswersInDone() {
        Console console;
        QCOMPARE(console.ask("/interface", "print", {{"count-only", ""}}), (Sentences{{"!done", "=ret=6"}}));
        QCOMPARE(console.ask("/interface", "print", {{"count-only", ""}}, {"name=ether1"}), (Sentences{{"!done", "=ret=1"}}));
    }

    void connectionsAreCountedWithoutRows() {
        Console console;
        console.engine.table.resize(3);
        console.engine.table[1].fastTrack = true;
        QCOMPARE(console.ask("/ip/firewall/connection", "print", {{"count-only", ""}}), (Sentences{{"!done", "=ret=3"}}));
        QCOMPARE(console.ask("/ip/firewall/connection", "print", {{"count-only", ""}}, {"fasttrack=yes"}),
                 (Sentences{{"!done", "=ret=1"}}));
        QCOMPARE(console.ask("/ip/firewall/connection", "print", {{"count-only", ""}}, {"fasttrack=false"}),
                 (Sentences{{"!done", "=ret=2"}}));
    }

    void nothingIsSaidWithEmpty() {
        Console console;
        QCOMPARE(console.ask("/ip/address", "print", {}, {}, "5"), (Sentences{{"!empty", ".tag=5"}, {"!done", ".tag=5"}}));
        Console old("full", {.sendsEmpty = false});
        QCOMPARE(old.ask("/ip/address", "print"), (Sentences{{"!done"}}));
    }

    void getallIsPrint() {
        Console console;
        QCOMPARE(console.ask("/system/identity", "getall"), (Sentences{{"!re", "=name=MikroTik"}, {"!done"}}));
    }

    void modifiersOfTerminalsAreTaken() {
        Console console;
        QCOMPARE(console.rows("/interface", {{"stats", "detail"}, {"detail", ""}, {"without-paging", ""}}).size(), std::size_t(6));
    }

    void whatDoesNotExistIsNamed() {
        Console console;
        const auto trap = [](const std::string& message) { return Sentences{{"!trap", "=category=0", "=message=" + message}, {"!done"}}; };
        QCOMPARE(console.ask("/ip/nowhere", "print"), trap("no such command or directory (nowhere)"));
        QCOMPARE(console.ask("/nowhere/at/all", "print"), trap("no such command or directory (nowhere)"));
        QCOMPARE(console.ask("/ip/firewall", "print"), trap("no such command or directory (print)"));
        QCOMPARE(console.ask("/interface", "explode"), trap("no such command or directory (explode)"));
        QCOMPARE(console.ask("", "explode"), trap("no such command or directory (explode)"));
        QCOMPARE(console.ask("/interface", "print", {{"colour", "blue"}}), trap("unknown parameter colour"));
    }

    void dummyRulesStandFirstWhileConnectionsAreFasttracked() {
        Console console;
        console.load("/ip firewall filter add chain=forward comment=mine\n/ip firewall mangle add chain=forward");
        QCOMPARE(console.rows("/ip/firewall/filter").size(), std::size_t(1));
        console.engine.table.resize(1);
        console.engine.table[0].fastTrack = true;
        console.engine.state.fastTrack = {5000, 10};
        const auto filter = console.rows("/ip/firewall/filter");
        QCOMPARE(filter.size(), std::size_t(2));
        QCOMPARE(filter[0].value("comment"), std::string_view("special dummy rule to show fasttrack counters"));
        QCOMPARE(filter[0].value("bytes"), std::string_view("5000"));
        QCOMPARE(filter[0].value("dynamic"), std::string_view("true"));
        QCOMPARE(console.rows("/ip/firewall/mangle").size(), std::size_t(4));
        QCOMPARE(console.rows("/ip/firewall/filter", {{"static", ""}}).size(), std::size_t(1));
        QCOMPARE(console.rows("/ip/firewall/filter", {{"dynamic", ""}}).size(), std::size_t(1));
        QCOMPARE(console.rows("/ip/firewall/filter", {{"all", ""}}).size(), std::size_t(2));
        const std::string id(filter[0].value(".id"));
        QCOMPARE(console.ask("/ip/firewall/filter", "move", {{"numbers", id}})[0].back(), std::string("=message=cannot move builtin"));
        QVERIFY(console.ask("/ip/firewall/filter", "remove", {{".id", id}})[0].front() == "!trap");
    }
};

QTEST_APPLESS_MAIN(TestPrint)
#include "tst_print.moc"
