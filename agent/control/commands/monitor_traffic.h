// /interface/monitor-traffic: rates of some interfaces, once or every interval (default 1 s) for ever or for `duration`.
// "aggregate" is the sum over all hardware ports. Over the API rates are plain numbers.
#pragma once

#include "agent/control/commands/answer.h"
#include "agent/control/commands/context.h"

namespace agent::control {

[[nodiscard]] Outcome<Answer> monitorTraffic(Context& context, const core::model::Request& request);

} // namespace agent::control
