// /pathscope/trace: follows packets through the engine and tells each step as a row, until as many as asked for are through, the
// duration is over, or it is cancelled.
//
//   /pathscope/trace in-interface=ether2 protocol=tcp dst-port=443 count=3
//
// Rows: time (seconds since the first event), packet, step, stage, decision, menu and item (the configuration that decided), text, interface, out-interface
// (of the way out: the bridge or VLAN above the port it leaves by), path.
// One trace runs at a time; a second one is refused.
#pragma once

#include "agent/control/commands/answer.h"
#include "agent/control/commands/context.h"
#include "agent/control/commands/trace_filter.h"

namespace agent::control {

[[nodiscard]] Outcome<Answer> trace(Context& context, const core::model::Request& request);

} // namespace agent::control
