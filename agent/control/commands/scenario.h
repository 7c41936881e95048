// /pathscope/scenario: load lab=NAME (its traffic, started at once), stop, start (the one loaded last, from its beginning).
#pragma once

#include "agent/control/commands/answer.h"
#include "agent/control/commands/context.h"

namespace agent::control {

[[nodiscard]] Outcome<Answer> loadScenario(Context& context, const core::model::Request& request);
[[nodiscard]] Outcome<Answer> startScenario(Context& context, const core::model::Request& request);
[[nodiscard]] Outcome<Answer> stopScenario(Context& context, const core::model::Request& request);

} // namespace agent::control
