// The tree as the engine takes it: positions, resolved names, rules, queues.
#include "agent/control/tree/live_config.h"
#include "agent/control/tree/load.h"
#include "tests/agent/control/tree/board.h"

#include <QTest>

using namespace agent::control;
using namespace agent::dataplane;

class TestCompile : public QObject {
    Q_OBJECT

    std::unique_ptr<LiveConfig> live_;

    void load(std::string_view text) {
        const auto done = loadScript(*live_, text, "t.rsc");
        QVERIFY2(done.has_value(), done ? "" : done.error().text.c_str());
    }
    const EngineConfig& config() { return *live_->compiled().config; }
    IfIndex index(std::string_view name) { return live_->compiled().interfaceOf(live_->tree().findInterface(name)->id); }

private Q_SLOTS:
    void init() { live_ = std::make_unique<LiveConfig>(tests::smallBoard(), false, [](auto) {}); }

    void boardBecomesPortsChipsAndCost() {
        QCOMPARE(config().ports.size(), std::size_t(6));
        QCOMPARE(config().ports[0].chip, std::optional<std::uint16_t>(0));
        QVERIFY(!config().ports[5].chip);
        QCOMPARE(config().chips[0].type, std::string("Atheros-8327"));
        QVERIFY(!config().cost.native);
        QCOMPARE(config().cost.slow, 1000.0);
        LiveConfig native(tests::smallBoard(), true, [](auto) {});
        QVERIFY(native.compiled().config->cost.native);
        QCOMPARE(native.compiled().config->cost.slow, 0.0);
    }

    void interfacesKeepTheirPosition() {
        load("/interface bridge add name=b1\n/interface bridge add name=b2\n/interface vlan add name=v interface=b2 vlan-id=7");
        const IfIndex b2 = index("b2"), v = index("v"), b1 = index("b1");
        load("/interface bridge remove b1");
        QCOMPARE(index("b2"), b2);
        QCOMPARE(index("v"), v);
        QVERIFY(config().interfaces[b1].uid == 0 && !config().interfaces[b1].enabled);
        QCOMPARE(config().interfaces[v].parent, b2);
        QCOMPARE(config().interfaces[v].vlanId, std::uint16_t(7));
        load("/interface bridge add name=b3");
        QCOMPARE(index("b3"), b1); // the gap is taken
        QVERIFY(config().interfaces[index("b3")].uid != 0);
    }

    void bridgeTakesTheAddressOfItsFirstPort() {
        load("/interface bridge add name=b\n/interface bridge port add bridge=b interface=ether3 hw=no horizon=5");
        QVERIFY(config().interfaces[index("b")].mac == config().interfaces[index("ether3")].mac);
        QCOMPARE(config().bridgePorts[0].interface, index("ether3"));
        QVERIFY(!config().bridgePorts[0].hw);
        QCOMPARE(config().bridgePorts[0].horizon, 5u);
        load("/interface bridge set b auto-mac=no admin-mac=02:11:22:33:44:55");
        QCOMPARE(config().interfaces[index("b")].mac.octets[1], std::uint8_t(0x11));
    }

    void vlanRowsAndFrameTypesAreResolved() {
        load("/interface bridge add name=b vlan-filtering=yes pvid=7 frame-types=admit-only-vlan-tagged ingress-filtering=no\n"
             "/interface bridge port add bridge=b interface=ether2 frame-types=admit-only-untagged-and-priority-tagged pvid=10\n"
             "/interface bridge port add bridge=b interface=ether3 ingress-filtering=no learn=no\n"
             "/interface bridge vlan add bridge=b vlan-ids=10,20-29 tagged=b,ether3 untagged=ether2\n"
             "/interface bridge vlan add bridge=b vlan-ids=30 tagged=ether3 disabled=yes");
        QCOMPARE(config().bridges[0].pvid, std::uint16_t(7));
        QVERIFY(config().bridges[0].frameTypes == FrameTypes::OnlyVlanTagged && !config().bridges[0].ingressFiltering);
        QVERIFY(config().bridges[0].stp && !config().bridges[0].mstp);
        QVERIFY(config().bridgePorts[0].frameTypes == FrameTypes::OnlyUntaggedAndPriorityTagged && config().bridgePorts[0].ingressFiltering);
        QVERIFY(!config().bridgePorts[1].ingressFiltering && !config().bridgePorts[1].learn);
        QCOMPARE(config().bridgeVlans.size(), std::size_t(1));
        QVERIFY(config().bridgeVlans[0].vlans == (std::vector<VlanRange>{{10, 10}, {20, 29}}));
        QVERIFY(config().bridgeVlans[0].tagged == (std::vector<IfIndex>{index("b"), index("ether3")}));
        QVERIFY(config().bridgeVlans[0].untagged == std::vector<IfIndex>{index("ether2")});
    }

