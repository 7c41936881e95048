// /interface/pppoe-client.
#include "agent/control/tree/compile_context.h"
#include "core/routeros/config/values.h"

#include <algorithm>

namespace agent::control {

namespace config = core::routeros::config;
using namespace agent::dataplane;

void compilePppoe(CompileContext& context) {
    for (const Item* item : context.tree.items("/interface/pppoe-client")) {
        const auto interface = context.interface(item->value("name"));
        if (!interface || context.out.interfaces[*interface].uid != item->id) {
            continue;
        }
        const auto parent = context.interface(item->value("interface"));
        const bool carriesFrames = parent && context.out.interfaces[*parent].type != InterfaceType::Tunnel;
        if (!carriesFrames) {
            context.out.interfaces[*interface].enabled = false;
            if (item->enabled()) {
                context.invalid.insert(item->id);
            }
            continue;
        }
        TunnelConfig tunnel;
        tunnel.uid = item->id;
        tunnel.kind = TunnelKind::Pppoe;
        tunnel.interface = *interface;
        context.out.tunnels.push_back(tunnel);
        PppoeClientConfig out;
        out.uid = item->id;
        out.interface = *interface;
        out.parent = *parent;
        out.user = item->value("user");
        out.password = item->value("password");
        out.serviceName = item->value("service-name");
        out.acName = item->value("ac-name");
        out.maxMtu = context.out.interfaces[*interface].mtu;
        const std::string_view route = item->value("add-default-route");
        out.addDefaultRoute = route == "yes" || route == "true";
        out.defaultRouteDistance =
            static_cast<std::uint8_t>(std::min<std::uint64_t>(config::parseNumber(item->value("default-route-distance")).value_or(1), 255));
        if (const auto keepalive = config::parseDuration(item->value("keepalive-timeout"))) {
            out.keepalive = *keepalive;
        }
        context.out.pppoeClients.push_back(std::move(out));
    }
}

} // namespace agent::control
