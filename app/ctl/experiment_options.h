// Command line of "pathscopectl experiment".
#pragma once

#include "app/ctl/report_options.h"
#include "app/ctl/router_options.h"
#include "core/workspace/experiment_job.h"
#include "core/workspace/find_rate.h"
#include "core/workspace/loads.h"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace app::ctl {

struct ExperimentOptions {
    enum class Verb { Run, Rate, Compare, List, Show, Note, Remove } verb = Verb::List;
    RouterOptions router; // of run
    std::string planFile; // of run; empty: `request.change`
    core::workspace::ExperimentRequest request;
    std::vector<std::string> loads;     // of run, as written
    core::workspace::LoadRequest load;  // what all of them have in common
    core::workspace::RateSearch search; // of rate
    std::string configFile;
    std::vector<std::string> ids; // of compare
    std::string id, note;
    ReportLookOptions look;
    bool json = false;
};

// Adds the subcommand, which fills in `options` when it is on the line. `options` must live until the line is read.
CLI::App* addExperimentCommand(CLI::App& app, ExperimentOptions& options);

} // namespace app::ctl
