// The one table of commands behind every front door: menu, verb, policy, handler.
#pragma once

#include "agent/control/commands/answer.h"
#include "agent/control/commands/context.h"
#include "agent/control/commands/user.h"

namespace agent::control {

// Runs one command for a user. Traps: "no such command or directory (X)" where X is the first part of the path that is
// not known, "not enough permissions (9)", and whatever the command itself refuses with.
[[nodiscard]] Outcome<Answer> run(Context& context, const User& user, const core::model::Request& request);

} // namespace agent::control
