// Command line of `pathscopectl qos`.
#pragma once

#include "app/ctl/apply.h"
#include "app/ctl/plan_output.h"
#include "core/workspace/qos.h"

namespace CLI {
class App;
}

namespace app::ctl {

struct QosOptions {
    enum class Verb { Plan, Apply, Remove } verb = Verb::Plan;
    core::workspace::QosRequest request; // its file: of plan and remove; empty: the router
    RouterOptions router;
    PlanOutput output; // of plan
    ApplyTerms terms;  // of apply and remove
};

// Adds the subcommand, which fills in `options` when it is on the line. `options` must live until the line is read.
CLI::App* addQosCommand(CLI::App& app, QosOptions& options);

} // namespace app::ctl
