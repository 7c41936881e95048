// A configuration as it would be when a plan has been carried out. Pure; any thread.
#pragma once

#include "core/base/result.h"
#include "core/doctor/item_names.h"
#include "core/model/plan.h"
#include "core/routeros/config/load.h"

#include <vector>

namespace core::fixes {

// Names by which steps mean the items of this tree itself, so that they can be carried out on a copy of it.
[[nodiscard]] core::doctor::ItemNames namesInTree(const core::routeros::config::ConfigTree& tree);

// Steps made with those names, done one after the other. InvalidInput: one that cannot be done, with its command.
[[nodiscard]] core::base::Result<core::routeros::config::LoadedConfig> fixedConfig(const core::routeros::config::LoadedConfig& now,
                                                                                   const std::vector<core::model::PlanStep>& steps);

} // namespace core::fixes
