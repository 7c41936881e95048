// Command line of "pathscopectl check".
#pragma once

#include "core/model/prediction.h"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace app::ctl {

struct CheckOptions {
    std::string file, board, expectationsFile;
    std::vector<std::string> expect, minThroughput;
    core::model::PredictionRequest traffic; // what is sent for minThroughput
    bool cache = true;
    bool strict = false; // what depends on something does not count as met
    bool json = false;
};

// Adds the subcommand, which fills in `options` when it is on the line. `options` must live until the line is read.
CLI::App* addCheckCommand(CLI::App& app, CheckOptions& options);

} // namespace app::ctl
