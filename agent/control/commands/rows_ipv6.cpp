// /ipv6/address, route, neighbor, settings, firewall.
#include "agent/control/commands/rows.h"
#include "agent/control/tree/ipv6_values.h"

#include <map>
#include <string>

namespace agent::control {

using core::model::Row;

namespace {

// Rows the router makes by itself; out of the way of configured items' ids.
constexpr ItemId kConnectedRoute = 0x60000000;
constexpr ItemId kLearned = 0x61000000;
constexpr ItemId kLinkLocal = 0x62000000;

std::string prefixText(const dataplane::Ipv6Prefix& prefix) { return ipv6Text(prefix.address) + "/" + std::to_string(prefix.length); }

std::string interfaceName(const Context& context, dataplane::IfIndex index) {
    return std::string(context.config.compiled().interfaceName(index));
}

Row linkLocalRow(const Context& context, const dataplane::Ipv6AddressConfig& address, ItemId id) {
    const std::string interface = interfaceName(context, address.interface);
    return {{".id", formatId(id)}, {"address", ipv6Text(address.address) + "/64"}, {"interface", interface}, {"actual-interface", interface},
            {"eui-64", "false"}, {"advertise", "false"}, {"no-dad", "false"}, {"dynamic", "true"}, {"link-local", "true"},
            {"invalid", "false"}, {"disabled", "false"}};
}

Row connectedRow(const Context& context, const dataplane::Route6Info& route) {
    const std::string interface = interfaceName(context, route.interface);
    Row row{{".id", formatId(kConnectedRoute + route.uid)}, {"dst-address", prefixText(route.destination)}, {"routing-table", "main"},
            {"gateway", interface}, {"immediate-gw", interface}, {"distance", "0"}, {"scope", "10"}, {"dynamic", "true"}, {"connect", "true"}};
    row.set("active", boolText(route.active));
    row.set("inactive", boolText(!route.active));
    row.set("disabled", "false");
    return row;
}

} // namespace

Rows ipv6AddressRows(Context& context) {
    Rows rows;
    for (const Item* item : context.tree().items("/ipv6/address")) {
        Row row = configRow("/ipv6/address", *item);
        row.set("actual-interface", std::string(item->value("interface")));
        row.set("invalid", boolText(isInvalid(context, *item)));
        row.set("dynamic", "false");
        row.set("link-local", boolText(item->value("address").starts_with("fe80")));
        rows.push_back(std::move(row));
    }
    ItemId id = kLinkLocal;
    for (const dataplane::Ipv6AddressConfig& address : context.config.compiled().config->ipv6.addresses) {
        if (address.uid == 0) {
            rows.push_back(linkLocalRow(context, address, ++id));
        }
    }
    return rows;
}

Rows ipv6RouteRows(Context& context) {
    std::map<ItemId, dataplane::Route6Info> configured;
    Rows rows;
    for (const dataplane::Route6Info& route : context.engine.routes6()) {
        if (route.connected) {
            rows.push_back(connectedRow(context, route));
        } else {
            configured.emplace(route.uid, route);
        }
    }
    for (const Item* item : context.tree().items("/ipv6/route")) {
        const auto found = configured.find(item->id);
        const bool active = found != configured.end() && found->second.active;
        Row row = configRow("/ipv6/route", *item);
        if (active && !found->second.blackhole) {
            const std::string interface = interfaceName(context, found->second.interface);
            row.set("immediate-gw", found->second.gateway ? ipv6Text(*found->second.gateway) + "%" + interface : interface);
        }
        row.set("static", "true");
        row.set("dynamic", "false");
        row.set("active", boolText(active));
        row.set("inactive", boolText(item->enabled() && !active));
        rows.push_back(std::move(row));
    }
    return rows;
}

Rows ipv6NeighborRows(Context& context) {
    Rows rows;
    ItemId id = kLearned;
    for (const dataplane::Neighbour6Info& entry : context.engine.neighbours6()) {
        Row row{{".id", formatId(++id)}, {"address", ipv6Text(entry.address)}, {"interface", interfaceName(context, entry.interface)}};
        if (entry.status != "incomplete") {
            row.set("mac-address", core::routeros::config::formatMac(entry.mac.octets));
        }
        row.set("status", std::string(entry.status));
        row.set("dynamic", "true");
        rows.push_back(std::move(row));
    }
    return rows;
}

Rows ipv6SettingsRows(Context& context) {
    const dataplane::GlobalState state = context.engine.globalState();
    Row row = configRow("/ipv6/settings", context.tree().settings("/ipv6/settings"));
    row.set("ipv6-fast-path-active", boolText(state.fastPath6Active));
    row.set("ipv6-fast-path-packets", std::to_string(state.fastPath6.packets));
    row.set("ipv6-fast-path-bytes", std::to_string(state.fastPath6.bytes));
    row.set("ipv6-fasttrack-active", boolText(state.fastTrack6Active));
    row.set("ipv6-fasttrack-packets", std::to_string(state.fastTrack6.packets));
    row.set("ipv6-fasttrack-bytes", std::to_string(state.fastTrack6.bytes));
    return {row};
}

Rows ipv6FilterRows(Context& context) { return ruleRows(context, "/ipv6/firewall/filter"); }
Rows ipv6MangleRows(Context& context) { return ruleRows(context, "/ipv6/firewall/mangle"); }
Rows ipv6RawRows(Context& context) { return ruleRows(context, "/ipv6/firewall/raw"); }

Rows ipv6ConnectionRows(Context& context) {
    constexpr std::uint8_t tcp = 6, udp = 17;
    Rows rows;
    for (const dataplane::Connection6Info& c : context.engine.connections6()) {
        Row row{{".id", formatId(c.common.id)}, {"protocol", core::routeros::config::formatProtocol(c.common.protocol)}};
        const bool ports = c.common.protocol == tcp || c.common.protocol == udp;
        const auto end = [&](std::string_view name, const dataplane::Ipv6Address& address, std::uint16_t port) {
            row.set(std::string(name) + "-address", ipv6Text(address));
            if (ports) {
                row.set(std::string(name) + "-port", std::to_string(port));
            }
        };
        end("src", c.src, c.common.srcPort);
        end("dst", c.dst, c.common.dstPort);
        end("reply-src", c.replySrc, c.common.replySrcPort);
        end("reply-dst", c.replyDst, c.common.replyDstPort);
        appendConnectionState(row, context, c.common);
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace agent::control
