// /interface/bridge and /interface/bonding as the engine takes them: ports by position, lists resolved, disabled rows left out.
//
//   BridgeVlanConfig trunk{uid, bridge1, {{10, 20}}, {bridge1, ether1}, {ether2}};   // vlan-ids=10-20 tagged=bridge1,ether1 untagged=ether2
//
// Immutable once handed over, like the rest of EngineConfig.
#pragma once

#include "agent/dataplane/config/addresses.h"
#include "agent/dataplane/config/firewall.h"
#include "agent/dataplane/packet/packet_buf.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace agent::dataplane {

// What a port lets in, with vlan-filtering (IEEE 802.1Q clause 6.9: acceptable frame types).
enum class FrameTypes : std::uint8_t { AdmitAll, OnlyVlanTagged, OnlyUntaggedAndPriorityTagged };

struct BridgeConfig {
    IfIndex interface = kNoInterface;
    bool fastForward = true;
    bool vlanFiltering = false;
    bool igmpSnooping = false;
    bool dhcpSnooping = false;
    bool stp = false;         // protocol-mode stp or rstp
    bool mstp = false;        // protocol-mode mstp
    bool guards = false;      // ra-guard or dhcpv6-snooping: what only some chips can do
    bool serviceTags = false; // ether-type is not 0x8100
    // The bridge's own interface is a port of the bridge towards the router, with a VLAN of its own.
    std::uint16_t pvid = 1;
    FrameTypes frameTypes = FrameTypes::AdmitAll;
    bool ingressFiltering = true;
    bool multicastRouter = false; // multicast-router=permanent: the router itself wants every group
    core::base::Nanos ageingTime = 300 * core::base::kSecond;
    core::base::Nanos membershipInterval = 260 * core::base::kSecond; // RFC 2236 section 8.4
    core::base::Nanos querierInterval = 255 * core::base::kSecond;    // RFC 2236 section 8.5
};

enum class MulticastRouter : std::uint8_t { Disabled, TemporaryQuery, Permanent };

struct BridgePortConfig {
    std::uint32_t uid = 0;
    IfIndex bridge = kNoInterface;    // the bridge's interface
    IfIndex interface = kNoInterface; // the member
    bool hw = true;                   // the wish; the fact is Engine's flag H
    std::uint32_t horizon = 0;        // 0: none
    std::uint16_t pvid = 1;
    bool unknownUnicastFlood = true, unknownMulticastFlood = true, broadcastFlood = true;
    FrameTypes frameTypes = FrameTypes::AdmitAll;
    bool ingressFiltering = true;
    bool tagStacking = false;
    bool trusted = false; // dhcp-snooping: servers may be behind this port
    bool learn = true;
    bool fastLeave = false;
    MulticastRouter multicastRouter = MulticastRouter::TemporaryQuery;
};

// First and last VID, both included.
using VlanRange = PortRange;

// One row of /interface/bridge/vlan. The bridge's own interface may be among the ports.
struct BridgeVlanConfig {
    std::uint32_t uid = 0;
    IfIndex bridge = kNoInterface;
    std::vector<VlanRange> vlans;
    std::vector<IfIndex> tagged, untagged;
};

// A row of /interface/bridge/host that was typed: never ages, never moves.
struct BridgeHostConfig {
    std::uint32_t uid = 0;
    IfIndex bridge = kNoInterface;
    IfIndex interface = kNoInterface; // the port; the bridge itself: for the router
    Mac mac;
    std::uint16_t vid = 0; // 0: whatever VLAN the port is in
};

// A row of /interface/bridge/mdb that was typed.
struct BridgeGroupConfig {
    IfIndex bridge = kNoInterface;
    IfIndex interface = kNoInterface;
    std::uint32_t group = 0; // IPv4, host order
    std::uint16_t vid = 0;
};

enum class BridgeRuleAction : std::uint8_t {
    Accept, Drop, Jump, Return, Passthrough, Log, MarkPacket, SetPriority, SrcNat, DstNat, Redirect, ArpReply,
};

struct MacPattern {
    Mac mac, mask;
    bool operator==(const MacPattern&) const = default;
};

enum class PacketType : std::uint8_t { Host, Broadcast, Multicast, OtherHost };

// Every matcher that is set must hold. Matchers of IPv4 and ARP fields hold for no other frame, negated or not.
struct BridgeRuleMatch {
    Match<std::vector<IfIndex>> inPort, outPort;         // in-interface, in-interface-list: ports of the bridge
    Match<std::vector<IfIndex>> inBridge, outBridge;     // in-bridge, in-bridge-list
    Match<std::vector<IfIndex>> inPortList, outPortList, inBridgeList, outBridgeList;
    Match<MacPattern> srcMac, dstMac;
    Match<std::uint16_t> macProtocol; // EtherType on the wire: 0x8100 for a tagged frame
    Match<std::uint16_t> vlanId, vlanEncap;
    Match<std::uint8_t> vlanPriority;
    Match<Ipv4Prefix> srcAddress, dstAddress;
    Match<std::uint8_t> ipProtocol;
    Match<std::vector<PortRange>> srcPort, dstPort;
    Match<std::uint16_t> arpOpcode;
    Match<Ipv4Prefix> arpSrcAddress, arpDstAddress;
    Match<MarkId> packetMark;
    Match<PacketType> packetType;
    bool operator==(const BridgeRuleMatch&) const = default;
};

// Chains of filter: input, forward, output and own ones; of nat: dstnat, srcnat and own ones.
struct BridgeRuleConfig {
    std::uint32_t uid = 0;
    std::string chain;
    BridgeRuleMatch match;
    BridgeRuleAction action = BridgeRuleAction::Accept;
    std::string jumpTarget;
    MarkId newMark = 0;
    std::uint8_t newPriority = 0; // 802.1p, 0…7
    bool passthrough = true;      // mark-packet, set-priority
    Mac toMac;                    // to-src-mac-address, to-dst-mac-address or to-arp-reply-mac-address
    bool log = false;
    std::string logPrefix;
    bool operator==(const BridgeRuleConfig&) const = default;
};

// /interface/bridge/settings, filter and nat
struct BridgeSettingsConfig {
    bool allowFastPath = true;
    bool useIpFirewall = false;
    bool useIpFirewallForVlan = false;
    bool hasFilterOrNat = false; // any enabled rule in /interface/bridge/filter or nat, in force or not
    std::vector<BridgeRuleConfig> filter, nat;
};

enum class BondMode : std::uint8_t { BalanceRr, ActiveBackup, BalanceXor, Broadcast, Lacp };
enum class BondHash : std::uint8_t { Layer2, Layer2And3, Layer3And4 };

struct BondConfig {
    IfIndex interface = kNoInterface;
    BondMode mode = BondMode::BalanceRr;
    BondHash hash = BondHash::Layer2;
    std::vector<IfIndex> slaves;
    IfIndex primary = kNoInterface; // active-backup: preferred while it is up
    std::uint16_t minLinks = 0;     // 802.3ad: fewer slaves up than this take the bond down
};

} // namespace agent::dataplane
