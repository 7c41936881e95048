// A gate for CI: does the twin see a configuration move as much as it should?
//
//   auto expectation = parseThroughput("LAN->WAN: 900M");
//   Result<std::vector<ThroughputChecked>> all = co_await checkThroughput(task, {*expectation});
//
// GUI thread; the work is done by processes of the agent (predict.h).
#pragma once

#include "core/workspace/predict.h"

#include <string_view>
#include <vector>

namespace core::workspace {

// "FROM->TO: RATE"; RATE in bits per second with k, M or G. Frames count whole, with FCS.
struct ThroughputExpectation {
    std::string from, to;
    double bps = 0;
    std::string text; // as it was written
};

// InvalidInput says how it is written.
[[nodiscard]] core::base::Result<ThroughputExpectation> parseThroughput(std::string_view text);

struct ThroughputChecked {
    ThroughputExpectation expectation;
    core::model::Prediction prediction;
    [[nodiscard]] bool met() const { return prediction.now.throughputBps.median >= expectation.bps; }
    // Also where the board's costs and chance are at their worst.
    [[nodiscard]] bool surelyMet() const { return prediction.now.throughputBps.low >= expectation.bps; }
};

// One prediction each, of `request` between these ends. Errors: those of predictFile().
QCoro::Task<core::base::Result<std::vector<ThroughputChecked>>> checkThroughput(core::model::PredictionRequest request, std::string file,
                                                                                std::vector<ThroughputExpectation> expectations, Caching caching);

} // namespace core::workspace
