// The commands of the language that compute, write or wait. Internal to the room.
#pragma once

#include "core/routeros/script/execution.h"

namespace core::routeros::script {

// Runs one; a verb that is none of them is an error naming it.
[[nodiscard]] Evaluated<Value> builtin(Execution& run, const Statement& s, Scope& scope);

} // namespace core::routeros::script
