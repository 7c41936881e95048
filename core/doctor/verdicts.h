// The path of one pair, with every reason. Pure.
#pragma once

#include "core/doctor/pairs.h"

namespace core::doctor {

// `question` gives family, protocol and ports.
[[nodiscard]] core::model::Verdict verdictOf(const Facts& facts, const Pair& pair, const core::model::PathQuestion& question);

// The flow that firewall rules are asked about, with its marks.
[[nodiscard]] Flow flowOf(const Facts& facts, const Pair& pair, const core::model::PathQuestion& question);

} // namespace core::doctor
