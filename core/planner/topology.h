// Which interface leads to the provider, and which ones lead to the users.
#pragma once

#include "core/planner/facts.h"

#include <optional>
#include <string>
#include <vector>

namespace core::planner {

// Interface of the active default route with the lowest distance. Absent: no such route, or its interface cannot be told.
std::optional<std::string> wanInterface(const RouterFacts& facts);

// Interfaces by which packets leave towards the users: bridges that have an address; without one, ports, bonds and VLANs with
// a private address (RFC 1918). Never the WAN interface. In the order of /interface.
std::vector<std::string> lanInterfaces(const RouterFacts& facts);

} // namespace core::planner
