// The board's costs held against a running router: its present traffic is rehearsed on the board, and what the router's processor does for it, by
// the packet, is divided by what the rehearsal says. One factor for all of the board's times: one reading cannot tell them apart.
//
//   Result<Refinement> fit = co_await refine(request, boardFile, reading);      request.mix: what the router carries (learned_traffic.h)
//
// The interval: twice the deviation of the reading and of three rehearsals, at least 5 % either way. Unsupported: the rehearsal carries next to
// nothing, or loads the processor by less than 2 %: then nothing can be said. GUI thread; the work is done by processes of the agent.
#pragma once

#include "core/base/result.h"
#include "core/model/prediction.h"
#include "core/workspace/board_costs.h"
#include "core/workspace/cost_reading.h"

#include <QCoroTask>
#include <string>

namespace core::workspace {

QCoro::Task<core::base::Result<Refinement>> refine(core::model::PredictionRequest request, std::string boardFile, CostReading reading);

} // namespace core::workspace
