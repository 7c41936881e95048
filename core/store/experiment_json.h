// An experiment as JSON, and back: in the database, in bundles, and for those who read it by program. docs/experiments.md has every member.
// Fields that are missing when reading have their defaults, so that what an older Pathscope wrote can be read. Pure.
#pragma once

#include "core/base/result.h"
#include "core/model/experiment.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace core::store {

// Everything but the runs.
[[nodiscard]] nlohmann::ordered_json toJson(const core::model::Experiment& experiment);
// Everything but the samples.
[[nodiscard]] nlohmann::ordered_json toJson(const core::model::ExperimentRun& run);
[[nodiscard]] nlohmann::ordered_json toJson(const core::model::ExperimentSample& sample);

// These throw nlohmann::json::exception for what has another shape; inside this room and inside Store::read() only.
[[nodiscard]] core::model::Experiment experimentFrom(const nlohmann::ordered_json& json);
[[nodiscard]] core::model::ExperimentRun runFrom(const nlohmann::ordered_json& json);
[[nodiscard]] core::model::ExperimentSample sampleFrom(const nlohmann::ordered_json& json);

// The whole of it in one text: {"experiment":{…,"runs":[{…,"samples":[…]}]}}. InvalidInput says what is wrong.
[[nodiscard]] std::string experimentText(const core::model::Experiment& experiment);
[[nodiscard]] core::base::Result<core::model::Experiment> readExperiment(const std::string& text);

} // namespace core::store
