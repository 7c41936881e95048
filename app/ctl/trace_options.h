// Command line of "pathscopectl trace".
#pragma once

#include "app/ctl/router_options.h"

#include <cstdint>
#include <string>

namespace CLI {
class App;
}

namespace app::ctl {

struct TraceOptions {
    std::string file;     // empty: the router
    RouterOptions router; // asked when there is no file
    std::string board, from, to, protocol = "tcp", source, destination;
    std::uint16_t destinationPort = 0; // 0: any
    int seconds = 5;                   // packets of a running agent are waited for
    bool json = false;
};

// Adds the subcommand, which fills in `options` when it is on the line. `options` must live until the line is read.
CLI::App* addTraceCommand(CLI::App& app, TraceOptions& options);

} // namespace app::ctl
