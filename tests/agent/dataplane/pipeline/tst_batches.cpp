// What must hold when packets are handled many at a time: order, counters, rings that take only some.
#include "tests/agent/dataplane/pipeline/two_networks.h"

#include <QTest>

using namespace agent::dataplane;
using namespace agent::dataplane::test;
using core::model::PathKind;

namespace {

// A ring with room for a few frames.
struct ShortRing : TwoNetworks {
    std::size_t left = 1000;
    bool send(PortId port, PacketBuf* p, core::base::Nanos at) override {
        if (left == 0) {
            pool.give(p);
            return false;
        }
        --left;
        return TwoNetworks::send(port, p, at);
    }
};

struct Arrival {
    PortId port;
    Frame frame;
};

// Runs the frames through the engine as one batch; returns what left the ports.
std::vector<EngineLab::Sent> pushTogether(EngineLab& lab, const std::vector<Arrival>& arrivals) {
    lab.sent.clear();
    Batch batch;
    for (const Arrival& a : arrivals) {
        batch.push(lab.packet(a.port, a.frame));
    }
    lab.engine.switchStage(batch, lab.now);
    lab.engine.cpuStage(batch, lab.now);
    return std::exchange(lab.sent, {});
}

std::uint64_t onPath(const EngineLab& lab, PathKind path) { return lab.engine.pathCounters().packets[static_cast<std::size_t>(path)]; }

} // namespace

class BatchesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theChipSendsEachFrameOfABatchToItsOwnHost() {
        EngineLab lab;
        const std::uint16_t sw = lab.chip();
        const IfIndex e1 = lab.ether("ether1", sw), e2 = lab.ether("ether2", sw), e3 = lab.ether("ether3", sw), br = lab.bridge("bridge1");
        for (const IfIndex i : {e1, e2, e3}) {
            lab.port(br, i);
        }
        lab.apply();
        constexpr MacKey kThird = 0x02'cc'00'00'00'03;
        const auto frame = [](MacKey from, MacKey to, std::size_t octets) {
            return PacketBuilder::udp().from("10.0.0.2", 1).to("10.0.0.3", 2).macs(from, to).payload(octets).build();
        };
        lab.push(1, frame(kHostB, kHostA, 20));
        lab.push(2, frame(kThird, kHostA, 20));
        lab.push(0, frame(kHostA, kHostB, 20));
        // Trains of one, two and three frames; in between host A shows up behind another port and comes back.
        const std::vector<Arrival> arrivals{{0, frame(kHostA, kHostB, 21)}, {0, frame(kHostA, kThird, 22)}, {0, frame(kHostA, kThird, 23)},
                                            {2, frame(kHostA, kHostB, 24)}, {1, frame(kHostB, kHostA, 25)}, {0, frame(kHostA, kHostB, 26)},
                                            {0, frame(kHostA, kHostB, 27)}, {1, frame(kHostB, kHostA, 28)}};
        std::vector<std::pair<PortId, std::size_t>> seen;
        for (const EngineLab::Sent& s : pushTogether(lab, arrivals)) {
            seen.emplace_back(s.port, s.octets.size() - arrivals[0].frame.size() + 21);
        }
        std::stable_sort(seen.begin(), seen.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        const std::vector<std::pair<PortId, std::size_t>> expected{{0, 28}, {1, 21}, {1, 24}, {1, 26}, {1, 27}, {2, 22}, {2, 23}, {2, 25}};
        QVERIFY(seen == expected);
        QCOMPARE(lab.engine.pathCounters().packets[static_cast<std::size_t>(PathKind::Switch)], 9u); // and the third of the first three
    }
    void aFlowKeepsItsOrderAcrossTheSwitchOverToFastTrack() {
        TwoNetworks lab;
        lab.addFastTrackRule();
        lab.addMasquerade();
        lab.start();
        lab.openTcp();
        lab.advance(2 * core::base::kSecond); // the next packet is a sample: slow
        const std::uint64_t slow = onPath(lab, PathKind::Slow), fast = onPath(lab, PathKind::FastTrack);
        std::vector<Arrival> arrivals;
        for (std::size_t i = 0; i < 40; ++i) {
            arrivals.push_back({0, lab.up(PacketBuilder::tcp()).payload(100 + i).build()});
        }
        const auto sent = pushTogether(lab, arrivals);
        QCOMPARE(sent.size(), std::size_t{40});
        for (std::size_t i = 0; i < sent.size(); ++i) {
            QCOMPARE(sent[i].octets.size(), arrivals[i].frame.size());
        }
        QCOMPARE(onPath(lab, PathKind::Slow) - slow, 1u);
        QCOMPARE(onPath(lab, PathKind::FastTrack) - fast, 39u);
    }
    void aPacketForTheSlowPathAmongFastOnesIsNotOvertaken() {
        TwoNetworks lab;
        lab.config.tracking.enabled = TrackingEnabled::No; // fast path
        lab.start();
        std::vector<Arrival> arrivals;
        for (std::size_t i = 0; i < 30; ++i) {
            const std::uint8_t ttl = i % 7 == 3 ? 1 : 64; // expires here: answered by the slow path
            arrivals.push_back({0, lab.up(PacketBuilder::udp()).ttl(ttl).payload(60 + i).build()});
        }
        const auto sent = pushTogether(lab, arrivals);
        std::size_t last = 0, errors = 0;
        for (const EngineLab::Sent& s : sent) {
            if (s.port == 0) {
                ++errors;
                continue;
            }
            QVERIFY(s.octets.size() > last);
            last = s.octets.size();
        }
        QCOMPARE(errors, std::size_t{4});
        QCOMPARE(sent.size(), std::size_t{30});
        QCOMPARE(onPath(lab, PathKind::FastPath), 26u);
    }
    void portsThatAlternateAreCountedEachForItself() {
        TwoNetworks lab;
        lab.config.tracking.enabled = TrackingEnabled::No; // fast path
        lab.start();
        const InterfaceStats lan = lab.stats(lab.lan), wan = lab.stats(lab.wan);
        std::vector<Arrival> arrivals;
        for (std::size_t i = 0; i < 20; ++i) {
            arrivals.push_back({0, lab.up(PacketBuilder::udp()).payload(100).build()});
            arrivals.push_back({1, lab.down(PacketBuilder::udp()).payload(200).build()});
        }
        QCOMPARE(pushTogether(lab, arrivals).size(), std::size_t{40});
        const std::uint64_t small = arrivals[0].frame.size(), big = arrivals[1].frame.size();
        const InterfaceStats lanNow = lab.stats(lab.lan), wanNow = lab.stats(lab.wan);
        QCOMPARE(lanNow.rxByte - lan.rxByte, 20 * (small + 4));
        QCOMPARE(lanNow.txByte - lan.txByte, 20 * (big + 4));
        QCOMPARE(lanNow.fpRxByte - lan.fpRxByte, 20 * small);
        QCOMPARE(lanNow.fpTxByte - lan.fpTxByte, 20 * big);
        QCOMPARE(wanNow.driverRxPacket - wan.driverRxPacket, 20u);
        QCOMPARE(wanNow.driverTxByte - wan.driverTxByte, 20 * small);
        QCOMPARE(wanNow.fpTxPacket - wan.fpTxPacket, 20u);
    }
    void whatTheRingDoesNotTakeIsATxDrop() {
        ShortRing lab;
        lab.start();
        const InterfaceStats before = lab.stats(lab.wan);
        lab.left = 3;
        std::vector<Arrival> arrivals;
        for (std::size_t i = 0; i < 5; ++i) {
            arrivals.push_back({0, lab.up(PacketBuilder::udp()).payload(100 + i).build()});
        }
        QCOMPARE(pushTogether(lab, arrivals).size(), std::size_t{3});
        const InterfaceStats after = lab.stats(lab.wan);
        QCOMPARE(after.txPacket - before.txPacket, 3u);
        QCOMPARE(after.txDrop - before.txDrop, 2u);
        QCOMPARE(after.driverTxByte - before.driverTxByte, arrivals[0].frame.size() + arrivals[1].frame.size() + arrivals[2].frame.size());
        QCOMPARE(lab.pool.available(), lab.pool.capacity());
    }
    void aFrameWhoseInterfaceIsGoneDisturbsNobody() {
        TwoNetworks lab;
        lab.start();
        std::vector<Arrival> arrivals;
        for (std::size_t i = 0; i < 6; ++i) {
            arrivals.push_back({static_cast<PortId>(i % 2 == 0 ? 0 : 77), lab.up(PacketBuilder::udp()).payload(100).build()});
        }
        QCOMPARE(pushTogether(lab, arrivals).size(), std::size_t{3});
        QCOMPARE(lab.pool.available(), lab.pool.capacity());
    }
};

QTEST_APPLESS_MAIN(BatchesTest)
#include "tst_batches.moc"
