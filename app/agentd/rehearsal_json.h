// A rehearsal's result as JSON (docs/rehearsal.md).
#pragma once

#include "agent/runtime/rehearsal_result.h"
#include "app/agentd/rehearse_job.h"

#include <string>

namespace app::agentd {

// One line. Figures are rounded to what they mean, so that the same result is the same text.
[[nodiscard]] std::string rehearsalJson(const RehearsalJob& job, const agent::runtime::RehearsalResult& result);

} // namespace app::agentd
