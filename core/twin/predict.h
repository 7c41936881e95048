// A prediction: the configuration as it is and, on the same seeds, with the change. Three seeds say what chance does; two more runs, with costs a
// quarter higher and a fifth lower, say what the board's figures may be wrong by. Two processes run at a time.
//
//   Result<Prediction> p = co_await predict(request, boardFile, [](double share) { … });
//
// The same request gives the same prediction. The caller adds what speaks for and against it (Prediction::fidelity is left as it is).
// Errors: those of RehearsalProcess.
#pragma once

#include "core/base/result.h"
#include "core/model/prediction.h"

#include <QByteArray>
#include <QCoroTask>
#include <functional>

namespace core::twin {

constexpr double kCostsHigh = 1.25, kCostsLow = 0.8;

QCoro::Task<core::base::Result<core::model::Prediction>> predict(core::model::PredictionRequest request, QByteArray boardFile,
                                                                 std::function<void(double share)> progress);

// Of the first three runs the one with the median throughput is typical; the interval spans all of them. Runs are in the order above.
[[nodiscard]] core::model::Predicted summarised(std::vector<core::model::Rehearsed> runs);

} // namespace core::twin
