// What the engine honours, what it does without, and what is not in force because it cannot do it.
#include "agent/control/tree/lenient_load.h"
#include "agent/control/tree/modelled.h"
#include "tests/agent/control/tree/board.h"

#include <QTest>

using namespace agent::control;

namespace {

struct Router {
    LiveConfig live{tests::smallBoard(), false, [](auto) {}};
    std::vector<LoadRemark> remarks;
    explicit Router(std::string_view text) : remarks(loadLeniently(live, text, "x.rsc")) {}

    [[nodiscard]] const Item& item(std::string_view menu, std::size_t at = 0) const { return *live.tree().items(menu)[at]; }
    [[nodiscard]] bool invalid(std::string_view menu, std::size_t at = 0) const {
        return live.compiled().invalid.contains(item(menu, at).id);
    }
};

} // namespace

class TestModelled : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void factoryAndDefaultsAreNothingToSpeakOf() {
        const Router router("");
        for (const auto& [menu, table] : router.live.tree().tables()) {
            for (const Item& item : table) {
                const auto found = unmodelledIn(menu, item);
                QVERIFY2(found.empty(), (menu + " " + (found.empty() ? "" : found[0].property + "=" + found[0].value)).c_str());
            }
        }
        QVERIFY(router.remarks.empty());
    }

    void aRuleWithAMatcherTheEngineCannotAskAboutIsNotInForce() {
        const Router router(
            "/ip firewall filter\nadd chain=input action=drop priority=3\nadd chain=input action=drop\n");
        QVERIFY(router.invalid("/ip/firewall/filter", 0));
        QVERIFY(!router.invalid("/ip/firewall/filter", 1));
        QCOMPARE(router.live.compiled().config->firewall.filter.size(), std::size_t(1));
        const auto found = unmodelledIn("/ip/firewall/filter", router.item("/ip/firewall/filter"));
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found[0].property, std::string("priority"));
        QVERIFY(!found[0].inForce);
    }

    void aDisabledItemIsKeptButNotCalledInvalid() {
        const Router router("/ip firewall filter\nadd chain=input action=drop priority=3 disabled=yes\n");
        QVERIFY(!router.invalid("/ip/firewall/filter"));
    }

    void aRuleWithAnActionTheEngineLacksIsNotInForce() {
        const Router router("/ip firewall mangle\nadd chain=forward action=set-priority new-priority=3\n");
        QVERIFY(router.invalid("/ip/firewall/mangle"));
        QVERIFY(router.live.compiled().config->firewall.mangle.empty());
    }

    void theDefaultMasqueradeRuleWorksThoughThereIsNoIpsec() {
        const Router router("/interface list\nadd name=WAN\n/ip firewall nat\nadd action=masquerade chain=srcnat ipsec-policy=out,none "
                            "out-interface-list=WAN\n");
        QVERIFY(!router.invalid("/ip/firewall/nat"));
        QCOMPARE(router.live.compiled().config->firewall.nat.size(), std::size_t(1));
        QCOMPARE(unmodelledIn("/ip/firewall/nat", router.item("/ip/firewall/nat")).size(), std::size_t(0));
    }

    void acceptingWhatIpsecDecryptedIsAMatcherLikeAnyOther() {
        const Router router("/ip firewall filter\nadd chain=forward action=accept ipsec-policy=in,ipsec\n");
        QVERIFY(!router.invalid("/ip/firewall/filter"));
        const auto& rules = router.live.compiled().config->firewall.filter;
        QVERIFY(rules[0].match.more == (std::vector<agent::dataplane::MoreMatch>{{agent::dataplane::match::IpsecPolicy{true, true}, false}}));
    }

    void whatIsHonouredInPartIsMentioned() {
        const Router router("/interface bridge\nadd name=b ra-guard=yes ether-type=0x88a8\n/queue type\n"
                            "add name=two kind=pcq pcq-classifier=src-address,dst-port\nadd name=odd kind=pcq pcq-classifier=src-address,vlan\n");
        const auto bridge = unmodelledIn("/interface/bridge", router.item("/interface/bridge"));
        QCOMPARE(bridge.size(), std::size_t(2));
        QVERIFY(bridge[0].inForce && bridge[1].inForce && !router.invalid("/interface/bridge"));
        const auto& tree = router.live.tree();
        QVERIFY(unmodelledIn("/queue/type", *tree.findBy("/queue/type", "name", "two")).empty());
        const auto odd = unmodelledIn("/queue/type", *tree.findBy("/queue/type", "name", "odd"));
        QCOMPARE(odd.size(), std::size_t(1));
        QCOMPARE(odd[0].property, std::string("pcq-classifier"));
    }

    void aPropertyWithoutEffectOnTrafficIsOnlyMentioned() {
        const Router router("/interface bridge\nadd name=b\n/interface bridge port\nadd bridge=b interface=ether2 bpdu-guard=yes\n");
        QVERIFY(!router.invalid("/interface/bridge/port"));
        QCOMPARE(router.live.compiled().config->bridgePorts.size(), std::size_t(1));
        const auto found = unmodelledIn("/interface/bridge/port", router.item("/interface/bridge/port"));
        QCOMPARE(found.size(), std::size_t(1));
        QVERIFY(found[0].inForce);
    }

    void everyKindOfQueueIsInForceExceptWhatCakeMeasuresByItself() {
        const Router router("/queue type\nadd name=c kind=cake cake-bandwidth=50M cake-autorate-ingress=yes\nadd name=r kind=red red-limit=70\n/queue tree\nadd name=q parent=global queue=c\n");
        const Item* type = router.live.tree().findBy("/queue/type", "name", "c");
        QVERIFY(type);
        QCOMPARE(type->value("kind"), std::string_view("cake"));
        QVERIFY(!router.invalid("/queue/tree"));
        const auto found = unmodelledIn("/queue/type", *type);
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found[0].property, std::string("cake-autorate-ingress"));
        QVERIFY(unmodelledIn("/queue/type", *router.live.tree().findBy("/queue/type", "name", "r")).empty());
    }

    void whatStandsOnAnInterfaceTheEngineLacksIsInvalid() {
        const Router router("/interface vxlan\nadd name=vxlan1 vni=1\n/ip firewall nat\nadd action=masquerade "
                            "chain=srcnat out-interface=vxlan1\n"
                            "/interface vlan\nadd name=v interface=vxlan1 vlan-id=5\n/ip address\nadd address=10.0.0.1/24 "
                            "interface=v\n/queue tree\nadd name=q parent=vxlan1\n");
        QVERIFY(router.live.tree().findInterface("vxlan1"));
        QVERIFY(router.invalid("/ip/firewall/nat"));
        QVERIFY(router.invalid("/interface/vlan"));
        QVERIFY(router.invalid("/queue/tree"));
        QCOMPARE(router.live.compiled().interfaceOf(router.item("/interface/vxlan").id), agent::dataplane::kNoInterface);
    }

    void hardwareTheBoardLacksIsKeptAsAbsent() {
        const Router router("/interface ethernet\nset [ find default-name=sfp-sfpplus1 ] name=uplink\n/ip address\nadd address=10.0.0.1/24 "
                            "interface=uplink\n");
        const Item* port = router.live.tree().findBy("/interface/ethernet", "name", "uplink");
        QVERIFY(port && port->absent);
        QVERIFY(router.invalid("/ip/address"));
        const auto found = unmodelledIn("/interface/ethernet", *port);
        QCOMPARE(found[0].value, std::string("sfp-sfpplus1"));
        for (const auto& interface : router.live.compiled().config->interfaces) {
            QVERIFY(interface.name != "uplink");
        }
    }

    void aValueThatIsNoneIsKeptAndTheItemIsNotInForce() {
        const Router router("/interface vlan\nadd name=v interface=ether1 vlan-id=ninety\n");
        QCOMPARE(router.item("/interface/vlan").value("vlan-id"), std::string_view("ninety"));
        QVERIFY(router.invalid("/interface/vlan"));
        QCOMPARE(router.remarks.size(), std::size_t(1));
        QVERIFY(router.remarks[0].where.starts_with("x.rsc:2"));
    }

    void menusNobodyKnowsAreKept() {
        const Router router("/interface quantum\nadd name=q1 entangled=yes\n");
        QCOMPARE(router.item("/interface/quantum").value("entangled"), std::string_view("yes"));
        QCOMPARE(unmodelledIn("/interface/quantum", router.item("/interface/quantum")).size(), std::size_t(1));
    }

    void statementsThatAreNoWritesAreKeptNotRun() {
        const Router router(":if (true) do={ /system identity set name=run }\n/system identity set name=kept\n/system reboot\n");
        QCOMPARE(router.live.tree().settings("/system/identity").value("name"), std::string_view("kept"));
        QCOMPARE(router.live.tree().items("").size(), std::size_t(2));
        QCOMPARE(router.remarks.size(), std::size_t(2));
    }

    void changingOneTableLooksAtThatTableOnly() {
        Router router("/ip firewall filter\nadd chain=input priority=3\n");
        QVERIFY(router.invalid("/ip/firewall/filter"));
        QVERIFY(router.live.apply([](Tree& tree) {
            return applyWrite(tree, {"/ip/firewall/filter", "set", {{"numbers", "0"}, {"!priority", ""}}, {}, {}});
        }));
        QVERIFY(!router.invalid("/ip/firewall/filter"));
        QCOMPARE(router.live.compiled().config->firewall.filter.size(), std::size_t(1));
    }

    void circlesAreBroken() {
        const Router router(
            "/interface vlan\nadd name=v1 interface=v2 vlan-id=1\nadd name=v2 interface=v1 vlan-id=2\nadd name=v3 interface=v2 vlan-id=3\n"
            "/interface list\nadd name=a include=b,c,d\nadd name=b include=a,c,d\nadd name=c include=a,b,d\nadd name=d include=a,b,c "
            "exclude=a\n"
            "/interface list member\nadd list=d interface=ether1\n/interface bridge\nadd name=x\n"
            "/interface bridge port\nadd bridge=x interface=x\nadd bridge=x interface=ether2\nadd bridge=x interface=ether2\n"
            "/queue tree\nadd name=q1 parent=q2\nadd name=q2 parent=q1\n/ip firewall filter\nadd chain=input in-interface-list=a\n");
        for (std::size_t i = 0; i < 3; ++i) {
            QVERIFY(router.invalid("/interface/vlan", i));
        }
        QCOMPARE(router.live.compiled().config->bridgePorts.size(), std::size_t(1));
        QVERIFY(router.live.compiled().config->queues.tree.empty());
        QCOMPARE(router.live.compiled().config->firewall.filter.at(0).match.inInterfaceList.value->size(), std::size_t(1));
    }

    void twoInterfacesOfOneNameDoNotConfuseTheEngine() {
        const Router router(
            "/interface bridge\nadd name=ether1\nadd name=b\nadd name=b\n/interface bridge port\nadd bridge=b interface=ether2\n");
        QCOMPARE(router.live.tree().items("/interface/bridge").size(), std::size_t(3));
        QVERIFY(!router.remarks.empty());
        QVERIFY(router.live.compiled().config);
    }
};

QTEST_APPLESS_MAIN(TestModelled)
#include "tst_modelled.moc"
