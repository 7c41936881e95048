// What the commands read from, and do to, the running engine. RuntimeView fulfils it over agent/runtime; tests fulfil it
// with figures of their own. Every call answers at once (microseconds) and belongs to the control thread.
#pragma once

#include "agent/dataplane/pipeline/engine.h"
#include "agent/runtime/runtime.h"
#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent::control {

struct ConnectionCounts {
    std::size_t total = 0, fastTracked = 0;
};

class EngineView {
public:
    using Uids = std::vector<std::uint32_t>;

    virtual ~EngineView() = default;

    // By position in EngineConfig::interfaces.
    [[nodiscard]] virtual std::vector<dataplane::InterfaceStats> interfaceStats() = 0;
    [[nodiscard]] virtual std::vector<std::string> activeQueues() = 0;

    // By position, too: tunnels whose other end answers. Empty: there are none.
    [[nodiscard]] virtual std::vector<bool> tunnelsRunning() { return {}; }
    [[nodiscard]] virtual std::vector<dataplane::WireGuardPeerInfo> wireGuardPeers() { return {}; }

    [[nodiscard]] virtual dataplane::GlobalState globalState() = 0;
    [[nodiscard]] virtual dataplane::PathCounters pathCounters() = 0;
    [[nodiscard]] virtual dataplane::PacketLedger ledger() = 0;
    virtual void startTrace(const dataplane::TraceFilter& filter) = 0;
    virtual void stopTrace() = 0;
    virtual void startCapture(std::size_t limit) = 0;
    // The pcapng file; nothing when no capture was started.
    [[nodiscard]] virtual std::optional<std::string> stopCapture() = 0;
    [[nodiscard]] virtual dataplane::TraceReport takeTrace() = 0;

    // One answer for each item asked for, in that order.
    [[nodiscard]] virtual std::vector<dataplane::BridgePortState> bridgePortStates(const Uids& items) = 0;
    [[nodiscard]] virtual std::vector<dataplane::BytesPackets> ruleCounters(const Uids& items) = 0;
    [[nodiscard]] virtual std::vector<dataplane::QueueStats> treeStats(const Uids& items) = 0;
    [[nodiscard]] virtual std::vector<dataplane::SimpleQueueStats> simpleStats(const Uids& items) = 0;
    virtual void resetRuleCounters(const Uids& items) = 0;

    [[nodiscard]] virtual ConnectionCounts connectionCounts() = 0;
    [[nodiscard]] virtual std::vector<dataplane::ConnectionInfo> connections() = 0;
    virtual bool removeConnection(std::uint32_t id) = 0;

    [[nodiscard]] virtual std::vector<dataplane::RouteInfo> routes() = 0;
    [[nodiscard]] virtual std::vector<dataplane::ArpInfo> arp() = 0;
    [[nodiscard]] virtual std::vector<dataplane::BridgeHostInfo> bridgeHosts() = 0;
    // A view of an engine without IPv6 need not say so.
    [[nodiscard]] virtual std::vector<dataplane::L3HwInfo> l3Hardware() { return {}; }
    [[nodiscard]] virtual std::vector<dataplane::Route6Info> routes6() { return {}; }
    [[nodiscard]] virtual std::vector<dataplane::Neighbour6Info> neighbours6() { return {}; }
    [[nodiscard]] virtual std::vector<dataplane::Connection6Info> connections6() { return {}; }
    [[nodiscard]] virtual std::vector<dataplane::DynamicListEntry> dynamicListEntries() = 0;
    [[nodiscard]] virtual std::vector<dataplane::LogEvent> takeLog() = 0;

    [[nodiscard]] virtual std::vector<double> cpuPercent() = 0;
    [[nodiscard]] virtual core::base::Nanos uptime() = 0;

    virtual core::base::Result<void> loadScenario(std::string_view json, std::string_view fileName) = 0;
    virtual void stopScenario() = 0;
    [[nodiscard]] virtual runtime::TrafficReport traffic() = 0;
};

} // namespace agent::control
