#include "agent/dataplane/pipeline/prepared_config.h"

#include "agent/dataplane/classifier/classifier.h"
#include "agent/dataplane/fib/hop_numbers.h"
#include "agent/dataplane/l2/hardware_offload.h"

namespace agent::dataplane {

PreparedConfigPtr prepare(EngineConfigPtr config) {
    auto prepared = std::make_shared<PreparedConfig>();
    const EngineConfig& c = *config;
    prepared->switches = computeGlobalSwitches(c);
    prepared->stack.build(c);
    for (std::size_t i = 0; i < c.interfaces.size(); ++i) {
        prepared->interfaceOf.emplace(c.interfaces[i].uid, static_cast<IfIndex>(i));
    }
    prepared->offload = hardwareOffload(c);
    prepared->routes.build(c);
    if (const std::size_t left = prepared->routes.leftOut(); left != 0) {
        prepared->fault = std::to_string(left) + " routes are inactive: more than " + std::to_string(HopNumbers::kMost) +
                          " different next hops. Let routes share gateways.";
    }
    prepared->hwRoutes.resize(c.chips.size());
    for (std::size_t chip = 0; chip < c.chips.size(); ++chip) {
        if (c.chips[chip].offloadsRouting && c.chips[chip].l3HwOffloading) {
            prepared->hwRoutes[chip].build(prepared->routes, c.chips[chip].routeLimit);
        }
    }
    if (auto rules = Classifier::prepare(c.firewall, c.interfaces)) {
        prepared->rules = std::move(*rules);
    } else {
        prepared->fault = "firewall not changed: " + rules.error().describe();
    }
    prepared->config = std::move(config);
    return prepared;
}

} // namespace agent::dataplane
