// Addresses, routes, IP settings.
#include "agent/control/tree/compile_context.h"
#include "core/routeros/config/values.h"

namespace agent::control {

namespace config = core::routeros::config;
using namespace agent::dataplane;

namespace {

void compileAddresses(CompileContext& context) {
    for (const Item* item : context.tree.items("/ip/address")) {
        if (!item->enabled()) {
            continue;
        }
        const auto interface = context.interface(item->value("interface"));
        const auto address = config::parseIpv4WithLength(item->value("address"));
        if (!interface || !address) {
            context.invalid.insert(item->id);
            continue;
        }
        context.out.addresses.push_back({item->id, *interface, address->address, address->length});
    }
}

// "10.0.0.1", "ether1" or "10.0.0.1%ether1"; false when the interface is gone.
bool readGateway(const CompileContext& context, std::string_view text, RouteConfig& route) {
    text = text.substr(0, text.find('@')); // "10.0.0.1@vrf": looked for in the table of the route
    const std::size_t percent = text.find('%');
    route.gateway = config::parseIpv4(text.substr(0, percent));
    if (route.gateway && percent == std::string_view::npos) {
        return true;
    }
    const auto interface = context.interface(percent == std::string_view::npos ? text : text.substr(percent + 1));
    route.gatewayInterface = interface.value_or(kNoInterface);
    return interface.has_value();
}

void compileRoutes(CompileContext& context) {
    for (const Item* item : context.tree.items("/ip/route")) {
        if (!item->enabled()) {
            continue;
        }
        const auto destination = config::parseIpv4WithLength(item->value("dst-address"));
        RouteConfig route;
        route.uid = item->id;
        const bool blackhole = item->isTrue("blackhole");
        const std::string_view type = item->value("type", "unicast");
        route.kind = blackhole || type == "blackhole"                          ? RouteKind::Blackhole
                     : type == "unreachable" || item->isTrue("unreachable") ? RouteKind::Unreachable
                     : type == "prohibit" || item->isTrue("prohibit")       ? RouteKind::Prohibit
                                                                               : RouteKind::Unicast;
        if (!destination || (route.kind == RouteKind::Unicast && !readGateway(context, item->value("gateway"), route))) {
            context.invalid.insert(item->id);
            continue;
        }
        route.destination = {destination->network(), destination->length};
        route.distance = static_cast<std::uint8_t>(config::parseNumber(item->value("distance")).value_or(1));
        route.suppressHwOffload = item->isTrue("suppress-hw-offload");
        route.preferredSource = config::parseIpv4(item->value("pref-src")).value_or(0);
        route.table = context.routingTable(item->value("routing-table", "main"));
        context.out.routes.push_back(route);
    }
}

} // namespace

void compileIp(CompileContext& context) {
    compileAddresses(context);
    compileRoutes(context);
    const Item& settings = context.tree.settings("/ip/settings");
    context.out.ip.allowFastPath = settings.isTrue("allow-fast-path");
    context.out.ip.ipForward = settings.isTrue("ip-forward");
    context.out.ip.arpTimeout = config::parseDuration(settings.value("arp-timeout")).value_or(context.out.ip.arpTimeout);
}

} // namespace agent::control
