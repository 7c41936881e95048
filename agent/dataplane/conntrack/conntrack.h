// Connection tracking: which connection a packet belongs to, in which direction, and in what state (RouterOS connection-state).
//
//   Conntrack conntrack(1 << 20);
//   conntrack.configure(config->tracking);
//   conntrack.track(batch, now);                 // fills connection, direction, connectionState of every IPv4 packet
//   …firewall…
//   conntrack.confirm(packet, now);              // it leaves: a new connection becomes real
//   conntrack.abandon(packet);                   // or it was dropped: a new connection is forgotten
//   conntrack.expire(now);                       // between batches, at the time it asked for or earlier
//
// After track() a packet has one of: connectionState == kStateUntracked (it had it before: raw notrack), kStateInvalid, kStateNew,
// kStateEstablished, kStateRelated; or 0 with kNoConnection when the table is full: the router must drop it (refused()).
// A full table first gives up one of the connections nobody has answered (not assured), if a short search finds one.
// TCP segments have to fit what both ends have sent and allowed (TcpWindow), except in FastTracked connections, whose segments mostly
// pass unseen. The first packet of a connection that a helper announced is related, and so are the next ones until it is answered.
// Packets that are not IPv4 are left alone. `direction` of a related packet is that of the flow the error travels with.
//
// A connection enters the table with its first packet but is unconfirmed until confirm(). NAT (room nat) may change its reply key
// until then. Connections that end within a batch stay readable until endBatch(), so packets of a batch never hold a dangling index;
// track(Batch&) and expire() call endBatch() themselves. Indices die with endBatch(): do not keep them across batches; a packet that
// waits longer (neighbour resolution, queues) must be confirmed first and not look at its connection afterwards.
//
// One thread. Memory: 256 octets a connection in slabs of 1024, one slab kept ahead by expire(); hash buckets grow one by one with the
// table (linear hashing). Nothing is allocated per packet while the table does not grow. Keys are hashed with a random seed.
// Timeouts are exact for the slow path (an expired connection is never found again); its memory is freed up to 256 ms later.
// Later fragments follow their first fragment (virtual reassembly, 1024 datagrams, 30 s); without one they are invalid.
#pragma once

#include "agent/dataplane/config/firewall.h"
#include "agent/dataplane/conntrack/connection_entry.h"
#include "agent/dataplane/conntrack/connection_store.h"
#include "agent/dataplane/conntrack/expectation_table.h"
#include "agent/dataplane/conntrack/flow_entry.h"
#include "agent/dataplane/conntrack/flow_table.h"
#include "agent/dataplane/conntrack/fragment_table.h"
#include "agent/dataplane/conntrack/tcp_state.h"
#include "agent/dataplane/conntrack/timing_wheel.h"
#include "agent/dataplane/packet/packet_buf.h"
#include "agent/dataplane/parse/ipv4.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace agent::dataplane {

// One packet per direction and this span goes through the slow path although its connection is FastTracked, to keep the connection's
// state and timeout alive. RouterOS says "some random packets" without a number; one per second is ours.
constexpr core::base::Nanos kFastTrackSampleInterval = core::base::kSecond;

// Highest number of connections a table can hold: RouterOS's own ceiling, and what fits beside a generation in a 32 bit id.
constexpr std::uint32_t kMaxConnections = 1'048'576;

struct ConntrackCounters {
    std::uint64_t created = 0;
    std::uint64_t tableFull = 0;    // packets refused because max-entries was reached
    std::uint64_t invalid = 0;      // packets that got connection-state invalid
    std::uint64_t clashes = 0;      // confirm() refused: another connection owns the reply key
    std::uint64_t expired = 0;      // connections that timed out
    std::uint64_t dropped = 0;      // connections without an answer that made room in a full table
    std::uint64_t outOfWindow = 0;  // TCP segments, of `invalid`
};

struct DirectionCounters {
    std::uint64_t bytes = 0, packets = 0;                   // all, FastTracked ones included
    std::uint64_t fastTrackBytes = 0, fastTrackPackets = 0; // of these
};

