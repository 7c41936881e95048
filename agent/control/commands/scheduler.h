// Runs what /system/scheduler says, when it is due.
//
//   context.scheduler.run(context);   // about once a second; ControlPlane::housekeep() does it
//
// An entry runs at start-date and start-time, and then every interval; with start-time=startup when the agent starts, and then every
// interval. Runs whose time was before the entry was first seen (added, or the agent started) are not made up for: after a restart the
// next one in the row is waited for. on-event is a script's name or a script. The entry's policy bounds what it may; without one it may
// what its maker could. Counts and times of runs live as long as the agent; the entries themselves are configuration. Times are UTC.
// Belongs to the control thread.
#pragma once

#include "agent/control/commands/answer.h"
#include "agent/control/commands/caller.h"
#include "agent/control/tree/live_config.h"
#include "core/routeros/script/interpreter.h"

#include <ctime>
#include <map>
#include <optional>

namespace agent::control {

struct Context;

class Scheduler {
public:
    void run(Context& context);

    struct Facts {
        std::uint64_t runs = 0;
        std::optional<std::time_t> next; // nothing: it will not run again
    };
    [[nodiscard]] Facts facts(const Context& context, const Item& item) const;

    // An entry that was just made: its runs are counted from now on, not from the next look.
    void added(ItemId id, std::time_t now) { known_[id] = {now, 0}; }

    // What :global variables of scheduled scripts hold.
    [[nodiscard]] core::routeros::script::Environment& globals() { return globals_; }

private:
    struct Known {
        std::time_t since = 0; // runs before this or at it are over
        std::uint64_t runs = 0;
    };
    [[nodiscard]] std::optional<std::time_t> nextRun(const Item& item, std::time_t since) const;
    void execute(Context& context, const Item& item);

    std::map<ItemId, Known> known_;
    std::optional<std::time_t> startedAt_;
    core::routeros::script::Environment globals_;
};

// /system/scheduler add: start-date and start-time are now unless they are said, the policy is the caller's.
[[nodiscard]] Outcome<Answer> addScheduled(Context& context, const Caller& caller, const core::model::Request& request);
// /system/script run: lines it puts are rows.
[[nodiscard]] Outcome<Answer> runScript(Context& context, const Caller& caller, const core::model::Request& request);

} // namespace agent::control
