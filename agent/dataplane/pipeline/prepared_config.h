// A configuration with everything that follows from it alone: rules compiled, gateways resolved, interfaces stacked. Made off the
// forwarding thread, however long that takes, and put in force between two batches by exchanging contents (Engine::apply), so that
// the thread that made it also frees what was in force before.
//
//   PreparedConfigPtr next = prepare(config);            // control thread: milliseconds
//   worker.call([&] { engine.apply(*next, now); });      // worker: microseconds
//   next.reset();                                        // control thread again: frees the former tables
//
// One engine each: what an engine adopts is its own. Nobody else may look into it meanwhile.
#pragma once

#include "agent/dataplane/classifier/prepared_rules.h"
#include "agent/dataplane/config/engine_config.h"
#include "agent/dataplane/fib/hw_route_table.h"
#include "agent/dataplane/fib/routing_table.h"
#include "agent/dataplane/l2/interface_stack.h"
#include "agent/dataplane/pipeline/engine.h"
#include "agent/dataplane/pipeline/global_switches.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace agent::dataplane {

struct PreparedConfig {
    EngineConfigPtr config;
    GlobalSwitches switches;
    InterfaceStack stack;
    std::unordered_map<std::uint32_t, IfIndex> interfaceOf; // by uid
    std::vector<std::optional<std::uint16_t>> offload;      // chip by bridge port
    RoutingTable routes;
    std::vector<HwRouteTable> hwRoutes; // by chip
    std::optional<PreparedRules> rules; // none: they were refused, the former ones stay
    std::string fault;                  // why, and what else could not be done; empty: nothing
};

} // namespace agent::dataplane
