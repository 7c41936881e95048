#include "agent/dataplane/cost/packet_cost.h"

#include <QTest>

using namespace agent::dataplane;
using core::model::PathKind;

namespace {

CostProfile profile() {
    CostProfile p;
    p.native = false;
    p.bridge = 1;
    p.fastPath = 10;
    p.fastTrack = 100;
    p.slow = 1000;
    p.slowBridge = 500;
    p.connectionNew = 7000;
    p.tracking = 200;
    p.rule = 0.5;
    p.vlan = 3;
    p.simpleQueue = 0.25;
    p.queueing = 40;
    return p;
}

} // namespace

class PacketCostTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void eachPathHasItsPrice() {
        PacketWork w;
        w.path = PathKind::FastPath;
        QCOMPARE(flowCost(profile(), w), 10.0);
        w.bridged = true;
        QCOMPARE(flowCost(profile(), w), 1.0);
        w.path = PathKind::Slow;
        QCOMPARE(flowCost(profile(), w), 500.0);
        w.bridged = false;
        QCOMPARE(flowCost(profile(), w), 1000.0);
        w.path = PathKind::FastTrack;
        QCOMPARE(flowCost(profile(), w), 100.0);
    }
    void whatWasDoneIsAdded() {
        PacketWork w;
        w.rules = 25;
        w.vlans = 2;
        w.simpleQueues = 8;
        w.tracked = true;
        w.newConnection = true;
        w.queued = 1;
        QCOMPARE(flowCost(profile(), w), 1000 + 200 + 12.5 + 6 + 2 + 7000);
        QCOMPARE(queueingCost(profile(), w), 40.0);
    }
    void hardwareAndNativeAreFree() {
        PacketWork w;
        w.rules = 5;
        w.path = PathKind::Switch;
        QCOMPARE(flowCost(profile(), w), 0.0);
        w.path = PathKind::L3Hw;
        QCOMPARE(flowCost(profile(), w), 0.0);
        w.path = PathKind::Slow;
        w.queued = 3;
        QCOMPARE(flowCost(CostProfile{}, w), 0.0);
        QCOMPARE(queueingCost(CostProfile{}, w), 0.0);
    }
};

QTEST_APPLESS_MAIN(PacketCostTest)
#include "tst_packet_cost.moc"
