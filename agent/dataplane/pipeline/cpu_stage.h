// What the CPU does with the frames the hardware left: parse and classify the whole batch first (with prefetches), then handle each
// frame in order of arrival - fast handler if one takes it, else the slow path - so that no flow is ever reordered.
#pragma once

#include "agent/dataplane/pipeline/arrivals.h"
#include "agent/dataplane/pipeline/egress.h"
#include "agent/dataplane/pipeline/engine_state.h"
#include "agent/dataplane/pipeline/fast_handlers.h"
#include "agent/dataplane/pipeline/ingress.h"
#include "agent/dataplane/pipeline/ipv6_path.h"
#include "agent/dataplane/pipeline/known_walks.h"
#include "agent/dataplane/pipeline/local_host.h"
#include "agent/dataplane/pipeline/resolver.h"
#include "agent/dataplane/pipeline/slow_path.h"
#include "agent/dataplane/pipeline/software_bridge.h"
#include "agent/dataplane/pipeline/tunnel_stage.h"

#include <span>

namespace agent::dataplane {

class CpuStage {
public:
    explicit CpuStage(EngineState& state);

    CpuCost run(Batch& batch, core::base::Nanos now);
    // Queues and timers; returns when to be called again.
    core::base::Nanos poll(core::base::Nanos now);
    [[nodiscard]] const TunnelStage& tunnels() const { return tunnels_; }

private:
    // Parses the batch and fills arrivals_.
    void receive(std::span<PacketBuf*> packets, core::base::Nanos now);
    // Packets from `first` on that came in by the port of its interface, up to one from elsewhere. Returns that one.
    std::size_t receiveRow(std::span<PacketBuf*> packets, std::size_t first, IfIndex ether, core::base::Nanos now);
    // Every packet of the batch, its arrival known, to the end of this pass.
    void handle(Batch& batch, CpuCost& cost, core::base::Nanos now);
    void handleSlow(PacketBuf* p, Ingress& in, core::base::Nanos now);
    // The further passes of packets that went into or came out of tunnels.
    void handleTunnels(CpuCost& cost, core::base::Nanos now);
    void countCrossed(const Ingress& in, std::uint8_t from);

    EngineState& s_;
    Egress egress_;
    Resolver resolver_;
    SlowPath slow_;
    LocalHost local_;
    Ipv6Path ipv6_;
    LocalFork locals_;
    SoftwareBridge bridge_;
    IngressStage ingress_;
    FastHandlers fast_;
    KnownWalks known_;
    TunnelStage tunnels_;
    Arrivals arrivals_;
    BatchFlows flows_;
    core::base::Nanos conntrackDue_ = 0;
    core::base::Nanos ageingDue_ = 0;
};

} // namespace agent::dataplane
