// The whole language as a tree: what each form becomes, what is refused where, and that printing reads back as the same tree.
#include "core/routeros/script/parser.h"
#include "core/routeros/script/program_printer.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace core::routeros::script;

namespace {

// The one statement of a text, printed; its errors when there are any.
std::string canonicalOf(std::string_view text) {
    const Program program = parseProgram(text);
    if (const Diagnostic* error = program.firstError()) {
        return std::to_string(error->at.line) + ":" + std::to_string(error->at.column) + ": " + error->text;
    }
    std::string out = printProgram(program);
    if (!out.empty()) {
        out.pop_back();
    }
    return out;
}

bool readsBackTheSame(std::string_view text) {
    const Program program = parseProgram(text);
    const std::string printed = printProgram(program);
    return parseProgram(printed).statements == program.statements;
}

} // namespace

class TestScriptProgram : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyFormHasOneSpelling_data() {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::string>("printed");
        const auto row = [](const char* text, const char* printed) { QTest::newRow(text) << std::string(text) << std::string(printed); };
        // menus
        row("/ip/firewall/filter", "/ip firewall filter");
        row("/ip firewall/filter/add chain=x", "/ip firewall filter add chain=x");
        row("ip address print", "/ip address print");
        row("/", "/");
        row("/quit", "/quit");
        row("/export compact", "export compact");
        // arguments
        row("/x add a=1 b=\"two words\" c= d=\"\" once !e", "/x add a=1 b=\"two words\" c=\"\" d=\"\" once !e");
        row("/x add datapath.bridge=b .id=*1 max-limit=15M/5M r=1-2 l=a,b", "/x add datapath.bridge=b .id=*1 max-limit=15M/5M r=1-2 l=a,b");
        row("/x add list=!\"my list\" n=!LAN", "/x add list=\"!my list\" n=!LAN");
        row("/x add p=\\\n    long,\\\n    list", "/x add p=long,list");
        row("/x add a=1 \\   \r\n   b=2", "/x add a=1 b=2");
        row("/x set 0,1 disabled=no disabled=no", "/x set 0,1 disabled=no disabled=no");
        row("/x set *FFFFFFFE a=1", "/x set *FFFFFFFE a=1");
        row("/x set [/y/find a=1] b=2", "/x set [/y find where a=1] b=2");
        row("/x remove [find]", "/x remove [find]");
        row("/x add n=vlan$i m=$i.example", "/x add n=vlan$i m=$i.example");
        row("/x add n=[get 0 a],[get 1 a]", "/x add n=[get 0 a],[get 1 a]");
        row("/x add n=(172.16.0.0+$n)/24", "/x add n=(172.16.0.0 + $n)/24");
        // strings
        row("/x add a=\"\\E4\\B8\\8A \\\"q\\\" \\$ \\\\ \\? \\_ \\t\"", "/x add a=\"\\E4\\B8\\8A \\\"q\\\" \\$ \\\\ \\?   \\t\"");
        row(":put \"$a and $[:len $b] and $(1 + 2)c\"", ":put \"$a and $[:len $b] and $(1 + 2)c\"");
        row(":put \"^x$\"", ":put \"^x\\$\"");
        row(":put \"$($a)b $\"", ":put \"$($a)b \\$\"");
        row(":put $\"my name\"", ":put $\"my name\"");
        // conditions
        row("/x print where a=1 b~\"^e\" !c", "/x print where a=1 and b~\"^e\" and !c");
        row("/x print where (a=1 or b=2) && not d || e>5", "/x print where (a=1 or b=2) and !d or e>5");
        row("/x print where 10.0.0.1 in address and c in $list", "/x print where 10.0.0.1 in address and c in $list");
        row("/x print where a=\"b c\" and d!=[find x<1] e<=(1+2)", "/x print where a=\"b c\" and d!=[find where x<1] and e<=(1 + 2)");
        row("/x print where name=<pppoe-a> b=c&d", "/x print where name=<pppoe-a> and b=c&d");
        row("/x print where !(a=1)", "/x print where !(a=1)");
        row("/x print where", "/x print");
        // expressions
        row(":put (1+2*3-4)", ":put ((1 + (2 * 3)) - 4)");
        row(":put (1 < 2 && !$a || \"x\"~\"y\")", ":put (((1 < 2) and (!$a)) or (\"x\" ~ \"y\"))");
        row(":put ($x & 2 = 2)", ":put (($x & 2) = 2)");
        row(":put (\"a\" . 1+2 . \"b\")", ":put (\"a\" . (1 + 2) . \"b\")");
        row(":put (10.0.0.0/8)", ":put 10.0.0.0/8");
        row(":put (10/2)", ":put (10 / 2)");
        row(":put (fe80::1/64 , 00:10:00, AA:BB:CC:DD:EE:FF, ether1-wan, *1A, 0x1F)", ":put (fe80::1/64 , 00:10:00 , AA:BB:CC:DD:EE:FF , ether1-wan , *1A , 0x1F)");
        row(":put ($a-1)", ":put ($a - 1)");
        row(":put ($a->\"k\"->0 + $b -> 1)", ":put (($a->\"k\"->0) + ($b->1))");
        row(":put ([/x get 0]->\"k\" = 1)", ":put (([/x get 0]->\"k\") = 1)");
        row(":put (~1 << 2 >> 3 ^ 4 | 5)", ":put (((((~1) << 2) >> 3) ^ 4) | 5)");
        row(":put [] ", ":put []");
        // arrays
        row(":put {1;\"a\"=2; k=$v;{3;4} ; \n # note\n [:len 1];(1+2)}", ":put {1;\"a\"=2;k=$v;{3;4};[:len 1];(1 + 2)}");
        row(":local a ({})", ":local a {}");
        // control
        row("if ($a) do={put 1}else={}", ":if $a do={\n    :put 1\n} else={}");
        row(":do {:put 1} while=($i<5)", ":do {\n    :put 1\n} while=($i < 5)");
        row(":do {:put 1} on-error={:put 2}", ":do {\n    :put 1\n} on-error={\n    :put 2\n}");
        row(":foreach k,v in={1;2} do={}", ":foreach k,v in={1;2} do={}");
        row(":onerror e in={:error x} do={:put $e}", ":onerror e in={\n    :error x\n} do={\n    :put $e\n}");
        row("$f 1 x=2", "$f 1 x=2");
        row(":put [$f \"a\"]", ":put [$f \"a\"]");
        row("[:parse \"x\"] 1", "[:parse \"x\"] 1");
        row("{:local a 1}", "{\n    :local a 1\n}");
        row("/system scheduler add on-event={/x print}", "/system scheduler add on-event={\n    /x print\n}");
        row("/put 1", ":put 1");
        row("/log info \"a\"", "/log info \"a\"");
        row(":log info \"a\"", ":log info \"a\"");
        row("/ip address; /ip route\nprint", "/ip address\n/ip route\nprint");
    }
    void everyFormHasOneSpelling() {
        QFETCH(std::string, text);
        QFETCH(std::string, printed);
        QCOMPARE(canonicalOf(text), printed);
        QCOMPARE(canonicalOf(printed), printed);
        QVERIFY(readsBackTheSame(text));
    }

    void whatIsRefusedSaysWhere_data() {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::string>("error");
        const auto row = [](const char* text, const char* error) { QTest::newRow(text) << std::string(text) << std::string(error); };
        row("/x add a=\"b\n", "1:10: this quote is never closed");
        row("/x add a=\"\\q\"", "1:11: unknown escape");
        row(":put (1+2", "1:6: this parenthesis is never closed");
        row(":put (1+)", "1:9: expected a value here");
        row(":put (1 2)", "1:9: expected an operator or ')' here");
        row(":put (1 > not& 2)", "1:14: expected a value here");
        row("/x print where a and not&b", "1:25: expected a property's name in this condition");
        row(":put [:len 1", "1:6: this bracket is never closed");
        row(":if (1) do={:put 1", "1:12: this brace is never closed");
        row(":put {1 2}", "1:9: expected ';' or '}' in this array");
        row("/x add a=1 }", "1:12: '}' closes nothing");
        row("/x add a=b(c", "1:11: a '(' inside a value is not understood");
        row("/x add =1", "1:8: a name is missing before '='");
        row("/interfacebridgeaddname=bridge1", "1:1: '/interfacebridgeaddname=' runs menu, command and property together");
        row("  MMM      MMM       KKK", "1:3: 'MMM' is neither a menu nor a command");
        row("/ip add/x", "1:5: 'add' is a command, nothing can stand below it");
        row(":put $", "1:6: a variable's name is missing behind '$'");
        row(":put (>[:put 1])", "1:7: functions written as >[…]");
        row(":", "1:1: a command is missing behind ':'");
        row("a=1", "1:1: a statement must begin with a menu or a command");
        row("/x remove [find a=1 =2]", "1:21: expected a property's name in this condition");
        row("/x set a\\b", "1:9: a backslash is only understood");
        row("\xff\xfe/\0x\0", "1:1: this text is UTF-16");
    }
    void whatIsRefusedSaysWhere() {
        QFETCH(std::string, text);
        QFETCH(std::string, error);
        const std::string found = canonicalOf(text);
        QVERIFY2(found.starts_with(error), found.c_str());
    }

    void theRestOfTheFileIsStillRead() {
        const Program program = parseProgram("/ip address\nadd a=1\nadd b=(\n:if ($x) do={\n add c=1\n add d=)\n add e=2\n}\nadd f=\"open\nadd g=3\n");
        QCOMPARE(program.diagnostics.size(), std::size_t(3));
        QCOMPARE(program.diagnostics[0].at.line, 4); // where ')' was missed
        QCOMPARE(program.diagnostics[1].at, (Position{6, 8}));
        QCOMPARE(program.diagnostics[2].at, (Position{9, 7}));
        std::string kept;
        for (const Statement& statement : program.statements) {
            kept += statement.kind == Statement::Kind::Refused ? "<" + statement.text + ">" : statement.verb + " ";
        }
        QCOMPARE(kept, std::string(" add <add b=(>:if <add f=\"open>add "));
        const Block& inner = program.statements[3].argument("do")->block;
        QCOMPARE(inner.size(), std::size_t(3));
        QCOMPARE(inner[1].text, std::string("add d=)"));
        QCOMPARE(inner[2].menu, std::string("/ip/address"));
    }

    void aMenuEndsWithItsBlock() {
        const Program program = parseProgram("/ip address\n:if (1) do={\n /ip route\n add a=1\n}\nadd b=2\nset [/interface find] c=[find]\n.. route\nadd d=1\n../arp/add e=1");
        QCOMPARE(program.statements[1].argument("do")->block[1].menu, std::string("/ip/route"));
        QCOMPARE(program.statements[2].menu, std::string("/ip/address"));
        QCOMPARE(program.statements[3].argument("c")->block[0].menu, std::string("/ip/address"));
        QCOMPARE(program.statements[5].menu, std::string("/ip/route"));
        QCOMPARE(program.statements[6].menu, std::string("/ip/arp"));
    }

    void whatTerminalsLeaveBehindIsSkipped() {
        const Program program = parseProgram("\xEF\xBB\xBF[admin@my router] > /ip address add a=1\r\n[admin@r1] /ip route> add b=2\r\n"
                                             "[admin@r1] <SAFE> /ip/arp> add c=3\r\n-- [Q quit|D dump|down]\r\n[a@b] > \r\n");
        QVERIFY(program.firstError() == nullptr);
        QCOMPARE(program.diagnostics.size(), std::size_t(5));
        std::vector<std::string> menus;
        for (const Statement& statement : program.statements) {
            if (statement.kind == Statement::Kind::Command) {
                menus.push_back(statement.menu);
            }
        }
        QCOMPARE(menus, (std::vector<std::string>{"/ip/address", "/ip/route", "/ip/arp"}));
    }

    void commentsAreKept() {
        QCOMPARE(canonicalOf("# a \r\n/ip address # b\nadd a=x#y # c\n#| d"), std::string("# a\n/ip address\n# b\nadd a=x#y\n# c\n#| d"));
    }

    void anyOctetIsText() {
        std::string text = "/x add a=\"";
        for (int c = 1; c < 256; ++c) {
            if (c != '"' && c != '\\' && c != '$') {
                text += static_cast<char>(c);
            }
        }
        text += "\" b=\xcf\xf0\xe8\xe2\xe5\xf2\n";
        QVERIFY(readsBackTheSame(text));
        const Program program = parseProgram(text);
        QCOMPARE(program.statements[0].argument("a")->text.size(), std::size_t(252));
        QCOMPARE(program.statements[0].argument("b")->text, std::string("\xcf\xf0\xe8\xe2\xe5\xf2"));
    }

    // Input made of openers only: time and stack stay bounded, and something is said.
    void unclosedBracketsAreCheap_data() {
        QTest::addColumn<std::string>("unit");
        for (const char* unit : {":if (1) do={\n", "[x do={\n", "add a=\"x\n", "(", ":put (-", ":put \"$[", "{\n", "remove [find where (", "!", "$a->", "a.", "{1;"}) {
            QTest::newRow(unit) << std::string(unit);
        }
    }
    void unclosedBracketsAreCheap() {
        QFETCH(std::string, unit);
        std::string text;
        for (int i = 0; i < 3001; ++i) {
            text += unit;
        }
        QVERIFY(!parseProgram(text).diagnostics.empty());
        for (const std::string& input : {text, ":put (" + text, "remove [find where " + text, ":local x " + text}) {
            const Program program = parseProgram(input);
            QVERIFY(!program.statements.empty());
            QVERIFY(!printProgram(program).empty());
        }
    }

    void longChainsAreFlat() {
        std::string text = ":put (0";
        for (int i = 0; i < 20'000; ++i) {
            text += ",1";
        }
        const Program program = parseProgram(text + ")");
        QVERIFY(program.firstError() == nullptr);
        QCOMPARE(program.statements[0].positional(0)->parts.size(), std::size_t(20'001));
        std::string deep = ":put (0";
        for (int i = 0; i < 20'000; ++i) {
            deep += "+1";
        }
        QVERIFY(canonicalOf(deep + ")").find("more than 600 steps") != std::string::npos);
    }

    // Whatever bytes come: no crash, and what was read reads back when nothing was refused.
    void anyBytesAreReadOrRefused() {
        std::mt19937 random(11);
        const std::vector<std::string_view> pieces{"/ip ", "address", " add ", "a=", "\"", "\\", "\n", ";", "[", "]", "{", "}", "(", ")", "$x", ":if ", "do=", " where ", "find ",
                                                   "!", "~", "->", " and ", "1", ".", ",", "=", "#", "\r", "*2", "else=", " ", "-", "<", "in ", "..", "\\\n"};
        for (int round = 0; round < 30'000; ++round) {
            std::string text;
            for (std::size_t n = random() % 16; n > 0; --n) {
                text += random() % 12 == 0 ? std::string(1, static_cast<char>(random() % 256)) : std::string(pieces[random() % pieces.size()]);
            }
            const Program program = parseProgram(text);
            if (program.firstError() == nullptr) {
                QVERIFY2(readsBackTheSame(text), (text + "\n---\n" + printProgram(program)).c_str());
            }
        }
    }

    // Every prefix of a script is read or refused; errors never lie behind the end.
    void cutTextsAreReadOrRefused() {
        const std::string text = "/ip firewall filter\nadd chain=\"a $b $[:len \"c\"]\" x=(1+{2;\"k\"=3}->0)\n:if ($a=1) do={ set [find where b~\"c\" or !d] e=f } else={ :put [$g 1] }\n";
        for (std::size_t n = 0; n < text.size(); ++n) {
            const Program program = parseProgram(std::string_view(text).substr(0, n));
            for (const Diagnostic& diagnostic : program.diagnostics) {
                QVERIFY(diagnostic.at.line <= 3);
            }
        }
        QVERIFY(parseProgram(text).diagnostics.empty());
    }
};

QTEST_APPLESS_MAIN(TestScriptProgram)
#include "tst_script_program.moc"