// What lookup() found for packet i of a batch; flow[i] is nullptr when there is no connection, or the packet was not asked about.
struct FoundFlows {
    std::array<FlowEntry*, kBatchSize> flow;
    std::array<FlowRef, kBatchSize> ref;
};

class Conntrack {
public:
    explicit Conntrack(std::uint32_t maxEntries = kMaxConnections);
    Conntrack(std::uint32_t maxEntries, std::uint64_t seed); // a fixed seed: reproducible tests
    Conntrack(const Conntrack&) = delete;
    Conntrack& operator=(const Conntrack&) = delete;

    // New timeouts hold for the next packet of each connection; their unit here is the millisecond, their limit 49 days. Never throws
    // connections away.
    void configure(const TrackingConfig& config);

    // --- slow path ------------------------------------------------------------------------------
    void track(Batch& batch, core::base::Nanos now);
    void track(PacketBuf* packet, core::base::Nanos now);
    [[nodiscard]] static bool refused(const PacketBuf* packet) {
        return packet->connectionState == 0 && packet->connection == kNoConnection && (packet->flags & kIsIpv4) != 0;
    }
    // An ICMP error: it names a connection without being part of it.
    [[nodiscard]] static bool isAboutConnection(const PacketBuf* packet) {
        return packet->connectionState == kStateRelated && packet->protocol == 1;
    }
    // The packet got through. False: the reply key belongs to another connection (no NAT rule could make it unique): drop the packet,
    // the connection is abandoned. True for packets without a connection, and for those of confirmed ones.
    bool confirm(PacketBuf* packet, core::base::Nanos now) {
        if (packet->connection == kNoConnection || isAboutConnection(packet) ||
            store_.entry(packet->connection).has(kConfirmed | kDying)) {
            return true;
        }
        return confirmNew(packet, now);
    }
    // The packet was dropped. Nothing happens when its connection is confirmed.
    void abandon(PacketBuf* packet);
    void endBatch();
    // For an error message that quotes a packet with this key: makes it related to that packet's connection. False: there is none.
    bool relate(PacketBuf* packet, const FlowKey& quoted);

    // What track() does for a packet of an established connection that changes nothing but time and counts. False, and nothing has
    // happened: the connection is not (or no longer) such a one, the packet means more than data, or the mark is another. `flow` was
    // found by lookup() in this batch. Whatever track() learns from such a packet, or refuses, has to be learnt or refused here as well:
    // tst_known_walks compares.
    bool followEstablished(PacketBuf& packet, FlowRef flow, MarkId mark, std::uint32_t octets, core::base::Nanos now);

    // --- what handlers remember ------------------------------------------------------------------
    [[nodiscard]] FlowWalk& walk(FlowRef flow) { return store_.walk(flow >> 1, flow & 1u); }

    // The flows of those packets of a batch whose bit is set in `asked`; with overlapped memory accesses. They must have kHasPorts and
    // must not be fragments. `forWalks`: what followEstablished() and walk() read comes into the cache as well.
    // Returns the bits of those that have one.
    std::uint64_t lookup(const Batch& batch, std::uint64_t asked, bool forWalks, FoundFlows& found);
    // Whether a packet of that flow may take the FastTrack handler now: marked, and no sample due.
    [[nodiscard]] static bool takesFastTrack(const FlowEntry& flow, FlowTick now) {
        constexpr auto kSampleTicks = static_cast<FlowTick>((kFastTrackSampleInterval + (1 << 20) - 1) >> 20); // rounded up
        return (flow.flags & kFlowFastTrack) != 0 && now - flow.sampledAt < kSampleTicks;
    }

