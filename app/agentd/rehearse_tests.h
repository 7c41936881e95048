// The traffic of a job by names of tests: one group of them, or several "parts" between different places of the router, which then run at once.
#pragma once

#include "agent/control/tree/tree.h"
#include "app/agentd/rehearse_job.h"

#include <nlohmann/json_fwd.hpp>

namespace app::agentd {

// `traffic` is the job's member of that name. Fills in job.scenario and adds to job.config what was made up. Hosts of different parts that stand
// at the same place are the same host; the ping runs beside the first part.
[[nodiscard]] core::base::Result<void> takeTests(RehearsalJob& job, const nlohmann::json& traffic, const agent::control::Tree& tree);

} // namespace app::agentd
