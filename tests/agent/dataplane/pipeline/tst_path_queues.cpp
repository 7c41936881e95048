// Whole packets through queues of every kind: what comes out, when, by which path, and what the queues say about it.
#include "two_networks.h"

#include <QTest>

using namespace agent::dataplane;
using namespace agent::dataplane::test;
using core::base::kMillisecond;
using core::model::PathKind;

namespace {

constexpr std::uint32_t kSimple = 900, kTree = 901;

QueueTypeConfig typeOf(int kind) {
    QueueTypeConfig type;
    type.name = "tested";
    type.kind = static_cast<QueueKind>(kind);
    type.bfifoLimit = 60'000; // all kinds hold what the test offers
    type.red.limit = 1000;
    type.red.minThreshold = 200;
    type.red.maxThreshold = 500;
    type.pcq.srcAddress = true;
    return type;
}

QueueTypeConfig hardware() {
    QueueTypeConfig none;
    none.name = "only-hardware-queue";
    none.kind = QueueKind::None;
    return none;
}

// A thousand octets of IPv4.
Frame up(TwoNetworks& lab) { return lab.up(PacketBuilder::udp()).payload(972).build(); }

} // namespace

class TestPathQueues : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aSimpleQueueOfAnyKindShapesTheSlowPath_data() {
        QTest::addColumn<int>("kind");
        for (int kind = int(QueueKind::Pfifo); kind <= int(QueueKind::Cake); ++kind) {
            QTest::addRow("kind %d", kind) << kind;
        }
    }
    void aSimpleQueueOfAnyKindShapesTheSlowPath() {
        QFETCH(int, kind);
        TwoNetworks lab;
        lab.addMasquerade();
        lab.config.queues.types = {hardware(), typeOf(kind)};
        SimpleQueueConfig row;
        row.uid = kSimple;
        row.targets = {{ip("10.0.0.0"), 24}};
        row.upload.maxLimit = row.download.maxLimit = 8'000'000; // a packet a millisecond
        row.upload.bucketSize = row.download.bucketSize = 0.001;
        row.upload.queueType = row.download.queueType = 1;
        lab.config.queues.simple = {row};
        lab.start();
        std::size_t out = 0;
        for (int i = 0; i < 45; ++i) {
            out += lab.push(0, up(lab)).size();
            QCOMPARE(lab.lastPath(), PathKind::Slow);
        }
        QVERIFY2(out >= 1 && out <= 5, qPrintable(QString::number(out))); // the bucket
        const auto later = lab.advance(20 * kMillisecond);
        QVERIFY2(later.size() >= 18 && later.size() <= 22, qPrintable(QString::number(later.size())));
        for (const EngineLab::Sent& frame : later) {
            QCOMPARE(frame.port, lab.config.interfaces[lab.wan].port);
            QCOMPARE(core::base::loadBe32(&frame.octets[26]), ip("192.0.2.1"));
        }
        const QueueStats stats = lab.engine.simpleStats(kSimple).upload;
        QCOMPARE(stats.packets, out + later.size());
        QCOMPARE(stats.bytes, stats.packets * 1000);
        if (kind != int(QueueKind::Bfifo)) { // 15 000 octets are fewer packets
            QCOMPARE(stats.dropped, 0u);
        }
        QCOMPARE(stats.packets + stats.queuedPackets + stats.dropped, 45u);
    }

    void anInterfaceQueueOfAnyKindTakesOverWhenTheRingIsFull_data() { aSimpleQueueOfAnyKindShapesTheSlowPath_data(); }
    void anInterfaceQueueOfAnyKindTakesOverWhenTheRingIsFull() {
        QFETCH(int, kind);
        TwoNetworks lab;
        lab.config.queues.types = {hardware(), typeOf(kind)};
        lab.config.interfaces[lab.wan].queueType = 1;
        lab.start();
        QCOMPARE(lab.engine.activeQueue(lab.wan), std::string_view("tested"));
        QCOMPARE(lab.push(0, up(lab)).size(), 1u);
        lab.ringRoom = 0;
        for (int i = 0; i < 12; ++i) {
            QVERIFY(lab.push(0, up(lab)).empty());
        }
        lab.ringRoom = 1000;
        QCOMPARE(lab.advance(kMillisecond).size(), 12u);
        QCOMPARE(lab.stats(lab.wan).txQueueDrop, 0u);
    }

    void cakeShapesFastTrackByItself() {
        TwoNetworks lab;
        lab.addMasquerade();
        lab.addFastTrackRule();
        QueueTypeConfig cake = typeOf(int(QueueKind::Cake));
        cake.cake.bandwidth = 8'112'000; // 1000 octets and the Ethernet header a millisecond
        lab.config.queues.types = {hardware(), cake};
        lab.config.interfaces[lab.wan].queueType = 1;
        lab.start();
        lab.openTcp();
        lab.advance(10 * kMillisecond);
        std::size_t out = 0;
        for (int i = 0; i < 40; ++i) {
            out += lab.push(0, lab.up(PacketBuilder::tcp()).payload(960).build()).size();
            QCOMPARE(lab.lastPath(), PathKind::FastTrack);
        }
        QCOMPARE(out, 1u);
        const std::size_t later = lab.advance(20 * kMillisecond).size();
        QVERIFY2(later >= 19 && later <= 21, qPrintable(QString::number(later)));
    }

    void simpleQueuesAndATreeChargeTheSamePacket() {
        TwoNetworks lab;
        lab.config.queues.types = {hardware(), typeOf(int(QueueKind::FqCodel))};
        SimpleQueueConfig row;
        row.uid = kSimple;
        row.targetInterfaces = {lab.lan};
        row.upload.maxLimit = row.download.maxLimit = 1'000'000'000;
        row.upload.queueType = row.download.queueType = 1;
        row.total = row.upload;
        TreeQueueConfig tree;
        tree.uid = kTree;
        tree.interface = lab.wan;
        tree.htb = row.upload;
        lab.config.queues.simple = {row};
        lab.config.queues.tree = {tree};
        lab.start();
        const std::uint64_t before = lab.engine.treeStats(kTree).packets; // ARP leaves by the tree as well
        QCOMPARE(lab.push(0, up(lab)).size(), 1u);
        QCOMPARE(lab.engine.simpleStats(kSimple).upload.packets, 1u);
        QCOMPARE(lab.engine.simpleStats(kSimple).total.packets, 1u);
        QCOMPARE(lab.engine.treeStats(kTree).packets, before + 1);
    }
};

QTEST_APPLESS_MAIN(TestPathQueues)
#include "tst_path_queues.moc"
