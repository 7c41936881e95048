// Starts on a user's own configuration: an export of any age and board. Never fails: what RouterOS would refuse, or what this
// board does not have, is kept as it is written and remarked upon; everything else is as if it had been typed.
//
//   const std::vector<LoadRemark> remarks = loadLeniently(live, text, "config.rsc");
#pragma once

#include "agent/control/tree/load.h"

namespace agent::control {

[[nodiscard]] std::vector<LoadRemark> loadLeniently(LiveConfig& live, std::string_view text, std::string_view fileName);

} // namespace agent::control
