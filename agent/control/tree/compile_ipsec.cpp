// /ip/ipsec/policy: what of it the path of a packet depends on.
#include "agent/control/tree/compile_context.h"
#include "core/routeros/config/values.h"

#include <array>

namespace agent::control {

namespace config = core::routeros::config;
using namespace agent::dataplane;

namespace {

std::optional<Ipv4Prefix> readPrefix(std::string_view text) {
    if (text.empty()) {
        return Ipv4Prefix{};
    }
    if (const auto prefix = config::parseIpv4WithLength(text)) {
        return Ipv4Prefix{prefix->network(), prefix->length};
    }
    if (const auto address = config::parseIpv4(text)) {
        return Ipv4Prefix{*address, 32};
    }
    return std::nullopt;
}

std::optional<PortRange> readPort(std::string_view text) {
    if (text.empty() || text == "any") {
        return PortRange{0, 65535};
    }
    const auto port = config::parseNumber(text);
    return port && *port <= 65535 ? std::optional(PortRange{static_cast<std::uint16_t>(*port), static_cast<std::uint16_t>(*port)})
                                  : std::nullopt;
}

// Nothing: no protocol of that name or number; 0: all.
std::optional<std::uint8_t> readProtocol(std::string_view text) {
    constexpr std::array<std::pair<std::string_view, std::uint8_t>, 6> names{
        {{"", 0}, {"all", 0}, {"icmp", 1}, {"tcp", 6}, {"udp", 17}, {"gre", 47}}};
    for (const auto& [name, number] : names) {
        if (name == text) {
            return number;
        }
    }
    const auto number = config::parseNumber(text);
    return number && *number <= 255 ? std::optional(static_cast<std::uint8_t>(*number)) : std::nullopt;
}

} // namespace

void compileIpsec(CompileContext& context) {
    for (const Item* item : context.tree.items("/ip/ipsec/policy")) {
        const std::string_view isTemplate = item->value("template");
        if (!item->enabled() || isTemplate == "yes" || isTemplate == "true") {
            continue;
        }
        const auto source = readPrefix(item->value("src-address")), destination = readPrefix(item->value("dst-address"));
        const auto sourcePorts = readPort(item->value("src-port")), destinationPorts = readPort(item->value("dst-port"));
        const auto protocol = readProtocol(item->value("protocol"));
        context.out.switches.ipsecPolicy = true; // whatever it matches: the IP fast path is off
        if (!source || !destination || !sourcePorts || !destinationPorts || !protocol) {
            context.invalid.insert(item->id);
            continue;
        }
        IpsecPolicyConfig out;
        out.uid = item->id;
        out.source = *source;
        out.destination = *destination;
        out.sourcePorts = *sourcePorts;
        out.destinationPorts = *destinationPorts;
        if (*protocol != 0) {
            out.protocol = *protocol;
        }
        const std::string_view action = item->value("action", "encrypt");
        out.action = action == "none" ? IpsecAction::None : action == "discard" ? IpsecAction::Discard : IpsecAction::Encrypt;
        context.out.ipsecPolicies.push_back(out);
    }
}

} // namespace agent::control
