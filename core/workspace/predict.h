// The twin for those who have a file: what its configuration does on a board, and what a change would do, before it is made.
//
//   PredictionRequest request; request.board = "RB760iGS";
//   Result<Prediction> p = co_await core::workspace::predictFile(request, "site.rsc", "change.rsc", {});
//
// GUI thread; the work is done by processes of the agent.
#pragma once

#include "core/base/result.h"
#include "core/model/prediction.h"

#include <QCoroTask>
#include <functional>
#include <string>

namespace core::workspace {

// `request.board` empty: what the export says. `changeFile` empty: only as it is now. NotFound: no such file, or no costs of this board (the
// message lists the boards there are). InvalidInput: the agent refuses the job, in its own words.
QCoro::Task<core::base::Result<core::model::Prediction>> predictFile(core::model::PredictionRequest request, std::string file, std::string changeFile,
                                                                     std::function<void(double share)> progress);

// How far to trust it. Pure. `costSource`: where the board's figures come from; `doctorsPath`: what the doctor says of this traffic, as in
// Rehearsed::paths, empty where it cannot tell.
[[nodiscard]] core::model::Fidelity fidelityOf(const core::model::Prediction& prediction, const std::string& costSource, const std::string& doctorsPath);

} // namespace core::workspace
