// A PPPoE client with the simulated provider: the session comes up by itself, TCP crosses it at line speed on the fast path.
#include "agent/dataplane/pipeline/engine.h"
#include "agent/runtime/machine.h"
#include "agent/traffic/scenario_loader.h"
#include "lab.h"

#include <QTest>

#include <algorithm>
#include <array>

using agent::runtime::Machine;
using core::base::kSecond;
using core::base::Nanos;
using namespace agent::dataplane;

namespace {

const std::array<std::string, 2> kPorts{"ether1", "ether2"};

EngineConfigPtr config() {
    auto config = lab::config();
    config->addresses.pop_back(); // ether2 carries the session only
    InterfaceConfig interface;
    interface.uid = 50;
    interface.name = "pppoe-out1";
    interface.type = InterfaceType::Tunnel;
    interface.mtu = 1492;
    config->interfaces.push_back(interface);
    TunnelConfig tunnel;
    tunnel.uid = 50;
    tunnel.kind = TunnelKind::Pppoe;
    tunnel.interface = 2;
    config->tunnels = {tunnel};
    PppoeClientConfig client;
    client.uid = 50;
    client.interface = 2;
    client.parent = 1;
    client.user = "somebody";
    client.maxMtu = 1492;
    client.addDefaultRoute = true;
    config->pppoeClients = {client};
    return config;
}

void run(Machine& machine, Nanos span) {
    const Nanos end = machine.now() + span;
    Nanos next = machine.now();
    while (machine.now() < end) {
        next = machine.step(std::min(end, std::max(next, machine.now() + agent::runtime::Pacer::kQuantum)));
    }
}

} // namespace

class PppoeLineTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void tcpCrossesTheSessionOnTheFastPath() {
        Machine machine(lab::board(), {.native = true});
        machine.configure(config());
        const auto scenario = agent::traffic::loadScenario(
            R"({"name": "line", "hosts": [
                {"name": "pc", "port": "ether1", "address": "10.0.1.10/24", "gateway": "10.0.1.1"},
                {"name": "internet", "port": "ether2", "address": "203.0.113.1/24", "pppoe": "100.64.0.9"}],
                "flows": [{"kind": "tcp", "name": "download", "client": "pc", "server": "internet", "streams": 4, "start": "1s"}]})",
            "line.json", kPorts);
        QVERIFY2(scenario.has_value(), scenario ? "" : scenario.error().text.c_str());
        machine.play(*scenario);
        run(machine, kSecond / 2);
        QVERIFY(machine.engine().tunnelRunning(2, machine.now()));
        run(machine, 5 * kSecond / 2);
        const auto flow = machine.traffic()->report(machine.now())[0];
        const double ideal = 1e9 * 1440 / 1538;
        QVERIFY2(flow.bitsPerSecond > 0.9 * ideal && flow.bitsPerSecond < 1.001 * ideal, qPrintable(QString::number(flow.bitsPerSecond)));
        const auto& paths = machine.engine().pathCounters().packets;
        QVERIFY(paths[static_cast<std::size_t>(core::model::PathKind::FastPath)] >
                100 * paths[static_cast<std::size_t>(core::model::PathKind::Slow)]);
    }
};

QTEST_APPLESS_MAIN(PppoeLineTest)
#include "tst_pppoe_line.moc"
