// The smallest edits that lift traffic to a better path. Pure.
#pragma once

#include "core/doctor/facts.h"

namespace core::doctor {

// Worked out from the verdict's blocking reasons; empty when nothing simple helps.
[[nodiscard]] std::vector<core::model::Flip> flipsOf(const Facts& facts, const core::model::Verdict& verdict);

} // namespace core::doctor
