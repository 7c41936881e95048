// Command line of "pathscopectl config".
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace app::ctl {

struct ConfigOptions {
    enum class Action { Check, Show, Diff, Normalise } action = Action::Check;
    std::vector<std::string> files;
    bool json = false;
    bool showSensitive = false;
};

// Adds the subcommand, which fills in `options` when it is on the line. `options` must live until the line is read.
CLI::App* addConfigCommand(CLI::App& app, ConfigOptions& options);

} // namespace app::ctl
