// Life of a connection: created, confirmed or abandoned, removed or timed out.
#include "agent/dataplane/conntrack/conntrack.h"

#include "agent/dataplane/parse/checksum.h"
#include "agent/dataplane/parse/ipv4.h"
#include "core/base/seeds.h"

#include <algorithm>

namespace agent::dataplane {

namespace {

constexpr std::uint32_t kIndexBits = 20;
static_assert(kMaxConnections == 1u << kIndexBits);

std::uint32_t milliseconds(core::base::Nanos span) {
    return static_cast<std::uint32_t>(std::clamp<core::base::Nanos>(span / core::base::kMillisecond, 1, 0xffffffff));
}

} // namespace

Conntrack::Conntrack(std::uint32_t maxEntries) : Conntrack(maxEntries, core::base::freshSeed()) {}

Conntrack::Conntrack(std::uint32_t maxEntries, std::uint64_t seed)
    : maxEntries_(maxEntries), table_(seed), fragments_(seed) {
    TrackingConfig defaults;
    defaults.maxEntries = maxEntries;
    configure(defaults);
    store_.reserve(ConnectionStore::kSlab);
    dead_.reserve(ConnectionStore::kSlab);
    abandoned_.reserve(kBatchSize);
}

void Conntrack::configure(const TrackingConfig& config) {
    looseTcp_ = config.looseTcpTracking;
    liberalTcp_ = config.liberalTcpTracking;
    retransTimeout_ = milliseconds(config.tcpMaxRetrans);
    unackedTimeout_ = milliseconds(config.tcpUnacked);
    const auto set = [this](TcpState state, core::base::Nanos span) { tcpTimeouts_[static_cast<std::size_t>(state)] = milliseconds(span); };
    set(TcpState::None, config.tcpSynSent);
    set(TcpState::SynSent, config.tcpSynSent);
    set(TcpState::SynReceived, config.tcpSynReceived);
    set(TcpState::Established, config.tcpEstablished);
    set(TcpState::FinWait, config.tcpFinWait);
    set(TcpState::CloseWait, config.tcpCloseWait);
    set(TcpState::LastAck, config.tcpLastAck);
    set(TcpState::TimeWait, config.tcpTimeWait);
    set(TcpState::Close, config.tcpClose);
    udpTimeout_ = milliseconds(config.udp);
    udpStreamTimeout_ = milliseconds(config.udpStream);
    icmpTimeout_ = milliseconds(config.icmp);
    genericTimeout_ = milliseconds(config.generic);
    maxEntries_ = std::min(config.maxEntries, kMaxConnections);
}

void Conntrack::setSipTimeout(core::base::Nanos timeout) { sipTimeout_ = milliseconds(timeout); }

// Looks at a few connections only: a flood of new ones must not buy a search of the table per packet.
bool Conntrack::makeRoom() {
    constexpr int kLookedAt = 64;
    for (int i = 0; i < kLookedAt && store_.highest() != 0; ++i) {
        roomSearch_ = (roomSearch_ + 1) % store_.highest();
        const ConnectionEntry& e = store_.entry(roomSearch_);
        if ((e.flags & (kInUse | kConfirmed | kAssured | kDying)) == (kInUse | kConfirmed)) {
            ++counters_.dropped;
            unlink(roomSearch_);
            return true;
        }
    }
    return false;
}

std::uint32_t Conntrack::create(const FlowKey& key, std::uint64_t hash, core::base::Nanos now) {
    const std::uint32_t connection = store_.allocate();
    store_.flow(connection, 0).setKey(key);
    store_.flow(connection, 1).setKey(key.inverse());
    settleRewrite(connection);
    table_.insert(hash, flowRef(connection, 0), store_);
    ConnectionEntry& e = store_.entry(connection);
    e.lastSeen = now;
    e.timeoutMs = timeoutOf(key.protocol, e);
    wheel_.arm(connection, now + e.timeout(), store_);
    ++entries_;
    ++counters_.created;
    return connection;
}

void Conntrack::unlink(std::uint32_t connection) {
    ConnectionEntry& e = store_.entry(connection);
    table_.erase(table_.hash(store_.flow(connection, 0).words()), flowRef(connection, 0));
    releaseReply(connection);
    wheel_.disarm(connection, store_);
    confirmed_ -= e.has(kConfirmed) ? 1 : 0;
    fastTracked_ -= e.has(kFastTracked) ? 1 : 0;
    offloaded_ -= e.has(kHwOffloaded) ? 1 : 0;
    e.flags |= kDying;
    refreshFastTrack(connection);
    --entries_;
    dead_.push_back(connection);
}

bool Conntrack::confirmNew(PacketBuf* packet, core::base::Nanos now) {
    const std::uint32_t connection = packet->connection;
    ConnectionEntry& e = store_.entry(connection);
    if (!e.has(kReplyClaimed) && !claimReply(connection, store_.flow(connection, 1).key())) {
        ++counters_.clashes;
        abandon(packet);
        return false;
    }
    e.flags = static_cast<std::uint16_t>((e.flags | kConfirmed) & ~kAbandoned);
    e.lastSeen = now;
    ++confirmed_;
    refreshFastTrack(connection);
    return true;
}

void Conntrack::abandon(PacketBuf* packet) {
    if (packet->connection == kNoConnection || isAboutConnection(packet)) {
        return;
    }
    ConnectionEntry& e = store_.entry(packet->connection);
    if (!e.has(kConfirmed | kDying | kAbandoned)) {
        e.flags |= kAbandoned;
        abandoned_.push_back(packet->connection);
    }
}

void Conntrack::endBatch() {
    for (const std::uint32_t connection : abandoned_) {
        const ConnectionEntry& e = store_.entry(connection);
        if (e.has(kAbandoned) && !e.has(kDying)) {
            unlink(connection);
        }
    }
    abandoned_.clear();
    for (const std::uint32_t connection : dead_) {
        store_.free(connection);
    }
    dead_.clear();
}

std::uint32_t Conntrack::id(std::uint32_t connection) const {
    return static_cast<std::uint32_t>(store_.entry(connection).generation) << kIndexBits | connection;
}

bool Conntrack::exists(std::uint32_t wanted) const {
    const std::uint32_t connection = wanted & (kMaxConnections - 1);
    return connection < store_.highest() && store_.entry(connection).has(kInUse) && !store_.entry(connection).has(kDying) &&
           id(connection) == wanted;
}

bool Conntrack::remove(std::uint32_t wanted) {
    const std::uint32_t connection = wanted & (kMaxConnections - 1);
    if (!exists(wanted) || !store_.entry(connection).has(kConfirmed)) {
        return false;
    }
    unlink(connection);
    endBatch();
    return true;
}

core::base::Nanos Conntrack::expire(core::base::Nanos now) {
    const bool done = wheel_.advance(now, store_, kExpireAtOnce, [&](std::uint32_t connection) {
        if (isExpired(connection, now)) {
            ++counters_.expired;
            unlink(connection);
            return;
        }
        ConnectionEntry& e = store_.entry(connection);
        e.lastSeen = lastSeen(connection, now); // before the fast handler's short clock wraps
        wheel_.arm(connection, e.lastSeen + e.timeout(), store_);
    });
    endBatch();
    store_.reserve(std::min<std::uint32_t>(ConnectionStore::kSlab, maxEntries_));
    return done ? wheel_.nextTick() : now;
}

core::base::Nanos Conntrack::lastSeen(std::uint32_t connection, core::base::Nanos now) const {
    core::base::Nanos seen = store_.entry(connection).lastSeen;
    for (std::uint8_t direction = 0; direction < 2; ++direction) {
        const FlowEntry& f = store_.flow(connection, direction);
        if (f.fastTrackPackets != 0) {
            const FlowTick age = flowTick(now) - f.lastSeen;
            seen = std::max(seen, now - (static_cast<core::base::Nanos>(age) << 20));
        }
    }
    return seen;
}

bool Conntrack::isExpired(std::uint32_t connection, core::base::Nanos now) const {
    const ConnectionEntry& e = store_.entry(connection);
    return now >= e.lastSeen + e.timeout() && now >= lastSeen(connection, now) + e.timeout();
}

core::base::Nanos Conntrack::timeLeft(std::uint32_t connection, core::base::Nanos now) const {
    return std::max<core::base::Nanos>(0, lastSeen(connection, now) + store_.entry(connection).timeout() - now);
}

DirectionCounters Conntrack::counters(std::uint32_t connection, std::uint8_t direction) const {
    const ConnectionEntry& e = store_.entry(connection);
    const FlowEntry& f = store_.flow(connection, direction);
    return {e.bytes[direction] + f.fastTrackBytes, e.packets[direction] + f.fastTrackPackets, f.fastTrackBytes, f.fastTrackPackets};
}

bool Conntrack::claimReply(std::uint32_t connection, const FlowKey& key) {
    const std::uint64_t hash = table_.hash(key);
    const FlowRef owner = table_.find(FlowKeyWords::of(key), hash, store_);
    if (owner != kNoFlow && owner >> 1 != connection) {
        return false;
    }
    releaseReply(connection);
    store_.flow(connection, 1).setKey(key);
    if (owner != flowRef(connection, 0)) { // a flow that answers itself needs one place only
        table_.insert(hash, flowRef(connection, 1), store_);
    }
    store_.entry(connection).flags |= kReplyClaimed;
    settleRewrite(connection);
    return true;
}

void Conntrack::proposeReply(std::uint32_t connection, const FlowKey& key) {
    releaseReply(connection);
    store_.flow(connection, 1).setKey(key);
    settleRewrite(connection);
}

void Conntrack::releaseReply(std::uint32_t connection) {
    ConnectionEntry& e = store_.entry(connection);
    if (e.has(kReplyClaimed)) {
        table_.erase(table_.hash(store_.flow(connection, 1).words()), flowRef(connection, 1));
        e.flags &= static_cast<std::uint16_t>(~kReplyClaimed);
    }
}

// A packet of one direction leaves as the mirror image of the other direction's key.
void Conntrack::settleRewrite(std::uint32_t connection) {
    for (std::uint8_t direction = 0; direction < 2; ++direction) {
        FlowEntry& f = store_.flow(connection, direction);
        const FlowEntry& other = store_.flow(connection, static_cast<std::uint8_t>(1 - direction));
        f.newSrc = other.dst;
        f.newDst = other.src;
        f.newSport = other.dport;
        f.newDport = other.sport;
        const bool source = f.newSrc != f.src || f.newSport != f.sport;
        const bool destination = f.newDst != f.dst || f.newDport != f.dport;
        f.flags = static_cast<std::uint16_t>((f.flags & ~kFlowRewrites) | (source ? kFlowRewritesSource : 0) |
                                             (destination ? kFlowRewritesDestination : 0));
        f.l3Delta = joinDeltas(deltaOf32(f.src, f.newSrc), deltaOf32(f.dst, f.newDst));
        f.l4Delta = f.protocol == kProtocolIcmp
                        ? deltaOf16(f.sport, f.newSport)
                        : joinDeltas(f.l3Delta, joinDeltas(deltaOf16(f.sport, f.newSport), deltaOf16(f.dport, f.newDport)));
    }
    const FlowEntry& original = store_.flow(connection, 0);
    const bool icmp = original.protocol == kProtocolIcmp; // an identifier is the source's
    ConnectionEntry& e = store_.entry(connection);
    const bool sourceNat = (original.flags & kFlowRewritesSource) != 0;
    const bool destinationNat = icmp ? original.newDst != original.dst : (original.flags & kFlowRewritesDestination) != 0;
    e.flags = static_cast<std::uint16_t>((e.flags & ~(kSrcNat | kDstNat)) | (sourceNat ? kSrcNat : 0) | (destinationNat ? kDstNat : 0));
}

} // namespace agent::dataplane
