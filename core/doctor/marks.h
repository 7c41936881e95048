// Which marks mangle puts on a connection and its packets. Pure.
#pragma once

#include "core/doctor/matcher.h"

namespace core::doctor {

// Runs both directions of the connection through prerouting, forward and postrouting, as new and as established packets; what either
// direction puts on the connection stays with it.
[[nodiscard]] Marks marksOf(const Flow& flow, const MatchContext& context);

} // namespace core::doctor
