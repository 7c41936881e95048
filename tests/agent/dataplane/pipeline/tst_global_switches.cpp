#include "agent/dataplane/pipeline/global_switches.h"

#include <QTest>

using namespace agent::dataplane;

namespace {

// Changes one thing of a configuration where everything is on.
using Change = void (*)(EngineConfig&);

RuleConfig anyRule() {
    RuleConfig r;
    r.chain = "forward";
    return r;
}

} // namespace

Q_DECLARE_METATYPE(Change)

class GlobalSwitchesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anEmptyRouterIsFast() {
        const GlobalSwitches s = computeGlobalSwitches(EngineConfig{});
        QVERIFY(s.fastPath);
        QVERIFY(s.bridgeFastPath);
        QVERIFY(!s.connectionTracking);
        QVERIFY(!s.fastTrack); // nothing tracks connections
    }
    void eachConditionOfIpFastPath_data() {
        QTest::addColumn<Change>("change");
        QTest::newRow("FP1 allow-fast-path") << Change([](EngineConfig& c) { c.ip.allowFastPath = false; });
        QTest::newRow("FP2 filter") << Change([](EngineConfig& c) { c.firewall.filter = {anyRule()}; });
        QTest::newRow("FP2 nat") << Change([](EngineConfig& c) { c.firewall.nat = {anyRule()}; });
        QTest::newRow("FP2 mangle") << Change([](EngineConfig& c) { c.firewall.mangle = {anyRule()}; });
        QTest::newRow("FP2 raw") << Change([](EngineConfig& c) { c.firewall.raw = {anyRule()}; });
        QTest::newRow("FP2 rule without tracking") << Change([](EngineConfig& c) {
            c.firewall.filter = {anyRule()};
            c.tracking.enabled = TrackingEnabled::No;
        });
        QTest::newRow("FP3 tracking yes") << Change([](EngineConfig& c) { c.tracking.enabled = TrackingEnabled::Yes; });
        QTest::newRow("FP4 simple queue") << Change([](EngineConfig& c) { c.queues.simple.resize(1); });
        QTest::newRow("FP4 global tree") << Change([](EngineConfig& c) {
            c.queues.tree.resize(1);
            c.queues.tree[0].global = true;
        });
        QTest::newRow("FP5 mesh") << Change([](EngineConfig& c) { c.switches.mesh = true; });
        QTest::newRow("FP6 sniffer") << Change([](EngineConfig& c) { c.switches.sniffer = true; });
        QTest::newRow("FP6 torch") << Change([](EngineConfig& c) { c.switches.torch = true; });
        QTest::newRow("FP8 vrf") << Change([](EngineConfig& c) { c.switches.vrf = true; });
        QTest::newRow("FP9 hotspot") << Change([](EngineConfig& c) { c.switches.hotspot = true; });
        QTest::newRow("FP10 ipsec policy") << Change([](EngineConfig& c) { c.switches.ipsecPolicy = true; });
        QTest::newRow("FP11 mac-scan") << Change([](EngineConfig& c) { c.switches.macScan = true; });
        QTest::newRow("FP11 ip-scan") << Change([](EngineConfig& c) { c.switches.ipScan = true; });
    }
    void eachConditionOfIpFastPath() {
        QFETCH(const Change, change);
        EngineConfig c;
        change(c);
        QVERIFY(!computeGlobalSwitches(c).fastPath);
    }
    void anInterfaceTreeDoesNotStopFastPath() {
        EngineConfig c;
        c.queues.tree.resize(1);
        c.queues.tree[0].interface = 0;
        QVERIFY(computeGlobalSwitches(c).fastPath);
    }
    void eachConditionOfFastTrack_data() {
        QTest::addColumn<Change>("change");
        QTest::newRow("allow-fast-path") << Change([](EngineConfig& c) { c.ip.allowFastPath = false; });
        QTest::newRow("tracking no") << Change([](EngineConfig& c) { c.tracking.enabled = TrackingEnabled::No; });
        QTest::newRow("mesh") << Change([](EngineConfig& c) { c.switches.mesh = true; });
        QTest::newRow("sniffer") << Change([](EngineConfig& c) { c.switches.sniffer = true; });
        QTest::newRow("torch") << Change([](EngineConfig& c) { c.switches.torch = true; });
        QTest::newRow("traffic-generator") << Change([](EngineConfig& c) { c.switches.trafficGenerator = true; });
        QTest::newRow("mac-scan") << Change([](EngineConfig& c) { c.switches.macScan = true; });
        QTest::newRow("ip-scan") << Change([](EngineConfig& c) { c.switches.ipScan = true; });
    }
    void eachConditionOfFastTrack() {
        QFETCH(const Change, change);
        EngineConfig c;
        RuleConfig rule = anyRule();
        rule.action = RuleAction::FastTrackConnection;
        c.firewall.filter = {rule};
        QVERIFY(computeGlobalSwitches(c).fastTrack);
        QVERIFY(computeGlobalSwitches(c).fastTrackRule);
        change(c);
        QVERIFY(!computeGlobalSwitches(c).fastTrack);
    }
    void rulesQueuesVrfHotspotAndIpsecDoNotStopFastTrack() {
        EngineConfig c;
        c.firewall.mangle = c.firewall.raw = c.firewall.filter = {anyRule()};
        c.queues.simple.resize(3);
        c.switches.vrf = c.switches.hotspot = c.switches.ipsecPolicy = true;
        QVERIFY(computeGlobalSwitches(c).fastTrack);
        QVERIFY(!computeGlobalSwitches(c).fastTrackRule);
    }
    void eachConditionOfBridgeFastPath() {
        const Change changes[] = {
            [](EngineConfig& c) { c.bridgeSettings.allowFastPath = false; }, // BFP1
            [](EngineConfig& c) { c.bridgeSettings.hasFilterOrNat = true; }, // BFP2
            [](EngineConfig& c) { c.bridgeSettings.useIpFirewall = true; },  // BFP3
            [](EngineConfig& c) { c.switches.mesh = true; },                 // BFP4
            [](EngineConfig& c) { c.switches.sniffer = true; },              // BFP5
            [](EngineConfig& c) { c.switches.torch = true; },
            [](EngineConfig& c) { c.switches.trafficGenerator = true; },
        };
        for (const Change change : changes) {
            EngineConfig c;
            change(c);
            QVERIFY(!computeGlobalSwitches(c).bridgeFastPath);
        }
        BridgeConfig snooping; // BFP7
        snooping.dhcpSnooping = true;
        QVERIFY(!bridgeFastPathOn(computeGlobalSwitches(EngineConfig{}), snooping));
        QVERIFY(bridgeFastPathOn(computeGlobalSwitches(EngineConfig{}), BridgeConfig{}));
    }
    void trackingAutoFollowsTheRules() {
        EngineConfig c;
        QVERIFY(!computeGlobalSwitches(c).connectionTracking);
        c.firewall.nat = {anyRule()};
        QVERIFY(computeGlobalSwitches(c).connectionTracking);
        c.tracking.enabled = TrackingEnabled::No;
        QVERIFY(!computeGlobalSwitches(c).connectionTracking);
    }
};

QTEST_APPLESS_MAIN(GlobalSwitchesTest)
#include "tst_global_switches.moc"