    void aVlanRowWithoutVlansIsInvalid() {
        load("/interface bridge add name=b\n/interface bridge vlan add bridge=b vlan-ids=0,5000 tagged=b");
        QVERIFY(config().bridgeVlans.empty());
        QCOMPARE(live_->compiled().invalid.size(), std::size_t(1));
    }

    void rulesAreResolved() {
        load(
            "/interface list add name=WAN\n/interface list member add list=WAN interface=ether1\n/ip firewall filter\n"
            "add chain=forward action=fasttrack-connection connection-state=established,related hw-offload=yes\n"
            "add chain=input action=drop in-interface-list=!WAN src-address=!10.0.0.0/8 protocol=tcp dst-port=22,80-90 tcp-flags=syn,!ack\n"
            "add chain=input disabled=yes\n"
            "add chain=forward action=reject reject-with=tcp-reset protocol=tcp src-address-list=bad");
        const auto& filter = config().firewall.filter;
        QCOMPARE(filter.size(), std::size_t(3));
        QVERIFY(filter[0].action == RuleAction::FastTrackConnection && filter[0].hwOffload);
        QCOMPARE(int(*filter[0].match.connectionState.value), int(kStateEstablished | kStateRelated));
        QVERIFY(filter[1].match.inInterfaceList.negate);
        QCOMPARE(*filter[1].match.inInterfaceList.value, std::vector<IfIndex>{index("ether1")});
        QVERIFY(filter[1].match.srcAddress.negate);
        QCOMPARE(filter[1].match.srcAddress.value->last, 0x0affffffu);
        QCOMPARE(filter[1].match.dstPort.value->at(1).last, std::uint16_t(90));
        QCOMPARE(int(filter[1].match.tcpFlagsSet), 2);
        QCOMPARE(int(filter[1].match.tcpFlagsClear), 16);
        QVERIFY(filter[2].rejectWith == RejectWith::TcpReset);
        QCOMPARE(config().firewall.addressLists[*filter[2].match.srcAddressList.value].name, std::string("bad"));
    }

    void interfaceListsIncludeAndExclude() {
        load("/interface list\nadd name=A\nadd name=B include=A\nadd name=C include=all exclude=A\n"
             "/interface list member add list=A interface=ether1\n/interface list member add list=B interface=ether2\n"
             "/ip firewall filter\nadd chain=input in-interface-list=B\nadd chain=input in-interface-list=C\nadd chain=input "
             "in-interface-list=none");
        const auto& filter = config().firewall.filter;
        QCOMPARE(*filter[0].match.inInterfaceList.value, (std::vector<IfIndex>{index("ether1"), index("ether2")}));
        QCOMPARE(filter[1].match.inInterfaceList.value->size(), std::size_t(5));
        QVERIFY(filter[2].match.inInterfaceList.value->empty());
    }

    void marksKeepTheirNumbers() {
        load("/ip firewall mangle add chain=forward action=mark-packet new-packet-mark=voip passthrough=no");
        const MarkId voip = config().firewall.mangle[0].newMark;
        QCOMPARE(config().marks[voip], std::string("voip"));
        load("/ip firewall mangle add chain=forward action=mark-packet new-packet-mark=bulk place-before=0\n/queue tree add name=q "
             "parent=global packet-mark=voip,no-mark");
        QCOMPARE(config().firewall.mangle[1].newMark, voip);
        QCOMPARE(config().queues.tree[0].packetMarks, (std::vector<MarkId>{voip, 0}));
        QVERIFY(!config().firewall.mangle[1].passthrough);
    }

