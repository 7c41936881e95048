// Reads a rehearsal's job: the board with its costs, the configuration on it, and the traffic, ready to run. docs/rehearsal.md has the format.
#pragma once

#include "agent/dataplane/config/engine_config.h"
#include "agent/traffic/scenario.h"
#include "core/base/result.h"
#include "core/devices/board.h"

#include <string>
#include <string_view>
#include <vector>

namespace app::agentd {

struct RehearsalJob {
    core::devices::Board board;
    agent::dataplane::EngineConfigPtr config; // what was made up for the traffic's sake included
    agent::traffic::Scenario scenario;
    core::base::Nanos duration = 0, warmup = 0;
    std::uint64_t seed = 1;
    std::vector<std::string> unmodelled; // lines of the configuration that are not honoured, and why
    std::vector<std::string> assumed;    // what was made up
};

// InvalidInput and NotFound name the member of the job: "job.json: traffic.tests: no test is called …".
[[nodiscard]] core::base::Result<RehearsalJob> readJob(std::string_view text, std::string_view fileName);

} // namespace app::agentd
