// The router as a host: answers echo requests, refuses what nobody listens for. It offers no service of its own to the packets it
// forwards (the API is spoken over the machine's own network).
#pragma once

#include "agent/dataplane/pipeline/slow_path.h"

namespace agent::dataplane {

// Takes what is for the router's ends of tunnels. Implemented by the tunnel stage.
class TunnelEnd {
public:
    virtual ~TunnelEnd() = default;
    // True: it was for a tunnel, and taken.
    virtual bool arrive(PacketBuf* p, core::base::Nanos now) = 0;
};

class LocalHost final : public LocalDelivery {
public:
    LocalHost(EngineState& state, SlowPath& slow)
        : s_(state)
        , slow_(slow) {}

    void setTunnels(TunnelEnd& tunnels) { tunnels_ = &tunnels; }
    void deliver(PacketBuf* p, core::base::Nanos now) override;

private:
    EngineState& s_;
    SlowPath& slow_;
    TunnelEnd* tunnels_ = nullptr;
};

} // namespace agent::dataplane
