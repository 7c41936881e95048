// A lab that runs by a clock and a rehearsal of it are one cost model: the same board, configuration, traffic and seed come to the same figures.
// The clock is a virtual one, moved as a worker's sleep would.
#include "lab.h"

#include "agent/runtime/pacer.h"
#include "agent/runtime/rehearsal.h"
#include "agent/traffic/scenario_loader.h"
#include "core/base/clock.h"

#include <QtTest>

#include <array>

using namespace agent;
using core::base::kSecond;
using core::base::Nanos;

namespace {

constexpr Nanos kWarmup = kSecond, kMeasured = 2 * kSecond;
const std::array<std::string, 2> kPorts{"ether1", "ether2"};

traffic::Scenario scenarioOf(const std::string& flows) {
    const auto scenario = traffic::loadScenario(lab::scenario(flows), "test.json", kPorts);
    if (!scenario) {
        qFatal("%s", scenario.error().text.c_str());
    }
    return *scenario;
}

struct Figures {
    double throughputBps = 0, busiestCore = 0;
};

Figures rehearsed(const traffic::Scenario& scenario, const dataplane::CostProfile& cost) {
    runtime::Rehearsal rehearsal(lab::board(2, 2), lab::config(cost), scenario, {kMeasured, kWarmup, 1});
    while (rehearsal.advance()) {
    }
    const runtime::RehearsalResult result = rehearsal.result();
    return {result.throughputBps, *std::max_element(result.cpuPercent.begin(), result.cpuPercent.end())};
}

// `late`: what the clock runs on during each step, as on a busy computer.
Figures lived(const traffic::Scenario& scenario, const dataplane::CostProfile& cost, Nanos late) {
    struct Slow final : runtime::Paced {
        runtime::Machine& machine;
        core::base::VirtualClock& clock;
        Nanos late;
        Slow(runtime::Machine& m, core::base::VirtualClock& c, Nanos l) : machine(m), clock(c), late(l) {}
        Nanos step(Nanos now) override {
            clock.advance(late);
            return machine.step(now);
        }
    };
    core::base::VirtualClock clock;
    runtime::Machine machine(lab::board(2, 2), {.native = false, .seed = 1});
    machine.configure(lab::config(cost));
    machine.play(scenario);
    Slow slow(machine, clock, late);
    runtime::Pacer pacer(clock, slow);
    pacer.start(runtime::Machine::kStart);
    std::uint64_t octets = 0;
    const auto count = [&] {
        std::uint64_t sum = 0;
        for (const traffic::FlowReport& flow : machine.traffic()->report(machine.now())) {
            sum += flow.wireBytes;
        }
        return sum;
    };
    std::vector<double> busiest;
    const auto runUntil = [&](Nanos simulated) {
        while (machine.now() < simulated) {
            const Nanos idle = pacer.advance();
            clock.advance(idle > 0 ? idle : 1000);
        }
    };
    runUntil(runtime::Machine::kStart + kWarmup);
    const Nanos began = machine.now();
    octets = count();
    for (Nanos second = 1; second <= kMeasured / kSecond; ++second) {
        runUntil(runtime::Machine::kStart + kWarmup + second * kSecond);
        const auto percent = machine.cpuPercent().value_or(std::vector<double>());
        busiest.resize(percent.size());
        for (std::size_t core = 0; core < percent.size(); ++core) {
            busiest[core] += percent[core] / static_cast<double>(kMeasured / kSecond);
        }
    }
    return {core::base::rateOf(count() - octets, machine.now() - began).bps, *std::max_element(busiest.begin(), busiest.end())};
}

dataplane::CostProfile costs(double fastPath) {
    dataplane::CostProfile cost;
    cost.native = false;
    cost.fastPath = fastPath;
    cost.slow = fastPath * 8;
    return cost;
}

} // namespace

class TestLiveLab : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aLabByTheClockDoesWhatItsRehearsalSays_data() {
        QTest::addColumn<QString>("flows");
        QTest::addColumn<double>("cost");
        const QString udp = QStringLiteral(R"({"kind": "udp", "client": "pc", "server": "server", "direction": "upload", "streams": 8, "rate": "300M", "size": 1472})");
        const QString tcp = QStringLiteral(R"({"kind": "tcp", "client": "pc", "server": "server", "direction": "upload", "streams": 8})");
        QTest::newRow("half a core") << udp << 20'000.0;
        QTest::newRow("the processor is the limit") << tcp << 40'000.0;
        QTest::newRow("the line is the limit") << tcp << 2'000.0;
    }

    void aLabByTheClockDoesWhatItsRehearsalSays() {
        QFETCH(QString, flows);
        QFETCH(double, cost);
        const traffic::Scenario scenario = scenarioOf(flows.toStdString());
        const Figures expected = rehearsed(scenario, costs(cost));
        const Figures seen = lived(scenario, costs(cost), 30 * core::base::kMicrosecond);
        const QString both = QStringLiteral("%1 Mb/s and %2 %, rehearsed %3 Mb/s and %4 %").arg(seen.throughputBps / 1e6).arg(seen.busiestCore).arg(expected.throughputBps / 1e6).arg(expected.busiestCore);
        QVERIFY2(std::abs(seen.throughputBps - expected.throughputBps) <= 0.03 * expected.throughputBps, qPrintable(both));
        QVERIFY2(std::abs(seen.busiestCore - expected.busiestCore) <= 5, qPrintable(both));
    }
};

QTEST_APPLESS_MAIN(TestLiveLab)
#include "tst_live_lab.moc"
