#include "agent/dataplane/pipeline/batch_flows.h"

namespace agent::dataplane {

void findFlows(EngineState& state, const Batch& batch, std::uint64_t ordinary, BatchFlows& flows) {
    flows.known = 0;
    if (ordinary == 0 || !state.switches.connectionTracking || !state.config->ip.ipForward) {
        return;
    }
    const bool mostlyFastTracked = state.switches.fastTrack && state.conntrack.fastTrackedCount() * 2 > state.conntrack.size();
    flows.known = state.conntrack.lookup(batch, ordinary, !mostlyFastTracked, flows.found);
}

} // namespace agent::dataplane
