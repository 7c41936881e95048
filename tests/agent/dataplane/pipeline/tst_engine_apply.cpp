#include "tests/agent/dataplane/pipeline/two_networks.h"

#include <QTest>

using namespace agent::dataplane;
using namespace agent::dataplane::test;
using core::model::PathKind;

class EngineApplyTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void connectionsNeighboursAndCountersSurviveAChange() {
        TwoNetworks lab;
        RuleConfig count = lab.rule("forward", RuleAction::Passthrough);
        lab.config.firewall.filter = {count};
        lab.start();
        lab.push(0, lab.up(PacketBuilder::udp()).build());
        const auto rx = lab.stats(lab.lan).rxPacket;
        lab.config.firewall.filter.insert(lab.config.firewall.filter.begin(), lab.rule("forward", RuleAction::Accept));
        lab.apply();
        QCOMPARE(lab.engine.connectionCount(), 1u);
        QCOMPARE(lab.engine.arp().size(), 2u);
        QCOMPARE(lab.stats(lab.lan).rxPacket, rx);
        QCOMPARE(lab.engine.ruleCounters(count.uid).packets, 1u);
        lab.engine.resetRuleCounters(count.uid);
        QCOMPARE(lab.engine.ruleCounters(count.uid).packets, 0u);
    }
    void countersFollowTheUidNotThePosition() {
        TwoNetworks lab;
        lab.start();
        const auto rx = lab.stats(lab.lan).rxPacket;
        QVERIFY(rx > 0);
        lab.config.interfaces[lab.lan].uid = 999;
        lab.apply();
        QCOMPARE(lab.stats(lab.lan).rxPacket, 0u);
    }
    void learnedHostsSurvive() {
        EngineLab lab;
        const IfIndex e1 = lab.ether("ether1"), e2 = lab.ether("ether2"), e3 = lab.ether("ether3"), br = lab.bridge("bridge1");
        for (const IfIndex i : {e1, e2, e3}) {
            lab.port(br, i);
        }
        lab.apply();
        const Frame f = PacketBuilder::udp().from("1.1.1.1", 1).to("2.2.2.2", 2).macs(kHostA, kHostB).build();
        lab.push(1, PacketBuilder::udp().from("2.2.2.2", 2).to("1.1.1.1", 1).macs(kHostB, kHostA).build());
        lab.config.ip.arpTimeout += 1;
        lab.apply();
        QCOMPARE(lab.push(0, f).size(), 1u);
        lab.config.bridgePorts.erase(lab.config.bridgePorts.begin() + 1); // its port leaves the bridge
        lab.apply();
        QCOMPARE(lab.push(0, f).at(0).port, PortId{2});
    }
    void torchFlipsFastTrackOffAndBack() {
        TwoNetworks lab;
        lab.addFastTrackRule();
        lab.start();
        lab.openTcp();
        for (const bool torch : {false, true, false}) {
            lab.config.switches.torch = torch;
            lab.apply();
            lab.push(0, lab.up(PacketBuilder::tcp()).build());
            QCOMPARE(lab.lastPath(), torch ? PathKind::Slow : PathKind::FastTrack);
            QCOMPARE(lab.engine.globalState().fastTrackActive, !torch);
        }
    }
    void aRefusedFirewallIsReportedAndTheOldOneStays() {
        TwoNetworks lab;
        lab.config.firewall.filter = {lab.rule("forward", RuleAction::Drop)};
        lab.start();
        RuleConfig circle = lab.rule("forward", RuleAction::Jump), back = lab.rule("a", RuleAction::Jump);
        circle.jumpTarget = back.jumpTarget = "a";
        lab.config.firewall.filter = {circle, back};
        lab.apply();
        QCOMPARE(lab.engine.takeLog().size(), 1u);
        QVERIFY(lab.push(0, lab.up(PacketBuilder::udp()).build()).empty());
        QVERIFY(lab.engine.takeLog().empty());
    }
    void loggedPacketsAreTold() {
        TwoNetworks lab;
        RuleConfig log = lab.rule("forward", RuleAction::Log);
        log.logPrefix = "hello";
        lab.config.firewall.filter = {log};
        lab.start();
        lab.push(0, lab.up(PacketBuilder::udp()).build());
        const auto events = lab.engine.takeLog();
        QCOMPARE(events.size(), 1u);
        QCOMPARE(events[0].prefix, std::string("hello"));
        QCOMPARE(events[0].chain, std::string("forward"));
    }
    void dynamicAddressListsAreShown() {
        TwoNetworks lab;
        lab.config.firewall.addressLists = {{"seen", {}}};
        RuleConfig add = lab.rule("forward", RuleAction::AddSrcToAddressList);
        add.addressListTimeout = 10 * core::base::kSecond;
        lab.config.firewall.filter = {add};
        lab.start();
        lab.push(0, lab.up(PacketBuilder::udp()).build());
        QCOMPARE(lab.engine.dynamicListEntries(lab.now).size(), 1u);
        QCOMPARE(lab.engine.dynamicListEntries(lab.now)[0].address, ip("10.0.0.2"));
        QCOMPARE(lab.engine.dynamicListEntries(lab.now + 11 * core::base::kSecond).size(), 0u);
    }
    void aGlobalTreeShapesTheSlowPath() {
        TwoNetworks lab;
        QueueTypeConfig fifo;
        fifo.name = "default";
        fifo.pfifoLimit = 1000;
        lab.config.queues.types = {fifo};
        TreeQueueConfig tree;
        tree.uid = 800;
        tree.global = true;
        tree.htb.maxLimit = 8'000'000; // a thousand octets a millisecond
        tree.htb.bucketSize = 0.001;
        lab.config.queues.tree = {tree};
        lab.start();
        for (int i = 0; i < 101; ++i) {
            lab.push(0, lab.up(PacketBuilder::udp()).payload(972).build()); // 1000 octets of IPv4
        }
        const std::size_t out = lab.advance(50 * core::base::kMillisecond).size();
        QVERIFY2(out >= 48 && out <= 52, qPrintable(QString::number(out)));
        QVERIFY(lab.engine.treeStats(800).queuedPackets > 0);
    }
    void anEmptyConfigurationDropsEverything() {
        EngineLab lab;
        lab.apply();
        QVERIFY(lab.push(0, PacketBuilder::udp().build()).empty());
        QCOMPARE(lab.pool.available(), lab.pool.capacity());
    }
    void interfacesThatGoTakeWhatWaitsForThem() {
        TwoNetworks lab;
        lab.apply();
        lab.knows(1, "192.0.2.254", kHostB, "192.0.2.1");
        lab.push(1, lab.down(PacketBuilder::udp()).build()); // waits for 10.0.0.2
        QVERIFY(lab.pool.available() < lab.pool.capacity());
        lab.config.interfaces[lab.lan].enabled = false;
        lab.apply();
        QCOMPARE(lab.pool.available(), lab.pool.capacity());
    }
};

QTEST_APPLESS_MAIN(EngineApplyTest)
#include "tst_engine_apply.moc"
