// From /queue/tree to the classes of one scheduler.
#pragma once

#include "agent/dataplane/config/queues.h"
#include "agent/dataplane/queueing/htb.h"

#include <optional>
#include <vector>

namespace agent::dataplane {

// The rows whose root parent is `interface` (nullopt: global), in list order, parents as positions in the result.
[[nodiscard]] std::vector<HtbClassSpec> treeRows(const QueueConfig& queues, std::optional<IfIndex> interface);

} // namespace agent::dataplane
