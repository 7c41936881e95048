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

RehearsalResult rehearse(const std::string& flows, const CostProfile& cost, const Rehearsal::Span& span, const core::devices::Board& board = lab::board()) {
    const auto scenario = agent::traffic::loadScenario(lab::scenario(flows), "test.json", kPorts);
    if (!scenario) {
        qFatal("%s", scenario.error().text.c_str());
    }
    Rehearsal rehearsal(board, lab::config(cost), *scenario, span);
    while (rehearsal.advance()) {
    }
    return rehearsal.result();
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
        const QString first = textOf(rehearse(flows, costs(20'000), {2 * kSecond, kSecond, 1}, board));
        QCOMPARE(textOf(rehearse(flows, costs(20'000), {2 * kSecond, kSecond, 1}, board)), first);
        QVERIFY(textOf(rehearse(flows, costs(20'000), {2 * kSecond, kSecond, 2}, board)) != first);
    }

    void aCoreOfTenMicrosecondsAPacketForwardsAHundredThousandAndNoMore() {
        const auto offered = [](const char* rate) {
            return std::string(R"({"kind": "udp", "client": "pc", "server": "server", "direction": "upload", "size": 200, "rate": ")") + rate + "\"}";
        };
        const RehearsalResult below = rehearse(offered("80M"), costs(10'000), {3 * kSecond, kSecond, 1}); // 50 000 packets a second
        QVERIFY2(within(below.goodputBps, 80e6, 0.001), qPrintable(QString::number(below.goodputBps)));
        QVERIFY2(within(below.cpuPercent[0], 50, 0.01), qPrintable(QString::number(below.cpuPercent[0])));
        QVERIFY(below.drops.empty());
        const RehearsalResult above = rehearse(offered("320M"), costs(10'000), {3 * kSecond, kSecond, 1}); // 200 000
        QVERIFY2(within(above.goodputBps, 160e6, 0.005), qPrintable(QString::number(above.goodputBps)));
        QVERIFY2(above.cpuPercent[0] > 99.5, qPrintable(QString::number(above.cpuPercent[0])));
        QVERIFY2(within(static_cast<double>(above.drops.at("receive-ring")), 300'000, 0.01), qPrintable(QString::number(above.drops.at("receive-ring"))));
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
