#include "core/metrics/learn_traffic.h"
#include "core/metrics/rates.h"

#include <QTest>
#include <cmath>

using core::base::kSecond;
using core::metrics::rates;
using core::model::CounterSample;
using core::model::InterfaceCounters;
using core::model::kAllPaths;
using core::model::PathKind;
using core::model::RateSample;

namespace {

constexpr std::uint64_t kFrame = 1514; // without FCS

InterfaceCounters port(const char* name) {
    InterfaceCounters p;
    p.id = std::string("*") + name;
    p.name = name;
    p.type = "ether";
    p.running = true;
    p.rxByte = p.txByte = p.rxPacket = p.txPacket = 0;
    p.fpRxByte = p.fpTxByte = p.fpRxPacket = p.fpTxPacket = 0;
    p.wireRxByte = p.wireTxByte = p.wireRxPacket = p.wireTxPacket = 0;
    p.driverRxByte = p.driverTxByte = p.driverRxPacket = p.driverTxPacket = 0;
    return p;
}

// Receives `switched`, `fast` and `slow` frames on top of what the port counted before.
void receive(InterfaceCounters& p, std::uint64_t switched, std::uint64_t fast, std::uint64_t slow) {
    const std::uint64_t all = switched + fast + slow;
    p.rxPacket = p.rxPacket.value() + all;
    p.rxByte = p.rxByte.value() + all * (kFrame + 4);
    p.wireRxPacket = p.wireRxPacket.value() + all;
    p.wireRxByte = p.wireRxByte.value() + all * (kFrame + 4);
    p.driverRxPacket = p.driverRxPacket.value() + fast + slow;
    p.driverRxByte = p.driverRxByte.value() + (fast + slow) * kFrame;
    p.fpRxPacket = p.fpRxPacket.value() + fast;
    p.fpRxByte = p.fpRxByte.value() + fast * kFrame;
}

CounterSample sampleAt(core::base::Nanos at, InterfaceCounters p) {
    CounterSample s;
    s.at = at;
    s.interfaces.push_back(std::move(p));
    s.fastPathByte = s.fastPathPacket = s.fastTrackByte = s.fastTrackPacket = 0;
    s.bridgeFastPathByte = s.bridgeFastPathPacket = s.bridgeFastForwardByte = s.bridgeFastForwardPacket = 0;
    return s;
}

// An interface that gets so many bits a second in packets of so many octets, and sends so many in others.
core::model::InterfaceRates moving(const char* name, double in, double inOctets, double out, double outOctets) {
    core::model::InterfaceRates rates;
    rates.name = name;
    rates.rx = core::base::BitRate{in};
    rates.tx = core::base::BitRate{out};
    rates.rxPackets = core::base::PacketRate{in / 8 / inOctets};
    rates.txPackets = core::base::PacketRate{out / 8 / outOctets};
    return rates;
}

double sumOfShares(const RateSample& r) {
    double sum = r.paths.unattributedShare();
    for (const PathKind kind : kAllPaths) {
        sum += r.paths.share(kind);
    }
    return sum;
}

bool near(double a, double b) {
    return std::abs(a - b) < 1e-9 * std::max({1.0, std::abs(a), std::abs(b)});
}

} // namespace