    // --- FastTrack handler ----------------------------------------------------------------------
    // True: TCP or UDP packet of a FastTracked connection that need not be sampled; connection and direction are filled. The caller
    // still sends SYN, FIN, RST, fragments, options, TTL <= 1 and too long packets the slow way, and counts with
    // flow().countFastTracked() what it forwards.
    bool lookupFastTracked(PacketBuf* packet, core::base::Nanos now);
    // action=fasttrack-connection. False, and nothing changes, for other protocols than TCP and UDP. TCP takes the handler while the
    // connection is established, not while it opens or closes.
    // `hardware`: a switch chip may take it over.
    bool setFastTrack(std::uint32_t connection, bool hardware = false);
    // A chip meets a packet of this FastTracked connection: true when the connection is in hardware from now on, for as long as it
    // lives; there is room for `limit` of them.
    bool offload(std::uint32_t connection, std::size_t limit);
    [[nodiscard]] std::size_t offloadedCount() const { return offloaded_; }

    // --- entries --------------------------------------------------------------------------------
    [[nodiscard]] FlowEntry& flow(std::uint32_t connection, std::uint8_t direction) { return store_.flow(connection, direction); }
    [[nodiscard]] const FlowEntry& flow(std::uint32_t connection, std::uint8_t direction) const {
        return store_.flow(connection, direction);
    }
    [[nodiscard]] ConnectionEntry& entry(std::uint32_t connection) { return store_.entry(connection); }
    [[nodiscard]] const ConnectionEntry& entry(std::uint32_t connection) const { return store_.entry(connection); }
    [[nodiscard]] DirectionCounters counters(std::uint32_t connection, std::uint8_t direction) const;
    // Left until it times out, as of now; never negative.
    [[nodiscard]] core::base::Nanos timeLeft(std::uint32_t connection, core::base::Nanos now) const;

    // Number people and the API see: index and generation; stable for the life of the connection, not used again soon.
    [[nodiscard]] std::uint32_t id(std::uint32_t connection) const;
    // Whether the connection with this id() is still there, confirmed or not.
    [[nodiscard]] bool exists(std::uint32_t id) const;
    // Connections, confirmed ones only.
    [[nodiscard]] std::size_t size() const { return confirmed_; }
    [[nodiscard]] std::size_t fastTrackedCount() const { return fastTracked_; }
    [[nodiscard]] const ConntrackCounters& counters() const { return counters_; }
    // visit(std::uint32_t connection) for every confirmed connection; must not change the table.
    template <class Visit> void forEach(Visit&& visit) const {
        for (std::uint32_t i = 0; i < store_.highest(); ++i) {
            if ((store_.entry(i).flags & (kInUse | kConfirmed | kDying)) == (kInUse | kConfirmed)) {
                visit(i);
            }
        }
    }
    // By id(). False when there is no such connection. Between batches only.
    bool remove(std::uint32_t id);
    // Between batches: frees what timed out and what was abandoned, keeps memory ahead. Returns when to be called again: `now` when more
    // than kExpireAtOnce are due, so that a million connections that end together hold nobody up.
    static constexpr std::size_t kExpireAtOnce = 512;
    core::base::Nanos expire(core::base::Nanos now);

    // --- for NAT --------------------------------------------------------------------------------
    // Gives an unconfirmed connection the reply key `key` unless another flow owns it; false then and nothing changes.
    bool claimReply(std::uint32_t connection, const FlowKey& key);
    // The same without looking whether the key is free: for a first half of a translation, before a claim.
    void proposeReply(std::uint32_t connection, const FlowKey& key);
    [[nodiscard]] bool isKeyFree(const FlowKey& key) const { return table_.find(key, store_) == kNoFlow; }