    void natIsResolved() {
        load("/ip firewall nat\nadd chain=srcnat action=masquerade out-interface=ether1\n"
             "add chain=dstnat action=dst-nat protocol=tcp dst-port=80 to-addresses=10.0.0.5 to-ports=8080");
        QVERIFY(config().firewall.nat[0].action == RuleAction::Masquerade);
        QCOMPARE(config().firewall.nat[1].toAddresses->first, 0x0a000005u);
        QCOMPARE(config().firewall.nat[1].toPorts->first, std::uint16_t(8080));
    }

    void queuesStandBelowTheirParents() {
        load("/queue type add name=fq kind=fq-codel fq-codel-target=12ms\n"
             "/queue tree\nadd name=root parent=ether1 max-limit=100M\nadd name=leaf parent=root queue=fq bucket-size=0.01 priority=1\n"
             "add name=all parent=global");
        // The child first: order of the list is not order of the tree.
        load("/queue tree remove root\n/queue tree add name=root2 parent=global\n/queue tree set leaf parent=root2");
        const auto& tree = config().queues.tree;
        QCOMPARE(tree.size(), std::size_t(3));
        for (const TreeQueueConfig& queue : tree) {
            if (queue.name == "leaf") {
                QCOMPARE(tree[*queue.parent].name, std::string("root2"));
                QVERIFY(config().queues.types[queue.htb.queueType].kind == QueueKind::FqCodel);
                QCOMPARE(config().queues.types[queue.htb.queueType].fqCodelTarget, 12 * core::base::kMillisecond);
                QCOMPARE(queue.htb.bucketSize, 0.01);
            }
        }
    }

    void orphanedQueuesAreInvalid() {
        load("/queue tree\nadd name=root parent=global\nadd name=leaf parent=root\nremove root");
        QVERIFY(config().queues.tree.empty());
        QVERIFY(live_->compiled().invalid.contains(live_->tree().items("/queue/tree")[0]->id));
    }

    void aQueueTypeBringsTheNumbersOfItsKind() {
        load("/queue type\nadd name=r kind=red red-limit=70 red-avg-packet=500\n"
             "add name=p kind=pcq pcq-classifier=src-address,dst-port pcq-rate=1M pcq-limit=20 pcq-src-address-mask=24\n"
             "add name=c kind=cake cake-bandwidth=50M cake-overhead-scheme=pppoe-ptm,ether-vlan cake-rtt-scheme=metro "
             "cake-flowmode=dual-srchost cake-diffserv=besteffort cake-nat=yes cake-ack-filter=aggressive\n"
             "add name=d kind=codel codel-ecn=yes codel-target=7ms\nadd name=s kind=sfq sfq-perturb=10\nadd name=m kind=mq-pfifo "
             "mq-pfifo-limit=33");
        const auto type = [&](std::string_view name) {
            const auto& types = config().queues.types;
            return *std::find_if(types.begin(), types.end(), [&](const QueueTypeConfig& t) { return t.name == name; });
        };
        QCOMPARE(type("r").red.limit, 70u);
        QCOMPARE(type("r").red.avgPacket, 500u);
        QVERIFY(type("p").pcq.srcAddress && type("p").pcq.dstPort && !type("p").pcq.dstAddress);
        QCOMPARE(type("p").pcq.rate, std::uint64_t(1'000'000));
        QCOMPARE(type("p").pcq.limit, 20u * 1024);
        QCOMPARE(type("p").pcq.srcMask, std::uint8_t(24));
        const CakeConfig cake = type("c").cake;
        QCOMPARE(cake.bandwidth, std::uint64_t(50'000'000));
        QVERIFY(cake.compensate && cake.nat && cake.cells == CakeCells::Ptm);
        QCOMPARE(cake.overhead, 34);
        QCOMPARE(cake.rtt, 10 * core::base::kMillisecond);
        QVERIFY(cake.flowMode == CakeFlowMode::DualSrcHost && cake.diffserv == CakeDiffserv::Besteffort);
        QVERIFY(cake.ackFilter == CakeAckFilter::Aggressive);
        QVERIFY(type("d").codel.ecn);
        QCOMPARE(type("d").codel.target, 7 * core::base::kMillisecond);
        QCOMPARE(type("s").sfq.perturb, 10 * core::base::kSecond);
        QVERIFY(type("m").kind == QueueKind::MqPfifo);
        QCOMPARE(type("m").pfifoLimit, 33u);
    }
    void simpleQueuesHaveParentsDestinationsAndTotals() {
        load("/queue simple\nadd name=all target=10.0.0.0/8 max-limit=10M/10M\n"
             "add name=one target=10.0.0.5 parent=all dst=192.0.2.0/24 total-max-limit=3M total-queue=default");
        const auto& simple = config().queues.simple;
        QCOMPARE(simple.size(), std::size_t(2));
        QCOMPARE(simple[1].parent, std::optional<std::uint32_t>(0));
        QVERIFY(simple[1].dst && simple[1].dst->length == 24);
        QVERIFY(!simple[0].total && simple[1].total);
        QCOMPARE(simple[1].total->maxLimit, std::uint64_t(3'000'000));
        load("/queue simple set one parent=nobody");
        QVERIFY(live_->compiled().invalid.contains(live_->tree().items("/queue/simple")[1]->id));
    }

