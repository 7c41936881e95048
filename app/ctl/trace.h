// pathscopectl trace: the way of a packet through a configuration, in a file.
#pragma once

#include "app/ctl/trace_options.h"

namespace app::ctl {

// Exit status: 0 followed to the end, 1 dropped on the way, 2 could not read. As JSON:
//
//   {"source","verdict":{"from","to","first","steady","certainty"},
//    "walks":[{"packet":"first"|"later","path","dropped","steps":[{"stage","decision","text","fork","menu","item","line","rule"}]}]}
int runTrace(const TraceOptions& options);

} // namespace app::ctl
