// Reads a scenario file (format: scenario.h).
#pragma once

#include "agent/traffic/scenario.h"
#include "core/base/result.h"

#include <span>
#include <string>
#include <string_view>

namespace agent::traffic {

// `ports` are the router's; a host on any other port is a fault. InvalidInput names the file and the member:
// "office.json: flows[2].client: no host named pc9 (hosts: pc1, internet)".
core::base::Result<Scenario> loadScenario(std::string_view json, std::string_view fileName, std::span<const std::string> ports);

} // namespace agent::traffic