    // --- for helpers ----------------------------------------------------------------------------
    [[nodiscard]] ExpectationTable& expectations() { return expectations_; }
    // Of SIP's control connections, instead of those for UDP.
    void setSipTimeout(core::base::Nanos timeout);

private:
    bool confirmNew(PacketBuf* packet, core::base::Nanos now);
    void trackKeyed(PacketBuf* packet, std::uint64_t hash, const FlowKey& key, core::base::Nanos now);
    void trackKeyless(PacketBuf* packet, core::base::Nanos now);
    void trackNew(PacketBuf* packet, std::uint64_t hash, const FlowKey& key, core::base::Nanos now);
    // Whether the numbers of a segment fit; learns from it when they do.
    bool fitsWindow(const PacketBuf& packet, FlowRef flow, TcpEvent event, const ConnectionEntry& entry);
    [[nodiscard]] std::uint32_t tcpTimeout(std::uint32_t connection, const ConnectionEntry& entry) const;
    void meetExpectation(std::uint32_t connection, const FlowKey& key, core::base::Nanos now);
    bool makeRoom();
    bool followFragment(PacketBuf* packet, core::base::Nanos now);
    bool followIcmpError(PacketBuf* packet);
    void accept(PacketBuf* packet, FlowRef flow, ConnectionEntry& entry, core::base::Nanos now);
    void reject(PacketBuf* packet);
    std::uint32_t create(const FlowKey& key, std::uint64_t hash, core::base::Nanos now);
    void unlink(std::uint32_t connection); // out of table and wheel; memory freed at endBatch()
    void releaseReply(std::uint32_t connection);
    void settleRewrite(std::uint32_t connection);
    void refreshFastTrack(std::uint32_t connection);
    [[nodiscard]] std::uint32_t timeoutOf(std::uint8_t protocol, const ConnectionEntry& entry) const;
    [[nodiscard]] core::base::Nanos lastSeen(std::uint32_t connection, core::base::Nanos now) const;
    [[nodiscard]] bool isExpired(std::uint32_t connection, core::base::Nanos now) const;

    std::uint32_t maxEntries_;
    bool looseTcp_ = true, liberalTcp_ = false;
    std::array<std::uint32_t, 9> tcpTimeouts_{}; // milliseconds, by TcpState
    std::uint32_t udpTimeout_ = 0, udpStreamTimeout_ = 0, icmpTimeout_ = 0, genericTimeout_ = 0;
    std::uint32_t retransTimeout_ = 0, unackedTimeout_ = 0, sipTimeout_ = 3'600'000;
    std::uint32_t roomSearch_ = 0; // where the search for a connection to give up goes on
    ExpectationTable expectations_;
    ConnectionStore store_;
    FlowTable table_;
    TimingWheel wheel_;
    FragmentTable fragments_;
    std::vector<std::uint32_t> dead_;      // unlinked in this batch
    std::vector<std::uint32_t> abandoned_; // unconfirmed, first packet dropped
    std::size_t entries_ = 0, confirmed_ = 0, fastTracked_ = 0, offloaded_ = 0;
    ConntrackCounters counters_;
};

inline bool Conntrack::followEstablished(PacketBuf& p, FlowRef flow, MarkId mark, std::uint32_t octets, core::base::Nanos now) {
    constexpr std::uint16_t kSettled = kInUse | kConfirmed | kSeenReply | kAssured;
    const std::uint32_t connection = flow >> 1;
    const auto direction = static_cast<std::uint8_t>(flow & 1u);
    ConnectionEntry& e = store_.entry(connection);
    if ((e.flags & (kSettled | kDying | kAbandoned)) != kSettled || e.mark != mark || now >= e.lastSeen + e.timeout()) {
        return false;
    }
    if (p.protocol == kProtocolTcp) { // data and acknowledgements leave an open connection open (tcpStep)
        constexpr std::uint8_t kEvents = tcp::kFin | tcp::kSyn | tcp::kRst | tcp::kAck;
        if (e.tcpState != TcpState::Established || (p.tcpFlags & kEvents) != tcp::kAck || e.has(kAdjusted)) {
            return false;
        }
        if (!e.has(kFastTracked) && !store_.window(connection).admits(p, direction)) {
            return false; // the long way says what becomes of it
        }
        if (const std::uint32_t timeout = tcpTimeout(connection, e); timeout != e.timeoutMs) {
            e.timeoutMs = timeout;
            wheel_.hasten(connection, now + e.timeout(), store_);
        }
    } else if (p.protocol != kProtocolUdp || e.timeoutMs != udpStreamTimeout_) {
        return false;
    }
    e.lastSeen = now;
    ++e.packets[direction];
    e.bytes[direction] += octets;
    store_.flow(connection, direction).sampledAt = flowTick(now);
    p.connection = connection;
    p.direction = direction;
    p.connectionState = kStateEstablished;
    return true;
}

} // namespace agent::dataplane
