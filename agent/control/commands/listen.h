// listen (print follow-only): a row for every item that comes or changes, ".dead=true" for one that goes.
#pragma once

#include "agent/control/commands/answer.h"
#include "agent/control/commands/context.h"

namespace agent::control {

// Trap when the menu has nothing that could change by configuration.
[[nodiscard]] Outcome<Answer> listen(Context& context, const core::model::Request& request);

} // namespace agent::control
