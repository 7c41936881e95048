// The forwarding engine: the five paths on real packets. One Engine belongs to one thread; time is given, never read.
//
//   ingress → switchStage (chip: host table, hardware route; does not cost CPU)
//           → cpuStage    (driver → bridge FP / FastTrack / IP FP handlers → slow path)
//           → PortSink    (directly, or after an interface queue: poll() dequeues)
//
//   Engine engine(pool, sink);
//   engine.apply(config, now);
//   engine.switchStage(batch, now);          // leaves in batch what must go to the CPU
//   CpuCost cost = engine.cpuStage(batch, now);
//   core::base::Nanos next = engine.poll(now); // queues and timers; call again at `next` or earlier
//
// Nothing here allocates, locks or makes a system call per packet.
#pragma once

#include "agent/dataplane/config/engine_config.h"
#include "agent/dataplane/packet/packet_buf.h"
#include "agent/dataplane/packet/packet_pool.h"
#include "agent/dataplane/pipeline/learned_links.h"
#include "agent/dataplane/pipeline/packet_ledger.h"
#include "agent/dataplane/pipeline/trace_event.h"
#include "core/model/path_kind.h"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace agent::dataplane {

// Where packets leave. Implemented by the runtime (links, real ports) and by tests.
class PortSink {
public:
    virtual ~PortSink() = default;
    // Packets the port's transmit ring can take now.
    [[nodiscard]] virtual std::size_t room(PortId port) const = 0;
    // Takes ownership. A full ring drops the packet and says so with false.
    virtual bool send(PortId port, PacketBuf* packet, core::base::Nanos now) = 0;
    // Several in order; this is what the engine calls. Takes all of them and returns how many went into the ring: a ring that is full
    // stays full for the rest, so these are always the first ones. Sinks that can do better than one by one override it.
    virtual std::size_t sendBatch(PortId port, std::span<PacketBuf* const> packets, core::base::Nanos now) {
        std::size_t taken = 0;
        for (PacketBuf* packet : packets) {
            taken += send(port, packet, now) ? 1u : 0u;
        }
        return taken;
    }
};

// Core-nanoseconds one batch cost on the modelled board; all zero when the profile is native.
struct CpuCost {
    double flow = 0;     // on the core the flow hashes to
    double queueing = 0; // on the core that owns the egress queue
};

struct PathCounters {
    std::array<std::uint64_t, core::model::kPathCount> packets{};
    std::array<std::uint64_t, core::model::kPathCount> bytes{}; // frame octets without FCS, counted at ingress
};

// As /interface shows them. rx/tx octets include the FCS on Ether, not elsewhere; fp and driver octets never do.
struct InterfaceStats {
    std::uint64_t rxByte = 0, txByte = 0, rxPacket = 0, txPacket = 0;
    std::uint64_t rxDrop = 0, txDrop = 0, txQueueDrop = 0, rxError = 0, txError = 0;
    std::uint64_t fpRxByte = 0, fpTxByte = 0, fpRxPacket = 0, fpTxPacket = 0;
    std::uint64_t driverRxByte = 0, driverRxPacket = 0, driverTxByte = 0, driverTxPacket = 0; // Ether: what the CPU handled
};

struct BytesPackets {
    std::uint64_t bytes = 0, packets = 0;
};

// Router-wide state and counters of /ip/settings and /interface/bridge/settings. Octets are of the IPv4 packet
// (ipv4-*) or of the frame without FCS (bridge-*).
struct GlobalState {
    bool fastPathActive = false, fastTrackActive = false, bridgeFastPathActive = false, connectionTracking = false;
    BytesPackets fastPath, fastTrack, bridgeFastPath, bridgeFastForward;
    bool fastPath6Active = false, fastTrack6Active = false, connectionTracking6 = false; // /ipv6/settings
    BytesPackets fastPath6, fastTrack6;
};

struct BridgePortState {
    bool hwOffload = false;     // flag H
    std::string hwOffloadGroup; // chip name, empty when not offloaded
};

