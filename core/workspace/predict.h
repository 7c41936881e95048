// The twin for those who have a file: what its configuration does on a board, and what a change would do, before it is made.
//
//   PredictionRequest request; request.board = "RB760iGS";
//   Result<Prediction> p = co_await core::workspace::predictFile(request, "site.rsc", "change.rsc", {});
//
// GUI thread; the work is done by processes of the agent.
#pragma once

#include "core/base/result.h"
#include "core/model/prediction.h"
#include "core/routeros/config/load.h"
#include "core/twin/prediction_job.h"
#include "core/workspace/board_costs.h"
#include "core/workspace/cost_reading.h"

#include <QCoroTask>
#include <functional>
#include <string>

namespace core::workspace {

using core::twin::Caching;
struct LiveConfig;

struct PredictFileHooks {
    std::function<void(double share)> progress{};
    Caching caching = Caching::On;
    std::function<void(const std::string& problem)> cacheProblem{}; // why a kept answer was left out, or this one is not kept
};

// `request.board` empty: what the export says. `changeFile` empty: only as it is now. NotFound: no such file, or no costs of this board (the
// message lists the boards there are). InvalidInput: the agent refuses the job, in its own words.
QCoro::Task<core::base::Result<core::model::Prediction>> predictFile(core::model::PredictionRequest request, std::string file, std::string changeFile,
                                                                     PredictFileHooks hooks);

// Beside the request: what the twin runs on, and what its answer is held against.
struct PredictionGrounds {
    std::string boardFile;   // text
    std::string costSource;  // where the board's figures come from
    std::string doctorsPath; // what the doctor says of this traffic, as in Rehearsed::paths; empty where it cannot tell
    std::vector<std::string> disagreements; // what a running router's counters say otherwise, a sentence each
    std::string costBasis{}; // of the board's calibration: core/devices/board.h; empty: none
    std::optional<Refinement> refinement{}; // the costs were refined from a running router
};

// The same for a running router, whose costs are refined from what its processor does now, if `reading` is there and says enough (refine.h).
// `change`: commands. request.mix is what it carries, or tests are run instead.
struct LivePrediction {
    core::model::Prediction prediction;
    std::optional<Refinement> refinement;
    std::string notRefined; // why not
};
QCoro::Task<core::base::Result<LivePrediction>> predictLive(core::model::PredictionRequest request, const LiveConfig& live, std::string change, std::optional<CostReading> reading,
                                                            PredictFileHooks hooks);

// Makes `request.board` (empty: what the configuration says; `source` names it in errors) one the twin has costs of. Any thread; up to a second for
// an export of 20 000 lines.
[[nodiscard]] core::base::Result<PredictionGrounds> groundsOf(core::model::PredictionRequest& request, const core::routeros::config::LoadedConfig& config,
                                                              const std::string& source);

// How far to trust it. Pure.
[[nodiscard]] core::model::Fidelity fidelityOf(const core::model::Prediction& prediction, const PredictionGrounds& grounds);

// Whether what this router does says something of that board's costs: it is the router's own, or the router's own is not modelled.
[[nodiscard]] bool refines(const std::string& routersModel, const std::string& board);

// Models the twin has costs of, in the order of the alphabet. Empty when they cannot be read.
[[nodiscard]] std::vector<std::string> twinBoards();

} // namespace core::workspace
