// Virtual time: what a rehearsal measures, and that it measures the same again.
#include "lab.h"

#include "agent/runtime/rehearsal.h"
#include "agent/traffic/scenario_loader.h"

#include <QtTest>

#include <array>

using agent::dataplane::CostProfile;
using agent::runtime::Rehearsal;
using agent::runtime::RehearsalResult;
using core::base::kSecond;
using core::base::Nanos;

namespace {

const std::array<std::string, 2> kPorts{"ether1", "ether2"};
const std::string kPing = R"({"kind": "ping", "name": "ping", "client": "pc", "server": "server", "interval": "9973us"})";

CostProfile costs(double fastPath) {
    CostProfile cost;
    cost.native = false;
    cost.fastPath = fastPath;
    cost.slow = fastPath * 8;
    return cost;
}

// Rehearses a configuration as it is.
RehearsalResult run(const std::string& flows, agent::dataplane::EngineConfigPtr config, const Rehearsal::Span& span, const core::devices::Board& board = lab::board()) {
    const auto scenario = agent::traffic::loadScenario(lab::scenario(flows), "test.json", kPorts);
    if (!scenario) {
        qFatal("%s", scenario.error().text.c_str());
    }
    Rehearsal rehearsal(board, std::move(config), *scenario, span);
    while (rehearsal.advance()) {
    }
    return rehearsal.result();
}

RehearsalResult rehearse(const std::string& flows, const CostProfile& cost, const Rehearsal::Span& span, const core::devices::Board& board = lab::board()) {
    return run(flows, lab::config(cost), span, board);
}

// 20 Mb/s with fq-codel towards the server.
agent::dataplane::EngineConfigPtr shaped() {
    auto config = lab::config();
    agent::dataplane::QueueTypeConfig type;
    type.name = "fq-codel";
    type.kind = agent::dataplane::QueueKind::FqCodel;
    config->queues.types.push_back(type);
    agent::dataplane::TreeQueueConfig tree;
    tree.uid = 50;
    tree.name = "up";
    tree.interface = 1;
    tree.htb.maxLimit = 20'000'000;
    tree.htb.bucketSize = 0.01;
    tree.htb.queueType = 1;
    config->queues.tree.push_back(tree);
    return config;
}

std::string upload(const std::string& more) {
    return R"({"kind": "tcp", "client": "pc", "server": "server", "direction": "upload", "streams": 2)" + more + "}";
}

// Everything in one text, so that a difference anywhere is one.
QString textOf(const RehearsalResult& r) {
    QString text = QStringLiteral("%1 %2").arg(r.throughputBps, 0, 'g', 17).arg(r.goodputBps, 0, 'g', 17);
    for (const auto& s : r.series) {
        text += QStringLiteral("\n%1 %2 %3 %4").arg(s.t).arg(s.throughputBps, 0, 'g', 17).arg(s.rttMs.value_or(-1), 0, 'g', 17).arg(s.cpuPercent[0], 0, 'g', 17);
    }
    for (const auto& [ms, share] : r.rtt.distribution(100)) {
        text += QStringLiteral("\n%1 %2").arg(ms, 0, 'g', 17).arg(share, 0, 'g', 17);
    }
    for (const auto& f : r.flows) {
        text += QStringLiteral("\n%1 %2 %3").arg(f.goodputBps, 0, 'g', 17).arg(f.lost).arg(f.retransmitted);
    }
    return text;
}

bool within(double value, double expected, double tolerance) { return std::abs(value - expected) <= tolerance * expected; }

} // namespace

