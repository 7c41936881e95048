// What is written down about an experiment on a router, apart from what is measured. Pure but for ids and the clock.
#pragma once

#include "core/model/experiment.h"
#include "core/model/plan.h"
#include "core/routeros/config/config_tree.h"
#include "core/workspace/experiment_job.h"

#include <optional>
#include <string>
#include <vector>

namespace core::workspace {

[[nodiscard]] std::int64_t nowMs(); // since 1970, UTC

// With a new id, a title and how it is measured in words. `scenario`: of a lab's traffic; empty: none. `kept`: what was sent when the change was kept
// that is to be measured.
[[nodiscard]] core::model::Experiment newExperiment(const Router& router, const ExperimentRequest& request, const std::string& scenario,
                                                    const std::optional<core::model::Plan>& kept);

// The plan that was made, its way back, and what was said of it beforehand.
void describeChange(core::model::Experiment& experiment, const core::model::ChangeRecord& record);
// Of an experiment on a kept change: what was sent to take it back.
void describeWayBack(core::model::Experiment& experiment, const core::model::ChangeRecord& record);

// SHA-256 of the configuration as export prints it, without passwords and keys; hex.
[[nodiscard]] std::string configHash(const core::routeros::config::ConfigTree& tree);

} // namespace core::workspace
