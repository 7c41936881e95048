// What completion and "?" are made from, and how terminals lay rows out: everything named exists.
#include "agent/control/commands/command_help.h"
#include "agent/control/commands/print_layout.h"
#include "agent/control/tree/menus.h"
#include "tests/agent/control/commands/console.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace agent::control;

namespace {

bool contains(const std::vector<std::string>& list, std::string_view wanted) {
    return std::find(list.begin(), list.end(), wanted) != list.end();
}

} // namespace

class TestCommandHelp : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void menusHaveChildren() {
        const auto root = childMenus("");
        for (const char* name : {"interface", "ip", "queue", "system", "user", "pathscope", "file", "log"}) {
            QVERIFY2(contains(root, name), name);
        }
        QVERIFY(contains(childMenus("/ip"), "firewall") && contains(childMenus("/ip/firewall"), "filter"));
        QVERIFY(childMenus("/ip/firewall/filter").empty() && childMenus("/nothing").empty());
        QVERIFY(std::is_sorted(root.begin(), root.end()));
    }

    void verbsAreThoseThatRun() {
        tests::Console console;
        for (const auto* menu : knownMenus()) {
            for (const std::string& verb : verbs(menu->path)) {
                QVERIFY2(findCommand(nullptr, menu->path, verb), (std::string(menu->path) + " " + verb).c_str());
            }
        }
        const auto filter = verbs("/ip/firewall/filter");
        for (const char* verb : {"add", "comment", "disable", "enable", "export", "find", "get", "move", "print", "remove",
                                 "reset-counters", "reset-counters-all", "set", "unset"}) {
            QVERIFY2(contains(filter, verb), verb);
        }
        QVERIFY(!contains(verbs("/ip/settings"), "add") && !contains(verbs("/interface/ethernet"), "remove") &&
                !contains(verbs("/ip/address"), "move"));
        QVERIFY(contains(verbs(""), "undo") && contains(verbs("/ip"), "export"));
    }

    void argumentsAreThoseTheCommandTakes() {
        const auto add = argumentNames("/ip/firewall/filter", "add");
        QVERIFY(contains(add, "chain") && contains(add, "place-before") && !contains(add, "numbers"));
        QVERIFY(!contains(argumentNames("/ip/address", "add"), "place-before"));
        const auto set = argumentNames("/ip/settings", "set");
        QVERIFY(contains(set, "ip-forward") && !contains(set, "numbers"));
        QVERIFY(contains(argumentNames("/interface", "monitor-traffic"), "once"));
        QVERIFY(contains(argumentNames("/ip/route", "print"), "where") && argumentNames("/ip/route", "fly").empty());
        QVERIFY(contains(argumentWords("/ip/firewall/filter", "add", "action"), "fasttrack-connection"));
        QCOMPARE(argumentWords("/ip/firewall/filter", "add", "disabled"), (std::vector<std::string>{"no", "yes"}));
    }

    void everyVerbHasALineOfHelp() {
        std::set<std::string> all;
        for (const auto* menu : knownMenus()) {
            for (const std::string& verb : verbs(menu->path)) {
                all.insert(verb);
            }
        }
        for (const std::string& verb : all) {
            QVERIFY2(!helpText("/x", verb).empty(), verb.c_str());
        }
        QCOMPARE(helpText("/ip/route"), std::string_view("Routes"));
    }

    void layoutsNameWhatRowsHave() {
        tests::Console console;
        console.load("/interface bridge add name=b\n/interface bridge port add bridge=b interface=ether2\n/ip address add "
                     "address=10.0.0.1/24 interface=b\n"
                     "/ip firewall filter add chain=input\n/ip route add gateway=10.0.0.2\n/queue tree add name=q parent=global");
        for (const char* menu : {"/interface", "/interface/bridge/port", "/ip/address", "/ip/firewall/filter", "/ip/route", "/queue/tree",
                                 "/interface/list"}) {
            const auto row = console.rows(menu).back();
            for (const PrintColumn& column : printLayout(menu).columns) {
                const bool mayLack = column.property == "max-l2mtu" || column.property == "mac-address";
                QVERIFY2(mayLack || row.get(column.property), (std::string(menu) + " " + std::string(column.property)).c_str());
            }
        }
    }

    void layoutsOfAnyMenuAreThere() {
        QCOMPARE(printLayout("/ip/settings").plain, PrintForm::Record);
        QCOMPARE(printLayout("/ip/firewall/nat").plain, PrintForm::Detail);
        QCOMPARE(printLayout("/ip/address").flags.size(), std::size_t(3));
        const PrintLayout& unknown = printLayout("/what/is/this");
        QCOMPARE(&unknown, &printLayout("/nor/this"));
        for (const auto* menu : knownMenus()) {
            const PrintLayout& layout = printLayout(menu->path);
            QVERIFY2(layout.plain != PrintForm::Table || !layout.columns.empty() ||
                         menu->kind == core::routeros::config::MenuKind::ReadOnly,
                     std::string(menu->path).c_str());
        }
    }
};

QTEST_APPLESS_MAIN(TestCommandHelp)
#include "tst_command_help.moc"
