// Simple queues, interface queues, and boards too small to shape.
#include "core/doctor/queues.h"
#include "core/doctor/report.h"
#include "core/routeros/config/values.h"

#include <algorithm>

namespace core::doctor {
namespace {

using core::model::Certainty;

// A machine without a board: exports of CHR and x86 name no model, and their ports lack the running check.
bool looksVirtual(const Facts& facts) {
    if (facts.hardware.known()) {
        return facts.hardware.isVirtual();
    }
    const auto ports = facts.view.lines("/interface/ethernet");
    return !facts.loaded.header.model && std::any_of(ports.begin(), ports.end(), [](const Line& port) {
        return port.has("disable-running-check") && !port.yes("disable-running-check", true);
    });
}

bool hasTunnel(const Facts& facts) {
    for (const auto& [name, interface] : facts.topology.all()) {
        const bool tunnel = interface.type == InterfaceType::WireGuard || interface.type == InterfaceType::Tunnel;
        if (tunnel && interface.line && !interface.disabled) {
            return true;
        }
    }
    return false;
}

void interfaceQueues(Report& report) {
    const Facts& facts = report.facts;
    for (const Line& line : facts.view.lines("/queue/interface")) {
        const std::string_view name = line.value("interface", line.value("name", line.value(".selector")));
        if (line.value("queue") != "only-hardware-queue" || !hasTunnel(facts)) {
            continue;
        }
        const Interface* at = facts.topology.find(name);
        if (at && !at->bridge.empty()) {
            continue;
        }
        const bool onBoard = facts.hardware.known() && !facts.hardware.isVirtual();
        auto& finding =
            report.add(onBoard ? "tunnel-egress-queue-hardware-only" : "tx-queue-drops", 0.8,
                       "packets of the tunnel leave in bursts, and only the card's short ring takes them up on " + std::string(name),
                       {report.ref(line)});
        finding.certainty = Certainty::Depends;
        finding.why += "; tx-queue-drop of the interface decides";
        finding.remedy = {{"/queue interface set " + std::string(name) + " queue=fq-codel",
                           "/queue interface set " + std::string(name) + " queue=only-hardware-queue"}};
        report.unseen(finding.id, "tx-queue-drop of " + std::string(name) + ": /interface print stats-detail");
        return;
    }
}

double simpleLimit(const Line& queue) {
    double most = 0;
    for (const std::string_view part : core::routeros::config::splitList(queue.value("max-limit"), '/')) {
        if (const auto rate = core::routeros::config::parseRate(part)) {
            most = std::max(most, static_cast<double>(*rate));
        }
    }
    return most;
}

} // namespace

void shaperFindings(Report& report) {
    const Facts& facts = report.facts;
    interfaceQueues(report);
    const auto simple = facts.view.enabled("/queue/simple");
    const auto trees = facts.view.enabled("/queue/tree");
    constexpr std::size_t kMany = 100;
    if (const std::size_t count = subscriberQueues(facts.view); count >= kMany && !simple.empty()) {
        report.add("queue-simple-many", 0.9,
                   std::to_string(count) + " queues of one host each: packets walk a long list, and the load grows faster than the traffic",
                   {report.ref(simple.front()), report.ref(facts.view.lines("/queue/simple").back())});
    }
    for (const Line& queue : simple) {
        for (const std::string_view target : core::routeros::config::splitList(queue.value("target"))) {
            const Interface* port = facts.topology.find(target);
            if (port && !port->bridge.empty()) {
                report.add("queue-target-on-bridge-port", 0.6,
                           "packets are routed by way of bridge " + port->bridge + ", so a queue on its port " + port->name +
                               " sees none of them",
                           {report.ref(queue)});
            }
        }
    }
    if (looksVirtual(facts) && (!simple.empty() || !trees.empty())) {
        auto& finding = report.add("chr-single-rx-queue", 0.7, "a virtual port with one receive queue keeps all shaping on one core",
                                   {report.ref(simple.empty() ? trees.front() : simple.front())});
        finding.certainty = Certainty::Depends;
        finding.why += "; it depends on the number of queues the hypervisor gives the port, which no export shows";
        report.unseen("chr-single-rx-queue", "receive queues and load per core: /system resource irq print, /system resource cpu print");
    }
    constexpr double kSmall = 100e6;
    if (facts.hardware.device() && facts.hardware.device()->cores == 1) {
        for (const auto* lines : {&simple, &trees}) {
            for (const Line& queue : *lines) {
                if (std::max(simpleLimit(queue), limitOf(queue)) >= kSmall) {
                    auto& finding =
                        report.add("queue-cpu-exceeds-device", 0.8,
                                   "shaping 100 Mb/s and more fills the one core of this board and adds the delay it should take away",
                                   {report.ref(queue)});
                    finding.certainty = Certainty::Depends;
                    return;
                }
            }
        }
    }
}

} // namespace core::doctor
