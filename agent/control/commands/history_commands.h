// /undo, /redo, and /safe-mode.
//
// take on-error=refuse|unroll|release: what becomes of another session's safe mode (refuse unless said otherwise).
// get value-name=enabled|user|current|owner: enabled: somebody holds it; current: this session does.
#pragma once

#include "agent/control/commands/answer.h"
#include "agent/control/commands/context.h"

namespace agent::control {

[[nodiscard]] Outcome<Answer> undo(Context& context, const Caller& caller, const core::model::Request& request);
[[nodiscard]] Outcome<Answer> redo(Context& context, const Caller& caller, const core::model::Request& request);

[[nodiscard]] Outcome<Answer> takeSafeMode(Context& context, const Caller& caller, const core::model::Request& request);
[[nodiscard]] Outcome<Answer> releaseSafeMode(Context& context, const Caller& caller, const core::model::Request& request);
[[nodiscard]] Outcome<Answer> unrollSafeMode(Context& context, const Caller& caller, const core::model::Request& request);
// Takes it, or releases it when this session has it.
[[nodiscard]] Outcome<Answer> toggleSafeMode(Context& context, const Caller& caller, const core::model::Request& request);
[[nodiscard]] Outcome<Answer> getSafeMode(Context& context, const Caller& caller, const core::model::Request& request);

// What a change is called in the history and who made it: "filter rule added", "admin".
[[nodiscard]] Origin originOf(const Context& context, const Caller& caller, const core::model::Request& request);

} // namespace agent::control
