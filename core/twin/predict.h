// A prediction: the configuration as it is and, on the same seeds, with the change. Three seeds say what chance does; two more runs, with the
// board's costs as high and as low as they may be (core/devices/board.h), say what its figures may be wrong by. Two processes run at a time.
//
//   Result<Prediction> p = co_await predict(request, boardFile, {.progress = [](double share) { … }});
//
// The same request gives the same prediction. The caller adds what speaks for and against it (Prediction::fidelity is left as it is).
// Errors: those of RehearsalProcess; Cancelled when that was asked for, and the processes are gone by then. GUI thread.
#pragma once

#include "core/base/result.h"
#include "core/model/prediction.h"
#include "core/twin/cancellation.h"

#include <QByteArray>
#include <QCoroTask>
#include <functional>
#include <memory>

namespace core::twin {

struct PredictHooks {
    std::function<void(double share)> progress{}; // 0…1, of all runs together
    std::shared_ptr<Cancellation> cancel{};
};

QCoro::Task<core::base::Result<core::model::Prediction>> predict(core::model::PredictionRequest request, QByteArray boardFile, PredictHooks hooks);

// Of the first three runs the one with the median throughput is typical; the intervals span all of them. Runs are in the order above.
[[nodiscard]] core::model::Predicted summarised(std::vector<core::model::Rehearsed> runs);

// Each run with the change against the same one without it; `typical` of both sides give the medians. As many runs in both.
[[nodiscard]] core::model::PredictedEffect effectOf(const std::vector<core::model::Rehearsed>& now, const std::vector<core::model::Rehearsed>& change,
                                                    const core::model::Rehearsed& typicalNow, const core::model::Rehearsed& typicalChange);

} // namespace core::twin