struct ConnectionInfo {
    std::uint32_t id = 0;
    std::uint8_t protocol = 0;
    std::uint32_t src = 0, dst = 0, replySrc = 0, replyDst = 0;
    std::uint16_t srcPort = 0, dstPort = 0, replySrcPort = 0, replyDstPort = 0;
    std::string_view tcpState;     // "established", empty for other protocols
    core::base::Nanos timeout = 0; // left
    bool seenReply = false, assured = false, confirmed = false, dying = false, fastTrack = false, hwOffload = false, srcNat = false,
         dstNat = false, expected = false;
    Helper announcedBy = Helper::None; // expected: by this helper
    MarkId mark = 0;
    BytesPackets orig, repl, origFastTrack, replFastTrack;
};

// Translations made, and refused because no port was free (or the tuple was taken).
struct NatTotals {
    std::uint64_t bound = 0, exhausted = 0;
};

struct QueueStats {
    std::uint64_t bytes = 0, packets = 0, dropped = 0, queuedBytes = 0, queuedPackets = 0;
    std::uint64_t marked = 0; // given CE instead of being dropped
};
struct SimpleQueueStats {
    QueueStats upload, download, total; // total: zeros when no total-* is set
};

struct RouteInfo {
    std::uint32_t uid = 0; // of the static route or, for a connected one, of the address
    Ipv4Prefix destination;
    std::optional<std::uint32_t> gateway;
    IfIndex interface = kNoInterface;
    std::uint8_t distance = 0;
    bool connected = false, active = false, hwCandidate = false;
    RouteKind kind = RouteKind::Unicast;
};

struct ArpInfo {
    std::uint32_t address = 0;
    Mac mac;
    IfIndex interface = kNoInterface;
    bool complete = false;
};

struct Route6Info {
    std::uint32_t uid = 0; // as of RouteInfo
    Ipv6Prefix destination;
    std::optional<Ipv6Address> gateway;
    IfIndex interface = kNoInterface;
    std::uint8_t distance = 0;
    bool connected = false, active = false, blackhole = false;
};

struct Neighbour6Info {
    Ipv6Address address;
    Mac mac;
    IfIndex interface = kNoInterface;
    std::string_view status; // "incomplete", "reachable", "stale", "probe" (RFC 4861 section 7.3.2)
};

struct Connection6Info {
    ConnectionInfo common; // its 32 bit addresses mean nothing here
    Ipv6Address src, dst, replySrc, replyDst;
};

// A switch chip that routes, as /interface/ethernet/switch/l3hw-settings/monitor shows it.
struct L3HwInfo {
    std::string chip;
    std::size_t routes = 0, inHardware = 0;    // IPv4 prefixes that may be there, and are
    std::uint8_t shortestPrefix = 0;           // from this length on all of them are
    std::size_t fastTracked = 0, fastTrackLimit = 0;
};

struct BridgeHostInfo {
    IfIndex bridge = kNoInterface, port = kNoInterface;
    Mac mac;
    bool external = false; // learned by the switch chip
    bool local = false;
};

struct DynamicListEntry {
    std::uint32_t list = 0;
    std::uint32_t address = 0;
    core::base::Nanos timeoutLeft = 0; // 0: none
};

struct WireGuardPeerInfo {
    std::uint32_t uid = 0;
    std::uint32_t endpoint = 0; // where the peer is now; 0: unknown
    std::uint16_t endpointPort = 0;
    std::uint64_t rx = 0, tx = 0;        // octets of transport messages
    core::base::Nanos lastHandshake = 0; // since; 0: never
};

struct LogEvent {
    std::string prefix, chain, text;
};

// A configuration and the tables derived from it (pipeline/prepared_config.h).
struct PreparedConfig;
using PreparedConfigPtr = std::shared_ptr<PreparedConfig>;
[[nodiscard]] PreparedConfigPtr prepare(EngineConfigPtr config); // any thread; takes as long as the configuration is large

class Engine {
public:
    Engine(PacketPool& pool, PortSink& sink);
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    // Swaps the configuration between two batches. Connections, neighbours, learned hosts and the counters of items
    // whose uid is still there survive. Recomputes the global switches (fast path, FastTrack, bridge fast path).
    // Short however large the configuration is: what takes time was done by prepare(). Afterwards `prepared` holds what was in force
    // before, for another thread to free.
    void apply(PreparedConfig& prepared, core::base::Nanos now);
    void apply(EngineConfigPtr config, core::base::Nanos now); // both steps at once
    // Some port is a real interface: what is only modelled (encryption by an IPsec policy) is dropped instead of leaving as it is.
    void useRealPorts();

