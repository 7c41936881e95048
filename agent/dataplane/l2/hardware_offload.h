// Which bridge ports a switch chip takes over: RouterOS's flag H, derived from configuration and what the chip can do.
// A pure function of the configuration; the console's doctor has rules of its own and is compared with this one.
#pragma once

#include "agent/dataplane/config/engine_config.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace agent::dataplane {

// For each of config.bridgePorts the chip that forwards for it; nothing when its frames go through the CPU.
std::vector<std::optional<std::uint16_t>> hardwareOffload(const EngineConfig& config);

} // namespace agent::dataplane
