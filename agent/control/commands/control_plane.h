// The agent's control side in one piece: configuration, engine, log, rates. Front doors open Conversations on it.
//
//   ControlPlane plane(live, view, clock, wallClock, native);
//   plane.housekeep();              // once a second
//   Conversation c(plane.context(), caller, sink, {});
//
// Belongs to the control thread; must outlive its conversations.
#pragma once

#include "agent/control/commands/context.h"

namespace agent::control {

class ControlPlane {
public:
    ControlPlane(LiveConfig& config, EngineView& engine, const core::base::Clock& clock, const WallClock& wallClock, bool native)
        : context_{config, engine, clock, wallClock, native} {}

    [[nodiscard]] Context& context() { return context_; }

    // Samples rates, runs what is scheduled and takes over what the firewall logged. Call about once a second.
    void housekeep();

private:
    Context context_;
};

} // namespace agent::control
