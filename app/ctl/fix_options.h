// Command line of `pathscopectl fix`.
#pragma once

#include "app/ctl/apply.h"
#include "app/ctl/plan_output.h"
#include "core/workspace/fix.h"

namespace CLI {
class App;
}

namespace app::ctl {

struct FixOptions {
    enum class Verb { List, Plan, Apply } verb = Verb::List;
    core::workspace::FixOrder order; // its file: empty: the router
    RouterOptions router;
    PlanOutput output; // of list and plan
    ApplyTerms terms;  // of apply
};

// Adds the subcommand, which fills in `options` when it is on the line. `options` must live until the line is read.
CLI::App* addFixCommand(CLI::App& app, FixOptions& options);

} // namespace app::ctl
