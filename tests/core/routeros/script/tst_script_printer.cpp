// Requests as command lines.
#include "core/routeros/script/printer.h"
#include "core/routeros/script/quoting.h"

#include <QTest>

using core::model::Request;
using core::routeros::script::printCommand;
using core::routeros::script::quote;

class TestScriptPrinter : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void addPrintsMenuVerbAndProperties() {
        const Request request{"/ip/firewall/filter", "add",
                              {{"chain", "forward"}, {"action", "fasttrack-connection"}, {"connection-state", "established,related"}}, {}, "9"};
        QCOMPARE(printCommand(request),
                 std::string("/ip firewall filter add chain=forward action=fasttrack-connection connection-state=established,related"));
    }

    void itemStandsBehindTheVerb() {
        QCOMPARE(printCommand({"/queue/tree", "set", {{"comment", ""}, {".id", "*1"}}, {}, {}}), std::string("/queue tree set *1 comment=\"\""));
        QCOMPARE(printCommand({"/queue/tree", "remove", {{"numbers", "*A,*B"}}, {}, {}}), std::string("/queue tree remove *A,*B"));
        QCOMPARE(printCommand({"/ip/firewall/filter", "move", {{"numbers", "*7"}, {"destination", "*6"}}, {}, {}}),
                 std::string("/ip firewall filter move *7 destination=*6"));
    }

    void settingsAndRootCommands() {
        QCOMPARE(printCommand({"/ip/settings", "set", {{"allow-fast-path", "no"}}, {}, {}}), std::string("/ip settings set allow-fast-path=no"));
        QCOMPARE(printCommand({"", "quit", {}, {}, {}}), std::string("/quit"));
    }

    void flagsAndUnsetsPrintBare() {
        QCOMPARE(printCommand({"/interface", "monitor-traffic", {{"interface", "ether1"}, {"once", ""}}, {}, {}}),
                 std::string("/interface monitor-traffic interface=ether1 once"));
        QCOMPARE(printCommand({"/ip/firewall/filter", "set", {{".id", "*1"}, {"!src-address", ""}}, {}, {}}),
                 std::string("/ip firewall filter set *1 !src-address"));
    }

    void quotingIsDoneOnlyWhenNeeded() {
        QCOMPARE(quote("established,related"), std::string("established,related"));
        QCOMPARE(quote("!10.0.0.0/8"), std::string("!10.0.0.0/8"));
        QCOMPARE(quote("0x80"), std::string("0x80"));
        QCOMPARE(quote(""), std::string("\"\""));
        QCOMPARE(quote("defconf: fasttrack"), std::string("\"defconf: fasttrack\""));
    }

    void everythingSpecialIsEscaped() {
        QCOMPARE(quote("say \"hi\" $you?\\"), std::string("\"say \\\"hi\\\" \\$you\\?\\\\\""));
        QCOMPARE(quote("a\nb\r\tc"), std::string("\"a\\nb\\r\\tc\""));
        QCOMPARE(quote("\xc5\xbe\x01"), std::string("\"\\C5\\BE\\01\""));
        QCOMPARE(quote("a=b"), std::string("\"a=b\""));
        QCOMPARE(quote("[x]"), std::string("\"[x]\""));
    }
};

QTEST_APPLESS_MAIN(TestScriptPrinter)
#include "tst_script_printer.moc"
