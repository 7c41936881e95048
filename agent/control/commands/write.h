// add, set, remove, enable, disable, comment, move, unset of configured items; remove of connections.
#pragma once

#include "agent/control/commands/answer.h"
#include "agent/control/commands/context.h"

namespace agent::control {

[[nodiscard]] Outcome<Answer> write(Context& context, const Caller& caller, const core::model::Request& request);

// /ip/firewall/connection/remove
[[nodiscard]] Outcome<Answer> removeConnections(Context& context, const core::model::Request& request);

} // namespace agent::control
