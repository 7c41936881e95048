// /interface/ethernet/switch/l3hw-settings/monitor: how much of the routes and FastTracked connections the chips hold.
#pragma once

#include "agent/control/commands/answer.h"
#include "agent/control/commands/context.h"

namespace agent::control {

// One row, chips summed; with `once`, or every `interval`.
[[nodiscard]] Outcome<Answer> l3HwMonitor(Context& context, const core::model::Request& request);

} // namespace agent::control
