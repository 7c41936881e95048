#include "agent/control/cli/completion.h"
#include "agent/control/cli/console_session.h"
#include "tests/agent/control/cli/bench_terminal.h"

#include <QTest>

using namespace agent::control;
using core::base::kSecond;
using tests::BenchTerminal;
using tests::Console;
using tests::DirectGate;

namespace {

constexpr std::string_view kConfig = R"(/system identity set name=bench
/interface bridge add name=bridge1
/interface bridge port add bridge=bridge1 interface=ether2
/ip address add address=192.0.2.1/24 interface=ether1 comment="first one"
/ip firewall filter
add chain=forward action=accept connection-state=established,related comment=one
add chain=forward action=drop comment=two
add chain=input action=accept protocol=tcp dst-port=22 comment=three
)";

// One user at one terminal.
struct Desk {
    explicit Desk(std::string_view login = "admin", std::string_view group = "full") : terminal(router.clock), gate(router.plane.context()), caller(tests::callerOf(router.plane.context(), group)), login_(parseLogin(login)) {
        router.load(kConfig);
        terminal.screen = {};
    }

    // Output of one command of an exec channel.
    std::string run(std::string_view command) {
        terminal.written.clear();
        terminal.person = false;
        ConsoleSession session(terminal, gate, caller, login_);
        status = session.runCommand(command);
        return terminal.written;
    }
    // All that a person sees who types this.
    std::string shell(std::string keys) {
        terminal.written.clear();
        terminal.person = true;
        terminal.type(std::move(keys));
        ConsoleSession session(terminal, gate, caller, login_);
        session.runShell();
        return terminal.written;
    }
    void closeSession() { router.plane.context().sessions.close(caller.session); }

    Console router;
    BenchTerminal terminal;
    DirectGate gate;
    Caller caller;
    LoginOptions login_;
    int status = -1;
};

bool has(const std::string& text, std::string_view what) { return text.find(what) != std::string::npos; }
// `shown` may be a command: it is run once.
#define SEES(shown, what)                                \
    do {                                                 \
        const std::string seen_ = shown;                 \
        QVERIFY2(has(seen_, what), seen_.c_str());       \
    } while (false)
#define MISSES(shown, what)                              \
    do {                                                 \
        const std::string seen_ = shown;                 \
        QVERIFY2(!has(seen_, what), seen_.c_str());      \
    } while (false)

std::size_t count(const std::string& text, std::string_view what) {
    std::size_t n = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + what.size())) {
        ++n;
    }
    return n;
}

} // namespace

class ConsoleSessionTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // --- commands ---------------------------------------------------------------------------------------
    void aCommandPrintsItsTable() {
        Desk desk;
        const std::string out = desk.run("/ip/address/print");
        QCOMPARE(desk.status, 0);
        SEES(out, "Columns: ADDRESS, NETWORK, INTERFACE\r\n");
        SEES(out, ";;; first one\r\n0 ");
        SEES(out, "192.0.2.1/24  192.0.2.0  ether1\r\n");
    }

    void pathsMayBeWrittenWithBlanksAndCutShort() {
        Desk desk;
        const std::string whole = desk.run("/ip/address/print");
        QCOMPARE(desk.run("/ip address print"), whole);
        QCOMPARE(desk.run("ip addr pr"), whole);
        QCOMPARE(desk.run("/ip address print brief without-paging"), whole);
        SEES(desk.run("/ip fire fil pr de"), "chain=forward action=accept");
    }

    void firewallRulesAreDetailsByThemselves() {
        Desk desk;
        const std::string out = desk.run("/ip firewall filter print");
        SEES(out, " 0 ");
        SEES(out, ";;; one\r\n");
        SEES(out, "chain=forward action=drop");
    }

    void whereKeepsTheNumbersOfTheWholeList() {
        Desk desk;
        const std::string out = desk.run("/ip/firewall/filter/print where chain=input");
        SEES(out, " 2 ");
        SEES(out, ";;; three");
        MISSES(out, ";;; one");
        MISSES(desk.run("/ip/firewall/filter/print where chain=nowhere"), ";;;");
    }

    void numbersOfThePrintAreUnderstood() {
        Desk desk;
        SEES(desk.run("/ip/firewall/filter/print where chain=input; /ip/firewall/filter/set 2 comment=changed"), ";;; three");
        SEES(desk.run("/ip/firewall/filter/print terse"), "comment=changed chain=input");
        QCOMPARE(desk.run("/ip/firewall/filter/move 2 0"), "");
        QCOMPARE(desk.run(":put [/ip/firewall/filter/get 0 comment]"), "changed\r\n");
        QCOMPARE(desk.run("/ip/firewall/filter/remove 0,1"), "");
        QCOMPARE(desk.run("/ip/firewall/filter/print count-only"), "1\r\n");
        QCOMPARE(desk.run("/ip/firewall/filter/remove 7"), "no such item\r\n");
        QCOMPARE(desk.status, 1);
    }

    void scriptsRunOnTheRouter() {
        Desk desk;
        QCOMPARE(desk.run(":put (1 + 2)"), "3\r\n");
        QCOMPARE(desk.run(":local x 5; :put \"x is $x\""), "x is 5\r\n");
        QCOMPARE(desk.run(":foreach i in=[/ip/firewall/filter/find] do={:put [/ip/firewall/filter/get $i comment]}"), "one\r\ntwo\r\nthree\r\n");
        QCOMPARE(desk.run(":put [:len [/interface find]]"), desk.run("/interface print count-only"));
        SEES(desk.run(":put [/ip/address/print as-value]"), "address=192.0.2.1/24");
        SEES(desk.run(":put [:serialize to=json [/ip/address/print as-value]]"), "\"address\":\"192.0.2.1/24\"");
        SEES(desk.run(":put [/interface monitor-traffic ether1 once as-value]"), "rx-bits-per-second=");
        SEES(desk.run(":put [/ip/address/add address=198.51.100.1/24 interface=ether3]"), "*");
        QCOMPARE(desk.run("/ip/address/print as-value"), "");
    }

    void aDelayPassesAndCtrlCEndsIt() {
        Desk desk;
        QCOMPARE(desk.run(":delay 5s; :put done"), "done\r\n");
        QVERIFY(desk.router.clock.now() >= 5 * kSecond);
        desk.terminal.type("\x03", desk.router.clock.now() + 2 * kSecond);
        QCOMPARE(desk.run(":while (true) do={:delay 1s}"), "interrupted\r\n");
        QCOMPARE(desk.status, 1);
    }

    void errorsAreInRouterOsWordsWithLineAndColumn_data() {
        QTest::addColumn<std::string>("line");
        QTest::addColumn<std::string>("error");
        QTest::newRow("unknown name") << std::string("foo") << std::string("bad command name foo (line 1 column 1)");
        QTest::newRow("unknown menu") << std::string("/ip/nonsense/print") << std::string("bad command name nonsense (line 1 column 5)");
        QTest::newRow("second line") << std::string(":put 1\n/bogus") << std::string("bad command name bogus (line 2 column 2)");
        QTest::newRow("unknown argument") << std::string("/interface/print foo=1") << std::string("expected end of command (line 1 column 18)");
        QTest::newRow("unknown flag") << std::string("/interface print bogus") << std::string("expected end of command (line 1 column 18)");
        QTest::newRow("inside a block") << std::string(":if (true) do={/nope/print}") << std::string("bad command name nope (line 1 column 17)");
        QTest::newRow("value") << std::string("/ip/address/add address=192.0.2.9/24 interface=asdf") << std::string("input does not match any value of interface");
        QTest::newRow("item") << std::string("/interface/set nothing mtu=1400") << std::string("no such item");
        QTest::newRow("refused") << std::string("/system backup save name=x")
                                << std::string("failure: backups are RouterOS's own binary form, which this agent does not write or read; use /export file=NAME");
        QTest::newRow("own error") << std::string(":error \"so be it\"") << std::string("so be it");
    }
    void errorsAreInRouterOsWordsWithLineAndColumn() {
        QFETCH(std::string, line);
        QFETCH(std::string, error);
        Desk desk;
        QCOMPARE(desk.run(line), error + "\r\n");
        QCOMPARE(desk.status, 1);
    }

    void whatCannotBeReadIsASyntaxErrorAndNothingRuns() {
        Desk desk;
        const std::string out = desk.run("/ip/firewall/filter/remove 0; :put (1 +");
        SEES(out, "syntax error (line 1 column");
        QCOMPARE(desk.run("/ip/firewall/filter/print count-only"), "3\r\n");
    }

    void monitorTrafficIsABlockAndRepeatsUntilStopped() {
        Desk desk;
        const std::string once = desk.run("/interface monitor-traffic ether1,ether2 once");
        SEES(once, "name: ether1 ether2\r\n");
        SEES(once, "rx-bits-per-second:");
        QCOMPARE(count(once, "name:"), std::size_t{1});
        desk.terminal.type("q", desk.router.clock.now() + 3 * kSecond);
        const std::string repeated = desk.run("/interface monitor-traffic ether1 interval=1s");
        QVERIFY2(count(repeated, "name:") >= 3, repeated.c_str());
        QCOMPARE(desk.status, 0);
        const std::string limited = desk.run("/interface monitor-traffic ether1 duration=2s");
        QVERIFY2(count(limited, "name:") >= 2, limited.c_str());
    }

    void printIntervalShowsTheTableAgainAndAgain() {
        Desk desk;
        desk.terminal.type("\x03", desk.router.clock.now() + 3 * kSecond);
        const std::string out = desk.run("/ip/address/print interval=1s");
        QVERIFY2(count(out, "Columns: ADDRESS") >= 2, out.c_str());
    }

    void exportPrintsLinesAndAFileTakesAPrint() {
        Desk desk;
        const std::string out = desk.run("/export");
        SEES(out, "/ip firewall filter\r\nadd ");
        SEES(desk.run("/ip/firewall/filter/export"), "comment=two");
        MISSES(desk.run("/ip/address/print file=addresses"), "192.0.2.1");
        const auto text = desk.router.plane.context().files.read("addresses.txt");
        QVERIFY(text && has(*text, "192.0.2.1/24"));
    }

    void permissionsAreTheUsers() {
        Desk desk("admin", "read");
        SEES(desk.run("/ip/address/print"), "192.0.2.1/24");
        SEES(desk.run("/ip/firewall/filter/remove 0"), "not enough permissions");
        QCOMPARE(desk.run("/ip/firewall/filter/print count-only"), "3\r\n");
        desk.router.plane.context().files.write("x.txt", "kept", 0);
        SEES(desk.run("/ip/address/print file=x"), "not enough permissions");
    }

    void anAgentThatEndsEndsTheCommand() {
        Desk desk;
        desk.gate.closed = true;
        SEES(desk.run("/ip/address/print"), "shutting down");
        QCOMPARE(desk.status, 1);
    }

    // --- the interactive console -----------------------------------------------------------------------
    void thePromptShowsUserIdentityAndMenu() {
        Desk desk;
        const std::string out = desk.shell("/ip firewall\rfilter\r..\r/\r");
        SEES(out, "[admin@bench] > ");
        SEES(out, "[admin@bench] /ip/firewall> ");
        SEES(out, "[admin@bench] /ip/firewall/filter> ");
        QCOMPARE(out.rfind("[admin@bench] > "), out.size() - 16);
    }

    void commandsRunInTheMenu() {
        Desk desk;
        const std::string out = desk.shell("/ip firewall filter\rset 1 comment=changed\rprint terse\r:put [get 1 comment]\rfoo\r");
        SEES(out, "comment=changed chain=forward action=drop");
        SEES(out, "\rchanged\r\n");
        SEES(out, "bad command name foo (line 1 column 1)");
    }

    void tabCompletesAndASecondTabLists() {
        Desk desk;
        SEES(desk.shell("/ip fire\t\r"), "/ip firewall \r\n");
        const std::string out = desk.shell("/ip firewall \t\t\x03");
        SEES(out, "filter");
        SEES(out, "mangle");
    }

    void aQuestionMarkExplains() {
        Desk desk;
        const std::string out = desk.shell("/ip/firewall/filter/?\x03");
        SEES(out, "add");
        SEES(out, " -- ");
        const std::string quoted = desk.shell(":put \"why?\"\r");
        SEES(quoted, "\rwhy?\r\n");
    }

    void anOpenBracketAsksForMore() {
        Desk desk;
        const std::string out = desk.shell("{\r:put 1\r:put 2\r}\r");
        SEES(out, "{... ");
        SEES(out, "\r1\r\n2\r\n");
    }

    void ctrlCDropsTheLineAndCtrlDEndsTheSession() {
        Desk desk;
        const std::string out = desk.shell("/ip/firewall/filter/remove 0\x03\x04/interface print\r");
        QCOMPARE(desk.run("/ip/firewall/filter/print count-only"), "3\r\n");
        MISSES(out, "Columns:");
    }

    void ctrlXTakesSafeModeAndALostSessionUndoes() {
        Desk desk;
        const std::string out = desk.shell("\x18/ip firewall filter remove 0\r");
        SEES(out, "[Safe Mode taken]");
        SEES(out, "[admin@bench] <SAFE> ");
        QCOMPARE(desk.run("/ip/firewall/filter/print count-only"), "2\r\n");
        desk.closeSession();
        QCOMPARE(desk.run("/ip/firewall/filter/print count-only"), "3\r\n");
    }

    void quitKeepsWhatWasChangedInSafeMode() {
        Desk desk;
        SEES(desk.shell("\x18/ip firewall filter remove 0\r/quit\r"), "interrupted");
        desk.closeSession();
        QCOMPARE(desk.run("/ip/firewall/filter/print count-only"), "2\r\n");
    }

    void ctrlXAgainKeepsTheChanges() {
        Desk desk;
        SEES(desk.shell("\x18/ip firewall filter remove 0\r\x18"), "[Safe Mode released]");
        desk.closeSession();
        QCOMPARE(desk.run("/ip/firewall/filter/print count-only"), "2\r\n");
    }

    void someoneElsesSafeModeIsAskedFor() {
        Desk desk;
        Context& context = desk.router.plane.context();
        const Caller other = tests::callerOf(context, "full");
        QVERIFY(context.safeMode.take(other, Hijack::Refuse).has_value());
        SEES(desk.shell("\x18" "d"), "unroll/release/don't take it [u/r/d]: d");
        QCOMPARE(context.safeMode.holder()->caller.session, other.session);
        SEES(desk.shell("\x18" "r"), "[Safe Mode taken]");
        QCOMPARE(context.safeMode.holder()->caller.session, desk.caller.session);
    }

    void longOutputPausesForAPerson() {
        Desk desk;
        desk.terminal.screen = {80, 6};
        const std::string out = desk.shell("/interface print\rq/interface print without-paging\r");
        QCOMPARE(count(out, "-- [Q quit|D dump|down]"), std::size_t{1});
        SEES(out, "ether6");
    }

    void withoutColoursThereAreNone() {
        Desk plain("admin+cet80w");
        const std::string out = plain.shell("/ip address print\r");
        SEES(out, ";;; first one");
        MISSES(out, "\x1b");
        Desk coloured;
        SEES(coloured.shell("/ip address print\r"), "\x1b[36m;;; first one\x1b[m");
    }

    void aShellWithoutATerminalTakesLines() {
        Desk desk;
        desk.terminal.person = false;
        desk.terminal.type("/ip firewall filter\n:put [get 0 comment]\n{\n:put 7\n}\n/quit\n:put never");
        ConsoleSession session(desk.terminal, desk.gate, desk.caller, desk.login_);
        session.runShell();
        QCOMPARE(desk.terminal.written, "one\r\n7\r\n");
    }

    // --- completion ------------------------------------------------------------------------------------
    void completionFollowsTheTree() {
        const ItemNames names = [](std::string_view menu) { return menu == "/interface" ? std::vector<std::string>{"ether1", "ether2"} : std::vector<std::string>(); };
        QCOMPARE(complete("", "/ip/fire", names).insert, "wall/");
        QCOMPARE(complete("", "ip fire", names).insert, "wall ");
        QCOMPARE(complete("/ip/firewall", "fil", names).insert, "ter ");
        QCOMPARE(complete("/ip/firewall/filter", "pri", names).insert, "nt ");
        QCOMPARE(complete("/ip/firewall/filter", "add act", names).insert, "ion=");
        QCOMPARE(complete("/ip/firewall/filter", "add action=fast", names).insert, "track-connection ");
        QCOMPARE(complete("", "/interface set eth", names).insert, "er");
        QCOMPARE(complete("", "/interface set eth", names).options.size(), std::size_t{2});
        QCOMPARE(complete("", ":put [/interface/fi", names).insert, "nd ");
        QCOMPARE(complete("", ":whi", names).insert, "le ");
        QVERIFY(complete("", "/nonsense/x", names).options.empty());
        QVERIFY(complete("", "/ip address add comment=\"half", names).options.empty());
    }
};

QTEST_APPLESS_MAIN(ConsoleSessionTest)
#include "tst_console_session.moc"
