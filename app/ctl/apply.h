// pathscopectl apply: a plan to a router, and back unless somebody keeps it.
#pragma once

#include "app/ctl/apply_options.h"
#include "app/ctl/router_door.h"

namespace app::ctl {

// Returns the exit code.
int runApply(const ApplyOptions& options);

// The same for a plan that is there already. The door may be open.
struct ApplyTerms {
    int confirmSeconds = 180;
    core::workspace::GuardTerms guard{};
    bool keep = false, yes = false, json = false, safeMode = true;
};
int applyPlan(RouterDoor& door, const core::model::Plan& plan, const ApplyTerms& terms);

// The last line, or the JSON object, of a change that ended.
int tellOutcome(core::model::ChangeOutcome outcome, const std::string& title, const std::string& detail, qint64 number, bool json);
int tellError(const core::base::Error& error, bool json);

} // namespace app::ctl
