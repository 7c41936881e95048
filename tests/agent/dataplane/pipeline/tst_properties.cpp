// What must hold for any router and any traffic: conservation, counters that add up, order within a flow, right checksums, nothing left.
#include "tests/agent/dataplane/pipeline/random_lab.h"
#include "tests/agent/dataplane/pipeline/two_networks.h"

#include <QTest>

#include <map>
#include <numeric>

using namespace agent::dataplane;
using namespace agent::dataplane::test;
using core::model::PathKind;

namespace {

constexpr std::uint32_t kRouters = 400;
constexpr int kSteps = 25;

bool isWholeIpv4(const Frame& f) {
    if (f.size() < 34) {
        return false;
    }
    const std::size_t link = core::base::loadBe16(&f[12]) == kEtherTypeVlan ? 18 : 14;
    return f.size() >= link + 20 && core::base::loadBe16(&f[link - 2]) == kEtherTypeIpv4 && (core::base::loadBe16(&f[link + 6]) & 0x3fff) == 0 &&
           core::base::loadBe16(&f[link + 2]) >= 28 && link + core::base::loadBe16(&f[link + 2]) <= f.size();
}

std::string hex(const Frame& f) {
    return QByteArray(reinterpret_cast<const char*>(f.data()), static_cast<qsizetype>(f.size())).toHex().toStdString();
}

std::string balance(const RandomLab& lab) {
    const PacketLedger& l = lab.engine.ledger();
    return "received " + std::to_string(l.received) + " + originated " + std::to_string(l.originated) + " + copied " + std::to_string(l.copied) +
           " = sent " + std::to_string(lab.sentByPorts()) + " + consumed " + std::to_string(l.consumed) + " + dropped " +
           std::to_string(l.dropped()) + " + queues " + std::to_string(lab.lostInQueues()) + " + waiting " + std::to_string(lab.waiting());
}

} // namespace

class tst_Properties : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyPacketIsAccountedFor() {
        std::uint64_t packets = 0, dropped = 0;
        for (std::uint32_t seed = 1; seed <= kRouters; ++seed) {
            RandomLab lab(seed);
            for (int i = 0; i < kSteps; ++i) {
                lab.step();
                const PacketLedger& l = lab.engine.ledger();
                const std::uint64_t in = l.received + l.originated + l.copied;
                const std::uint64_t out = lab.sentByPorts() + l.consumed + l.dropped() + lab.lostInQueues() + lab.waiting();
                QVERIFY2(in == out, ("router " + std::to_string(seed) + ", step " + std::to_string(i) + ": " + balance(lab)).c_str());
            }
            packets += lab.engine.ledger().received;
            dropped += lab.engine.ledger().dropped();
            QCOMPARE(lab.engine.ledger().of(DropReason::Other), std::uint64_t(0));
        }
        QVERIFY(packets > 20'000);
        QVERIFY(dropped > 100 && dropped < packets);
    }

