// Writes to the configuration: what they do, what they refuse and in which words, and that a refused one changes nothing.
#include "agent/control/tree/live_config.h"
#include "agent/control/tree/load.h"
#include "tests/agent/control/tree/board.h"

#include <QTest>

using namespace agent::control;
using core::model::Request;

class TestTreeEdit : public QObject {
    Q_OBJECT

    std::unique_ptr<LiveConfig> live_;
    int published_ = 0;

    // "*ID" of an add, "" of another write, or the trap's text.
    std::string write(std::string menu, std::string verb, Attributes arguments) {
        ItemId created = 0;
        const auto done = live_->apply([&](Tree& tree) { return applyWrite(tree, Request{menu, verb, arguments, {}, {}}, &created); });
        return !done ? done.error().message : created ? formatId(created) : std::string();
    }
    std::string comments(std::string_view menu) {
        std::string out;
        for (const Item* item : live_->tree().items(menu)) {
            out += item->value("comment");
        }
        return out;
    }

private Q_SLOTS:
    void init() {
        published_ = 0;
        live_ = std::make_unique<LiveConfig>(tests::smallBoard(), false, [this](auto) { ++published_; });
    }

    void factoryHasPortsChipAndQueueTypes() {
        QCOMPARE(live_->tree().items("/interface").size(), std::size_t(6));
        QCOMPARE(live_->tree().items("/interface/ethernet/switch/port").size(), std::size_t(5));
        QVERIFY(live_->tree().findBy("/queue/type", "name", "only-hardware-queue"));
        QCOMPARE(live_->tree().settings("/ip/settings").value("arp-timeout"), std::string_view("30s"));
        QCOMPARE(published_, 1);
    }

    void addGivesAnIdAndDefaults() {
        const std::string id = write("/interface/bridge", "add", {});
        const Item* bridge = live_->tree().findBy("/interface/bridge", "name", "bridge1");
        QVERIFY(bridge);
        QCOMPARE(formatId(bridge->id), id);
        QCOMPARE(bridge->value("fast-forward"), std::string_view("true"));
        QCOMPARE(live_->tree().menuOf(bridge->id), std::string_view("/interface/bridge"));
        QCOMPARE(live_->tree().find("/interface", bridge->id), bridge);
    }

    void badInputIsRefusedInRouterOsWords() {
        QCOMPARE(write("/ip/address", "add", {{"address", "192.168.88.1"}, {"interface", "asdf"}}),
                 std::string("input does not match any value of interface"));
        QCOMPARE(write("/ip/address", "add", {{"adress", "1.1.1.1"}}), std::string("unknown parameter adress"));
        QCOMPARE(write("/ip/address", "add", {{"address", "1.1.1.1/24"}}), std::string("missing value(s) of argument(s) interface"));
        QCOMPARE(write("/ip/address", "set", {{".id", "*FFFF"}, {"comment", "x"}}), std::string("no such item"));
        QCOMPARE(write("/ip/address", "remove", {{".id", "nothing"}}), std::string("no such item"));
        QCOMPARE(write("/ip/address", "remove", {}), std::string("missing value(s) of argument(s) numbers"));
        QCOMPARE(write("/ip/nothing", "add", {}), std::string("no such command or directory (nothing)"));
        QCOMPARE(write("/ip/settings", "add", {}), std::string("no such command or directory (add)"));
        QCOMPARE(write("/interface/ethernet", "remove", {{".id", "ether1"}}), std::string("no such command or directory (remove)"));
        QCOMPARE(write("/queue/type", "remove", {{".id", "default"}}), std::string("failure: can not remove builtin"));
        QCOMPARE(write("/interface/ethernet", "set", {{".id", "ether1"}, {"default-name", "x"}}),
                 std::string("unknown parameter default-name"));
        QCOMPARE(published_, 1);
    }

    void aRefusedChangeChangesNothing() {
        const Tree before = live_->tree();
        const auto done = live_->apply([](Tree& tree) -> Outcome<void> {
            (void)add(tree, "/interface/bridge", {{"name", "half"}});
            return applyWrite(tree, Request{"/ip/address", "add", {{"address", "x"}, {"interface", "half"}}, {}, {}});
        });
        QVERIFY(!done);
        QCOMPARE(live_->tree().items("/interface").size(), before.items("/interface").size());
        QCOMPARE(live_->nextChange(), std::uint64_t(0));
        QCOMPARE(published_, 1);
    }

    void itemsAreFoundByIdNameIndexAndList() {
        QCOMPARE(write("/interface/ethernet", "set", {{"numbers", "ether2,2"}, {"comment", "c"}}), std::string());
        QCOMPARE(live_->tree().findInterface("ether2")->value("comment"), std::string_view("c"));
        QCOMPARE(live_->tree().findInterface("ether3")->value("comment"), std::string_view("c"));
        QCOMPARE(write("/interface", "disable", {{".id", formatId(live_->tree().findInterface("ether2")->id)}}), std::string());
        QVERIFY(!live_->tree().findInterface("ether2")->enabled());
        QCOMPARE(write("/interface", "enable", {{"numbers", "ether2"}}), std::string());
        QVERIFY(live_->tree().findInterface("ether2")->enabled());
    }

