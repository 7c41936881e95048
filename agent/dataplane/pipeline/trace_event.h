// What a trace says about a packet, as plain data: words are chosen by whoever shows it.
#pragma once

#include "agent/dataplane/config/addresses.h"
#include "agent/dataplane/packet/packet_buf.h"
#include "core/base/units.h"
#include "core/model/path_kind.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace agent::dataplane {

// Which packets to follow: those that come in and match everything that is set.
struct TraceFilter {
    std::vector<IfIndex> etherPorts;       // Ethernet interfaces; empty: all
    std::optional<std::uint16_t> vlan;     // of the outer tag on the wire
    std::optional<Ipv4Range> src, dst, any; // any: either end
    std::optional<std::uint8_t> protocol;  // of IPv4
    std::optional<PortRange> srcPort, dstPort, anyPort;
    std::uint32_t count = 10;              // packets to follow; at most kMostTraced
};
constexpr std::uint32_t kMostTraced = 100;
constexpr std::uint16_t kMostSteps = 64;   // of one packet; what comes after is counted as lost

enum class TraceStage : std::uint8_t {
    Ingress,   // value: octets
    Switch,    // yes: the chip forwards; no: to the CPU
    Vlan,      // interface: the VLAN or bridge interface the frame climbed to
    Bridge,    // code: Fate as the bridge decided
    FastPath,  // yes, or no with code = FastRefusal
    FastTrack, // the same; item: connection
    Raw,       // rules: item = uid, code = RuleAction; no item: no rule matched
    Conntrack, // code: ConnectionStateBit; item: connection id, 0 none; value: ConnectionFlag
    Mangle,
    DstNat,    // yes: translated; item: the rule when one decided
    Routing,   // code: NextHopKind; interface; value: gateway
    Filter,
    SrcNat,
    Copy,      // another packet was made of it: a flooded copy, a fragment, an error about it; what follows may be about either
    Queue,     // code: Admission, no: dropped; interface, kNoInterface: global and simple queues
    Local,     // taken by the router itself
    Egress,    // interface: the port it left by; value: octets
    Drop,      // code: DropReason
};

enum class TraceDecision : std::uint8_t { Plain, Yes, No, Rule, NoRule };

// Why a fast handler left a packet to the next one.
enum class FastRefusal : std::uint8_t {
    None,
    // IP fast path and FastTrack, router-wide
    AllowFastPathOff, ConnectionTracking, FirewallRules, SimpleQueues, GlobalTree, Tool, Vrf, Hotspot, IpsecPolicy, NoTracking, ForwardOff,
    // … of this packet
    NotRouted, NotIpv4, Malformed, IpOptions, GroupAddress, TimeToLive, BridgeFastPathOff, NoRoute, NoNeighbour, TooLong, SlowInterface,
    NotTcpUdp, Fragment, TcpFlags, NoConnection, NotMarked, Sampled, NothingMarked,
    // bridges
    BridgeSettingOff, BridgeFilter, UseIpFirewall, DhcpSnooping, SourceUnknown, DestinationUnknown, PriorityTag, SplitHorizon,
};

struct TraceEvent {
    core::base::Nanos time = 0;   // of the engine
    std::uint32_t packet = 0;     // from 1
    std::uint16_t step = 0;       // from 1, of this packet
    TraceStage stage = TraceStage::Ingress;
    TraceDecision decision = TraceDecision::Plain;
    std::uint8_t code = 0;
    core::model::PathKind path = core::model::PathKind::Slow;
    IfIndex interface = kNoInterface;
    std::uint32_t item = 0;
    std::uint32_t value = 0;
    // The packet as it is after this step.
    std::uint32_t src = 0, dst = 0; // IPv4
    std::uint16_t sport = 0, dport = 0, length = 0, vlan = 0, packetMark = 0;
    std::uint8_t protocol = 0, ttl = 0, flags = 0, tcpFlags = 0;
    std::array<std::uint8_t, 14> link{}; // MACs and EtherType as in the frame
};

// What take() hands over.
struct TraceReport {
    std::vector<TraceEvent> events;
    bool running = false;     // a trace was started and not stopped
    std::uint32_t begun = 0;  // packets followed so far
    bool finished = false;    // all packets asked for were followed to their end
    std::uint64_t lost = 0;   // events there was no room for
};

} // namespace agent::dataplane
