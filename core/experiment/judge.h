// What an experiment's runs say, and whether they may say anything. Pure; the same experiment gives the same judgement.
//
//   Judgement j = judge(experiment);
//   j.verdict == ExperimentVerdict::Better              // the 95 % interval of experiment.primary lies on its good side altogether
//
// Refused: what made the traffic was itself at its limit, or the runs of one side did not have the same traffic (a path's share differs by more
// than ten points between them; of a side with a single run: between its halves). Not enough data: fewer than ten judged seconds on a side, no
// samples of the primary metric, or an interval so wide that a difference of a tenth could have hidden in it. A difference below a hundredth
// is none, however sure it is.
#pragma once

#include "core/metrics/statistics.h"
#include "core/model/experiment.h"

namespace core::experiment {

constexpr double kPathMixLimit = 0.10;
constexpr double kGeneratorLimit = 95; // percent
constexpr double kRelevant = 0.10, kNegligible = 0.01;
constexpr std::size_t kFewestSeconds = 10; // of a side, after the warm-up

struct JudgeOptions {
    int draws = 2000;
    std::uint64_t seed = 1;
};

[[nodiscard]] core::model::Judgement judge(const core::model::Experiment& experiment, const JudgeOptions& options = {});

// Samples of a run after its warm-up.
[[nodiscard]] std::vector<core::model::ExperimentSample> judged(const core::model::ExperimentRun& run);
// The runs of one side, in the order they were made, as the statistics take them.
[[nodiscard]] core::metrics::Arm armOf(const core::model::Experiment& experiment, core::model::Side side, core::model::Metric metric);
// One side's value of a metric as a judgement shows it; absent: it was not measured.
[[nodiscard]] std::optional<double> sideValue(const core::model::Experiment& experiment, core::model::Side side, core::model::Metric metric);
// Share of the octets by path over these samples; what no counter places is missing from the sum. All 0 when nothing moved.
[[nodiscard]] std::array<double, core::model::kPathCount> pathMix(const std::vector<core::model::ExperimentSample>& samples);
// Share that took another way than the slow one.
[[nodiscard]] double fastShare(const core::model::ExperimentSample& sample);

} // namespace core::experiment
