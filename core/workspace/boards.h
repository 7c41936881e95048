// The device table, for those who name a board or leave that to the export. Internal to the room.
#pragma once

#include "core/base/result.h"
#include "core/devices/device_table.h"
#include "core/routeros/config/load.h"

#include <string>
#include <vector>

namespace core::workspace {

// All boards there are. NotFound: `board` is not empty and none of them.
[[nodiscard]] core::base::Result<std::vector<core::devices::Device>> boardsWith(const std::string& board);

// InvalidInput: not one command of the text was understood.
[[nodiscard]] core::base::Result<void> mustHoldCommands(const core::routeros::config::LoadedConfig& config, const std::string& source);

} // namespace core::workspace
