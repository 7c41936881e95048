// A plan as text for the twin. Pure.
#pragma once

#include "core/model/plan.h"
#include "core/workspace/live_config.h"

#include <string>

namespace core::workspace {

// The plan's command lines. Where they mean an item by the .id a running router gave it ("*1F"), the twin, which has items of its own, is told its
// name or its number instead; `live` null: the lines as they are.
[[nodiscard]] std::string twinCommands(const core::model::Plan& plan, const LiveConfig* live);

} // namespace core::workspace
