// pathscopectl advise: boards that carry a line.
#pragma once

#include "app/ctl/advise_options.h"

namespace app::ctl {

// Exit status: 0 at least one board carries it, 1 none is known to, 2 the tables could not be read. As JSON:
//
//   {"need":{"downBps","upBps","interVlanBps","users","vpn","qos"},
//    "boards":[{"model","names":[…],"suits":"carries"|"unknown"|"too-small","headroom","why",
//               "legs":[{"what","path","neededBps","atLeastBps","atMostBps","sources":[…]}],"pattern":[…],"notes":[…]}]}
//
// A figure nobody has measured is null.
int runAdvise(const AdviseOptions& options);

} // namespace app::ctl
