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
        if (!destination || (!blackhole && !readGateway(context, item->value("gateway"), route))) {
            context.invalid.insert(item->id);
            continue;
        }
        route.destination = {destination->network(), destination->length};
        route.kind = blackhole ? RouteKind::Blackhole : RouteKind::Unicast;
        route.distance = static_cast<std::uint8_t>(config::parseNumber(item->value("distance")).value_or(1));
        route.suppressHwOffload = item->isTrue("suppress-hw-offload");
        const std::string_view table = item->value("routing-table", "main");
        route.table = table == "main" ? MarkId{0} : context.numbering.mark(table);
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
