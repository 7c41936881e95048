// /file: the agent's own small store. add name= contents=; set numbers= contents=; remove numbers=; get numbers= value-name=.
#pragma once

#include "agent/control/commands/answer.h"
#include "agent/control/commands/context.h"

namespace agent::control {

[[nodiscard]] Outcome<Answer> addFile(Context& context, const Caller& caller, const core::model::Request& request);
[[nodiscard]] Outcome<Answer> setFile(Context& context, const Caller& caller, const core::model::Request& request);
[[nodiscard]] Outcome<Answer> removeFile(Context& context, const Caller& caller, const core::model::Request& request);
[[nodiscard]] Outcome<Answer> getFile(Context& context, const Caller& caller, const core::model::Request& request);

} // namespace agent::control