class TestRehearsal : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theSameSeedGivesTheSameResultAndAnotherSeedAnother() {
        const std::string flows = R"({"kind": "tcp", "name": "download", "client": "pc", "server": "server", "streams": 6},)" + kPing;
        const core::devices::Board board = lab::board(2, 2); // connections spread over the cores by their ports, which the seed chooses
        const QString first = textOf(rehearse(flows, costs(20'000), {kSecond, kSecond, 1}, board));
        QCOMPARE(textOf(rehearse(flows, costs(20'000), {kSecond, kSecond, 1}, board)), first);
        QVERIFY(textOf(rehearse(flows, costs(20'000), {kSecond, kSecond, 2}, board)) != first);
    }

    void aCoreOfTenMicrosecondsAPacketForwardsAHundredThousandAndNoMore() {
        const auto offered = [](const char* rate) {
            return std::string(R"({"kind": "udp", "client": "pc", "server": "server", "direction": "upload", "size": 200, "rate": ")") + rate + "\"}";
        };
        const RehearsalResult below = rehearse(offered("80M"), costs(10'000), {2 * kSecond, kSecond, 1}); // 50 000 packets a second
        QVERIFY2(within(below.goodputBps, 80e6, 0.001), qPrintable(QString::number(below.goodputBps)));
        QVERIFY2(within(below.cpuPercent[0], 50, 0.01), qPrintable(QString::number(below.cpuPercent[0])));
        QVERIFY(below.drops.empty());
        const RehearsalResult above = rehearse(offered("320M"), costs(10'000), {2 * kSecond, kSecond, 1}); // 200 000
        QVERIFY2(within(above.goodputBps, 160e6, 0.005), qPrintable(QString::number(above.goodputBps)));
        QVERIFY2(above.cpuPercent[0] > 99.5, qPrintable(QString::number(above.cpuPercent[0])));
        QVERIFY2(within(static_cast<double>(above.drops.at("receive-ring")), 200'000, 0.01), qPrintable(QString::number(above.drops.at("receive-ring"))));
    }

    void throughputCountsFramesAndGoodputTheirPayload() {
        const RehearsalResult result =
            rehearse(R"({"kind": "udp", "client": "pc", "server": "server", "direction": "upload", "rate": "147.2M", "size": 1472})", {}, {2 * kSecond, kSecond, 1});
        QVERIFY2(within(result.goodputBps, 147.2e6, 0.001), qPrintable(QString::number(result.goodputBps)));
        QVERIFY2(within(result.throughputBps, 147.2e6 * 1518 / 1472, 0.001), qPrintable(QString::number(result.throughputBps)));
        QCOMPARE(result.series.size(), std::size_t{2});
        QCOMPARE(result.series[1].t, 2.0);
        QVERIFY(within(result.series[1].throughputBps, result.throughputBps, 0.01));
    }

    void aPingMeasuresDelayLoadAndItsDistribution() {
        const RehearsalResult idle = rehearse(kPing, costs(10'000), {2 * kSecond, kSecond, 1});
        QVERIFY2(idle.rtt.samples() >= 200 && idle.rtt.samples() <= 202, qPrintable(QString::number(idle.rtt.samples())));
        QVERIFY2(idle.rtt.percentileMs(0.5) > 0.8 && idle.rtt.percentileMs(0.5) < 1.1, qPrintable(QString::number(idle.rtt.percentileMs(0.5))));
        QVERIFY(idle.series[0].rttMs.has_value());
        QCOMPARE(idle.rtt.distribution(100).back().second, 1.0);
        // 256 packets of 10 µs wait in a full ring, on the way there and back. Datagrams in step with the core would leave a ping no place at all.
        const RehearsalResult loaded = rehearse(
            R"({"kind": "udp", "client": "pc", "server": "server", "direction": "upload", "rate": "250M", "size": 193},)" + kPing, costs(10'000), {2 * kSecond, kSecond, 1});
        QVERIFY2(loaded.rtt.percentileMs(0.5) > 5.0, qPrintable(QString::number(loaded.rtt.percentileMs(0.5))));
    }

    void everyPacketIsOnOnePath() {
        const RehearsalResult result = rehearse(kPing, costs(1'000), {kSecond, 0, 1});
        double shares = 0;
        for (const auto& [path, share] : result.paths) {
            shares += share;
        }
        QVERIFY(std::abs(shares - 1) < 1e-9);
        QVERIFY2(result.paths.at("fastpath") > 0.9, qPrintable(QString::number(result.paths.at("fastpath"))));
    }

    void queueingIsALockHoweverManyCoresForward() {
        auto config = std::make_shared<agent::dataplane::EngineConfig>(*shaped());
        config->cost = costs(1'000);
        config->cost.queueing = 40'000; // 25 000 packets a second, on whichever core
        config->queues.tree[0].htb.maxLimit = 1'000'000'000;
        const std::string flows = R"({"kind": "udp", "client": "pc", "server": "server", "direction": "upload", "streams": 16, "rate": "80M", "size": 200})";
        for (const std::uint32_t cores : {2u, 4u}) {
            const RehearsalResult result = run(flows, config, {kSecond, kSecond, 1}, lab::board(cores, cores));
            QVERIFY2(within(result.goodputBps, 40e6, 0.03), qPrintable(QString::number(result.goodputBps)));
            QVERIFY2(result.cpuPercent.back() > 95, qPrintable(QString::number(result.cpuPercent.back())));
        }
    }

    void coresForwardTogetherWhatNoneCouldAlone() {
        const std::string flows = R"({"kind": "udp", "client": "pc", "server": "server", "direction": "upload", "streams": 64, "rate": "160M", "size": 200})";
        const RehearsalResult one = rehearse(flows, costs(40'000), {kSecond, kSecond, 1}, lab::board(4, 1));
        const RehearsalResult four = rehearse(flows, costs(40'000), {kSecond, kSecond, 1}, lab::board(4, 4));
        QVERIFY2(within(one.goodputBps, 40e6, 0.01), qPrintable(QString::number(one.goodputBps)));
        QVERIFY2(four.goodputBps > 3 * one.goodputBps && four.goodputBps < 4.01 * one.goodputBps, qPrintable(QString::number(four.goodputBps)));
    }

    void whatIsRoutedCrossesTheLinkOfTheChipOnTheWayThereAndBack() {
        auto config = lab::config(costs(1'000));
        agent::dataplane::ChipConfig chip;
        chip.name = "switch1";
        chip.cpuLinkBps = 100'000'000;
        config->chips.push_back(chip);
        for (auto& port : config->ports) {
            port.chip = 0;
        }
        const std::string flows = R"({"kind": "udp", "client": "pc", "server": "server", "direction": "both", "rate": "80M", "size": 1472})";
        const RehearsalResult result = run(flows, config, {kSecond, kSecond, 1}); // 160M towards the CPU, of which 100M find room
        QVERIFY2(within(result.throughputBps, 100e6, 0.02), qPrintable(QString::number(result.throughputBps)));
        QVERIFY(result.drops.at("chip-link") > 1000);
    }

    void aConnectionThatAgreedOnMarksIsSlowedDownWithoutLoss() {
        const Rehearsal::Span span{4 * kSecond, 2 * kSecond, 1};
        const RehearsalResult lossy = run(upload(""), shaped(), span);
        QVERIFY2(lossy.flows[0].retransmitted > 0, "fq-codel must have dropped");
        const RehearsalResult marked = run(upload(R"(, "ecn": 1)"), shaped(), span);
        QCOMPARE(marked.flows[0].retransmitted, std::uint64_t{0});
        QCOMPARE(marked.queues.at(0).drops, std::uint64_t{0});
        for (const RehearsalResult* result : {&lossy, &marked}) {
            QVERIFY2(within(result->throughputBps, 20e6 * 1518 / 1514, 0.03), qPrintable(QString::number(result->throughputBps)));
            QVERIFY2(result->flows[0].rtt->p99 < 40, qPrintable(QString::number(result->flows[0].rtt->p99)));
        }
        QVERIFY(lossy.queues.at(0).backlogP95 > 3000);
    }

    void newRenoFillsALineAndAWindowLimitsWhatIsUnderWay() {
        const Rehearsal::Span span{3 * kSecond, kSecond, 1};
        const RehearsalResult reno = run(upload(R"(, "congestion": "newreno")"), shaped(), span);
        QVERIFY2(within(reno.throughputBps, 20e6 * 1518 / 1514, 0.05), qPrintable(QString::number(reno.throughputBps)));
        // Two connections of 10 full segments in 0.8 ms and a little: below what the gigabit would carry.
        const RehearsalResult narrow = rehearse(upload(R"(, "window": 14480)"), {}, span);
        const double rtt = narrow.flows[0].rtt->p50 / 1e3;
        QVERIFY2(within(narrow.goodputBps, 2 * 14480 * 8 / rtt, 0.1), qPrintable(QString::number(narrow.goodputBps)));
    }

    void aCallOverAnIdleLineIsAsGoodAsCallsGetAndPagesLoad() {
        const RehearsalResult result = rehearse(R"({"kind": "voip", "client": "pc", "server": "server", "streams": 2},
                                                   {"kind": "web", "client": "pc", "server": "server", "streams": 3})", costs(1'000), {6 * kSecond, kSecond, 1});
        QVERIFY2(result.flows[0].mos.value_or(0) > 4.38, qPrintable(QString::number(result.flows[0].mos.value_or(0))));
        QVERIFY2(within(result.flows[0].goodputBps, 2 * 2 * 172 * 8 / 0.02, 0.01), qPrintable(QString::number(result.flows[0].goodputBps)));
        QVERIFY(result.flows[1].rtt.has_value()); // of pages
        QVERIFY2(result.flows[1].rtt->p50 > 2 && result.flows[1].rtt->p50 < 30, qPrintable(QString::number(result.flows[1].rtt->p50)));
    }

    void anAccessLineIsAsFastAsItSaysAndHoldsBackTheRest() {
        std::string text = lab::scenario(R"({"kind": "udp", "client": "pc", "server": "server", "direction": "upload", "rate": "200M", "size": 1472})");
        text.replace(text.find("\"name\": \"server\""), 16, "\"name\": \"server\", \"rate\": \"50M\"");
        const auto scenario = agent::traffic::loadScenario(text, "test.json", kPorts);
        QVERIFY2(scenario.has_value(), scenario ? "" : scenario.error().text.c_str());
        Rehearsal rehearsal(lab::board(), lab::config(), *scenario, {2 * kSecond, kSecond, 1});
        while (rehearsal.advance()) {
        }
        const double bps = rehearsal.result().throughputBps; // of frames, without preamble and gap
        QVERIFY2(within(bps, 50e6 * 1518 / 1538, 0.005), qPrintable(QString::number(bps)));
    }
};

QTEST_APPLESS_MAIN(TestRehearsal)
#include "tst_rehearsal.moc"
