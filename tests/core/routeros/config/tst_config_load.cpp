// Reading exports and snippets: what is understood, what is only kept, and what is said about it.
#include "core/routeros/config/load.h"
#include "core/routeros/config/printed_config.h"

#include <QTest>

#include <algorithm>
#include <utility>

using namespace core::routeros::config;

namespace {

std::string value(const LoadedConfig& config, std::string_view menu, std::size_t row, std::string_view name) {
    const auto items = config.tree.items(menu);
    return row < items.size() ? std::string(items[row]->value(name, "absent")) : "no such row";
}

std::vector<LoadNote> notesOf(const LoadedConfig& config, LoadNote::Kind kind) {
    std::vector<LoadNote> out;
    std::copy_if(config.notes.begin(), config.notes.end(), std::back_inserter(out), [&](const LoadNote& note) { return note.kind == kind; });
    return out;
}

const PrintedMenu& menuAt(const std::vector<PrintedMenu>& menus, std::string_view path) {
    return *std::find_if(menus.begin(), menus.end(), [&](const PrintedMenu& menu) { return menu.path == path; });
}

} // namespace

class TestConfigLoad : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void itemsComeInOrderWithDefaultsAndIds() {
        const auto config = loadConfig("/ip firewall filter\nadd chain=forward action=drop disabled=yes\nadd chain=input\nadd chain=output place-before=0\n");
        const auto rules = config.tree.items("/ip/firewall/filter");
        QCOMPARE(rules.size(), std::size_t(3));
        QCOMPARE(value(config, "/ip/firewall/filter", 0, "chain"), std::string("output"));
        QCOMPARE(value(config, "/ip/firewall/filter", 1, "disabled"), std::string("true"));
        QCOMPARE(value(config, "/ip/firewall/filter", 2, "action"), std::string("accept"));
        QVERIFY(rules[0]->id != rules[1]->id && rules[0]->id != 0);
        QVERIFY(config.notes.empty());
        QCOMPARE(config.items, std::size_t(3));
    }

    void aRuleStandsInFrontOfTheOneItFinds() {
        const std::string two = "/ip firewall filter\nadd chain=forward comment=a\nadd chain=forward comment=b\n";
        const auto config = loadConfig(two + "add chain=forward comment=new place-before=[find comment=b]\n");
        QCOMPARE(value(config, "/ip/firewall/filter", 1, "comment"), std::string("new"));
        QVERIFY(config.notes.empty());
        const auto alone = loadConfig(two + "add chain=forward comment=new place-before=[find comment=elsewhere]\n");
        QCOMPARE(value(alone, "/ip/firewall/filter", 2, "comment"), std::string("new"));
        QCOMPARE(notesOf(alone, LoadNote::Kind::NotApplied).size(), std::size_t(1));
        const auto moved = loadConfig(two + "move [find comment=b] destination=[find comment=a]\n");
        QCOMPARE(value(moved, "/ip/firewall/filter", 0, "comment"), std::string("b"));
    }

    void headerIsRead() {
        const auto config = loadConfig("# 2024-10-25 06:08:35 by RouterOS 7.10.1\n# model = RB5009UG+S+\n/ip settings set rp-filter=loose\n");
        QCOMPARE(config.header.version, std::optional<std::string>("7.10.1"));
        QCOMPARE(config.header.model, std::optional<std::string>("RB5009UG+S+"));
        QCOMPARE(std::string(config.tree.settings("/ip/settings").value("rp-filter")), std::string("loose"));
    }

    void settingsNobodyTouchedHaveTheirDefaults() {
        const auto config = loadConfig("");
        QCOMPARE(std::string(config.tree.settings("/ip/settings").value("allow-fast-path")), std::string("true"));
        QVERIFY(config.tree.settings("/no/such/menu").values.empty());
    }

    void whatIsSetWithoutBeingAddedIsMade() {
        const auto config = loadConfig("/interface ethernet\nset [ find default-name=ether1 ] name=wan\nset [ find default-name=ether2 ] mtu=9000\n"
                                       "/interface ethernet switch port\nset 0 l3-hw-offloading=no\nset 4 l3-hw-offloading=no\n"
                                       "/queue interface\nset ether2 queue=ethernet-default\n/ip service\nset telnet disabled=yes\n");
        QCOMPARE(value(config, "/interface/ethernet", 0, "name"), std::string("wan"));
        QCOMPARE(value(config, "/interface/ethernet", 0, "default-name"), std::string("ether1"));
        QCOMPARE(value(config, "/interface/ethernet", 1, "name"), std::string("ether2"));
        QCOMPARE(value(config, "/interface/ethernet/switch/port", 1, ".selector"), std::string("4"));
        QCOMPARE(value(config, "/queue/interface", 0, "interface"), std::string("ether2"));
        QCOMPARE(value(config, "/ip/service", 0, "name"), std::string("telnet"));
        QVERIFY(config.notes.empty());
    }

    void theSameItemIsFoundAgain() {
        const auto config = loadConfig("/interface ethernet\nset [ find default-name=ether1 ] name=wan\nset wan mtu=1400\nset [ find name=wan ] l2mtu=1500\n"
                                       "/interface\nset wan comment=x\n/queue tree\nadd name=q parent=global\nset q max-limit=10M\n"
                                       "/ip firewall filter\nadd chain=a\nadd chain=b\nset 1 disabled=yes\nset [ find chain=a ] log=yes\n");
        QCOMPARE(config.tree.items("/interface/ethernet").size(), std::size_t(1));
        QCOMPARE(value(config, "/interface/ethernet", 0, "mtu"), std::string("1400"));
        QCOMPARE(value(config, "/interface/ethernet", 0, "l2mtu"), std::string("1500"));
        QCOMPARE(value(config, "/interface/ethernet", 0, "comment"), std::string("x"));
        QCOMPARE(value(config, "/queue/tree", 0, "max-limit"), std::string("10000000"));
        QCOMPARE(value(config, "/ip/firewall/filter", 1, "disabled"), std::string("true"));
        QCOMPARE(value(config, "/ip/firewall/filter", 0, "log"), std::string("true"));
    }

    void everyWriteIsKnown() {
        const auto config = loadConfig("/ip firewall filter\nadd chain=a comment=one\nadd chain=b\nadd chain=c\nadd chain=d\nmove 3 destination=0\nremove [ find chain=b ]\n"
                                       "disable [ find chain=c ]\ncomment [ find chain=d ] comment=two\nset [ find chain=a ] !comment\nenable [ find chain=c ]\n");
        QCOMPARE(config.tree.items("/ip/firewall/filter").size(), std::size_t(3));
        QCOMPARE(value(config, "/ip/firewall/filter", 0, "chain"), std::string("d"));
        QCOMPARE(value(config, "/ip/firewall/filter", 0, "comment"), std::string("two"));
        QCOMPARE(value(config, "/ip/firewall/filter", 1, "comment"), std::string("absent"));
        QCOMPARE(value(config, "/ip/firewall/filter", 2, "disabled"), std::string("false"));
        QVERIFY(config.notes.empty());
    }

    void unknownThingsAreKeptAndNotedWithTheirPlace() {
        const auto config = loadConfig("/interface bridge\nadd name=b use-fast-path=yes\n/future menu\nset a=1\n/future list add name=x\n/future list add name=y\n"
                                       "/interface vlan\nadd name=v vlan-id=5000 interface=b\n");
        QCOMPARE(value(config, "/interface/bridge", 0, "use-fast-path"), std::string("yes"));
        QCOMPARE(value(config, "/future/list", 1, "name"), std::string("y"));
        QCOMPARE(value(config, "/interface/vlan", 0, "vlan-id"), std::string("5000"));
        const auto property = notesOf(config, LoadNote::Kind::UnknownProperty);
        QCOMPARE(property.size(), std::size_t(1));
        QCOMPARE(property[0].property, std::string("use-fast-path"));
        QCOMPARE(property[0].at.line, 2);
        QCOMPARE(notesOf(config, LoadNote::Kind::UnknownMenu).size(), std::size_t(2));
        const auto bad = notesOf(config, LoadNote::Kind::BadValue);
        QCOMPARE(bad.size(), std::size_t(1));
        QCOMPARE(bad[0].at.line, 8);
        QVERIFY(bad[0].text.find("5000") != std::string::npos);
    }

    void statementsThatAreMoreAreKeptWordForWord() {
        const auto config = loadConfig(":if (1 = 1) do={ :put \"x\" }\n/ip address\nadd address=$wan interface=ether1\nremove [ find comment~\"old\" ]\n"
                                       "/interface=broken\n/system reboot\n/ip route add gateway=10.0.0.1\n");
        QCOMPARE(config.tree.items("").size(), std::size_t(5));
        QCOMPARE(value(config, "", 1, ".script"), std::string("/ip address add address=$wan interface=ether1"));
        QCOMPARE(config.tree.items("/ip/route").size(), std::size_t(1));
        QCOMPARE(config.items, std::size_t(1));
        const auto errors = notesOf(config, LoadNote::Kind::Error);
        QCOMPARE(errors.size(), std::size_t(1));
        QCOMPARE(errors[0].at.line, 5);
        QCOMPARE(notesOf(config, LoadNote::Kind::NotApplied).size(), std::size_t(4));
    }

    void whatFindsNothingChangesNothing() {
        const auto config = loadConfig("/ip firewall address-list remove [ find list=x ]\n/ip firewall filter disable [ find action=fasttrack-connection ]\n"
                                       "/ip firewall filter set [ find comment=x ] disabled=yes\n");
        QCOMPARE(config.items, std::size_t(0));
        QVERIFY(config.tree.items("").empty());
        QCOMPARE(notesOf(config, LoadNote::Kind::NotApplied).size(), std::size_t(3));
    }

    void spellingsOfVersion6AreStoredAsThoseOf7() {
        const auto config = loadConfig("/ip route\nadd gateway=10.0.0.1 routing-mark=wan2\nadd dst-address=10.0.0.0/8 type=blackhole\n"
                                       "/ip route rule\nadd action=lookup table=wan2\n/queue simple\nadd name=a target-addresses=10.0.0.1/32\n");
        QCOMPARE(value(config, "/ip/route", 0, "routing-table"), std::string("wan2"));
        QCOMPARE(value(config, "/ip/route", 1, "blackhole"), std::string("true"));
        QCOMPARE(value(config, "/routing/rule", 0, "table"), std::string("wan2"));
        QCOMPARE(value(config, "/queue/simple", 0, "target"), std::string("10.0.0.1/32"));
        QVERIFY(config.notes.empty());
    }

    void bareFlagsAreTrue() {
        const auto config = loadConfig("/routing table add fib name=b\n/ip route add blackhole dst-address=10.0.0.0/8\n");
        QCOMPARE(value(config, "/routing/table", 0, "fib"), std::string("true"));
        QCOMPARE(value(config, "/ip/route", 0, "blackhole"), std::string("true"));
    }

    void aRunningRoutersTreeKeepsHardwareItHasNot() {
        ConfigTree tree = loadConfig("/interface ethernet\nset [ find default-name=ether1 ] mtu=1500\n").tree;
        std::vector<LoadNote> notes;
        applyLeniently(tree, {"/interface/ethernet", "set", {{"numbers", "[ find default-name=ether9 ]"}, {"name", "uplink"}}, {}, {}}, {3, 1}, notes);
        applyLeniently(tree, {"/interface/ethernet", "set", {{"numbers", "ether1"}, {"mtu", "1400"}}, {}, {}}, {}, notes);
        applyLeniently(tree, {"/interface/ethernet", "set", {{".id", formatId(tree.items("/interface/ethernet")[0]->id)}, {"comment", "c"}}, {}, {}}, {}, notes);
        const auto ports = tree.items("/interface/ethernet");
        QCOMPARE(ports.size(), std::size_t(2));
        QVERIFY(ports[1]->absent && !ports[0]->absent);
        QCOMPARE(std::string(ports[1]->value("name")), std::string("uplink"));
        QCOMPARE(std::string(ports[0]->value("mtu")), std::string("1400"));
        QCOMPARE(std::string(ports[0]->value("comment")), std::string("c"));
        QVERIFY(notes.empty());
    }

    void findsAreResolvedToIdsOrToTheirText() {
        const auto config = loadConfig("/ip firewall address-list\nadd list=a address=10.0.0.1\nadd list=b address=10.0.0.2\nadd list=a address=10.0.0.3\n");
        const auto items = config.tree.items("/ip/firewall/address-list");
        QCOMPARE(resolveFind(config.tree, "/ip/firewall/address-list", {{{"list", "a"}}, {}}), formatId(items[0]->id) + "," + formatId(items[2]->id));
        QCOMPARE(resolveFind(config.tree, "/ip/firewall/address-list", {{{"list", "c d"}}, {}}), std::string("[ find list=\"c d\" ]"));
        QCOMPARE(resolveFind(config.tree, "/queue/tree", {}), std::string());
    }

    void whatARouterPrintsIsTheConfigurationItExports() {
        const auto menus = printedMenus(7);
        PrintedConfig printed;
        take(printed, menuAt(menus, "/ip/firewall/filter"),
             {{{".id", "*FFFFFF00"}, {"chain", "forward"}, {"action", "passthrough"}, {"dynamic", "true"}, {"bytes", "900"}},
              {{".id", "*1"},
               {"chain", "forward"},
               {"action", "accept"},
               {"connection-state", "established,related"},
               {"dynamic", "false"},
               {"bytes", "1000"}},
              {{".id", "*2"}, {"chain", "forward"}, {"action", "drop"}, {"in-interface", "*5"}, {"invalid", "true"}}});
        take(printed, menuAt(menus, "/queue/simple"), {{{".id", "*1"}, {"name", "all"}, {"target", "10.0.0.0/8"}, {"bytes", "70/30"}}});
        take(printed, menuAt(menus, "/ip/settings"), {{{"rp-filter", "strict"}}});
        const auto file = loadConfig("/ip firewall filter add chain=forward action=accept connection-state=established,related\n"
                                     "/queue simple add name=all target=10.0.0.0/8\n/ip settings set rp-filter=strict\n");
        for (const std::string_view menu : {"/ip/firewall/filter", "/queue/simple"}) {
            QCOMPARE(printed.config.tree.items(menu).size(), std::size_t(1));
            QVERIFY(printed.config.tree.items(menu)[0]->values == file.tree.items(menu)[0]->values);
        }
        QVERIFY(printed.config.tree.settings("/ip/settings").values == file.tree.settings("/ip/settings").values);
        const Item& rule = *printed.config.tree.items("/ip/firewall/filter")[0];
        QCOMPARE(printed.config.places.numberOf(rule.id, 0), std::size_t(1)); // the dummy rule is number 0
        QCOMPARE(printed.config.places.lineOf("/ip/firewall/filter", rule.id), 0);
        QCOMPARE(printed.bytes.at(rule.id), std::uint64_t(1000));
        QCOMPARE(printed.bytes.at(printed.config.tree.items("/queue/simple")[0]->id), std::uint64_t(100));
        QCOMPARE(printed.dynamic.at("/ip/firewall/filter").size(), std::size_t(1));
        QCOMPARE(printed.invalid.at("/ip/firewall/filter").size(), std::size_t(1));
        QVERIFY(printed.config.notes.empty());
    }

    void noSecretIsAskedFor() {
        for (const int major : {6, 7}) {
            for (const PrintedMenu& menu : printedMenus(major)) {
                const auto properties = menu.request.argument(".proplist");
                QVERIFY2(properties && !properties->empty(), menu.path.c_str());
                for (const std::string secret : {"password", "private-key", "preshared-key", "secret", "ipsec-secret"}) {
                    QVERIFY2(("," + std::string(*properties) + ",").find("," + secret + ",") == std::string::npos, menu.path.c_str());
                }
                QVERIFY2(menu.path != "/user" && menu.path != "/ip/ipsec/identity", menu.path.c_str());
            }
        }
        const auto menus = printedMenus(7);
        QVERIFY(menuAt(menus, "/interface/wireguard").secrets);
        QVERIFY(!menuAt(menus, "/ip/firewall/filter").secrets);
        QVERIFY(menuAt(menus, "/ip/firewall/filter").request.argument(".proplist")->find("connection-state") != std::string_view::npos);
    }

    void endlessTablesAreAskedForWhatWasTyped() {
        const auto menus = printedMenus(7);
        QCOMPARE(menuAt(menus, "/ip/route").request.queries,
                 (std::vector<std::string>{"dynamic=true", "#!", "dst-address=0.0.0.0/0", "#|"}));
        QCOMPARE(menuAt(menus, "/ip/firewall/address-list").request.queries, (std::vector<std::string>{"dynamic=true", "#!"}));
        const auto of6 = printedMenus(6);
        QCOMPARE(menuAt(of6, "/routing/rule").request.menu, std::string("/ip/route/rule"));
        QVERIFY(menuAt(of6, "/ip/route").request.argument(".proplist")->find("routing-mark") != std::string_view::npos);
    }

    void interfacesOfKindsWithoutAMenuAreTakenFromTheListOfAll() {
        PrintedConfig printed;
        const auto menus = printedMenus(7);
        take(printed, menuAt(menus, "/interface/ethernet"),
             {{{".id", "*1"},
               {"name", "wan"},
               {"default-name", "ether1"},
               {"mac-address", "00:00:00:00:00:01"},
               {"orig-mac-address", "00:00:00:00:00:01"}}});
        takeInterfaces(printed, {{{"name", "wan"}, {"type", "ether"}},
                                 {{"name", "lte1"}, {"type", "lte"}},
                                 {{"name", "lo"}, {"type", "loopback"}},
                                 {{"name", "<pppoe-anna>"}, {"type", "pppoe-in"}, {"dynamic", "true"}}});
        QCOMPARE(printed.config.tree.items("/interface/ethernet").size(), std::size_t(1));
        QVERIFY(printed.config.tree.items("/interface/ethernet")[0]->builtin);
        QVERIFY(!printed.config.tree.items("/interface/ethernet")[0]->get("mac-address"));
        QCOMPARE(printed.config.tree.items("/interface/lte").size(), std::size_t(1));
        QVERIFY(printed.config.tree.items("/interface/loopback").empty());
        QVERIFY(printed.config.tree.items("/interface/pppoe-in").empty());
    }

    void numbersTheConsoleGivesAreSpelledAsInExports() {
        PrintedConfig printed;
        const auto menus = printedMenus(7);
        take(printed, menuAt(menus, "/interface/bridge"), {{{"name", "bridge"}, {"ether-type", "33024"}, {"priority", "32768"}, {"forward-delay", "15s"}, {"mtu", "1500"}}});
        const Item& bridge = *printed.config.tree.items("/interface/bridge")[0];
        QCOMPARE(std::string(bridge.value("ether-type")), std::string("0x8100"));
        QCOMPARE(std::string(bridge.value("priority")), std::string("0x8000"));
        QCOMPARE(std::string(bridge.value("mtu")), std::string("1500"));
    }

    void anExportOfOneMenuStandsForItsRows() {
        PrintedConfig printed;
        const auto menus = printedMenus(7);
        takeExport(printed, menuAt(menus, "/interface/wireguard"),
                   "# by RouterOS 7.16\n/interface wireguard\nadd listen-port=13231 mtu=1420 name=wg1\n");
        QCOMPARE(printed.config.tree.items("/interface/wireguard").size(), std::size_t(1));
        QCOMPARE(std::string(printed.config.tree.items("/interface/wireguard")[0]->value("name")), std::string("wg1"));
        QCOMPARE(printed.config.items, std::size_t(1));
    }
};

QTEST_APPLESS_MAIN(TestConfigLoad)
#include "tst_config_load.moc"