    void nothingIsLeftBehind() {
        for (std::uint32_t seed = 1; seed <= kRouters; ++seed) {
            RandomLab lab(seed);
            lab.ringRoom = 1000;
            for (int i = 0; i < kSteps; ++i) {
                lab.step();
            }
            lab.settle();
            QVERIFY2(lab.waiting() == 0, ("router " + std::to_string(seed) + ": " + balance(lab)).c_str());
            lab.skip(700 * core::base::kSecond); // the longest timeout but that of established TCP
            lab.engine.forEachConnection([&](const ConnectionInfo& c) { QCOMPARE(c.tcpState, std::string_view("established")); }, lab.now);
            lab.skip(90'000 * core::base::kSecond);
            QCOMPARE(lab.engine.connectionCount(), std::size_t(0));
            QCOMPARE(lab.engine.fastTrackedCount(), std::size_t(0));
        }
    }

    void portsCountWhatTheirPathsCount() {
        for (std::uint32_t seed = 1; seed <= kRouters; ++seed) {
            RandomLab lab(seed);
            for (int i = 0; i < kSteps; ++i) {
                lab.step();
            }
            std::uint64_t rx = 0, fp = 0;
            for (IfIndex i = 0; i < lab.config.ports.size(); ++i) {
                const InterfaceStats& s = lab.stats(i);
                rx += s.rxPacket;
                fp += s.fpRxPacket;
                QVERIFY(s.fpRxPacket <= s.driverRxPacket && s.driverRxPacket <= s.rxPacket);
                QVERIFY(s.fpTxPacket <= s.driverTxPacket && s.driverTxPacket <= s.txPacket);
            }
            const auto& paths = lab.engine.pathCounters().packets;
            const std::uint64_t taken = std::accumulate(paths.begin(), paths.end(), std::uint64_t{0});
            const PacketLedger& l = lab.engine.ledger();
            QCOMPARE(taken, rx);
            QCOMPARE(rx + l.of(DropReason::TooShort), l.received);
            QCOMPARE(fp, paths[static_cast<std::size_t>(PathKind::FastPath)] + paths[static_cast<std::size_t>(PathKind::FastTrack)]);
        }
    }

    void whatLeavesWithARightChecksumCameWithOne() {
        std::uint64_t looked = 0;
        for (std::uint32_t seed = 1; seed <= kRouters; ++seed) {
            RandomLab lab(seed);
            for (int i = 0; i < kSteps; ++i) {
                const auto port = static_cast<PortId>(lab.below(static_cast<std::uint32_t>(lab.config.ports.size())));
                const Frame in = lab.frame(port);
                if (!isWholeIpv4(in) || !checksumsAreRight(in)) {
                    continue;
                }
                for (const auto& out : lab.push(port, in)) {
                    if (isWholeIpv4(out.octets)) {
                        QVERIFY2(checksumsAreRight(out.octets), ("router " + std::to_string(seed) + "\n in " + hex(in) + "\nout " + hex(out.octets)).c_str());
                        ++looked;
                    }
                }
            }
        }
        QVERIFY(looked > 1000);
    }

    // Packets of one flow leave in the order they came, through the moment its connection becomes FastTracked, in batches of any size.
    void aFlowKeepsItsOrderAcrossTheSwitchOver() {
        for (std::uint32_t seed = 1; seed <= 200; ++seed) {
            std::mt19937 random(seed);
            TwoNetworks lab;
            lab.addFastTrackRule();
            if (seed % 2 == 0) {
                lab.addMasquerade();
            }
            if (seed % 3 == 0) {
                QueueTypeConfig hardware, fifo;
                hardware.kind = QueueKind::None;
                fifo.pfifoLimit = 1000;
                lab.config.queues.types = {hardware, fifo};
                lab.config.interfaces[lab.wan].queueType = 1;
            }
            lab.start();
            const auto opening = lab.push(0, TwoNetworks::up(PacketBuilder::tcp(tcp::kSyn)).build());
            const std::uint32_t seen = core::base::loadBe32(&opening.at(0).octets[26]);
            const std::uint16_t port = core::base::loadBe16(&opening.at(0).octets[34]);
            const auto answer = PacketBuilder::tcp(tcp::kSyn | tcp::kAck).from("203.0.113.5", 80).to(seen, port).macs(kHostB, TwoNetworks::etherMac(1));
            std::uint32_t next = 0, expected = 0;
            bool answered = false;
            lab.sent.clear();
            while (next < 150) {
                Batch batch;
                for (std::uint32_t n = 1 + static_cast<std::uint32_t>(random() % 20); n > 0; --n) {
                    if (!answered && random() % 6 == 0) {
                        batch.push(lab.packet(1, answer.build()));
                        answered = true;
                    }
                    batch.push(lab.packet(0, TwoNetworks::up(PacketBuilder::tcp()).sequence(1000 + next++).build()));
                }
                lab.engine.switchStage(batch, lab.now);
                lab.engine.cpuStage(batch, lab.now);
                lab.now = std::max(lab.engine.poll(lab.now) < lab.now + 1000 ? lab.now + 1000 : lab.now, lab.now);
            }
            lab.engine.poll(lab.now);
            for (const auto& out : lab.sent) {
                if (out.port == 1 && out.octets.size() >= 54 && core::base::loadBe16(&out.octets[12]) == kEtherTypeIpv4) {
                    QCOMPARE(core::base::loadBe32(&out.octets[38]), 1000 + expected);
                    ++expected;
                }
            }
            QCOMPARE(expected, next);
            QVERIFY(lab.engine.pathCounters().packets[static_cast<std::size_t>(PathKind::FastTrack)] > 0);
        }
    }

    // fp-* counters, dummy rules and /ip/settings counters, by packet-paths.md 2.1 and 3.
    void theCountersOfEachCombinationAreAsTheFactsSay_data() {
        QTest::addColumn<bool>("tracking");
        QTest::addColumn<bool>("rules");
        QTest::addColumn<bool>("fastTrack");
        QTest::addColumn<int>("queue"); // 0 none, 1 tree on the interface, 2 simple
        QTest::addColumn<int>("path");
        const auto row = [](const char* name, bool tracking, bool rules, bool fastTrack, int queue, PathKind path) {
            QTest::newRow(name) << tracking << rules << fastTrack << queue << static_cast<int>(path);
        };
        row("nothing", false, false, false, 0, PathKind::FastPath);
        row("a tree on the interface", false, false, false, 1, PathKind::FastPath);
        row("a simple queue", false, false, false, 2, PathKind::Slow);
        row("rules", false, true, false, 0, PathKind::Slow);
        row("rules, interface tree", false, true, false, 1, PathKind::Slow);
        row("tracking", true, false, false, 0, PathKind::Slow);
        row("tracking, interface tree", true, false, false, 1, PathKind::Slow);
        row("tracking, rules", true, true, false, 0, PathKind::Slow);
        row("tracking, rules, simple queue", true, true, false, 2, PathKind::Slow);
        row("FastTrack", true, true, true, 0, PathKind::FastTrack);
        row("FastTrack, interface tree", true, true, true, 1, PathKind::FastTrack);
        row("FastTrack, simple queue", true, true, true, 2, PathKind::FastTrack);
    }
    void theCountersOfEachCombinationAreAsTheFactsSay() {
        QFETCH(bool, tracking);
        QFETCH(bool, rules);
        QFETCH(bool, fastTrack);
        QFETCH(int, queue);
        QFETCH(int, path);
        TwoNetworks lab;
        lab.config.tracking.enabled = tracking ? TrackingEnabled::Yes : TrackingEnabled::No;
        if (rules) {
            RuleConfig watch = lab.rule("forward", RuleAction::Passthrough);
            lab.config.firewall.filter = {watch};
        }
        if (fastTrack) {
            lab.addFastTrackRule();
        }
        QueueTypeConfig hardware, fifo;
        hardware.kind = QueueKind::None;
        lab.config.queues.types = {hardware, fifo};
        if (queue == 1) {
            TreeQueueConfig tree;
            tree.uid = 700;
            tree.interface = lab.wan;
            tree.packetMarks = {0};
            tree.htb.maxLimit = 1'000'000'000;
            tree.htb.queueType = 1;
            lab.config.queues.tree = {tree};
        } else if (queue == 2) {
            SimpleQueueConfig simple;
            simple.uid = 701;
            simple.targets = {{ip("10.0.0.0"), 24}};
            simple.upload.maxLimit = simple.download.maxLimit = 1'000'000'000;
            simple.upload.queueType = simple.download.queueType = 1;
            lab.config.queues.simple = {simple};
        }
        lab.start();
        lab.openTcp();
        lab.advance(core::base::kMillisecond);
        const InterfaceStats lanBefore = lab.stats(lab.lan), wanBefore = lab.stats(lab.wan);
        const GlobalState before = lab.engine.globalState();
        constexpr std::uint64_t kPackets = 40;
        for (std::uint64_t i = 0; i < kPackets; ++i) {
            lab.push(0, TwoNetworks::up(PacketBuilder::tcp()).payload(100).build());
            QCOMPARE(static_cast<int>(*lab.lastPath()), path);
            lab.advance(core::base::kMillisecond);
        }
        const InterfaceStats lan = lab.stats(lab.lan), wan = lab.stats(lab.wan);
        const GlobalState after = lab.engine.globalState();
        const bool fast = path != static_cast<int>(PathKind::Slow);
        const bool ft = path == static_cast<int>(PathKind::FastTrack);
        QCOMPARE(lan.rxPacket - lanBefore.rxPacket, kPackets);
        QCOMPARE(wan.txPacket - wanBefore.txPacket, kPackets);
        QCOMPARE(lan.fpRxPacket - lanBefore.fpRxPacket, fast ? kPackets : 0);
        QCOMPARE(wan.fpTxPacket - wanBefore.fpTxPacket, fast ? kPackets : 0);
        QCOMPARE(after.fastPath.packets - before.fastPath.packets, fast && !ft ? kPackets : 0);
        QCOMPARE(after.fastTrack.packets - before.fastTrack.packets, ft ? kPackets : 0);
        QCOMPARE(after.fastPathActive, fast && !ft);
        QCOMPARE(after.fastTrackActive, ft);
        QCOMPARE(after.connectionTracking, tracking);
        if (queue == 2) { // simple queues see what goes the slow way, never FastTracked packets
            QVERIFY(ft ? lab.engine.simpleStats(701).upload.packets < kPackets : lab.engine.simpleStats(701).upload.packets >= kPackets);
        }
        if (queue == 1) { // the interface's tree sees every path
            QVERIFY(lab.engine.treeStats(700).packets >= kPackets);
        }
    }
};

QTEST_APPLESS_MAIN(tst_Properties)
#include "tst_properties.moc"
