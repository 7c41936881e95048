// An EngineView whose figures the test sets.
#pragma once

#include "agent/control/commands/engine_view.h"

#include <map>

namespace tests {

class FakeEngine final : public agent::control::EngineView {
public:
    std::vector<agent::dataplane::InterfaceStats> stats;
    agent::dataplane::GlobalState state;
    agent::dataplane::PathCounters paths;
    std::map<std::uint32_t, agent::dataplane::BridgePortState> ports;
    std::map<std::uint32_t, agent::dataplane::BytesPackets> rules;
    agent::dataplane::QueueStats tree;
    agent::dataplane::SimpleQueueStats simple;
    std::vector<agent::dataplane::ConnectionInfo> table;
    std::vector<agent::dataplane::RouteInfo> routeTable;
    std::vector<agent::dataplane::ArpInfo> neighbours;
    std::vector<agent::dataplane::BridgeHostInfo> hosts;
    std::vector<agent::dataplane::DynamicListEntry> listed;
    std::vector<agent::dataplane::LogEvent> logged;
    std::vector<double> cpu{12.4, 80};
    agent::runtime::TrafficReport report;
    Uids reset;
    std::size_t captureLimit = 0;
    agent::dataplane::PacketLedger packets;
    agent::dataplane::TraceFilter traceFilter;
    agent::dataplane::TraceReport trace;

    std::vector<agent::dataplane::InterfaceStats> interfaceStats() override { return stats; }
    std::vector<std::string> activeQueues() override { return std::vector<std::string>(stats.size(), "only-hardware-queue"); }
    agent::dataplane::GlobalState globalState() override { return state; }
    agent::dataplane::PathCounters pathCounters() override { return paths; }
    agent::dataplane::PacketLedger ledger() override { return packets; }
    void startTrace(const agent::dataplane::TraceFilter& filter) override {
        traceFilter = filter;
        trace.running = true;
    }
    void stopTrace() override { trace = {}; }
    void startCapture(std::size_t limit) override { captureLimit = limit; }
    std::optional<std::string> stopCapture() override {
        return std::exchange(captureLimit, 0) != 0 ? std::optional(std::string("pcapng")) : std::nullopt;
    }
    agent::dataplane::TraceReport takeTrace() override {
        agent::dataplane::TraceReport taken = trace;
        trace.events.clear();
        return taken;
    }
    std::vector<agent::dataplane::BridgePortState> bridgePortStates(const Uids& items) override { return each(items, ports); }
    std::vector<agent::dataplane::BytesPackets> ruleCounters(const Uids& items) override { return each(items, rules); }
    std::vector<agent::dataplane::QueueStats> treeStats(const Uids& items) override { return {items.size(), tree}; }
    std::vector<agent::dataplane::SimpleQueueStats> simpleStats(const Uids& items) override { return {items.size(), simple}; }
    void resetRuleCounters(const Uids& items) override { reset = items; }
    agent::control::ConnectionCounts connectionCounts() override {
        std::size_t fast = 0;
        for (const auto& connection : table) {
            fast += connection.fastTrack ? 1 : 0;
        }
        return {table.size(), fast};
    }
    std::vector<agent::dataplane::ConnectionInfo> connections() override { return table; }
    bool removeConnection(std::uint32_t id) override {
        return std::erase_if(table, [id](const auto& connection) { return connection.id == id; }) > 0;
    }
    std::vector<agent::dataplane::RouteInfo> routes() override { return routeTable; }
    std::vector<agent::dataplane::ArpInfo> arp() override { return neighbours; }
    std::vector<agent::dataplane::BridgeHostInfo> bridgeHosts() override { return hosts; }
    std::vector<agent::dataplane::DynamicListEntry> dynamicListEntries() override { return listed; }
    std::vector<agent::dataplane::LogEvent> takeLog() override { return std::exchange(logged, {}); }
    std::vector<double> cpuPercent() override { return cpu; }
    core::base::Nanos uptime() override { return 3'725 * core::base::kSecond; }
    core::base::Result<void> loadScenario(std::string_view json, std::string_view) override {
        if (json.empty()) {
            return core::base::fail(core::base::ErrorCode::InvalidInput, "empty scenario");
        }
        report.scenario = "running";
        return {};
    }
    void stopScenario() override { report.scenario.clear(); }
    agent::runtime::TrafficReport traffic() override { return report; }

private:
    template <class Value> static std::vector<Value> each(const Uids& items, const std::map<std::uint32_t, Value>& from) {
        std::vector<Value> out;
        for (const std::uint32_t uid : items) {
            const auto found = from.find(uid);
            out.push_back(found == from.end() ? Value{} : found->second);
        }
        return out;
    }
};

} // namespace tests
