// Streams, tags, order, cancel, listen, slow readers: in virtual time.
#include <QTest>

#include "tests/agent/control/commands/console.h"

using core::base::kMillisecond;
using core::base::kSecond;
using core::routeros::api::Sentence;
using tests::Console;
using Sentences = Console::Sentences;

namespace {

std::string word(const Sentence& sentence, std::string_view name) {
    const std::string prefix = "=" + std::string(name) + "=";
    for (const std::string& w : sentence) {
        if (w.starts_with(prefix)) {
            return w.substr(prefix.size());
        }
    }
    return "absent";
}

} // namespace

class TestConversation : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void monitorTrafficOnceGivesTheLastSecond() {
        Console console;
        console.plane.housekeep();
        console.stats("ether1").rxByte = 125'000;
        console.stats("ether1").rxPacket = 100;
        console.stats("ether1").fpRxByte = 12'500;
        console.clock.advance(kSecond);
        console.plane.housekeep();
        const auto answer = console.ask("/interface", "monitor-traffic", {{"interface", "ether1,aggregate"}, {"once", ""}});
        QCOMPARE(answer.size(), std::size_t(3));
        QCOMPARE(answer[0][1], std::string("=name=ether1"));
        QCOMPARE(word(answer[0], "rx-bits-per-second"), std::string("1000000"));
        QCOMPARE(word(answer[0], "rx-packets-per-second"), std::string("100"));
        QCOMPARE(word(answer[0], "fp-rx-bits-per-second"), std::string("100000"));
        QCOMPARE(word(answer[0], "tx-errors-per-second"), std::string("0"));
        QCOMPARE(answer[0].size(), std::size_t(15));
        QCOMPARE(word(answer[1], "name"), std::string("aggregate"));
        QCOMPARE(word(answer[1], "rx-bits-per-second"), std::string("1000000"));
    }

    void monitorTrafficStreamsByInterval() {
        Console console;
        QVERIFY(console.ask("/interface", "monitor-traffic", {{"interface", "ether1,ether2"}, {"interval", "500ms"}}, {}, "m").empty());
        QCOMPARE(console.after(0).size(), std::size_t(2)); // the first rows at once
        QCOMPARE(console.after(400 * kMillisecond).size(), std::size_t(0));
        console.stats("ether2").txByte += 62'500;
        const auto rows = console.after(100 * kMillisecond);
        QCOMPARE(rows.size(), std::size_t(2));
        QCOMPARE(rows[1][1], std::string(".tag=m"));
        QCOMPARE(word(rows[1], "tx-bits-per-second"), std::string("1000000"));
        QCOMPARE(console.conversation.due(), std::optional(kSecond));
    }

    void monitorTrafficEndsAfterItsDuration() {
        Console console;
        console.ask("/interface", "monitor-traffic", {{"interface", "ether1"}, {"duration", "2s"}}, {}, "m");
        console.after(0);
        QCOMPARE(console.after(kSecond).back()[0], std::string("!re"));
        QCOMPARE(console.after(kSecond).back(), (Sentence{"!done", ".tag=m"}));
        QVERIFY(!console.conversation.due());
    }

    void monitorTrafficRefusesStrangers() {
        Console console;
        QCOMPARE(console.ask("/interface", "monitor-traffic", {{"interface", "nothing"}})[0].back(),
                 std::string("=message=input does not match any value of interface"));
        QCOMPARE(console.ask("/interface", "monitor-traffic")[0].back(), std::string("=message=missing value(s) of argument(s) interface"));
        QCOMPARE(console.ask("/interface", "monitor-traffic", {{"interface", "ether1"}, {"interval", "soon"}})[0].back(),
                 std::string("=message=invalid value for argument interval"));
    }

    void cancelIsAnsweredInTheRecordedOrder() {
        Console console;
        console.ask("/interface", "monitor-traffic", {{"interface", "ether1"}}, {}, "10");
        QCOMPARE(console.ask("", "cancel", {{"tag", "10"}}, {}, "20"),
                 (Sentences{{"!trap", ".tag=10", "=category=2", "=message=interrupted"}, {"!done", ".tag=20"}, {"!done", ".tag=10"}}));
        QVERIFY(console.after(kSecond).empty());
        QCOMPARE(console.ask("", "cancel", {{"tag", "10"}}, {}, "21"), (Sentences{{"!done", ".tag=21"}}));
    }

    void cancelWithoutATagEndsEverything() {
        Console console;
        console.ask("/interface", "monitor-traffic", {{"interface", "ether1"}}, {}, "a");
        console.ask("/interface", "listen", {}, {}, "b");
        QCOMPARE(console.ask("", "cancel").size(), std::size_t(5));
        QVERIFY(console.after(kSecond).empty());
    }

    void untaggedRequestsWaitForEachOther() {
        Console console;
        console.ask("/interface", "monitor-traffic", {{"interface", "ether1"}});
        QVERIFY(console.ask("/system/identity", "print").empty());                                    // waits
        QCOMPARE(console.ask("/system/identity", "print", {}, {}, "t").back(), (Sentence{"!done", ".tag=t"})); // does not
        const auto answer = console.ask("", "cancel");
        QCOMPARE(answer,
                 (Sentences{{"!trap", "=category=2", "=message=interrupted"}, {"!done"}, {"!done"}, {"!re", "=name=MikroTik"}, {"!done"}}));
    }

    void waitingAndRunningCommandsAreBounded() {
        Console console("full", {.maxPending = 1, .maxStreams = 2});
        console.ask("/interface", "monitor-traffic", {{"interface", "ether1"}});
        QVERIFY(console.ask("/system/identity", "print").empty());
        QVERIFY(console.ask("/system/identity", "print")[0].back().ends_with("too many commands are waiting"));
        console.ask("/interface", "listen", {}, {}, "a");
        QVERIFY(console.ask("/interface", "listen", {}, {}, "b")[0].back().ends_with("too many commands are running"));
    }

    void listenTellsWhatComesChangesAndGoes() {
        Console console;
        console.ask("/ip/firewall/filter", "listen", {{".proplist", ".id,chain"}}, {}, "l");
        QVERIFY(console.after(0).empty());
        console.load("/ip firewall filter add chain=forward");
        const std::string id = agent::control::formatId(console.live.tree().items("/ip/firewall/filter")[0]->id);
        QCOMPARE(console.after(0), (Sentences{{"!re", ".tag=l", "=.id=" + id, "=chain=forward"}}));
        console.load("/ip firewall filter set 0 chain=input\n/ip address add address=10.0.0.1/24 interface=ether1");
        QCOMPARE(console.after(0), (Sentences{{"!re", ".tag=l", "=.id=" + id, "=chain=input"}}));
        console.load("/ip firewall filter remove 0");
        QCOMPARE(console.after(0), (Sentences{{"!re", ".tag=l", "=.id=" + id, "=.dead=true"}}));
    }

    void listenOnInterfaceHearsEveryKind() {
        Console console;
        console.ask("/interface", "listen", {{".proplist", "name"}}, {}, "l");
        console.load("/interface bridge add name=b\n/interface disable ether3");
        QCOMPARE(console.after(0), (Sentences{{"!re", ".tag=l", "=name=b"}, {"!re", ".tag=l", "=name=ether3"}}));
    }

    void listenOnTheLogAndOnNothing() {
        Console console;
        console.plane.context().note("system", "before");
        console.ask("/log", "listen", {{".proplist", "message"}}, {}, "l");
        console.plane.context().note("system", "after");
        QCOMPARE(console.after(0), (Sentences{{"!re", ".tag=l", "=message=after"}}));
        QCOMPARE(console.ask("/system/resource", "listen")[0].back(), std::string("=message=unknown parameter follow-only"));
    }

    void printFollowShowsTheTableThenItsChanges() {
        Console console;
        console.load("/interface list add name=A");
        const auto table = console.ask("/interface/list", "print", {{"follow", ""}, {".proplist", "name"}}, {}, "f");
        QCOMPARE(table.size(), std::size_t(5));
        QCOMPARE(table.back(), (Sentence{"!re", ".tag=f", "=name=A"})); // no !done: it goes on
        console.load("/interface list add name=B");
        QCOMPARE(console.after(0), (Sentences{{"!re", ".tag=f", "=name=B"}}));
    }

    void printWithIntervalRepeats() {
        Console console;
        console.ask("/system/identity", "print", {{"interval", "2s"}}, {}, "p");
        QCOMPARE(console.after(0).size(), std::size_t(1));
        QCOMPARE(console.after(kSecond).size(), std::size_t(0));
        QCOMPARE(console.after(kSecond).size(), std::size_t(1));
    }

    void aSlowReaderLosesRatesButNoChanges() {
        Console console;
        console.ask("/interface", "monitor-traffic", {{"interface", "ether1"}}, {}, "m");
        console.ask("/ip/address", "listen", {}, {}, "l");
        console.slow = true;
        console.load("/ip address add address=10.0.0.1/24 interface=ether1");
        QVERIFY(console.after(kSecond).empty());
        QVERIFY(console.after(kSecond).empty());
        console.slow = false;
        const auto rows = console.after(kSecond);
        QCOMPARE(rows.size(), std::size_t(2)); // one rate, one change
        QCOMPARE(rows[1][1], std::string(".tag=l"));
    }

    void anInterfaceThatGoesLeavesTheStream() {
        Console console;
        console.load("/interface bridge add name=b");
        console.ask("/interface", "monitor-traffic", {{"interface", "b,ether1"}}, {}, "m");
        QCOMPARE(console.after(0).size(), std::size_t(2));
        console.load("/interface bridge remove b");
        QCOMPARE(console.after(kSecond).size(), std::size_t(1));
    }
};

QTEST_APPLESS_MAIN(TestConversation)
#include "tst_conversation.moc"
