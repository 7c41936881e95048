// One rule: matchers into the compare line or into conditions, the rest into its detail.
#pragma once

#include "agent/dataplane/classifier/program.h"
#include "agent/dataplane/config/firewall.h"

#include <cstdint>

namespace agent::dataplane {

// Appends the rule to `program`. `jumpTarget` is the number of the chain it jumps to.
void compileRule(const RuleConfig& rule, std::uint32_t jumpTarget, RuleNumbers& numbers, Program& program);

} // namespace agent::dataplane
