// Commands that show one state again and again: /interface/ethernet/monitor, and /interface/ethernet/switch/monitor, which
// RouterOS does not have.
#pragma once

#include "agent/control/commands/answer.h"
#include "agent/control/commands/context.h"

namespace agent::control {

// status, rate, full-duplex of ports.
[[nodiscard]] Outcome<Answer> ethernetMonitor(Context& context, const core::model::Request& request);

// Extension of this agent, marked "extension=pathscope" in every row: what came in on the chip's ports (total-*, octets
// with FCS) and how much of it the chip forwarded by itself (fp-*). On a real router the latter is
// rx-bytes - driver-rx-byte - 4*driver-rx-packet of /interface/ethernet.
[[nodiscard]] Outcome<Answer> switchMonitor(Context& context, const core::model::Request& request);

} // namespace agent::control
