// EngineView over a running agent::runtime::Runtime, which it does not own.
#pragma once

#include "agent/control/commands/engine_view.h"

namespace agent::control {

class RuntimeView final : public EngineView {
public:
    explicit RuntimeView(runtime::Runtime& runtime) : runtime_(runtime) {}

    std::vector<dataplane::InterfaceStats> interfaceStats() override;
    std::vector<std::string> activeQueues() override;
    std::vector<bool> tunnelsRunning() override;
    std::vector<dataplane::WireGuardPeerInfo> wireGuardPeers() override;
    dataplane::GlobalState globalState() override;
    dataplane::PathCounters pathCounters() override;
    std::vector<dataplane::BridgePortState> bridgePortStates(const Uids& items) override;
    std::vector<dataplane::BytesPackets> ruleCounters(const Uids& items) override;
    std::vector<dataplane::QueueStats> treeStats(const Uids& items) override;
    std::vector<dataplane::SimpleQueueStats> simpleStats(const Uids& items) override;
    void resetRuleCounters(const Uids& items) override;
    dataplane::PacketLedger ledger() override;
    void startTrace(const dataplane::TraceFilter& filter) override;
    void stopTrace() override;
    void startCapture(std::size_t limit) override { runtime_.startCapture(limit); }
    std::optional<std::string> stopCapture() override { return runtime_.stopCapture(); }
    dataplane::TraceReport takeTrace() override;
    ConnectionCounts connectionCounts() override;
    std::vector<dataplane::ConnectionInfo> connections() override;
    bool removeConnection(std::uint32_t id) override;
    std::vector<dataplane::RouteInfo> routes() override;
    std::vector<dataplane::ArpInfo> arp() override;
    std::vector<dataplane::BridgeHostInfo> bridgeHosts() override;
    std::vector<dataplane::L3HwInfo> l3Hardware() override;
    std::vector<dataplane::Route6Info> routes6() override;
    std::vector<dataplane::Neighbour6Info> neighbours6() override;
    std::vector<dataplane::Connection6Info> connections6() override;
    std::vector<dataplane::DynamicListEntry> dynamicListEntries() override;
    std::vector<dataplane::LogEvent> takeLog() override;
    std::vector<double> cpuPercent() override { return runtime_.cpuPercent(); }
    core::base::Nanos uptime() override { return runtime_.uptime(); }
    core::base::Result<void> loadScenario(std::string_view json, std::string_view fileName) override {
        return runtime_.loadScenario(json, fileName);
    }
    void stopScenario() override { runtime_.stopScenario(); }
    runtime::TrafficReport traffic() override { return runtime_.traffic(); }

private:
    // What `read` gives, read on the worker between two batches.
    template <class Read> auto ask(Read read);
    // The same for each of some items.
    template <class Read> auto askEach(const Uids& items, Read read);

    runtime::Runtime& runtime_;
};

} // namespace agent::control
