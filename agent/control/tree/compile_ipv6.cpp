// /ipv6: addresses, routes, settings.
#include "agent/control/tree/compile_context.h"
#include "agent/control/tree/ipv6_values.h"

#include <algorithm>

namespace agent::control {

namespace config = core::routeros::config;
using namespace agent::dataplane;

namespace {

// Modified EUI-64 of a MAC (RFC 4291 appendix A).
std::uint64_t interfaceIdentifier(const Mac& mac) {
    const auto& o = mac.octets;
    const std::array<std::uint8_t, 8> id{static_cast<std::uint8_t>(o[0] ^ 2u), o[1], o[2], 0xff, 0xfe, o[3], o[4], o[5]};
    std::uint64_t out = 0;
    for (const std::uint8_t octet : id) {
        out = out << 8 | octet;
    }
    return out;
}

bool isOn(const Item& item, std::string_view property) {
    const std::string_view value = item.value(property, "true");
    return value != "false" && value != "no";
}

// Every interface that is no port of a bridge has one.
void addLinkLocals(CompileContext& context) {
    for (std::size_t i = 0; i < context.out.interfaces.size(); ++i) {
        const InterfaceConfig& interface = context.out.interfaces[i];
        const auto index = static_cast<IfIndex>(i);
        const bool member = std::any_of(context.out.bridgePorts.begin(), context.out.bridgePorts.end(),
                                        [index](const BridgePortConfig& port) { return port.interface == index; });
        if (interface.uid != 0 && interface.enabled && !member) {
            context.out.ipv6.addresses.push_back({0, index, {kLinkLocalPrefix, interfaceIdentifier(interface.mac)}, 64});
        }
    }
}

void compileAddresses(CompileContext& context) {
    for (const Item* item : context.tree.items("/ipv6/address")) {
        if (!item->enabled()) {
            continue;
        }
        const auto interface = context.interface(item->value("interface"));
        const auto address = config::parseIpv6WithLength(item->value("address"));
        if (!interface || !address) {
            context.invalid.insert(item->id);
            continue;
        }
        Ipv6AddressConfig out{item->id, *interface, engineAddress(address->address), address->length};
        if (item->value("address").find('/') == std::string_view::npos) {
            out.length = 64;
        }
        if (item->value("eui-64") == "yes" || item->isTrue("eui-64")) {
            out.address.low = interfaceIdentifier(context.out.interfaces[*interface].mac);
        }
        context.out.ipv6.addresses.push_back(out);
    }
}

// "2001:db8::1", "ether1" or "fe80::1%ether1"; false when the interface is gone.
bool readGateway(const CompileContext& context, std::string_view text, Ipv6RouteConfig& route) {
    const std::size_t percent = text.find('%');
    if (const auto address = config::parseIpv6(text.substr(0, percent))) {
        route.gateway = engineAddress(*address);
        if (percent == std::string_view::npos) {
            return true;
        }
    }
    const auto interface = context.interface(percent == std::string_view::npos ? text : text.substr(percent + 1));
    route.gatewayInterface = interface.value_or(kNoInterface);
    return interface.has_value();
}

void compileRoutes(CompileContext& context) {
    for (const Item* item : context.tree.items("/ipv6/route")) {
        if (!item->enabled()) {
            continue;
        }
        Ipv6RouteConfig route;
        route.uid = item->id;
        const auto destination = config::parseIpv6WithLength(item->value("dst-address", "::/0"));
        route.blackhole = item->isTrue("blackhole");
        if (!destination || (!route.blackhole && !readGateway(context, item->value("gateway"), route))) {
            context.invalid.insert(item->id);
            continue;
        }
        route.destination = {engineAddress(destination->address), destination->length};
        route.distance = static_cast<std::uint8_t>(config::parseNumber(item->value("distance")).value_or(1));
        route.table = context.routingTable(item->value("routing-table", "main"));
        context.out.ipv6.routes.push_back(route);
    }
}

} // namespace

Ipv6Address engineAddress(const config::Ipv6Octets& octets) {
    Ipv6Address out;
    for (std::size_t i = 0; i < 8; ++i) {
        out.high = out.high << 8 | octets[i];
        out.low = out.low << 8 | octets[8 + i];
    }
    return out;
}

std::string ipv6Text(const Ipv6Address& address) {
    config::Ipv6Octets octets{};
    for (std::size_t i = 0; i < 8; ++i) {
        octets[i] = static_cast<std::uint8_t>(address.high >> (56 - 8 * i));
        octets[8 + i] = static_cast<std::uint8_t>(address.low >> (56 - 8 * i));
    }
    return config::formatIpv6(octets);
}

void compileIpv6(CompileContext& context) {
    const Item& settings = context.tree.settings("/ipv6/settings");
    Ipv6Config& out = context.out.ipv6;
    out.enabled = !settings.isTrue("disable-ipv6");
    out.forward = isOn(settings, "forward");
    out.allowFastPath = isOn(settings, "allow-fast-path");
    if (!settings.isTrue("disable-link-local-address")) {
        addLinkLocals(context);
    }
    compileAddresses(context);
    compileRoutes(context);
    compileIpv6Firewall(context);
}

} // namespace agent::control
