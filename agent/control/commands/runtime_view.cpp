#include "agent/control/commands/runtime_view.h"

#include <type_traits>

namespace agent::control {

using core::base::Nanos;
using dataplane::Engine;

template <class Read> auto RuntimeView::ask(Read read) {
    std::invoke_result_t<Read, Engine&, Nanos> answer{};
    runtime_.call([&](Engine& engine, Nanos now) { answer = read(engine, now); });
    return answer;
}

template <class Read> auto RuntimeView::askEach(const Uids& items, Read read) {
    return ask([&](Engine& engine, Nanos) {
        std::vector<std::invoke_result_t<Read, Engine&, std::uint32_t>> answers;
        answers.reserve(items.size());
        for (const std::uint32_t uid : items) {
            answers.push_back(read(engine, uid));
        }
        return answers;
    });
}

std::vector<dataplane::InterfaceStats> RuntimeView::interfaceStats() {
    return ask([](Engine& engine, Nanos) {
        std::vector<dataplane::InterfaceStats> all;
        for (std::size_t i = 0; i < engine.config().interfaces.size(); ++i) {
            all.push_back(engine.interfaceStats(static_cast<dataplane::IfIndex>(i)));
        }
        return all;
    });
}

std::vector<std::string> RuntimeView::activeQueues() {
    return ask([](Engine& engine, Nanos) {
        std::vector<std::string> all;
        for (std::size_t i = 0; i < engine.config().interfaces.size(); ++i) {
            all.emplace_back(engine.activeQueue(static_cast<dataplane::IfIndex>(i)));
        }
        return all;
    });
}

std::vector<bool> RuntimeView::tunnelsRunning() {
    return ask([](Engine& engine, Nanos now) {
        std::vector<bool> all;
        for (std::size_t i = 0; i < engine.config().interfaces.size(); ++i) {
            all.push_back(engine.tunnelRunning(static_cast<dataplane::IfIndex>(i), now));
        }
        return all;
    });
}

std::vector<dataplane::WireGuardPeerInfo> RuntimeView::wireGuardPeers() {
    return ask([](Engine& engine, Nanos now) { return engine.wireGuardPeers(now); });
}

dataplane::GlobalState RuntimeView::globalState() {
    return ask([](Engine& engine, Nanos) { return engine.globalState(); });
}

dataplane::PathCounters RuntimeView::pathCounters() {
    return ask([](Engine& engine, Nanos) { return engine.pathCounters(); });
}

dataplane::PacketLedger RuntimeView::ledger() {
    return ask([](Engine& engine, Nanos) { return engine.ledger(); });
}

void RuntimeView::startTrace(const dataplane::TraceFilter& filter) {
    runtime_.call([&](Engine& engine, Nanos) { engine.startTrace(filter); });
}

void RuntimeView::stopTrace() {
    runtime_.call([](Engine& engine, Nanos) { engine.stopTrace(); });
}

dataplane::TraceReport RuntimeView::takeTrace() {
    return ask([](Engine& engine, Nanos) { return engine.takeTrace(); });
}

std::vector<dataplane::BridgePortState> RuntimeView::bridgePortStates(const Uids& items) {
    return askEach(items, [](Engine& engine, std::uint32_t uid) { return engine.bridgePortState(uid); });
}

std::vector<dataplane::BytesPackets> RuntimeView::ruleCounters(const Uids& items) {
    return askEach(items, [](Engine& engine, std::uint32_t uid) { return engine.ruleCounters(uid); });
}

std::vector<dataplane::QueueStats> RuntimeView::treeStats(const Uids& items) {
    return askEach(items, [](Engine& engine, std::uint32_t uid) { return engine.treeStats(uid); });
}

std::vector<dataplane::SimpleQueueStats> RuntimeView::simpleStats(const Uids& items) {
    return askEach(items, [](Engine& engine, std::uint32_t uid) { return engine.simpleStats(uid); });
}

void RuntimeView::resetRuleCounters(const Uids& items) {
    runtime_.call([&](Engine& engine, Nanos) {
        for (const std::uint32_t uid : items) {
            engine.resetRuleCounters(uid);
        }
    });
}

ConnectionCounts RuntimeView::connectionCounts() {
    return ask([](Engine& engine, Nanos) { return ConnectionCounts{engine.connectionCount(), engine.fastTrackedCount()}; });
}

std::vector<dataplane::ConnectionInfo> RuntimeView::connections() {
    return ask([](Engine& engine, Nanos now) {
        std::vector<dataplane::ConnectionInfo> all;
        all.reserve(engine.connectionCount());
        engine.forEachConnection([&](const dataplane::ConnectionInfo& connection) { all.push_back(connection); }, now);
        return all;
    });
}

bool RuntimeView::removeConnection(std::uint32_t id) {
    return ask([id](Engine& engine, Nanos) { return engine.removeConnection(id); });
}

std::vector<dataplane::RouteInfo> RuntimeView::routes() {
    return ask([](Engine& engine, Nanos) { return engine.routes(); });
}

std::vector<dataplane::ArpInfo> RuntimeView::arp() {
    return ask([](Engine& engine, Nanos) { return engine.arp(); });
}

std::vector<dataplane::L3HwInfo> RuntimeView::l3Hardware() {
    return ask([](Engine& engine, Nanos) { return engine.l3Hardware(); });
}

std::vector<dataplane::Route6Info> RuntimeView::routes6() {
    return ask([](Engine& engine, Nanos) { return engine.routes6(); });
}

std::vector<dataplane::Neighbour6Info> RuntimeView::neighbours6() {
    return ask([](Engine& engine, Nanos now) { return engine.neighbours6(now); });
}

std::vector<dataplane::Connection6Info> RuntimeView::connections6() {
    return ask([](Engine& engine, Nanos now) { return engine.connections6(now); });
}

std::vector<dataplane::BridgeHostInfo> RuntimeView::bridgeHosts() {
    return ask([](Engine& engine, Nanos) { return engine.bridgeHosts(); });
}

std::vector<dataplane::DynamicListEntry> RuntimeView::dynamicListEntries() {
    return ask([](Engine& engine, Nanos now) { return engine.dynamicListEntries(now); });
}

std::vector<dataplane::LogEvent> RuntimeView::takeLog() {
    return ask([](Engine& engine, Nanos) { return engine.takeLog(); });
}

} // namespace agent::control
