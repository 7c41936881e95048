// Tunnels of the engine: /interface/gre, ipip, eoip, wireguard with its peers, pppoe-client; and IPsec policies.
// A tunnel belongs to an interface of type Tunnel (layer 3, point to point) or EthernetTunnel (carries frames).
#pragma once

#include "agent/dataplane/config/addresses.h"
#include "agent/dataplane/packet/packet_buf.h"
#include "core/base/units.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace agent::dataplane {

enum class TunnelKind : std::uint8_t { Gre, Ipip, Eoip, WireGuard, Pppoe };

struct TunnelConfig {
    std::uint32_t uid = 0; // of the interface
    TunnelKind kind = TunnelKind::Gre;
    IfIndex interface = kNoInterface;
    std::uint32_t local = 0; // 0: the address the route to `remote` has
    std::uint32_t remote = 0;
    std::uint16_t tunnelId = 0; // EoIP
    bool allowFastPath = true;
    bool inheritDontFragment = false;        // dont-fragment=inherit
    bool clampTcpMss = true;                 // of SYN segments that were received through the tunnel
    std::optional<std::uint8_t> dscp;        // nothing: inherit
    core::base::Nanos keepaliveInterval = 0; // 0: none, the tunnel always runs
    std::uint32_t keepaliveRetries = 10;
};

using Key32 = std::array<std::uint8_t, 32>; // Curve25519 and pre-shared keys; never logged

struct WireGuardPeerConfig {
    std::uint32_t uid = 0;
    Key32 publicKey{};
    Key32 presharedKey{}; // zero: none
    std::vector<Ipv4Prefix> allowed;
    std::optional<std::uint32_t> endpoint; // nothing: the peer speaks first
    std::uint16_t endpointPort = 0;
    core::base::Nanos persistentKeepalive = 0;
    bool responder = false; // never starts a handshake itself
};

struct WireGuardConfig {
    std::uint32_t uid = 0;
    IfIndex interface = kNoInterface;
    std::uint16_t listenPort = 0;
    Key32 privateKey{};
    std::vector<WireGuardPeerConfig> peers;
};

struct PppoeClientConfig {
    std::uint32_t uid = 0;
    IfIndex interface = kNoInterface;
    IfIndex parent = kNoInterface; // the Ethernet-like interface below
    std::string user, password, serviceName, acName;
    std::uint16_t maxMtu = 1480;
    bool addDefaultRoute = false;
    std::uint8_t defaultRouteDistance = 1;
    core::base::Nanos keepalive = 10 * core::base::kSecond; // 0: the other end is not asked
    bool operator==(const PppoeClientConfig&) const = default;
};

enum class IpsecAction : std::uint8_t { Encrypt, None, Discard };

// One line of /ip/ipsec/policy that is no template.
struct IpsecPolicyConfig {
    std::uint32_t uid = 0;
    Ipv4Prefix source, destination;
    PortRange sourcePorts{0, 65535}, destinationPorts{0, 65535};
    std::optional<std::uint8_t> protocol;
    IpsecAction action = IpsecAction::Encrypt;
};

} // namespace agent::dataplane
