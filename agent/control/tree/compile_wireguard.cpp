// /interface/wireguard and its peers.
#include "agent/control/tree/compile_context.h"
#include "agent/dataplane/config/key_text.h"
#include "core/routeros/config/values.h"

#include <algorithm>

namespace agent::control {

namespace config = core::routeros::config;
using namespace agent::dataplane;

namespace {

// "10.0.0.0/24,192.0.2.1": IPv4 prefixes; IPv6 ones are left out, the engine carries no IPv6 in tunnels. Nothing: one of them is neither.
std::optional<std::vector<Ipv4Prefix>> readAllowed(std::string_view text) {
    std::vector<Ipv4Prefix> out;
    for (const std::string_view part : config::splitList(text, ',')) {
        if (part.find(':') != std::string_view::npos) {
            continue;
        }
        const auto prefix = config::parseIpv4WithLength(part);
        const auto address = config::parseIpv4(part);
        if (prefix) {
            out.push_back({prefix->network(), prefix->length});
        } else if (address) {
            out.push_back({*address, 32});
        } else {
            return std::nullopt;
        }
    }
    return out;
}

std::optional<WireGuardPeerConfig> readPeer(const Item& item) {
    WireGuardPeerConfig out;
    const auto key = keyFromBase64(item.value("public-key"));
    const auto allowed = readAllowed(item.value("allowed-address"));
    const std::string_view shared = item.value("preshared-key");
    const auto sharedKey = keyFromBase64(shared);
    if (!key || !allowed || (!shared.empty() && !sharedKey)) {
        return std::nullopt;
    }
    out.uid = item.id;
    out.publicKey = *key;
    out.presharedKey = sharedKey.value_or(Key32{});
    out.allowed = *allowed;
    const auto port = config::parseNumber(item.value("endpoint-port"));
    const auto address = config::parseIpv4(item.value("endpoint-address"));
    if (address && port && *port != 0) {
        out.endpoint = *address;
        out.endpointPort = static_cast<std::uint16_t>(*port);
    }
    out.persistentKeepalive = config::parseDuration(item.value("persistent-keepalive")).value_or(0);
    out.responder = item.isTrue("responder");
    return out;
}

void addPeers(CompileContext& context, const Item& interface, WireGuardConfig& out) {
    for (const Item* item : context.tree.items("/interface/wireguard/peers")) {
        if (!item->enabled() || item->value("interface") != interface.value("name")) {
            continue;
        }
        auto peer = readPeer(*item);
        const bool twice =
            peer && std::any_of(out.peers.begin(), out.peers.end(), [&](const auto& p) { return p.publicKey == peer->publicKey; });
        if (!peer || twice) {
            context.invalid.insert(item->id);
        } else {
            out.peers.push_back(std::move(*peer));
        }
    }
}

} // namespace

void compileWireGuard(CompileContext& context) {
    for (const Item* item : context.tree.items("/interface/wireguard")) {
        const auto interface = context.interface(item->value("name"));
        if (!interface || context.out.interfaces[*interface].uid != item->id) {
            continue;
        }
        const auto key = keyFromBase64(item->value("private-key"));
        if (!key) {
            context.out.interfaces[*interface].enabled = false;
            if (item->enabled()) {
                context.invalid.insert(item->id);
            }
            continue;
        }
        TunnelConfig tunnel;
        tunnel.uid = item->id;
        tunnel.kind = TunnelKind::WireGuard;
        tunnel.interface = *interface;
        tunnel.allowFastPath = false; // not among the interfaces fast path supports
        context.out.tunnels.push_back(tunnel);
        WireGuardConfig out;
        out.uid = item->id;
        out.interface = *interface;
        out.listenPort = static_cast<std::uint16_t>(config::parseNumber(item->value("listen-port")).value_or(13231));
        out.privateKey = *key;
        addPeers(context, *item, out);
        context.out.wireguards.push_back(std::move(out));
    }
}

} // namespace agent::control
