// The rarer matchers of firewall rules (RuleMatch::more), from RouterOS's spelling:
//
//   limit=10/1m,5:packet   dst-limit=1,5,dst-address/10s   nth=3,1   per-connection-classifier=both-addresses:2/0   time=8h-16h,mon,fri
#pragma once

#include "agent/control/tree/compile_context.h"
#include "agent/dataplane/config/rule_matchers.h"

#include <optional>
#include <vector>

namespace agent::control {

// Nothing when one of them cannot be read or names what is not there: the rule is invalid.
[[nodiscard]] std::optional<std::vector<agent::dataplane::MoreMatch>> readMoreMatchers(const CompileContext& context, const Item& rule);

} // namespace agent::control
