// Everything a command may touch. One per agent, owned by ControlPlane, lent to commands for one call.
#pragma once

#include "agent/control/commands/engine_view.h"
#include "agent/control/commands/log.h"
#include "agent/control/commands/rate_sampler.h"
#include "agent/control/commands/user.h"
#include "agent/control/commands/wall_clock.h"
#include "agent/control/tree/live_config.h"
#include "core/base/clock.h"
#include "core/devices/lab.h"

#include <functional>
#include <optional>
#include <vector>

namespace agent::control {

struct Context {
    LiveConfig& config;
    EngineView& engine;
    const core::base::Clock& clock;
    const WallClock& wallClock;
    bool native = false; // the board's cost is not modelled
    Log log{};
    RateSampler rates{};
    std::optional<core::devices::Lab> lab{};                  // whose scenario was loaded last
    std::function<std::vector<ActiveUser>()> activeUsers{}; // the front door knows

    [[nodiscard]] const Tree& tree() const { return config.tree(); }
    void note(std::string topics, std::string message) { log.add(timeText(wallClock.seconds()), std::move(topics), std::move(message)); }
};

} // namespace agent::control
