// Keeps the configuration over restarts: reads it at the start, writes it after each change. While somebody is in safe mode
// what stood before is what is kept, so that a crash rolls back too.
//
//   StateKeeper keeper(context, directory);
//   auto restored = keeper.restore();     // false: there is none yet
//   keeper.keep();                        // about once a second, and at the end
//
// A state that cannot be read is moved aside, never written over. A write that fails (a full disk) is said once in the log and
// on standard error, and tried again; the old file stays whole. Belongs to the control thread.
#pragma once

#include "agent/control/commands/context.h"

#include <filesystem>

namespace agent::control {

class StateKeeper {
public:
    StateKeeper(Context& context, std::filesystem::path directory) : context_(context), directory_(std::move(directory)) {}

    // Makes the directory. Errors: Io or PermissionDenied when it cannot be made; InvalidInput when the state is another
    // board's (it is left alone) or cannot be read (`movedTo` is where it is now).
    struct Restored {
        bool found = false;
        std::string trouble; // for people: what was wrong with the file, and where it is now
    };
    [[nodiscard]] core::base::Result<Restored> restore();

    // Writes when something changed since the last time. False when that failed.
    bool keep();

private:
    void complain(const std::string& text);

    Context& context_;
    std::filesystem::path directory_;
    std::uint64_t kept_ = 0;
    bool everKept_ = false, keptSafe_ = false, failing_ = false;
};

} // namespace agent::control
