// Frames the CPU bridges the slow way: first frames of a host, unknown and group destinations, bridges without fast path,
// and everything when use-ip-firewall is on.
#pragma once

#include "agent/dataplane/pipeline/egress.h"
#include "agent/dataplane/pipeline/engine_state.h"
#include "agent/dataplane/pipeline/ingress.h"
#include "agent/dataplane/pipeline/slow_path.h"

namespace agent::dataplane {

class SoftwareBridge {
public:
    SoftwareBridge(EngineState& state, Egress& egress, SlowPath& slow)
        : s_(state)
        , egress_(egress)
        , slow_(slow) {}

    // A frame with Fate::Bridge, or the copy of one with Fate::Group that goes to the other ports. Takes it.
    void forward(PacketBuf* p, const Ingress& in, core::base::Nanos now);

private:
    EngineState& s_;
    Egress& egress_;
    SlowPath& slow_;
};

} // namespace agent::dataplane
