// A trace on the terminal: one line per step.
//
//   1.1  ingress    received    in by ether2: tcp 10.0.0.2:1000 > 203.0.113.5:80 ttl 64, 74 octets
//   1.2  fast-path  no          connection tracking is active
#pragma once

#include "agent/control/cli/print_format.h"

namespace agent::control {

[[nodiscard]] Lines traceLines(const std::vector<core::model::Row>& rows);

} // namespace agent::control