    void setThroughInterfaceKnowsCommonPropertiesOnly() {
        QCOMPARE(write("/interface", "set", {{".id", "ether1"}, {"mtu", "1400"}}), std::string());
        QCOMPARE(write("/interface", "set", {{".id", "ether1"}, {"mac-address", "02:00:00:00:00:01"}}),
                 std::string("unknown parameter mac-address"));
    }

    void unsetTakesAPropertyAwayOrBackToItsDefault() {
        const std::string id =
            write("/ip/firewall/filter", "add", {{"chain", "forward"}, {"src-address", "10.0.0.1"}, {"log", "yes"}, {"comment", "x"}});
        const Item* rule = live_->tree().items("/ip/firewall/filter").front();
        QCOMPARE(write("/ip/firewall/filter", "set", {{".id", id}, {"!src-address", ""}, {"!log", ""}, {"comment", ""}}), std::string());
        rule = live_->tree().items("/ip/firewall/filter").front();
        QVERIFY(!rule->get("src-address"));
        QVERIFY(!rule->get("comment"));
        QCOMPARE(rule->value("log"), std::string_view("false"));
        QCOMPARE(write("/ip/firewall/filter", "set", {{".id", id}, {"protocol", "tcp"}, {"dst-port", "80"}}), std::string());
        QCOMPARE(write("/ip/firewall/filter", "unset", {{".id", id}, {"value-name", "dst-port"}}), std::string());
        QVERIFY(!live_->tree().items("/ip/firewall/filter").front()->get("dst-port"));
        QCOMPARE(write("/ip/firewall/filter", "set", {{".id", id}, {"!chain", ""}}), std::string("missing value(s) of argument(s) chain"));
    }

    void rulesKeepTheirOrder() {
        for (const char* name : {"a", "b", "c"}) {
            write("/ip/firewall/filter", "add", {{"chain", "forward"}, {"comment", name}});
        }
        const std::string b = formatId(live_->tree().items("/ip/firewall/filter")[1]->id);
        write("/ip/firewall/filter", "add", {{"chain", "forward"}, {"comment", "x"}, {"place-before", b}});
        QCOMPARE(comments("/ip/firewall/filter"), std::string("axbc"));
        write("/ip/firewall/filter", "add", {{"chain", "forward"}, {"comment", "0"}, {"place-before", "0"}});
        QCOMPARE(comments("/ip/firewall/filter"), std::string("0axbc"));
        const auto id = [&](std::size_t i) { return formatId(live_->tree().items("/ip/firewall/filter")[i]->id); };
        write("/ip/firewall/filter", "move", {{"numbers", id(4)}, {"destination", id(0)}});
        QCOMPARE(comments("/ip/firewall/filter"), std::string("c0axb"));
        write("/ip/firewall/filter", "move", {{"numbers", id(0) + "," + id(2)}});
        QCOMPARE(comments("/ip/firewall/filter"), std::string("0xbca"));
        write("/ip/firewall/filter", "move", {{"numbers", id(1)}, {"destination", id(1)}});
        QCOMPARE(comments("/ip/firewall/filter"), std::string("0xbca"));
        QCOMPARE(write("/ip/firewall/filter", "move", {{"numbers", id(1)}, {"destination", "*FFFF"}}), std::string("no such item"));
        QCOMPARE(write("/ip/address", "move", {{"numbers", "0"}}), std::string("no such command or directory (move)"));
        QCOMPARE(write("/ip/firewall/filter", "add", {{"chain", "x"}, {"place-before", "*FFFF"}}), std::string("no such item"));
    }

    void renamingFollowsEverywhere() {
        write("/interface/bridge", "add", {{"name", "br"}});
        write("/interface/bridge/port", "add", {{"bridge", "br"}, {"interface", "ether2"}});
        write("/ip/address", "add", {{"address", "10.0.0.1/24"}, {"interface", "br"}});
        write("/ip/firewall/filter", "add", {{"chain", "input"}, {"in-interface", "!br"}});
        write("/queue/tree", "add", {{"name", "q"}, {"parent", "br"}});
        write("/queue/simple", "add", {{"name", "s"}, {"target", "10.0.0.0/24,br"}});
        write("/ip/route", "add", {{"gateway", "10.0.0.9%br"}});
        QCOMPARE(write("/interface/bridge", "set", {{".id", "br"}, {"name", "lan"}}), std::string());
        const Tree& tree = live_->tree();
        QCOMPARE(tree.items("/interface/bridge/port")[0]->value("bridge"), std::string_view("lan"));
        QCOMPARE(tree.items("/ip/address")[0]->value("interface"), std::string_view("lan"));
        QCOMPARE(tree.items("/ip/firewall/filter")[0]->value("in-interface"), std::string_view("!lan"));
        QCOMPARE(tree.items("/queue/tree")[0]->value("parent"), std::string_view("lan"));
        QCOMPARE(tree.items("/queue/simple")[0]->value("target"), std::string_view("10.0.0.0/24,lan"));
        QCOMPARE(tree.items("/ip/route")[0]->value("gateway"), std::string_view("10.0.0.9%lan"));
    }

