#include "lab.h"

#include "agent/runtime/machine.h"
#include "agent/traffic/scenario_loader.h"

#include <QtTest>
#include <array>

using agent::dataplane::CostProfile;
using agent::runtime::Machine;
using core::base::kMillisecond;
using core::base::kSecond;
using core::base::Nanos;

namespace {

const std::array<std::string, 2> kPorts{"ether1", "ether2"};
const std::string kDownload = R"({"kind": "tcp", "name": "download", "client": "pc", "server": "server", "streams": 8})";
const std::string kPing = R"({"kind": "ping", "name": "ping", "client": "pc", "server": "server", "interval": "10ms"})";

void play(Machine& machine, const std::string& flows) {
    const auto scenario = agent::traffic::loadScenario(lab::scenario(flows), "test.json", kPorts);
    QVERIFY2(scenario.has_value(), scenario ? "" : scenario.error().text.c_str());
    machine.play(*scenario);
}

// In virtual time, in the steps the pacer would take.
void run(Machine& machine, Nanos span) {
    const Nanos end = machine.now() + span;
    Nanos next = machine.now();
    while (machine.now() < end) {
        next = machine.step(std::min(end, std::max(next, machine.now() + agent::runtime::Pacer::kQuantum)));
    }
}

CostProfile costs(double fastPath) {
    CostProfile cost;
    cost.native = false;
    cost.fastPath = fastPath;
    cost.slow = fastPath * 8;
    return cost;
}

agent::traffic::FlowReport report(Machine& machine, std::size_t flow) { return machine.traffic()->report(machine.now())[flow]; }

} // namespace

class TestMachine : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void trafficCrossesTheRouterAtPortSpeed() {
        Machine machine(lab::board(), {.native = true});
        machine.configure(lab::config());
        play(machine, kDownload);
        run(machine, 3 * kSecond);
        const double ideal = 1e9 * 1448 / 1538;
        const double rate = report(machine, 0).bitsPerSecond;
        QVERIFY2(rate > 0.95 * ideal && rate < 1.001 * ideal, qPrintable(QString::number(rate)));
        const auto& counters = machine.engine().pathCounters();
        QVERIFY(counters.packets[static_cast<std::size_t>(core::model::PathKind::FastPath)] > 200'000);
        QVERIFY(!machine.cpuPercent().has_value());
    }

    void pingTakesTheDelaysAndLittleMore() {
        Machine machine(lab::board(), {});
        machine.configure(lab::config());
        play(machine, kPing);
        run(machine, 3 * kSecond);
        const double rtt = report(machine, 0).rttP50Ms;
        QVERIFY2(rtt >= 0.79 && rtt < 1.0, qPrintable(QString::number(rtt)));
        QCOMPARE(report(machine, 0).lost, std::uint64_t{0});
    }

    void aSlowBoardLimitsThroughputAndIsBusy() {
        Machine machine(lab::board(), {});
        machine.configure(lab::config(costs(20'000))); // 50 000 packets a second on one core
        play(machine, kDownload);
        run(machine, 5 * kSecond);
        // Per two segments one acknowledgement: 33 333 segments of 1448 octets.
        const double expected = 50'000.0 * 2 / 3 * 1448 * 8;
        const double rate = report(machine, 0).bitsPerSecond;
        QVERIFY2(rate > 0.75 * expected && rate < 1.05 * expected, qPrintable(QString::number(rate / 1e6)));
        const std::vector<double> percent = *machine.cpuPercent();
        QCOMPARE(percent.size(), std::size_t{2});
        QVERIFY2(percent[0] > 90, qPrintable(QString::number(percent[0])));
        QCOMPARE(percent[1], 0.0);
    }

    void overloadDropsAtTheRingAndCountsItAtThePort() {
        Machine machine(lab::board(), {});
        machine.configure(lab::config(costs(20'000)));
        play(machine, R"({"kind": "udp", "client": "pc", "server": "server", "direction": "upload", "rate": "160M", "size": 200})");
        run(machine, 4 * kSecond);
        const double rate = report(machine, 0).bitsPerSecond; // 100 000 offered, 50 000 forwarded
        QVERIFY2(std::abs(rate - 80e6) < 1.6e6, qPrintable(QString::number(rate)));
        QVERIFY((*machine.cpuPercent())[0] > 99);
        QVERIFY(machine.engine().interfaceStats(0).rxDrop > 150'000);
    }

    void pathOfTheWholeFlowFollowsTheConfiguration() {
        Machine machine(lab::board(), {.native = true});
        auto config = lab::config();
        config->ip.allowFastPath = false;
        machine.configure(config);
        play(machine, kDownload);
        run(machine, kSecond);
        const auto& packets = machine.engine().pathCounters().packets;
        QCOMPARE(packets[static_cast<std::size_t>(core::model::PathKind::FastPath)], std::uint64_t{0});
        QVERIFY(packets[static_cast<std::size_t>(core::model::PathKind::Slow)] > 10'000);
    }

    void aReplacedScenarioLeavesNoBufferBehind() {
        Machine machine(lab::board(), {.buffers = 4096});
        machine.configure(lab::config(costs(20'000)));
        for (int round = 0; round < 3; ++round) {
            play(machine, kDownload);
            run(machine, 500 * kMillisecond);
        }
        machine.stopPlaying();
        run(machine, 2 * kSecond);
        QCOMPARE(machine.pool().available(), machine.pool().capacity());
    }

    void withoutTrafficTheNextEventIsFarAway() {
        Machine machine(lab::board(), {});
        machine.configure(lab::config());
        const Nanos next = machine.step(Machine::kStart + kMillisecond);
        QVERIFY2(next >= Machine::kStart + 2 * kMillisecond, qPrintable(QString::number(next)));
    }
};

QTEST_APPLESS_MAIN(TestMachine)
#include "tst_machine.moc"
