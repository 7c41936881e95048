// Command line of `pathscopectl apply` and `pathscopectl change`.
#pragma once

#include "app/ctl/router_options.h"
#include "core/workspace/change_guard.h"

#include <string>

namespace app::ctl {

// What both end with; also in --help.
enum ChangeExit {
    kKept = 0,
    kAsBefore = 1,       // taken back, or refused before anything was written: the router is as it was
    kChangeUsage = 2,    // the command line, the plan file or the journal
    kChangeNoRouter = 3, // not reachable, or the login was refused
    kNotKnown = 4,       // what became of it is not known; the text says what to check
    kCutShort = 130,     // interrupted: the router takes a pending change back by itself
};

struct ApplyOptions {
    std::string plan;
    RouterOptions router;
    int confirmSeconds = 180;
    core::workspace::GuardTerms guard;
    bool keep = false, yes = false, json = false, safeMode = true;
};

struct ChangeOptions {
    enum class What { List, Show, Keep, RollBack, Undo } what = What::List;
    RouterOptions router;
    std::string ofRouter; // of list
    int number = 0;
    int confirmSeconds = 180;
    bool keep = false, yes = false, json = false, safeMode = true; // of undo
};

// --guard and its like, for a command that sends a plan.
void addGuard(CLI::App& command, core::workspace::GuardTerms& guard);
CLI::App* addApplyCommand(CLI::App& app, ApplyOptions& options);
CLI::App* addChangeCommand(CLI::App& app, ChangeOptions& options);

} // namespace app::ctl
