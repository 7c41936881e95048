// pathscopectl trace: the way of a packet through a configuration, in a file or of a running router; where that is an agent, beside
// the ways its packets take.
#pragma once

#include "app/ctl/trace_options.h"

namespace app::ctl {

// Exit status: 0 followed to the end, 1 dropped on the way or taken and predicted walks differ, 2 could not read. As JSON:
//
//   {"source","verdict":{"from","to","first","steady","certainty"},
//    "walks":[{"packet":"first"|"later","path","dropped","steps":[{"stage","decision","text","fork","menu","item","line","rule"}],
//              "taken":{"path","dropped","steps":[…]},"same_path",
//              "stages":[{"stage","match":"same"|"differs"|"only-predicted"|"only-taken","text"}]}],
//    "packets"}
//
// The last three of a walk where a packet was followed on an agent; "packets", how many were seen, where an agent was asked.
int runTrace(const TraceOptions& options);

} // namespace app::ctl
