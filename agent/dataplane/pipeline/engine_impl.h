// What is behind Engine: the shared state and the two stages.
#pragma once

#include "agent/dataplane/pipeline/cpu_stage.h"
#include "agent/dataplane/pipeline/engine_state.h"
#include "agent/dataplane/pipeline/switch_stage.h"

#include <vector>

namespace agent::dataplane {

// A connection as the control plane reads it. IPv6 ones keep ids for addresses.
[[nodiscard]] ConnectionInfo connectionInfo(const Conntrack& conntrack, std::uint32_t connection, core::base::Nanos now);

struct Engine::Impl {
    Impl(PacketPool& pool, PortSink& sink)
        : state(pool, sink)
        , hardware(state)
        , cpu(state) {}

    EngineState state;
    SwitchStage hardware;
    CpuStage cpu;
    std::vector<InterfaceStats> shown; // interfaceStats() hands out references to these
};

} // namespace agent::dataplane
