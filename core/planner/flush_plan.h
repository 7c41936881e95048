// Takes connections off FastTrack that were put on it before a change, so that their next packets meet it.
#pragma once

#include "core/model/plan.h"

#include <string>
#include <vector>

namespace core::planner {

// As the router prints them; ports are empty where the protocol has none, or where they stand in the addresses (RouterOS before 7.12).
struct ConnectionEnds {
    std::string protocol, source, sourcePort, destination, destinationPort;
    bool operator==(const ConnectionEnds&) const = default;
};

// Removes these connections' entries from the table, one step for each; none chosen: all that are FastTracked, in one. What waits to be sent gets a
// new entry; a connection that needs NAT to the outside may get another port and break. Pure.
[[nodiscard]] core::model::Plan flushFastTracked(const std::vector<ConnectionEnds>& chosen);

} // namespace core::planner