    void simpleQueuesHaveTwoDirections() {
        load("/queue simple add name=s target=10.0.0.0/24,ether2 max-limit=10M/50M priority=1/8 queue=default/default-small");
        const SimpleQueueConfig& queue = config().queues.simple[0];
        QCOMPARE(queue.upload.maxLimit, std::uint64_t(10'000'000));
        QCOMPARE(queue.download.maxLimit, std::uint64_t(50'000'000));
        QCOMPARE(queue.upload.priority, std::uint8_t(1));
        QCOMPARE(config().queues.types[queue.upload.queueType].name, std::string("default"));
        QCOMPARE(queue.targets[0].length, std::uint8_t(24));
        QCOMPARE(queue.targetInterfaces, std::vector<IfIndex>{index("ether2")});
    }

    void routesAndSettings() {
        load("/ip address add address=10.0.0.1/24 interface=ether1\n/ip route\nadd gateway=10.0.0.254\nadd dst-address=10.5.5.5/16 "
             "gateway=ether2 distance=5\n"
             "add dst-address=10.6.0.0/16 blackhole=yes\nadd dst-address=10.7.0.0/16 gateway=10.0.0.9%ether1\n"
             "/ip settings set allow-fast-path=no arp-timeout=1m\n/interface bridge settings set use-ip-firewall=yes\n"
             "/ip firewall connection tracking set enabled=no udp-timeout=20s\n/interface ethernet switch port set ether1 "
             "l3-hw-offloading=no");
        QCOMPARE(config().routes[0].gateway, std::optional<std::uint32_t>(0x0a0000fe));
        QCOMPARE(config().routes[1].destination.address, 0x0a050000u);
        QCOMPARE(config().routes[1].gatewayInterface, index("ether2"));
        QVERIFY(config().routes[2].kind == RouteKind::Blackhole);
        QCOMPARE(config().routes[3].gatewayInterface, index("ether1"));
        QVERIFY(!config().ip.allowFastPath);
        QCOMPARE(config().ip.arpTimeout, 60 * core::base::kSecond);
        QVERIFY(config().bridgeSettings.useIpFirewall);
        QVERIFY(config().tracking.enabled == TrackingEnabled::No);
        QCOMPARE(config().tracking.udp, 20 * core::base::kSecond);
        QVERIFY(!config().ports[0].l3HwOffloading && config().ports[1].l3HwOffloading);
    }

    void disabledInterfacesAndAddressesAreOut() {
        load("/ip address add address=10.0.0.1/24 interface=ether1 disabled=yes\n/interface disable ether2");
        QVERIFY(config().addresses.empty());
        QVERIFY(!config().interfaces[index("ether2")].enabled);
        QVERIFY(live_->compiled().invalid.empty());
    }
};

QTEST_APPLESS_MAIN(TestCompile)
#include "tst_compile.moc"
