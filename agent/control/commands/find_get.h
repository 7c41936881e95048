// find: the ids of the items a query selects, separated by commas, in ret. get: one value of one item, or all of them.
#pragma once

#include "agent/control/commands/answer.h"
#include "agent/control/commands/context.h"

namespace agent::control {

// Conditions are queries ("?name=ether1") or plain arguments (name=ether1).
[[nodiscard]] Outcome<Answer> find(Context& context, const core::model::Request& request);

// numbers and value-name; without value-name ret is "name=value;name=value". Settings menus have no numbers.
[[nodiscard]] Outcome<Answer> get(Context& context, const core::model::Request& request);

} // namespace agent::control