    void whatLosesItsInterfaceBecomesInvalid() {
        const std::string bridge = write("/interface/bridge", "add", {{"name", "br"}});
        write("/ip/address", "add", {{"address", "10.0.0.1/24"}, {"interface", "br"}});
        QCOMPARE(write("/interface/bridge", "remove", {{".id", "br"}}), std::string());
        const Item* address = live_->tree().items("/ip/address")[0];
        QCOMPARE(address->value("interface"), std::string_view(bridge));
        QVERIFY(live_->compiled().invalid.contains(address->id));
        QVERIFY(live_->compiled().config->addresses.empty());
    }

    void contradictionsAreRefused() {
        write("/interface/bridge", "add", {{"name", "br"}});
        write("/interface/bridge/port", "add", {{"bridge", "br"}, {"interface", "ether2"}});
        QCOMPARE(write("/interface/bridge/port", "add", {{"bridge", "br"}, {"interface", "ether2"}}),
                 std::string("failure: device already added as bridge port"));
        QCOMPARE(write("/interface/vlan", "add", {{"name", "br"}, {"vlan-id", "5"}, {"interface", "ether1"}}),
                 std::string("failure: already have interface with such name"));
        write("/ip/address", "add", {{"address", "10.0.0.1/24"}, {"interface", "br"}});
        QCOMPARE(write("/ip/address", "add", {{"address", "10.0.0.1/24"}, {"interface", "br"}}),
                 std::string("failure: already have such address"));
        QVERIFY(write("/ip/firewall/filter", "add", {{"chain", "x"}, {"dst-port", "80"}}).starts_with("failure: ports can be specified"));
        QVERIFY(write("/ip/firewall/mangle", "add", {{"chain", "x"}, {"action", "mark-packet"}}).starts_with("failure: new-packet-mark"));
        QVERIFY(
            write("/ip/firewall/nat", "add", {{"chain", "dstnat"}, {"action", "masquerade"}}).starts_with("failure: action masquerade"));
        QCOMPARE(write("/ip/firewall/raw", "add", {{"chain", "prerouting"}, {"connection-state", "new"}}),
                 std::string("unknown parameter connection-state"));
        QCOMPARE(write("/ip/route", "add", {}), std::string("missing value(s) of argument(s) gateway"));
        const std::string v = write("/interface/vlan", "add", {{"name", "v1"}, {"vlan-id", "5"}, {"interface", "ether1"}});
        write("/interface/vlan", "add", {{"name", "v2"}, {"vlan-id", "6"}, {"interface", "v1"}});
        QCOMPARE(write("/interface/vlan", "set", {{".id", v}, {"interface", "v2"}}), std::string("failure: interface loop"));
    }

    void addressesKnowTheirNetwork() {
        write("/ip/address", "add", {{"address", "10.1.2.3/16"}, {"interface", "ether1"}});
        const Item* address = live_->tree().items("/ip/address")[0];
        QCOMPARE(address->value("network"), std::string_view("10.1.0.0"));
        write("/ip/address", "set", {{"numbers", "0"}, {"address", "10.9.2.3/24"}});
        QCOMPARE(live_->tree().items("/ip/address")[0]->value("network"), std::string_view("10.9.2.0"));
    }

    void changesAreNumberedForListeners() {
        const std::uint64_t start = live_->nextChange();
        const std::string id = write("/ip/firewall/filter", "add", {{"chain", "forward"}});
        write("/ip/firewall/filter", "set", {{".id", id}, {"chain", "input"}});
        write("/ip/firewall/filter", "set", {{".id", id}, {"chain", "input"}}); // no change
        write("/ip/firewall/filter", "remove", {{".id", id}});
        const auto changes = live_->changesSince(start);
        QCOMPARE(changes.size(), std::size_t(3));
        QVERIFY(changes[0].kind == Change::Kind::Added && changes[1].kind == Change::Kind::Changed &&
                changes[2].kind == Change::Kind::Removed);
        QCOMPARE(changes[2].menu, std::string("/ip/firewall/filter"));
        QVERIFY(live_->changesSince(live_->nextChange()).empty());
    }

    void idsAreHexadecimalAndNeverUsedAgain() {
        QCOMPARE(formatId(0x1c119), std::string("*1C119"));
        QCOMPARE(parseId("*1c119"), std::optional<ItemId>(0x1c119));
        for (const char* bad : {"", "*", "1", "*x", "*123456789"}) {
            QVERIFY2(!parseId(bad), bad);
        }
        const std::string first = write("/interface/bridge", "add", {});
        write("/interface/bridge", "remove", {{".id", first}});
        QVERIFY(write("/interface/bridge", "add", {}) != first);
    }
};

QTEST_APPLESS_MAIN(TestTreeEdit)
#include "tst_tree_edit.moc"
