#include "agent/control/commands/trace_filter.h"

#include "core/routeros/config/values.h"

#include <string>

namespace agent::control {

namespace config = core::routeros::config;
using core::model::Request;
using dataplane::IfIndex;
using dataplane::TraceFilter;

namespace {

constexpr int kMaxStacking = 8;

// Goes down to the ports below an interface. False: there is none.
bool addPorts(const dataplane::EngineConfig& engine, IfIndex index, TraceFilter& filter, int depth) {
    if (index >= engine.interfaces.size() || depth > kMaxStacking) {
        return false;
    }
    const dataplane::InterfaceConfig& interface = engine.interfaces[index];
    switch (interface.type) {
    case dataplane::InterfaceType::Ether:
        filter.etherPorts.push_back(index);
        return true;
    case dataplane::InterfaceType::Vlan:
        filter.vlan = interface.vlanId; // of a stack of tags the outer one is on the wire, and that is the lowest
        return addPorts(engine, interface.parent, filter, depth + 1);
    case dataplane::InterfaceType::Bridge: {
        bool any = false;
        for (const dataplane::BridgePortConfig& port : engine.bridgePorts) {
            any = (port.bridge == index && addPorts(engine, port.interface, filter, depth + 1)) || any;
        }
        return any;
    }
    default:
        return false;
    }
}

template <class Value> Outcome<void> take(const Request& request, std::string_view name, std::optional<Value>& into, auto parse) {
    const auto text = request.argument(name);
    if (!text || text->empty()) {
        return {};
    }
    const auto value = parse(*text);
    if (!value) {
        return config::refuse(config::kArgument, "invalid value for argument " + std::string(name));
    }
    into = *value;
    return {};
}

std::optional<dataplane::Ipv4Range> addresses(std::string_view text) {
    const auto interval = config::parseIpv4Interval(text);
    return interval ? std::optional(dataplane::Ipv4Range{interval->first, interval->last}) : std::nullopt;
}

std::optional<dataplane::PortRange> ports(std::string_view text) {
    const auto interval = config::parsePorts(text);
    return interval ? std::optional(dataplane::PortRange{interval->first, interval->last}) : std::nullopt;
}

std::optional<std::uint32_t> howMany(std::string_view text) {
    const auto number = config::parseNumber(text);
    return number && *number >= 1 && *number <= dataplane::kMostTraced ? std::optional(static_cast<std::uint32_t>(*number)) : std::nullopt;
}

Outcome<void> takeInterface(const Context& context, const Request& request, TraceFilter& filter) {
    const auto name = request.argument("in-interface");
    if (!name || name->empty()) {
        return {};
    }
    const Item* item = context.tree().findInterface(*name);
    if (!item) {
        return config::refuse(config::kArgument, "input does not match any value of in-interface");
    }
    const Compiled& compiled = context.config.compiled();
    if (!addPorts(*compiled.config, compiled.interfaceOf(item->id), filter, 0)) {
        return config::refuse(config::kGeneral, "failure: " + std::string(*name) + " has no Ethernet port below it to follow packets from");
    }
    return {};
}

} // namespace

Outcome<TraceFilter> traceFilter(const Context& context, const Request& request) {
    TraceFilter filter;
    std::optional<std::uint32_t> count;
    for (const Outcome<void>& done :
         {takeInterface(context, request, filter), take(request, "address", filter.any, addresses),
          take(request, "src-address", filter.src, addresses), take(request, "dst-address", filter.dst, addresses),
          take(request, "protocol", filter.protocol, [](std::string_view text) { return config::parseProtocol(text); }),
          take(request, "port", filter.anyPort, ports), take(request, "src-port", filter.srcPort, ports),
          take(request, "dst-port", filter.dstPort, ports), take(request, "count", count, howMany)}) {
        if (!done) {
            return tl::unexpected(done.error());
        }
    }
    filter.count = count.value_or(filter.count);
    return filter;
}

} // namespace agent::control