    // For one of several engines of one router: NAT gives away every `of`-th source port only, beginning with `index` (nat/port_share.h).
    // Before the first packet.
    void shareNatPorts(std::uint16_t index, std::uint16_t of);

    // Hardware: forwards what chips forward by themselves (their packets leave `batch`), counts wire octets.
    // Packets must have inPort, offset, length set.
    void switchStage(Batch& batch, core::base::Nanos now);
    // CPU: takes every packet of `batch`. Call with what switchStage left.
    CpuCost cpuStage(Batch& batch, core::base::Nanos now);
    // Dequeues software queues as far as rates and ports allow, runs due timers (ageing, conntrack, ARP).
    // Returns when to come back at the latest.
    core::base::Nanos poll(core::base::Nanos now);
    // A packet of the router itself is lost on a full receive ring: counted as rx-drop of its port, buffer freed.
    void dropAtRing(PacketBuf* packet);

    // Off: each packet of the slow path asks the rules itself, as if nothing were known of its connection. Forwards alike, only slower:
    // for comparisons. On after construction.
    void rememberWalks(bool on);

    // --- read-outs; same thread, between batches ---------------------------------------------------
    [[nodiscard]] const EngineConfig& config() const;
    // Packets of the slow path that did not have to ask the rules.
    [[nodiscard]] std::uint64_t repeatedWalks() const;
    [[nodiscard]] const PathCounters& pathCounters() const;
    [[nodiscard]] const PacketLedger& ledger() const;
    // Follows packets from now on; ends a trace that ran before. See trace_event.h.
    void startTrace(const TraceFilter& filter);
    void stopTrace();
    // What was noted since the last call.
    [[nodiscard]] TraceReport takeTrace();
    // Zeros for an interface there is not. The reference is good until the next call for the same interface.
    [[nodiscard]] const InterfaceStats& interfaceStats(IfIndex interface) const;
    [[nodiscard]] GlobalState globalState() const;
    [[nodiscard]] BridgePortState bridgePortState(std::uint32_t uid) const;
    [[nodiscard]] BytesPackets ruleCounters(std::uint32_t uid) const; // any of raw, filter, nat, mangle
    void resetRuleCounters(std::uint32_t uid);
    [[nodiscard]] QueueStats treeStats(std::uint32_t uid) const;
    [[nodiscard]] SimpleQueueStats simpleStats(std::uint32_t uid) const;
    [[nodiscard]] std::string_view activeQueue(IfIndex interface) const; // queue type name, or "queue-tree"
    [[nodiscard]] std::size_t connectionCount() const;
    [[nodiscard]] NatTotals natCounters() const;
    [[nodiscard]] std::size_t fastTrackedCount() const;
    void forEachConnection(const std::function<void(const ConnectionInfo&)>& visit, core::base::Nanos now) const;
    bool removeConnection(std::uint32_t id);
    [[nodiscard]] std::vector<RouteInfo> routes() const;
    [[nodiscard]] std::vector<ArpInfo> arp() const;
    [[nodiscard]] std::vector<L3HwInfo> l3Hardware() const; // chips with l3-hw-offloading=yes only
    [[nodiscard]] std::vector<Route6Info> routes6() const;
    [[nodiscard]] std::vector<Neighbour6Info> neighbours6(core::base::Nanos now) const;
    [[nodiscard]] std::vector<Connection6Info> connections6(core::base::Nanos now) const;
    [[nodiscard]] std::vector<BridgeHostInfo> bridgeHosts() const;
    [[nodiscard]] std::vector<DynamicListEntry> dynamicListEntries(core::base::Nanos now) const;
    // A tunnel whose other end answers its keepalives, or is not asked; a PPPoE client with a session. False for what is no enabled tunnel.
    [[nodiscard]] bool tunnelRunning(IfIndex interface, core::base::Nanos now) const;
    // Addresses and routes that sessions brought: address, other end, interface.
    [[nodiscard]] const std::vector<LearnedLink>& learnedLinks() const;
    [[nodiscard]] std::vector<WireGuardPeerInfo> wireGuardPeers(core::base::Nanos now) const;
    // Log lines of action=log and log=yes since the last call (bounded; the count of lost ones is in the last text).
    [[nodiscard]] std::vector<LogEvent> takeLog();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace agent::dataplane
