// /ip/address, route, arp, settings.
#include "agent/control/commands/rows.h"
#include "core/routeros/config/values.h"

#include <map>
#include <string>

namespace agent::control {

using core::model::Row;
using core::routeros::config::formatIpv4;

namespace {

// Connected routes follow from addresses; their ids are out of the way of configured items'.
constexpr ItemId kConnectedRoute = 0x40000000;
// So are those of learned neighbours, which have no identity of their own.
constexpr ItemId kLearned = 0x50000000;

std::string prefixText(const dataplane::Ipv4Prefix& prefix) { return formatIpv4(prefix.address) + "/" + std::to_string(prefix.length); }

// "10.0.0.1%ether1"
std::string immediateGateway(const Context& context, const dataplane::RouteInfo& route) {
    const std::string interface(context.config.compiled().interfaceName(route.interface));
    if (!route.gateway) {
        return interface;
    }
    return formatIpv4(*route.gateway) + (interface.empty() ? "" : "%" + interface);
}

Row connectedRow(const Context& context, const dataplane::RouteInfo& route) {
    const std::string interface(context.config.compiled().interfaceName(route.interface));
    Row row{{".id", formatId(kConnectedRoute + route.uid)}, {"dst-address", prefixText(route.destination)}, {"routing-table", "main"},
            {"gateway", interface}, {"immediate-gw", interface}, {"distance", "0"}, {"scope", "10"}, {"target-scope", "5"}};
    if (const Item* address = context.tree().find("/ip/address", route.uid)) {
        const std::string_view text = address->value("address");
        row.set("local-address", std::string(text.substr(0, text.find('/'))) + "%" + interface);
    }
    for (const char* flag : {"dynamic", "connect"}) {
        row.set(flag, "true");
    }
    row.set("active", boolText(route.active));
    row.set("inactive", boolText(!route.active));
    row.set("hw-offloaded", boolText(route.hwCandidate));
    row.set("disabled", "false");
    return row;
}

Row staticRow(const Context& context, const Item& item, const dataplane::RouteInfo* route) {
    Row row = configRow("/ip/route", item);
    if (route && route->active && route->kind == dataplane::RouteKind::Unicast) {
        row.set("immediate-gw", immediateGateway(context, *route));
    }
    row.set("static", "true");
    row.set("dynamic", "false");
    row.set("active", boolText(route && route->active));
    row.set("inactive", boolText(item.enabled() && !(route && route->active)));
    row.set("hw-offloaded", boolText(route && route->hwCandidate));
    return row;
}

} // namespace

Rows addressRows(Context& context) {
    Rows rows;
    for (const Item* item : context.tree().items("/ip/address")) {
        Row row = configRow("/ip/address", *item);
        row.set("actual-interface", std::string(item->value("interface")));
        row.set("invalid", boolText(context.config.compiled().invalid.contains(item->id)));
        row.set("dynamic", "false");
        rows.push_back(std::move(row));
    }
    return rows;
}

Rows routeRows(Context& context) {
    std::map<ItemId, dataplane::RouteInfo> configured;
    Rows rows;
    for (const dataplane::RouteInfo& route : context.engine.routes()) {
        if (route.connected) {
            rows.push_back(connectedRow(context, route));
        } else {
            configured.emplace(route.uid, route);
        }
    }
    for (const Item* item : context.tree().items("/ip/route")) {
        const auto route = configured.find(item->id);
        rows.push_back(staticRow(context, *item, route == configured.end() ? nullptr : &route->second));
    }
    return rows;
}

Rows arpRows(Context& context) {
    Rows rows;
    for (const Item* item : context.tree().items("/ip/arp")) {
        Row row = configRow("/ip/arp", *item);
        row.set("invalid", boolText(isInvalid(context, *item)));
        row.set("dynamic", "false");
        row.set("complete", boolText(item->get("mac-address").has_value()));
        rows.push_back(std::move(row));
    }
    ItemId number = kLearned;
    for (const dataplane::ArpInfo& entry : context.engine.arp()) {
        Row row{{".id", formatId(++number)}, {"address", formatIpv4(entry.address)}};
        if (entry.complete) {
            row.set("mac-address", core::routeros::config::formatMac(entry.mac.octets));
        }
        row.set("interface", std::string(context.config.compiled().interfaceName(entry.interface)));
        row.set("status", entry.complete ? "reachable" : "incomplete");
        row.set("published", "false");
        row.set("invalid", "false");
        row.set("dynamic", "true");
        row.set("complete", boolText(entry.complete));
        row.set("disabled", "false");
        rows.push_back(std::move(row));
    }
    return rows;
}

Rows ipSettingsRows(Context& context) {
    const dataplane::GlobalState state = context.engine.globalState();
    Row row = configRow("/ip/settings", context.tree().settings("/ip/settings"));
    row.set("ipv4-fast-path-active", boolText(state.fastPathActive));
    row.set("ipv4-fast-path-packets", std::to_string(state.fastPath.packets));
    row.set("ipv4-fast-path-bytes", std::to_string(state.fastPath.bytes));
    row.set("ipv4-fasttrack-active", boolText(state.fastTrackActive));
    row.set("ipv4-fasttrack-packets", std::to_string(state.fastTrack.packets));
    row.set("ipv4-fasttrack-bytes", std::to_string(state.fastTrack.bytes));
    return {row};
}

} // namespace agent::control
