// The whole configuration the engine forwards by: immutable once handed over (shared_ptr<const EngineConfig>).
// Control builds it from the config tree and the board; the engine derives its own tables from it.
// Names stay in it only so that errors, logs and traces can use them.
#pragma once

#include "agent/dataplane/config/addresses.h"
#include "agent/dataplane/config/bridging.h"
#include "agent/dataplane/config/firewall.h"
#include "agent/dataplane/config/ipv6.h"
#include "agent/dataplane/config/queues.h"
#include "agent/dataplane/config/routing.h"
#include "agent/dataplane/config/tunnels.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace agent::dataplane {

// A switch chip. What it can offload is the board's business (reference table of chips by family).
struct ChipConfig {
    std::string name; // "switch1"
    std::string type; // "Atheros-8327"
    bool offloadsBridge = true;          // false: port extender without switching (98PX1012)
    bool offloadsVlanFiltering = false;
    bool offloadsIgmpSnooping = false;
    bool offloadsDhcpSnooping = false;
    bool offloadsBonding = false;
    bool offloadsMstp = false;
    bool offloadsStp = true;             // stp and rstp
    bool offloadsTagStacking = false;    // tag-stacking and ether-type 0x88a8
    bool offloadsGuards = false;         // ra-guard, dhcpv6-snooping
    std::uint8_t bridgeGroups = 1;       // bridges one chip can serve at a time
    bool offloadsRouting = false;        // L3HW
    bool offloadsFastTrack = false;
    std::uint32_t routeLimit = 0;
    std::uint32_t fastTrackLimit = 0; // connections the chip forwards by itself
    std::uint64_t cpuLinkBps = 0; // 0: not modelled
    bool l3HwOffloading = false;  // /interface/ethernet/switch l3-hw-offloading
};

// A hole in the box a cable goes into.
struct PhysicalPortConfig {
    std::string name; // default-name, "ether1"
    std::uint64_t speedBps = 1'000'000'000;
    std::optional<std::uint16_t> chip; // index into chips
    bool l3HwOffloading = true;        // /interface/ethernet/switch/port
};

// Tunnel: layer 3, point to point; EthernetTunnel: carries frames and may be a bridge port (EoIP). See config/tunnels.h.
enum class InterfaceType : std::uint8_t { Ether, Bridge, Vlan, Loopback, Bond, Tunnel, EthernetTunnel };

struct InterfaceConfig {
    std::uint32_t uid = 0;
    std::string name;
    InterfaceType type = InterfaceType::Ether;
    bool enabled = true;
    Mac mac;
    std::uint16_t mtu = 1500;   // octets of the layer 3 packet
    std::uint16_t l2mtu = 1598;
    PortId port = kNoPort;            // Ether
    IfIndex parent = kNoInterface;    // Vlan: the interface the tag is on
    std::uint16_t vlanId = 0;         // Vlan
    bool serviceTag = false;          // Vlan: use-service-tag, IEEE 802.1ad
    std::uint32_t queueType = 0;      // /queue/interface, index into queues.types (kind None: only-hardware-queue)
    ArpMode arp = ArpMode::Enabled;
    bool l3HwOffloading = true;       // Vlan: /interface/vlan l3-hw-offloading
};

struct AddressConfig {
    std::uint32_t uid = 0;
    IfIndex interface = kNoInterface;
    std::uint32_t address = 0; // the router's own, host order
    std::uint8_t length = 24;
};

enum class RouteKind : std::uint8_t { Unicast, Blackhole, Unreachable, Prohibit };

struct RouteConfig {
    std::uint32_t uid = 0;
    Ipv4Prefix destination;
    RouteKind kind = RouteKind::Unicast;
    std::optional<std::uint32_t> gateway;         // next hop address
    IfIndex gatewayInterface = kNoInterface;      // "gateway=ether1"
    std::uint8_t distance = 1;
    bool suppressHwOffload = false;
    MarkId table = 0; // 0: main
    std::uint32_t preferredSource = 0; // pref-src; 0: the router's address on the way out
};

// /ip/settings
struct IpSettingsConfig {
    bool allowFastPath = true;
    bool ipForward = true;
    core::base::Nanos arpTimeout = 30 * core::base::kSecond;
    RpFilter rpFilter = RpFilter::No;
    MultipathHash multipathHash = MultipathHash::L3;
};

// Facilities that only switch paths on or off (packet-path conditions FP5…FP11); true = present or running.
struct PathSwitches {
    bool mesh = false, sniffer = false, torch = false, trafficGenerator = false, macScan = false, ipScan = false;
    bool vrf = false, hotspot = false, ipsecPolicy = false;
};

// What one packet costs a core of this board, in nanoseconds. All zero: native, as fast as this machine.
struct CostProfile {
    bool native = true;
    double bridge = 0;      // CPU-bridged packet on bridge fast path
    double fastPath = 0;
    double fastTrack = 0;
    double slow = 0;        // slow path without rules and without connection tracking
    double tracking = 0;    // extra on it for looking the connection up
    double slowBridge = 0;  // bridged, slow
    double connectionNew = 0; // extra for the first packet
    double rule = 0;        // per rule looked at
    double vlan = 0;        // per VLAN interface crossed
    double simpleQueue = 0; // per simple queue looked at
    double tunnel = 0;      // per header put on or taken off
    double crypto = 0;      // per packet encrypted or decrypted, and
    double cryptoOctet = 0; // … per octet of it
    double queueing = 0;    // enqueue + dequeue of a software queue or HTB; charged to one core
};

struct EngineConfig {
    std::uint64_t version = 0; // grows with every change
    std::vector<ChipConfig> chips;
    std::vector<PhysicalPortConfig> ports;
    std::vector<InterfaceConfig> interfaces; // IfIndex is the position; an interface keeps its position while it exists
    std::vector<BridgeConfig> bridges;
    std::vector<BridgePortConfig> bridgePorts;
    std::vector<BridgeVlanConfig> bridgeVlans;
    std::vector<BridgeHostConfig> bridgeHosts;
    std::vector<BridgeGroupConfig> bridgeGroups;
    std::vector<BondConfig> bonds;
    BridgeSettingsConfig bridgeSettings;
    std::vector<AddressConfig> addresses;
    std::vector<RouteConfig> routes; // static; connected ones follow from addresses
    std::vector<StaticArpConfig> arp;
    std::vector<RoutingRuleConfig> routingRules;
    std::vector<VrfConfig> vrfs;
    IpSettingsConfig ip;
    Ipv6Config ipv6;
    bool fastTrackHw = true; // /interface/ethernet/switch/l3hw-settings
    FirewallConfig firewall;
    TrackingConfig tracking;
    QueueConfig queues;
    std::vector<TunnelConfig> tunnels; // in use: enabled or not, as their interface says
    std::vector<WireGuardConfig> wireguards;
    std::vector<PppoeClientConfig> pppoeClients;
    std::vector<IpsecPolicyConfig> ipsecPolicies;
    PathSwitches switches;
    CostProfile cost;
    std::vector<std::string> marks{"no-mark"}; // MarkId -> name
};

using EngineConfigPtr = std::shared_ptr<const EngineConfig>;

} // namespace agent::dataplane
