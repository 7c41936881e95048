// Which packets /pathscope/trace follows, from the words of the command.
#pragma once

#include "agent/control/commands/answer.h"
#include "agent/control/commands/context.h"
#include "agent/dataplane/pipeline/trace_event.h"

namespace agent::control {

inline const std::vector<std::string_view> kTraceArguments{"address",      "count",    "dst-address", "dst-port",    "duration",
                                                           "in-interface", "port",     "protocol",    "src-address", "src-port"};

// in-interface: a port, a VLAN (its parent's ports, that tag) or a bridge (all its ports). Addresses: one, a prefix or a range.
// count: 1…100, default 10.
[[nodiscard]] Outcome<dataplane::TraceFilter> traceFilter(const Context& context, const core::model::Request& request);

} // namespace agent::control
