// Command line of "pathscopectl predict".
#pragma once

#include "app/ctl/router_options.h"
#include "core/model/prediction.h"

#include <string>

namespace CLI {
class App;
}

namespace app::ctl {

struct PredictOptions {
    core::model::PredictionRequest request;
    std::string file, changeFile; // file empty: the router
    RouterOptions router;
    bool ownTraffic = false; // tests were asked for; else a router's present traffic is carried
    bool refine = true;      // of a router: the costs, by what its processor does now
    bool cache = true; // an answer given before may be given again
    bool json = false;
};

// Adds the subcommand, which fills in `options` when it is on the line. `options` must live until the line is read.
CLI::App* addPredictCommand(CLI::App& app, PredictOptions& options);

} // namespace app::ctl