class TestRates : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        before_ = sampleAt(kSecond, port("ether1"));
        after_ = sampleAt(2 * kSecond, port("ether1"));
    }

    void octetsBecomeBitsPerSecond() {
        receive(in(), 0, 0, 1000);
        const RateSample r = rates(before_, after_);
        QCOMPARE(r.elapsed, kSecond);
        QVERIFY(near(r.interfaces[0].rx->bps, 1000 * 1518 * 8.0));
        QVERIFY(near(r.interfaces[0].rxPackets->pps, 1000));
        QVERIFY(near(r.paths.total.bps, 1000 * 1518 * 8.0));
        QVERIFY(near(r.paths.share(PathKind::Slow), 1));
    }

    void theFcsIsNotMistakenForSlowTraffic() {
        receive(in(), 0, 1000, 0);
        after_.fastTrackPacket = 1000;
        after_.fastTrackByte = 1000 * (kFrame - 14);
        const RateSample r = rates(before_, after_);
        QVERIFY(near(r.paths.share(PathKind::FastTrack), 1));
        QVERIFY(near(r.paths.share(PathKind::Slow), 0));
        QVERIFY(r.inconsistent.empty());
    }

    void fourPathsOfOnePortAreToldApart() {
        in().bridge = "bridge1";
        receive(in(), 400, 500, 100);
        after_.fastTrackPacket = 300;
        after_.fastTrackByte = 300 * (kFrame - 14);
        after_.bridgeFastPathPacket = 200;
        after_.bridgeFastPathByte = 200 * kFrame;
        const RateSample r = rates(before_, after_);
        QVERIFY(near(r.paths.share(PathKind::Switch), 0.4));
        QVERIFY(near(r.paths.share(PathKind::FastTrack), 0.3));
        QVERIFY(near(r.paths.share(PathKind::FastPath), 0.2));
        QVERIFY(near(r.paths.share(PathKind::Slow), 0.1));
        QVERIFY(near(sumOfShares(r), 1));
    }

    void aBridgeCounterThatRepeatsRoutedFramesIsNotAddedTwice() {
        receive(in(), 0, 1000, 0);
        after_.fastTrackPacket = 1000;
        after_.fastTrackByte = 1000 * (kFrame - 14);
        after_.bridgeFastPathPacket = 1000;
        after_.bridgeFastPathByte = 1000 * kFrame;
        const RateSample r = rates(before_, after_);
        QVERIFY(near(r.paths.share(PathKind::FastTrack), 1));
    }

    void fastTrafficNobodyExplainsIsUnattributed() {
        receive(in(), 0, 1000, 0);
        after_.fastTrackPacket = 600;
        after_.fastTrackByte = 600 * (kFrame - 14);
        const RateSample r = rates(before_, after_);
        QVERIFY(near(r.paths.share(PathKind::FastTrack), 0.6));
        QVERIFY(near(r.paths.unattributedShare(), 0.4));
    }

    void twoPercentBetweenTwoReadsIsNotUnattributed() {
        receive(in(), 0, 1000, 0);
        after_.fastPathPacket = 985;
        after_.fastPathByte = 985 * (kFrame - 14);
        const RateSample r = rates(before_, after_);
        QVERIFY(near(r.paths.share(PathKind::FastPath), 1));
    }

    void withoutRouterCountersFastTrafficIsUnattributed() {
        receive(in(), 0, 1000, 0);
        after_.fastPathByte = after_.fastPathPacket = after_.fastTrackByte = after_.fastTrackPacket = std::nullopt;
        QVERIFY(near(rates(before_, after_).paths.unattributedShare(), 1));
    }

    void hardwareTrafficOfARoutedPortIsL3Hardware() {
        after_.l3HwOffloading = true;
        receive(in(), 1000, 0, 0);
        QVERIFY(near(rates(before_, after_).paths.share(PathKind::L3Hw), 1));
    }

    void hardwareTrafficThatCanBeEitherIsUnattributed() {
        after_.l3HwOffloading = true;
        in().bridge = "bridge1";
        receive(in(), 1000, 0, 0);
        QVERIFY(near(rates(before_, after_).paths.unattributedShare(), 1));
    }

    void aBridgePortKeptFromRoutingCanOnlyBeSwitched() {
        after_.l3HwOffloading = true;
        in().bridge = "bridge1";
        in().l3HwOffload = false;
        receive(in(), 1000, 0, 0);
        QVERIFY(near(rates(before_, after_).paths.share(PathKind::Switch), 1));
    }

    void aBridgePortWithoutTheFlagCanOnlyBeRouted() {
        after_.l3HwOffloading = true;
        in().bridge = "bridge1";
        in().hwOffload = false;
        receive(in(), 1000, 0, 0);
        QVERIFY(near(rates(before_, after_).paths.share(PathKind::L3Hw), 1));
    }

    void hardwareTrafficOfAPortThatCanHaveNoneIsUnattributed() {
        in().bridge = "bridge1";
        in().hwOffload = false;
        receive(in(), 5000, 0, 5000);
        QVERIFY(near(rates(before_, after_).paths.unattributedShare(), 0.5));
    }

    void aRingFullOfFramesIsNotHardwareTraffic() {
        receive(in(), 1000, 0, 9000); // 1000 frames wait for the CPU
        const RateSample r = rates(before_, after_);
        QVERIFY(near(r.paths.share(PathKind::Slow), 1));
        QVERIFY(near(r.paths.total.bps, 9000 * 1518 * 8.0));
    }

    void aRingThatEmptiesIsNoContradiction() {
        receive(in(), 0, 0, 9000);
        in().driverRxByte = 10'000 * kFrame;
        in().driverRxPacket = 10'000;
        const RateSample r = rates(before_, after_);
        QVERIFY(r.inconsistent.empty());
        QVERIFY(near(r.paths.total.bps, 10'000 * 1518 * 8.0));
    }

    void dropsAreNotSwitchedTraffic() {
        in().bridge = "bridge1";
        receive(in(), 250, 0, 1000);
        in().wireRxDrop = 250;
        before_.interfaces[0].wireRxDrop = 0;
        const RateSample r = rates(before_, after_);
        QVERIFY(near(r.paths.share(PathKind::Switch), 0));
        QVERIFY(near(r.paths.share(PathKind::Slow), 1));
        QVERIFY(near(r.paths.total.bps, 1000 * 1518 * 8.0));
    }

    void withoutSwitchCountersEverythingIsCpu() {
        forBoth([](InterfaceCounters& p) { p.driverRxByte = p.driverRxPacket = p.wireRxByte = std::nullopt; });
        in().rxByte = 1000 * 1518;
        in().rxPacket = 1000;
        in().fpRxByte = 400 * kFrame;
        in().fpRxPacket = 400;
        after_.fastPathPacket = 400;
        after_.fastPathByte = 400 * (kFrame - 14);
        const RateSample r = rates(before_, after_);
        QVERIFY(!r.interfaces[0].switchedRx);
        QVERIFY(near(r.paths.share(PathKind::FastPath), 0.4));
        QVERIFY(near(r.paths.share(PathKind::Slow), 0.6));
    }

    void aVirtualPortWithoutFcsIsNotInconsistent() {
        forBoth([](InterfaceCounters& p) { p.driverRxByte = p.driverRxPacket = p.wireRxByte = std::nullopt; });
        in().rxByte = in().fpRxByte = 1000 * kFrame;
        in().rxPacket = in().fpRxPacket = 1000;
        const RateSample r = rates(before_, after_);
        QVERIFY(r.inconsistent.empty());
        QVERIFY(near(r.paths.share(PathKind::Slow), 0));
    }

    void withoutFastCountersCpuTrafficIsUnattributed() {
        forBoth([](InterfaceCounters& p) { p.fpRxByte = p.fpRxPacket = std::nullopt; });
        in().wireRxByte = in().rxByte = 1518000;
        in().driverRxByte = 1514000;
        in().driverRxPacket = 1000;
        const RateSample r = rates(before_, after_);
        QVERIFY(near(r.paths.unattributedShare(), 1));
        QVERIFY(!r.interfaces[0].fpRx);
    }

    void moreFastThanTotalIsReportedWithNumbersAndNotCut() {
        receive(in(), 0, 1000, 0);
        in().fpRxByte = 2000 * kFrame;
        in().fpRxPacket = 2000;
        const RateSample r = rates(before_, after_);
        QCOMPARE(r.inconsistent.size(), 1u);
        QCOMPARE(r.inconsistent[0].interface, std::string("ether1"));
        QCOMPARE(r.inconsistent[0].what, std::string("fp-rx 24.2 Mb/s exceeds rx 12.1 Mb/s"));
        QVERIFY(near(r.interfaces[0].fpRx->bps, 2000 * kFrame * 8.0));
        QVERIFY(near(sumOfShares(r), 1));
    }

    void moreFastThanTotalOnTheWayOutIsReportedToo() {
        in().txByte = 1'000'000;
        in().fpTxByte = 2'000'000;
        const RateSample r = rates(before_, after_);
        QCOMPARE(r.inconsistent.size(), 1u);
        QCOMPARE(r.inconsistent[0].what, std::string("fp-tx 16.0 Mb/s exceeds tx 8.00 Mb/s"));
    }

    void moreCpuThanWireIsReported() {
        receive(in(), 0, 0, 1000);
        in().driverRxByte = 3000 * kFrame;
        in().driverRxPacket = 3000;
        const RateSample r = rates(before_, after_);
        QCOMPARE(r.inconsistent.size(), 1u);
        QVERIFY(r.inconsistent[0].what.starts_with("driver-rx "));
        QVERIFY(near(sumOfShares(r), 1));
    }

    void aWrappedDriverCounterIsStillRight() {
        in().bridge = "bridge1";
        before_.interfaces[0].driverRxByte = 0xFFFFFFFFu - 99;
        receive(in(), 0, 0, 1000);
        in().driverRxByte = 1000 * kFrame - 100;
        QVERIFY(near(rates(before_, after_).paths.share(PathKind::Slow), 1));
    }

    void aResetInterfaceIsAGapAndTheOthersCount() {
        before_.interfaces.push_back(port("ether2"));
        before_.interfaces[1].rxByte = 2'000'000'000;
        after_.interfaces.push_back(port("ether2"));
        receive(in(), 0, 0, 10);
        const RateSample r = rates(before_, after_);
        QCOMPARE(r.elapsed, kSecond);
        QVERIFY(!r.interfaces[1].rx);
        QVERIFY(!r.interfaces[1].paths);
        QVERIFY(near(r.paths.total.bps, 10 * 1518 * 8.0));
    }

    void aRebootedRouterIsAGap() {
        before_.interfaces[0].rxByte = 2'000'000'000;
        QCOMPARE(rates(before_, after_).elapsed, 0);
    }

    void noTimeIsAGap() {
        after_.at = before_.at;
        QCOMPARE(rates(before_, after_).elapsed, 0);
    }

    void aNewInterfaceHasNoRatesYet() {
        after_.interfaces.push_back(port("ether9"));
        const RateSample r = rates(before_, after_);
        QCOMPARE(r.interfaces.size(), 2u);
        QVERIFY(!r.interfaces[1].rx);
    }

    void aRenamedInterfaceIsTheSame() {
        in().name = "wan";
        receive(in(), 0, 0, 10);
        QVERIFY(rates(before_, after_).interfaces[0].rx.has_value());
    }

    void bridgesAndVlansDoNotCountInTheTotal() {
        InterfaceCounters bridge = port("bridge1");
        bridge.type = "bridge";
        before_.interfaces.push_back(bridge);
        receive(bridge, 0, 0, 1000);
        after_.interfaces.push_back(bridge);
        const RateSample r = rates(before_, after_);
        QVERIFY(near(r.paths.total.bps, 0));
        QVERIFY(r.interfaces[1].rx->bps > 0);
    }

    void nothingMovingGivesNoShares() {
        const RateSample r = rates(before_, after_);
        QCOMPARE(r.elapsed, kSecond);
        QVERIFY(near(sumOfShares(r), 0));
        QVERIFY(r.inconsistent.empty());
    }

    void dropsOfAllKindsAreSummedAndAbsenceIsKept() {
        QVERIFY(!rates(before_, after_).interfaces[0].dropped);
        forBoth([](InterfaceCounters& p) { p.rxDrop = p.txQueueDrop = 0; });
        in().rxDrop = 3;
        in().txQueueDrop = 4;
        QVERIFY(near(rates(before_, after_).interfaces[0].dropped->pps, 7));
    }

    void aDownloadIsLearnedAsWhatTheClientsAskFor() {
        RateSample sample;
        sample.interfaces = {moving("bridge", 12e6, 70, 412e6, 1420), moving("ether1", 412e6, 1420, 12e6, 70)};
        sample.paths.total.bps = 412e6;
        sample.paths.byPath[static_cast<std::size_t>(PathKind::Slow)].bps = 103e6;
        const auto learned = core::metrics::learnTraffic(sample, {{"bridge", "", false}, {"ether1", "", true}}, 24, 60);
        QVERIFY(learned.has_value());
        QCOMPARE(learned->parts.size(), std::size_t(1)); // the packets against it are its acknowledgements
        QCOMPARE(learned->parts[0].tests, std::vector<std::string>{"tcp_ndown=23"});
        QCOMPARE(learned->parts[0].from, std::string("bridge"));
        QCOMPARE(learned->parts[0].to, std::string("ether1"));
        QVERIFY(near(learned->parts[0].rateBps, 412e6));
        QVERIFY(near(learned->fastShare, 0.75));
        QVERIFY(!learned->held);
        const auto held = core::metrics::learnTraffic(sample, {{"bridge", "", false}, {"ether1", "", true}}, {}, 99);
        QCOMPARE(held->parts[0].rateBps, 0.0); // as fast as it can
        QVERIFY(held->held);
    }

    void whatComesInIsSharedOutByWhatOthersSend() {
        RateSample sample;
        // The VLAN stands on the bridge, whose counters hold its own: 30 of 40 Mb/s.
        sample.interfaces = {moving("bridge", 40e6, 1000, 0, 100), moving("vlan10", 30e6, 1000, 0, 100), moving("ether1", 0, 100, 30e6, 1000),
                             moving("ether2", 0, 100, 10e6, 200)};
        const auto learned =
            core::metrics::learnTraffic(sample, {{"bridge", "", false}, {"vlan10", "bridge", false}, {"ether1", "", true}, {"ether2", "", true}}, 100, 10);
        QVERIFY(learned.has_value());
        QVERIFY(near(learned->rate.bps, 40e6));
        QCOMPARE(learned->parts.size(), std::size_t(4));
        QCOMPARE(learned->parts[0].from, std::string("vlan10"));
        QCOMPARE(learned->parts[0].to, std::string("ether1"));
        QVERIFY(near(learned->parts[0].rateBps, 22.5e6));
        QCOMPARE(learned->parts[0].tests, std::vector<std::string>{"tcp_nup=48"}); // more would change nothing
    }

    void smallPacketsAreLearnedAsDatagramsAndNothingAsNothing() {
        RateSample sample;
        sample.interfaces = {moving("bridge", 2e6, 214, 2e6, 214), moving("ether1", 2e6, 214, 2e6, 214)};
        const std::vector<core::model::TrafficPlace> places{{"bridge", "", false}, {"ether1", "", true}};
        const auto learned = core::metrics::learnTraffic(sample, places, 5, 10);
        QCOMPARE(learned->parts.size(), std::size_t(2));
        QCOMPARE(learned->parts[0].packetSize, 214u);
        QVERIFY(learned->parts[0].tests[0].starts_with("udp_n") && learned->parts[1].tests[0].starts_with("udp_n"));
        QVERIFY(!core::metrics::learnTraffic(sample, {places[0]}, 5, 10)); // nowhere to go
        sample.interfaces = {moving("bridge", 1e3, 214, 1e3, 214), moving("ether1", 1e3, 214, 1e3, 214)};
        QVERIFY(!core::metrics::learnTraffic(sample, places, 5, 10));
    }

    void theMeanLeavesGapsAndOldSamplesOut() {
        std::deque<RateSample> history;
        QVERIFY(!core::metrics::meanRates(history, kSecond));
        for (int second = 1; second <= 4; ++second) {
            RateSample sample;
            sample.at = second * kSecond;
            sample.elapsed = second == 3 ? 0 : kSecond;
            sample.interfaces = {moving("ether1", second * 1e6, 100, 0, 100)};
            sample.interfaces[0].tx.reset();
            history.push_back(sample);
        }
        const auto mean = core::metrics::meanRates(history, 3 * kSecond);
        QVERIFY(near(mean->interfaces[0].rx->bps, 3e6)); // of 2 and 4
        QVERIFY(!mean->interfaces[0].tx);
        history.back().elapsed = 0;
        QVERIFY(!core::metrics::meanRates(history, kSecond));
    }

private:
    InterfaceCounters& in() { return after_.interfaces[0]; }
    template <class F> void forBoth(F change) {
        change(before_.interfaces[0]);
        change(after_.interfaces[0]);
    }
    CounterSample before_, after_;
};

QTEST_APPLESS_MAIN(TestRates)
#include "tst_rates.moc"
