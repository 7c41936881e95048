// GRE, IPIP, EoIP; the interfaces of WireGuard and PPPoE (the rest of them: compile_wireguard.cpp, compile_pppoe.cpp).
#include "agent/control/tree/compile_context.h"
#include "core/routeros/config/values.h"

#include <array>

namespace agent::control {

namespace config = core::routeros::config;
using namespace agent::dataplane;

namespace {

struct KindOfTunnel {
    std::string_view menu;
    TunnelKind kind;
    std::uint16_t automaticMtu; // mtu=auto over a link of 1500 octets
};
constexpr std::array<KindOfTunnel, 5> kKinds{{
    {"/interface/gre", TunnelKind::Gre, 1476},
    {"/interface/ipip", TunnelKind::Ipip, 1480},
    {"/interface/eoip", TunnelKind::Eoip, 1458},
    {"/interface/wireguard", TunnelKind::WireGuard, 1420},
    {"/interface/pppoe-client", TunnelKind::Pppoe, 1480},
}};

const KindOfTunnel* kindOf(std::string_view menu) {
    for (const KindOfTunnel& kind : kKinds) {
        if (kind.menu == menu) {
            return &kind;
        }
    }
    return nullptr;
}

// "10s,10"; false when it is neither that nor empty.
bool readKeepalive(std::string_view text, TunnelConfig& out) {
    if (text.empty()) {
        return true;
    }
    const std::size_t comma = text.find(',');
    const auto interval = config::parseDuration(text.substr(0, comma));
    const auto retries = comma == std::string_view::npos ? std::optional<std::uint64_t>(10) : config::parseNumber(text.substr(comma + 1));
    if (!interval || !retries) {
        return false;
    }
    out.keepaliveInterval = *interval;
    out.keepaliveRetries = static_cast<std::uint32_t>(*retries);
    return true;
}

} // namespace

bool isTunnelMenu(std::string_view menu) {
    return kindOf(menu) != nullptr;
}

InterfaceConfig tunnelInterface(InterfaceConfig common, const Item& item, std::string_view menu) {
    const KindOfTunnel* kind = kindOf(menu);
    common.mtu = static_cast<std::uint16_t>(
        config::parseNumber(item.value(kind->kind == TunnelKind::Pppoe ? "max-mtu" : "mtu")).value_or(kind->automaticMtu));
    common.mac = Mac{};
    if (kind->kind == TunnelKind::Eoip) {
        common.type = InterfaceType::EthernetTunnel;
        const auto mac = config::parseMac(item.value("mac-address"));
        common.mac =
            mac ? Mac{*mac} : Mac{{0x02, 0x50, 0x53, 0xfe, static_cast<std::uint8_t>(item.id >> 8), static_cast<std::uint8_t>(item.id)}};
    }
    return common;
}

void compileTunnels(CompileContext& context) {
    compileWireGuard(context);
    compilePppoe(context);
    for (const KindOfTunnel& kind : kKinds) {
        if (kind.kind == TunnelKind::WireGuard || kind.kind == TunnelKind::Pppoe) {
            continue;
        }
        for (const Item* item : context.tree.items(kind.menu)) {
            const auto interface = context.interface(item->value("name"));
            const auto remote = config::parseIpv4(item->value("remote-address"));
            const auto local = config::parseIpv4(item->value("local-address"));
            TunnelConfig out;
            if (!interface || context.out.interfaces[*interface].uid != item->id || !remote || *remote == 0 ||
                !readKeepalive(item->value("keepalive"), out)) {
                if (interface && context.out.interfaces[*interface].uid == item->id) {
                    context.out.interfaces[*interface].enabled = false;
                }
                if (item->enabled()) {
                    context.invalid.insert(item->id);
                }
                continue;
            }
            out.uid = item->id;
            out.kind = kind.kind;
            out.interface = *interface;
            out.local = local.value_or(0);
            out.remote = *remote;
            out.tunnelId = static_cast<std::uint16_t>(config::parseNumber(item->value("tunnel-id")).value_or(0));
            out.allowFastPath = item->value("allow-fast-path", "true") == "true";
            out.clampTcpMss = item->value("clamp-tcp-mss", "true") == "true";
            out.inheritDontFragment = item->value("dont-fragment") == "inherit";
            if (const auto dscp = config::parseNumber(item->value("dscp"))) {
                out.dscp = static_cast<std::uint8_t>(*dscp);
            }
            context.out.tunnels.push_back(out);
        }
    }
}

} // namespace agent::control
