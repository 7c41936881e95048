// Reads from a router what the planner needs to know. Nothing is written.
#pragma once

#include "core/link/session.h"
#include "core/planner/facts.h"

#include <QCoroTask>

namespace core::workspace {

// A menu the router lacks, or does not show to this user, leaves its part empty, except the firewall filter: a FastTrack rule placed
// without knowing the others could open or close anything. version and measuredPeak are the caller's to fill in.
QCoro::Task<core::base::Result<core::planner::RouterFacts>> readFacts(core::link::Session& session);

} // namespace core::workspace
