// One job for `pathscope-agent --rehearse`, and what it answers. Pure: text in, text out. docs/rehearsal.md has every member.
#pragma once

#include "core/base/result.h"
#include "core/model/prediction.h"

#include <QByteArray>
#include <QJsonObject>
#include <optional>
#include <string_view>

namespace core::twin {

// What a board's costs may be wrong by, as factors; of a file that does not say: a fifth less, a quarter more.
struct CostRange {
    double low = 0.8, high = 1.25;
};
[[nodiscard]] CostRange costRange(const QByteArray& board);

// The job as JSON. `board` is the text of a board file; its costs are taken times `costFactor`, so that a run can ask what a slower or faster
// processor would do. `config`: the whole text the router has. InvalidInput: the board file is no JSON object.
[[nodiscard]] core::base::Result<QByteArray> jobText(const core::model::PredictionRequest& request, std::string_view config, const QByteArray& board,
                                                     double costFactor, std::uint64_t seed);

// What the agent calls "result". Members that are not there stay as they are by default.
[[nodiscard]] core::model::Rehearsed readResult(const QJsonObject& result);

// One line of what the agent writes.
struct JobLine {
    std::optional<double> progress; // 0…1
    std::optional<core::model::Rehearsed> result;
    std::optional<std::string> error;
};
[[nodiscard]] JobLine readJobLine(const QByteArray& line);

} // namespace core::twin
