// A plan kept in a file, as `pathscopectl qos plan … --json` writes it (core/planner/plan_json.h).
#pragma once

#include "core/base/result.h"
#include "core/model/plan.h"

#include <QString>

namespace core::workspace {

// "-" is standard input. Errors: NotFound or Io when it cannot be read; InvalidInput with the place in it.
core::base::Result<core::model::Plan> readPlanFile(const QString& path);

} // namespace core::workspace
