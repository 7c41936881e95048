// Command line of "pathscopectl doctor".
#pragma once

#include "app/ctl/router_options.h"

#include <string>

namespace CLI {
class App;
}

namespace app::ctl {

struct DoctorOptions {
    std::string file;     // empty: the router
    RouterOptions router; // asked when there is no file
    std::string board, from, to;
    std::string explain; // id of a diagnostic, or "list"; then no file is read
    bool json = false, sarif = false;
};

// Adds the subcommand, which fills in `options` when it is on the line. `options` must live until the line is read.
CLI::App* addDoctorCommand(CLI::App& app, DoctorOptions& options);

} // namespace app::ctl
