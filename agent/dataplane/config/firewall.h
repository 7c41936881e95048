// /ip/firewall as the engine takes it: names resolved to numbers, order kept. Disabled and invalid rules are left out
// by whoever builds this; `uid` is the item's .id, so that counters survive a change of configuration.
#pragma once

#include "agent/dataplane/config/addresses.h"
#include "agent/dataplane/config/rule_actions.h"
#include "agent/dataplane/config/rule_matchers.h"
#include "agent/dataplane/packet/packet_buf.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace agent::dataplane {

// Bits of a connection-state matcher and of PacketBuf::connectionState.
enum ConnectionStateBit : std::uint8_t {
    kStateEstablished = 1 << 0,
    kStateRelated = 1 << 1,
    kStateNew = 1 << 2,
    kStateInvalid = 1 << 3,
    kStateUntracked = 1 << 4,
};
// Bits of connection-nat-state.
enum NatStateBit : std::uint8_t { kNatStateSrc = 1 << 0, kNatStateDst = 1 << 1 };

// A value that may be unset, and may be negated ("!10.0.0.0/8").
template <class T> struct Match {
    std::optional<T> value;
    bool negate = false;
    explicit operator bool() const { return value.has_value(); }
    bool operator==(const Match&) const = default;
};

// Every matcher that is set must hold.
struct RuleMatch {
    Match<Ipv4Range> srcAddress, dstAddress; // a single address is a range of one
    Match<std::uint32_t> srcAddressList, dstAddressList; // index into FirewallConfig::addressLists
    Match<std::uint8_t> protocol;
    Match<std::vector<PortRange>> srcPort, dstPort, anyPort;
    // Interfaces and interface lists are both resolved to the set of logical interfaces they name.
    Match<std::vector<IfIndex>> inInterface, outInterface, inInterfaceList, outInterfaceList;
    Match<std::uint8_t> connectionState;    // ConnectionStateBit
    Match<std::uint8_t> connectionNatState; // NatStateBit
    Match<MarkId> connectionMark, packetMark, routingMark; // 0 = no-mark
    std::uint8_t tcpFlagsSet = 0;   // these must be 1 (protocol tcp only)
    std::uint8_t tcpFlagsClear = 0; // these must be 0
    bool fragment = false;          // only second and later fragments
    Match<std::uint8_t> icmpType;
    std::vector<MoreMatch> more; // asked last
    bool operator==(const RuleMatch&) const = default;
};

enum class RuleAction : std::uint8_t {
    Accept, Drop, Reject, Jump, Return, Passthrough, Log, FastTrackConnection, NoTrack,
    MarkPacket, MarkConnection, MarkRouting, AddSrcToAddressList, AddDstToAddressList,
    Masquerade, SrcNat, DstNat, Redirect, Netmap, Same,
    ChangeMss, ChangeDscp, ChangeTtl, StripIpv4Options, ClearDf, Route, Tarpit,
};

enum class RejectWith : std::uint8_t { IcmpNetworkUnreachable, IcmpHostUnreachable, IcmpPortUnreachable, IcmpAdminProhibited, TcpReset,
                                         IcmpProtocolUnreachable, IcmpNetProhibited, IcmpHostProhibited };

struct RuleConfig {
    std::uint32_t uid = 0;
    std::string chain;
    RuleMatch match;
    RuleAction action = RuleAction::Accept;
    std::string jumpTarget;
    RejectWith rejectWith = RejectWith::IcmpNetworkUnreachable;
    MarkId newMark = 0;
    bool passthrough = true;                        // mark-*
    std::optional<Ipv4Range> toAddresses;           // src-nat, dst-nat
    std::optional<PortRange> toPorts;               // src-nat, dst-nat, masquerade, redirect
    bool sameNotByDst = false;                      // same: the destination does not choose the address
    bool randomisePorts = false;                    // src-nat, masquerade: no port is kept
    HeaderChange change;                            // change-*, route
    std::uint32_t addressList = 0;                  // add-*-to-address-list
    core::base::Nanos addressListTimeout = 0;       // 0: none, stays
    std::string logPrefix;
    bool log = false;
    bool hwOffload = false;
    bool operator==(const RuleConfig&) const = default;
};

struct AddressListConfig {
    std::string name;
    std::vector<Ipv4Range> entries; // static ones; dynamic ones live in the engine
    bool operator==(const AddressListConfig&) const = default;
};

// /ip/firewall/service-port: the helpers that are on, and where they listen.
struct ServicePorts {
    bool ftp = true, sip = true;
    std::vector<std::uint16_t> ftpPorts{21}, sipPorts{5060, 5061};
    core::base::Nanos sipTimeout = 3600 * core::base::kSecond;
    bool operator==(const ServicePorts&) const = default;
};

// Chains keep the order of their rules. Built-in chains: raw prerouting output; filter input forward output;
// nat srcnat dstnat; mangle prerouting input forward output postrouting.
struct FirewallConfig {
    std::vector<RuleConfig> raw, filter, nat, mangle;
    std::vector<AddressListConfig> addressLists;
    std::int64_t wallClock = 0; // seconds since 1970 by the router's clock when this was built; what matcher time goes by
    ServicePorts servicePorts;
    [[nodiscard]] bool empty() const { return raw.empty() && filter.empty() && nat.empty() && mangle.empty(); }
};

enum class TrackingEnabled : std::uint8_t { No, Yes, Auto };

// Defaults are RouterOS's (connection tracking page): seconds.
struct TrackingConfig {
    TrackingEnabled enabled = TrackingEnabled::Auto;
    bool looseTcpTracking = true;
    bool liberalTcpTracking = false; // segments outside the window are let pass
    core::base::Nanos tcpMaxRetrans = 300 * core::base::kSecond; // a segment was sent again and again without an answer
    core::base::Nanos tcpUnacked = 300 * core::base::kSecond;    // established, and data of one end is not acknowledged
    core::base::Nanos tcpSynSent = 5 * core::base::kSecond;
    core::base::Nanos tcpSynReceived = 5 * core::base::kSecond;
    core::base::Nanos tcpEstablished = 86400 * core::base::kSecond;
    core::base::Nanos tcpFinWait = 10 * core::base::kSecond;
    core::base::Nanos tcpCloseWait = 10 * core::base::kSecond;
    core::base::Nanos tcpLastAck = 10 * core::base::kSecond;
    core::base::Nanos tcpTimeWait = 10 * core::base::kSecond;
    core::base::Nanos tcpClose = 10 * core::base::kSecond;
    core::base::Nanos udp = 30 * core::base::kSecond;
    core::base::Nanos udpStream = 180 * core::base::kSecond;
    core::base::Nanos icmp = 10 * core::base::kSecond;
    core::base::Nanos generic = 600 * core::base::kSecond;
    std::uint32_t maxEntries = 1'048'576;
};

} // namespace agent::dataplane
