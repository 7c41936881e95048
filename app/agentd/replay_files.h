// --replay and --capture: capture files through the engine in virtual time.
#pragma once

#include "agent/dataplane/config/engine_config.h"
#include "app/agentd/options.h"
#include "core/base/result.h"

#include <string>

namespace app::agentd {

// Answers one line of JSON: frames read, sent and lost, packets by path, drops by reason. The error names the file.
[[nodiscard]] core::base::Result<std::string> replayFiles(const agent::dataplane::EngineConfigPtr& config, const Options& options);

} // namespace app::agentd
