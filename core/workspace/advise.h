// The sizing advisor for those who have no router yet: core/advisor over the product's own tables. Any thread.
#pragma once

#include "core/base/result.h"
#include "core/model/advice.h"

#include <vector>

namespace core::workspace {

// Boards that carry it first; see core/advisor/advise.h. Errors: what reading the tables says.
[[nodiscard]] core::base::Result<std::vector<core::model::BoardAdvice>> advise(const core::model::SizingNeed& need);

} // namespace core::workspace
