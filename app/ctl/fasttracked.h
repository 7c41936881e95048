// "pathscopectl fasttracked": connections that keep FastTrack whatever is changed, and a way to have them looked at afresh.
#pragma once

#include "app/ctl/router_options.h"

#include <string>

namespace CLI {
class App;
}

namespace app::ctl {

struct FastTrackedOptions {
    RouterOptions router;
    std::string flush; // "all", or a part of a connection's line; empty: none
    bool yes = false, json = false;
};

// Adds the subcommand, which fills in `options` when it is on the line. `options` must live until the line is read.
CLI::App* addFastTrackedCommand(CLI::App& app, FastTrackedOptions& options);

// Exit codes: in its --help.
int runFastTracked(const FastTrackedOptions& options);

} // namespace app::ctl
