// The router as a host: answers echo requests, refuses what nobody listens for. It offers no service of its own to the packets it
// forwards (the API is spoken over the machine's own network).
#pragma once

#include "agent/dataplane/pipeline/slow_path.h"

namespace agent::dataplane {

class LocalHost final : public LocalDelivery {
public:
    LocalHost(EngineState& state, SlowPath& slow)
        : s_(state)
        , slow_(slow) {}

    void deliver(PacketBuf* p, core::base::Nanos now) override;

private:
    EngineState& s_;
    SlowPath& slow_;
};

} // namespace agent::dataplane
