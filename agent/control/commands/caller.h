// Who runs a command: the user, and the session it came in by (for safe mode and the history's "by").
#pragma once

#include "agent/control/commands/user.h"

#include <cstdint>

namespace agent::control {

using SessionId = std::uint32_t; // 0: none

struct Caller {
    User user;
    SessionId session = 0;
};

} // namespace agent::control
