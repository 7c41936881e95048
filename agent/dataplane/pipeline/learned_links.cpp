#include "agent/dataplane/pipeline/learned_links.h"

#include <algorithm>

namespace agent::dataplane {

EngineConfigPtr withLearned(EngineConfigPtr given, const std::vector<LearnedLink>& links) {
    if (links.empty()) {
        return given;
    }
    auto out = std::make_shared<EngineConfig>(*given);
    for (const LearnedLink& link : links) {
        if (link.interface >= out->interfaces.size() || out->interfaces[link.interface].uid != link.uid ||
            !out->interfaces[link.interface].enabled) {
            continue; // the interface has gone since
        }
        InterfaceConfig& interface = out->interfaces[link.interface];
        interface.mtu = std::min(interface.mtu, link.mtu);
        out->addresses.push_back({link.uid, link.interface, link.local, 32});
        RouteConfig route;
        route.uid = link.uid;
        route.gatewayInterface = link.interface;
        if (link.remote != 0) {
            route.destination = {link.remote, 32};
            route.distance = 0;
            out->routes.push_back(route);
        }
        if (link.defaultRoute) {
            route.destination = {};
            route.distance = link.distance;
            out->routes.push_back(route);
        }
    }
    return out;
}

} // namespace agent::dataplane
