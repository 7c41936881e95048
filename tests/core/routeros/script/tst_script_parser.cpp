// Scripts as commands: menus, quoting, continuation, find, and where errors are said to be.
#include "core/routeros/script/parser.h"
#include "core/routeros/script/printer.h"

#include <QTest>

#include <random>

using namespace core::routeros::script;
using core::model::Request;

namespace {

Script parsed(std::string_view text) {
    const auto script = parseScript(text, "t.rsc");
    return script ? *script : Script{{"failed", script.error().text, {}, {}}};
}

std::string errorOf(std::string_view text) {
    const auto script = parseScript(text, "t.rsc");
    return script ? std::string() : script.error().text;
}

Request only(std::string_view text) {
    const Script script = parsed(text);
    const auto request = toRequest(script.front(), "t.rsc", [](std::string_view menu, const Find& find) -> core::base::Result<std::string> {
        std::string ids = "found in " + std::string(menu);
        for (const auto& condition : find.conditions) {
            ids += " " + condition.name + "=" + condition.value;
        }
        return ids;
    });
    return request ? *request : Request{"failed", request.error().text, {}, {}, {}};
}

} // namespace

class TestScriptParser : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void menuLineAppliesToTheLinesBelow() {
        const Script script = parsed("/ip firewall filter\nadd chain=forward\nadd chain=input\n/ip/address\nadd address=10.0.0.1/24\n");
        QCOMPARE(script.size(), std::size_t(3));
        QCOMPARE(script[1].menu, std::string("/ip/firewall/filter"));
        QCOMPARE(script[2].menu, std::string("/ip/address"));
        QCOMPARE(script[2].at, (Position{5, 1}));
    }

    void wholeLineDoesNotChangeTheMenu() {
        const Script script = parsed("/ip address\n/system identity set name=x\nadd address=10.0.0.1/24");
        QCOMPARE(script[0].menu, std::string("/system/identity"));
        QCOMPARE(script[1].menu, std::string("/ip/address"));
    }

    void allSpellingsOfAPathAreOne() {
        for (const char* line : {"/ip firewall filter add chain=x", "/ip/firewall/filter/add chain=x", "/ip/firewall/filter add chain=x", "/ip firewall/filter/add chain=x"}) {
            const Request request = only(line);
            QCOMPARE(request.path(), std::string("/ip/firewall/filter/add"));
            QCOMPARE(request.argument("chain").value(), std::string_view("x"));
        }
    }

    void quotedStringsKnowEveryEscape() {
        const Request request = only("/ip address add comment=\"a\\\"b\\\\c\\$d\\?e\\_f\\n\\t\\r\\C5\\BE\" disabled=no");
        QCOMPARE(request.argument("comment").value(), std::string_view("a\"b\\c$d?e f\n\t\r\xc5\xbe"));
        QCOMPARE(request.argument("disabled").value(), std::string_view("no"));
    }

    void emptyValues() {
        const Request request = only("/queue tree set 0 comment= packet-mark=\"\"");
        QCOMPARE(request.argument("comment").value(), std::string_view());
        QCOMPARE(request.argument("packet-mark").value(), std::string_view());
    }

    void continuedLinesAreOneLine() {
        const Request request = only("/ip firewall filter add action=drop chain=input comment=\\\r\n    \"two \\\r\n    words\" \\\n    disabled=yes");
        QCOMPARE(request.argument("comment").value(), std::string_view("two words"));
        QCOMPARE(request.argument("disabled").value(), std::string_view("yes"));
    }

    void commentsAndSeparators() {
        const Script script = parsed("# 2026-11-30 by RouterOS 7.20\n/ip address # here\nadd address=1.1.1.1 comment=a#b; add address=2.2.2.2\n\n");
        QCOMPARE(script.size(), std::size_t(2));
        QCOMPARE(script[0].arguments[1].value->text, std::string("a#b"));
    }

    void findIsResolvedInItsMenu() {
        const Request request = only("/interface ethernet set [ find default-name=ether1 ] mtu=1500");
        QCOMPARE(request.argument("numbers").value(), std::string_view("found in /interface/ethernet default-name=ether1"));
        QCOMPARE(only("/ip firewall filter add chain=a place-before=[find where comment=\"x y\"]").argument("place-before").value(),
                 std::string_view("found in /ip/firewall/filter comment=x y"));
        QCOMPARE(only("/ip address remove [find]").argument("numbers").value(), std::string_view("found in /ip/address"));
    }

    void positionalItems() {
        QCOMPARE(only("/ip firewall filter remove *1,*2").argument("numbers").value(), std::string_view("*1,*2"));
        const Request move = only("/ip firewall filter move *7 *6");
        QCOMPARE(move.argument("numbers").value(), std::string_view("*7"));
        QCOMPARE(move.argument("destination").value(), std::string_view("*6"));
        QCOMPARE(only("/ip address set 0 1").verb, std::string("t.rsc:1:19: expected end of command"));
    }

    void flagsHaveNoValue() {
        const Request request = only("/interface monitor-traffic interface=ether1 once");
        QVERIFY(request.argument("once").has_value());
        QVERIFY(only("/ip firewall filter set *1 !src-address").argument("!src-address").has_value());
    }

    void valuesMayHoldEqualsAndSlashes() {
        QCOMPARE(only("/x add a=b=c d=10.0.0.0/8").argument("a").value(), std::string_view("b=c"));
    }

    void errorsSayWhere() {
        QCOMPARE(errorOf("/ip address\nadd comment=\"open"), std::string("t.rsc:2:13: this quote is never closed"));
        QVERIFY(errorOf("/ip address\n  add comment=\"\\q\"").starts_with("t.rsc:2:16: unknown escape"));
        QVERIFY(errorOf(":put 1").starts_with("t.rsc:1:1: ':put' is not understood here"));
        QVERIFY(errorOf("/ip address add address=$x").starts_with("t.rsc:1:25: variables"));
        QVERIFY(errorOf("/ip address set [get 1] x=y").starts_with("t.rsc:1:17: only [find"));
        QVERIFY(errorOf("/ip address set [find x=y").starts_with("t.rsc:1:17: this bracket is never closed"));
        QVERIFY(errorOf("/ip address address=1.1.1.1").starts_with("t.rsc:1:13: expected a command"));
        QVERIFY(errorOf("/ip address add =x").starts_with("t.rsc:1:17: a name is missing"));
        QVERIFY(errorOf("=x").starts_with("t.rsc:1:1: a statement must begin"));
    }

    void printedCommandsReadBackTheSame() {
        std::mt19937 random(3);
        for (int round = 0; round < 2000; ++round) {
            std::string value(random() % 12, '\0');
            for (char& c : value) {
                c = static_cast<char>(random() % 255 + 1);
            }
            const Request request{"/ip/firewall/filter", "add", {{"chain", "forward"}, {"comment", value}}, {}, {}};
            QCOMPARE(only(printCommand(request)), request);
        }
    }

    void anyBytesAreParsedOrRefused() {
        std::mt19937 random(11);
        const std::string_view alphabet = "/ad =[]\"\\\n;#find\r$*!x0";
        for (int round = 0; round < 20'000; ++round) {
            std::string text(random() % 40, ' ');
            for (char& c : text) {
                c = alphabet[random() % alphabet.size()];
            }
            const auto script = parseScript(text, "t.rsc");
            QVERIFY(script.has_value() || script.error().text.starts_with("t.rsc:"));
        }
    }
};

QTEST_APPLESS_MAIN(TestScriptParser)
#include "tst_script_parser.moc"
