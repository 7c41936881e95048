// A plan kept in a file, as `pathscopectl qos plan … --json` writes it (core/planner/plan_json.h).
#pragma once

#include "core/base/result.h"
#include "core/model/plan.h"
#include "core/planner/plan_text.h"

#include <QString>

namespace core::workspace {

// "-" is standard input. Errors: NotFound or Io when it cannot be read; InvalidInput with the place in it.
core::base::Result<core::model::Plan> readPlanFile(const QString& path);

// A file that is there is replaced as a whole or not at all.
core::base::Result<void> writePlanFile(const QString& path, const core::model::Plan& plan);

// For people and pipes: core/planner/plan_json.h and plan_text.h.
[[nodiscard]] std::string planJson(const core::model::Plan& plan);
using core::planner::planScript;
using core::planner::risksOf;
using core::planner::riskText;

} // namespace core::workspace
