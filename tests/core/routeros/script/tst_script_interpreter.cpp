// Scripts that run: what they compute, ask of the router and leave behind, and how they fail.
#include "core/routeros/script/export_header.h"
#include "core/routeros/script/interpreter.h"
#include "core/routeros/script/parser.h"
#include "core/routeros/script/printer.h"
#include "few_rows.h"

#include <QTest>

#include <random>

using namespace core::routeros::script;

namespace {

class Bench {
public:
    // The lines put and logged, joined by '|', then the error if there is one.
    std::string run(std::string_view text) {
        router.lines.clear();
        const auto result = Interpreter(router, globals, limits).run(parseProgram(text), "t");
        std::string out;
        for (const std::string& line : router.lines) {
            out += (out.empty() ? "" : "|") + line;
        }
        returned = result ? *result : Value();
        return result ? out : out + (out.empty() ? "" : "|") + "! " + result.error().text;
    }
    std::string lastRequest() const { return router.requests.empty() ? std::string() : printCommand(router.requests.back()); }

    FewRows router;
    Environment globals;
    ScriptLimits limits;
    Value returned;
};

} // namespace

class TestScriptInterpreter : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void snippets_data() {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::string>("output");
        const auto row = [](const char* text, const char* output) { QTest::newRow(text) << std::string(text) << std::string(output); };
        row(":put (1+2*3)", "7");
        row(":local a 5; :put ($a . \" is $a, $($a+1), $[:len \"abc\"]\")", "5 is 5, 6, 3");
        row(":local x; :put [:typeof $x]", "nothing");
        row(":put [:typeof $undeclared]", "nothing");
        row(":put [:typeof [:find \"abc\" \"x\"]]", "nil");
        row(":local a 1; { :local a 2; :put $a }; :put $a", "2|1");
        row(":local a 1; :if ($a = 1) do={ :set a 2 }; :put $a", "2");
        row(":if (1 > 2) do={:put yes} else={:put no}", "false");
        row(":if (1 > 2) do={:put a} else={:put \"no\"}", "no");
        row(":for i from=1 to=3 do={:put $i}", "1|2|3");
        row(":for i from=5 to=1 step=-2 do={:put $i}", "5|3|1");
        row(":foreach k,v in={\"b\"=2;7;\"a\"=1} do={:put \"$k=$v\"}", "0=7|a=1|b=2");
        row(":foreach i in=ether1,ether2 do={:put $i}", "ether1|ether2");
        row(":local i 0; :while ($i<3) do={:set i ($i+1)}; :put $i", "3");
        row(":local i 0; :do {:set i ($i+1)} while=($i<3); :put $i", "3");
        row(":for i from=1 to=9 do={:if ($i=3) do={:break}; :if ($i=1) do={:continue}; :put $i}", "2");
        row(":do {:error \"bad\"} on-error={:put caught}", "caught");
        row(":onerror e in={/nowhere print as-value} do={:put $e}", "no such command or directory");
        row(":onerror e {:put ok} do={:put $e}", "ok");
        row(":local n 0; :retry {:set n ($n+1); :if ($n<3) do={:error x}} delay=1s max=5; :put $n", "3");
        row(":global f do={:return ($1 + $b)}; :put [$f 1 b=2]", "3");
        row(":local f do={:if ($1 < 2) do={:return 1}; :return $0}; :put [$f 1]; :put [$f 9]", "1|$f");
        row(":global x 1; :global f do={:put [:typeof $x]; :global x; :put $x; :set x 2}; $f; :put $x", "nothing|1|2");
        row(":local x 5; :put [$x]", "5");
        row(":put [[:parse \":return (6*7)\"]]", "42");
        row(":local a {1;2;\"k\"={3;4}}; :put ($a->\"k\"->1); :set ($a->\"k\"->0) 9; :put $a", "4|1;2;k=9;4");
        row(":local a ({}); :set ($a->0) x; :set ($a->\"n\") y; :put $a", "x;n=y");
        row(":put [:pick \"router\" 1 4]; :put [:pick {1;2;3} 1]; :put [:pick \"abc\" 1]; :put [:pick \"abc\" 5 9]", "out|2|b|");
        row(":put [:find \"banana\" \"an\"]; :put [:find \"banana\" \"an\" 1]; :put [:find {1;2} 2]", "1|1|1");
        row(":put [:tonum \"0x1F\"]; :put [:typeof [:tonum x]]; :put [:tostr {1;2}]; :put [:toarray \"a,b\"]", "31|nil|1;2|a;b");
        row(":put ([:toip \"172.16.0.9\"]-172.16.0.0); :put (172.16.0.0+300 . \"/32\")", "9|172.16.1.44/32");
        row(":put (1,2,3 . \"x\"); :put ({1},{2})", "1;2;3x|1;2");
        row(":put (10.0.0.5 in 10.0.0.0/8 && !(\"abc\"~\"^b\") || false)", "true");
        row(":put [:serialize to=json value={\"a\"={1;2};\"b\"=\"x\"}]", "{\"a\":[1,2],\"b\":\"x\"}");
        row(":put [:serialize to=json [/system identity print as-value]]", "{\"name\":\"edge\"}");
        row(":log info \"started\"; /log warning message=(\"a\".1)", "log info started|log warning a1");
        row("put [:len [/interface find]]", "3");
        row(":put [/interface find where mtu=1500 and !disabled]", "*1;*3");
        row(":put [/interface find name~\"^ether\" mtu>1500]", "*2");
        row(":put [/interface find comment]; :put [/interface find !comment]; :put [/interface find where comment=\"\"]", "*1|*2;*3|");
        row(":put [/interface find disabled=yes]; :put [/interface find uptime>1d]", "*2|*3");
        row(":put [/ip address find where 10.0.0.1/32 in address or address in 172.16.0.0/12]", "*A;*B");
        row(":put [/ip address find where dynamic=no]", "*A");
        row("/interface\n:foreach i in=[find] do={:put [get $i name]}", "ether1|ether2|bridge1");
        row(":put [/interface get ether2 mtu]; :put [/interface get 0 name]; :put [/interface get [find name=bridge1] value-name=uptime]", "9000|ether1|1d02:00:00");
        row(":put ([/interface get ether1]->\"comment\")", "uplink");
        row(":put [/system identity get name]", "edge");
        row(":put [/interface print count-only where mtu=1500]", "2");
        row(":foreach i in=[/interface print as-value where name=ether1] do={:put ($i->\".id\")}", "*1");
        row(":put ([/ping 10.0.0.1 count=1]->\"received\")", "1");
        row(":delay 500ms; :put (1h + 30)", "01:00:30");
    }
    void snippets() {
        QFETCH(std::string, text);
        QFETCH(std::string, output);
        Bench bench;
        QCOMPARE(bench.run(text), output);
    }

    void failuresSayWhereAndWhat_data() {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::string>("error");
        const auto row = [](const char* text, const char* error) { QTest::newRow(text) << std::string(text) << std::string(error); };
        row("\n  :error \"stop\"", "! t:2:3: stop");
        row(":put (1/0)", "! t:1:7: division by zero");
        row(":put (a + 1)", "! t:1:7: cannot compute str + num");
        row(":local f do={:set y 1}; $f", "! t:1:19: variable y is not declared; write :local y or :global y first");
        row(":beep", "! t:1:1: ':beep' is not understood");
        row(":put [:serialize to=dsv value=1]", "! t:1:7: :serialize to=dsv is not understood; to=json is");
        row("/nowhere add x=1", "! t:1:1: no such command or directory");
        row(":put [/interface get nosuch mtu]", "! t:1:7: no such item");
        row(":put [/interface get [find name=none] mtu]", "! t:1:7: no such item");
        row(":put [:pick \"a\"]", "! t:1:7: :pick needs 2 values");
        row(":local x 1; $x 2", "! t:1:13: this is no function but a value of type num");
        row(":parse \":put (\"", "! t:1:1: this parenthesis is never closed (line 1 column 6)");
        row(":put (", "! t:1:6: this parenthesis");
        row(":put 1; :put $[", "! t:1:");
    }
    void failuresSayWhereAndWhat() {
        QFETCH(std::string, text);
        QFETCH(std::string, error);
        Bench bench;
        const std::string found = bench.run(text);
        QVERIFY2(found.starts_with(error), found.c_str());
    }

    void commandsBecomeRequests() {
        Bench bench;
        QCOMPARE(bench.run(":local n 7; :put [/queue tree add name=(\"q\".$n) max-limit=10M disabled=(1=2) limit-at=$n parent=ether1,[/interface get 0 name]]"), std::string("*10"));
        QCOMPARE(bench.lastRequest(), std::string("/queue tree add name=q7 max-limit=10M disabled=no limit-at=7 parent=ether1,ether1"));
        (void)bench.run("/interface set [find mtu=1500] !comment mtu=(1500-100) l2mtu=[:len \"abc\"]");
        QCOMPARE(bench.lastRequest(), std::string("/interface set *1,*3 !comment mtu=1400 l2mtu=3"));
        (void)bench.run("/ip address remove [find dynamic=yes]");
        QCOMPARE(bench.router.menus["/ip/address"].size(), std::size_t(1));
        (void)bench.run("/interface move 2 [find name=ether1]");
        QCOMPARE(bench.lastRequest(), std::string("/interface move 2 destination=*1"));
        (void)bench.run("/interface print detail where mtu=9000");
        QCOMPARE(bench.lastRequest(), std::string("/interface print *2 detail"));
        (void)bench.run("/queue tree add name=x comment=({1;2}) burst-time=(1m + 30s) on-event={ /ip address print }");
        QCOMPARE(bench.router.requests.back().argument("comment").value(), std::string_view("1,2"));
        QCOMPARE(bench.router.requests.back().argument("burst-time").value(), std::string_view("1m30s"));
        QCOMPARE(bench.router.requests.back().argument("on-event").value(), std::string_view("/ip address print\n"));
    }

    void globalsOutliveTheScript() {
        Bench bench;
        QCOMPARE(bench.run(":global counter 1"), std::string());
        QCOMPARE(bench.run(":global counter; :set counter ($counter + 1); :put $counter"), std::string("2"));
        QCOMPARE(bench.run(":local counter 7; :put $counter"), std::string("7"));
        QCOMPARE(toText(bench.globals.globals["counter"]), std::string("2"));
    }

    void returnEndsTheScript() {
        Bench bench;
        QCOMPARE(bench.run(":put a; :return (1+1); :put b"), std::string("a"));
        QCOMPARE(toText(bench.returned), std::string("2"));
    }

    void endlessScriptsAreEnded() {
        Bench bench;
        bench.limits = {20'000, 20, 100'000};
        QVERIFY(bench.run(":while (true) do={}").find("runs longer than 20000 steps") != std::string::npos);
        QVERIFY(bench.run(":do {:while (true) do={}} on-error={:put caught}").starts_with("! "));
        QVERIFY(bench.run(":global f do={:global f; $f}; $f").find("functions inside one another") != std::string::npos);
        QVERIFY(bench.run(":local s x; :while (true) do={:set s ($s . $s)}").find("grew larger") != std::string::npos);
        QVERIFY(bench.run(":local a {1}; :while (true) do={:set a ($a , $a)}").find("grew larger") != std::string::npos);
        QVERIFY(bench.run(":local a {1}; :while (true) do={:set a {$a}}").find("inside one another") != std::string::npos);
        QVERIFY(bench.run(":local a ({}); :local s \"0123456789\"; :for i from=1 to=12 do={:set s ($s . $s)}; :for i from=0 to=100000 do={:set ($a->$i) $s}").find("longer than") != std::string::npos);
        bench.router.stop = true;
        QVERIFY(bench.run(":while (true) do={}").find("was stopped") != std::string::npos);
    }

    // Whatever reads as a script runs to an end, an error or a limit.
    void anyScriptEnds() {
        std::mt19937 random(5);
        const std::vector<std::string_view> pieces{":put ", "$x", "[find ", "]", "{", "}", "(", ")", ":set x ", ":local x ", ":global x ", ":if ", "do=", ":foreach x in=", "/interface ", "get ", "1", "\"a\"",
                                                   "->", ".", "+", "-", "*", "/", "%", ",", ";", "\n", "=", "<", "~", " in ", " where ", "name", "10.0.0.1", "1h", "!", ":len ", ":pick ", " 0 ", ":toarray ",
                                                   ":while ", "true", ":parse ", ":return ", "remove ", "print as-value ", ":for x from=1 to=3 ", "<<", "$1", ":error ", "on-error="};
        int ran = 0;
        for (int round = 0; round < 60'000; ++round) {
            std::string text;
            for (std::size_t n = 1 + random() % 9; n > 0; --n) {
                text += pieces[random() % pieces.size()];
            }
            if (!parseProgram(text).firstError()) {
                Bench bench;
                bench.limits = {2000, 10, 10'000};
                (void)bench.run(text);
                ++ran;
            }
        }
        QVERIFY(ran > 500);
    }

    void headersOfExportsAreRead() {
        const ExportHeader old = exportHeader(parseProgram("# sep/ 2/2020  3: 9:38 by RouterOS 6.45.X\r\n# software id = \r\n#\r\n# model = RB760iGS\r\n/ip address\r\n# serial number = 5\r\n"));
        QCOMPARE(old.exportedAt.value(), std::string("sep/ 2/2020  3: 9:38"));
        QCOMPARE(old.version.value(), std::string("6.45.X"));
        QCOMPARE(old.softwareId.value(), std::string());
        QCOMPARE(old.model.value(), std::string("RB760iGS"));
        QVERIFY(!old.serialNumber);
        QVERIFY(!exportHeader(parseProgram("/ip address")).version);
    }
};

QTEST_APPLESS_MAIN(TestScriptInterpreter)
#include "tst_script_interpreter.moc"
