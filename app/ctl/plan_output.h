// How a plan is shown: as text, as JSON, as a script; and kept in a file for `pathscopectl apply`.
#pragma once

#include "core/base/result.h"
#include "core/model/plan.h"

#include <string>

namespace app::ctl {

struct PlanOutput {
    std::string file;                  // where it goes as JSON; empty: nowhere
    bool json = false, script = false; // on standard output, instead of text
};

// Exit codes of commands that plan.
enum PlanExit {
    kThereIsAPlan = 0, // or nothing is left to do
    kCannotBeMade = 1,
};

int showPlan(const core::model::Plan& plan, const PlanOutput& output);

// Tells the error; returns the exit code, one of ChangeExit.
int complainOfPlan(const core::base::Error& error);

} // namespace app::ctl
