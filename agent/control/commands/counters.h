// reset-counters (numbers=…) and reset-counters-all of firewall tables, interfaces and queues.
#pragma once

#include "agent/control/commands/answer.h"
#include "agent/control/commands/context.h"

namespace agent::control {

[[nodiscard]] Outcome<Answer> resetCounters(Context& context, const core::model::Request& request);
[[nodiscard]] Outcome<Answer> resetAllCounters(Context& context, const core::model::Request& request);

[[nodiscard]] Outcome<Answer> resetInterfaceCounters(Context& context, const core::model::Request& request);
[[nodiscard]] Outcome<Answer> resetQueueCounters(Context& context, const core::model::Request& request);
[[nodiscard]] Outcome<Answer> resetAllQueueCounters(Context& context, const core::model::Request& request);

} // namespace agent::control
