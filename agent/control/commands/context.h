// Everything a command may touch. One per agent, owned by ControlPlane, lent to commands for one call.
#pragma once

#include "agent/control/commands/accounts.h"
#include "agent/control/commands/baselines.h"
#include "agent/control/commands/caller.h"
#include "agent/control/commands/engine_view.h"
#include "agent/control/commands/file_store.h"
#include "agent/control/commands/log.h"
#include "agent/control/commands/rate_sampler.h"
#include "agent/control/commands/safe_mode.h"
#include "agent/control/commands/scheduler.h"
#include "agent/control/commands/session_book.h"
#include "agent/control/commands/user.h"
#include "agent/control/commands/wall_clock.h"
#include "agent/control/tree/live_config.h"
#include "agent/control/tree/load.h"
#include "core/base/clock.h"
#include "core/devices/lab.h"

#include <optional>
#include <string>
#include <vector>

namespace agent::control {

struct Context {
    LiveConfig& config;
    EngineView& engine;
    const core::base::Clock& clock;
    const WallClock& wallClock;
    bool native = false; // the board's cost is not modelled
    bool tracing = false; // somebody runs /pathscope/trace
    Log log{};
    RateSampler rates{};
    Baselines baselines{};
    std::optional<core::devices::Lab> lab{}; // whose scenario was loaded last
    Accounts accounts{config, clock, wallClock};
    SafeMode safeMode{config};
    SessionBook sessions{[this](SessionId session) { sessionEnded(session); }};
    FileStore files{};
    Scheduler scheduler{};
    std::vector<LoadRemark> remarks{}; // what of the configuration files could not be taken as it was written

    [[nodiscard]] const Tree& tree() const { return config.tree(); }
    void note(std::string topics, std::string message) { log.add(timeText(wallClock.seconds()), std::move(topics), std::move(message)); }

    void sessionEnded(SessionId session) {
        if (safeMode.dropped(session)) {
            note("system,info", "safe mode was dropped with its session: changes rolled back");
        }
    }
};

} // namespace agent::control
