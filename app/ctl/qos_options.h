// Command line of `pathscopectl qos`.
#pragma once

#include "app/ctl/apply_options.h"
#include "core/workspace/qos.h"

#include <string>

namespace CLI {
class App;
}

namespace app::ctl {

struct QosOptions {
    enum class Verb { Plan, Apply, Remove } verb = Verb::Plan;
    core::workspace::QosRequest request; // its file: of plan and remove; empty: the router
    RouterOptions router;
    std::string output; // of plan: where the plan goes as JSON
    bool script = false, json = false; // of plan
    int confirmSeconds = 180;
    core::workspace::GuardTerms guard;
    bool keep = false, yes = false, safeMode = true;
};

// Adds the subcommand, which fills in `options` when it is on the line. `options` must live until the line is read.
CLI::App* addQosCommand(CLI::App& app, QosOptions& options);

} // namespace app::ctl
