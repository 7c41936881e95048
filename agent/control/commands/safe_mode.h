// Safe mode: one session may take it; until it releases it, everything that changes (by whomever) is rolled back when the
// session ends or unrolls. More than 100 changes drop safe mode without rolling back, as RouterOS does.
// Rolling back a configuration costs one copy of a tree, which shares what did not change.
#pragma once

#include "agent/control/commands/caller.h"
#include "agent/control/tree/live_config.h"

#include <optional>

namespace agent::control {

// What becomes of another session's safe mode when somebody wants it.
enum class Hijack { Refuse, Unroll, Release };

class SafeMode {
public:
    explicit SafeMode(LiveConfig& config) : config_(config) {}

    // "failure: safe mode is taken by NAME" when another session has it and `hijack` does not say what to do with it.
    Outcome<void> take(const Caller& caller, Hijack hijack);
    // Keeps, or rolls back, what changed. "failure: safe mode is not taken by this session" otherwise.
    Outcome<void> release(const Caller& caller);
    Outcome<void> unroll(const Caller& caller);

    // The session ended. True when that rolled something back.
    bool dropped(SessionId session);

    struct Holder {
        Caller caller;
        Tree before;
        std::uint32_t historyNumber = 0;
        std::uint64_t changes = 0; // nextChange() when it was taken
    };
    // Who holds it now; null when nobody does (or too much has changed since).
    [[nodiscard]] const Holder* holder();

private:
    void rollBack();

    LiveConfig& config_;
    std::optional<Holder> holder_;
};

} // namespace agent::control
