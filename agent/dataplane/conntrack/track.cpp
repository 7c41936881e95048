// From a packet to its connection and state.
#include "agent/dataplane/conntrack/conntrack.h"

#include "agent/dataplane/conntrack/quoted_packet.h"
#include "agent/dataplane/conntrack/tcp_state.h"
#include "agent/dataplane/parse/ipv4.h"

#include <algorithm>
#include <array>

namespace agent::dataplane {

namespace {

void count(const PacketBuf& p, ConnectionEntry& e, std::uint8_t direction, core::base::Nanos now) {
    e.lastSeen = now;
    ++e.packets[direction];
    e.bytes[direction] += p.l3Length();
}

bool isTracked(const PacketBuf* p) { return (p->flags & kIsIpv4) != 0 && p->connectionState != kStateUntracked; }

} // namespace

std::uint32_t Conntrack::timeoutOf(std::uint8_t protocol, const ConnectionEntry& e) const {
    switch (protocol) {
    case kProtocolTcp: return tcpTimeouts_[static_cast<std::size_t>(e.tcpState)];
    case kProtocolUdp: return e.helper == Helper::Sip ? sipTimeout_ : e.has(kSeenReply) ? udpStreamTimeout_ : udpTimeout_;
    case kProtocolIcmp: return icmpTimeout_;
    default: return genericTimeout_;
    }
}

std::uint32_t Conntrack::tcpTimeout(std::uint32_t connection, const ConnectionEntry& e) const {
    constexpr std::uint8_t kManyRepeats = 3;
    std::uint32_t timeout = tcpTimeouts_[static_cast<std::size_t>(e.tcpState)];
    if (e.tcpState >= TcpState::Established && !e.has(kFastTracked)) {
        const TcpWindow& window = store_.window(connection);
        timeout = std::min(timeout, window.repeats() >= kManyRepeats ? retransTimeout_ : timeout);
        timeout = std::min(timeout, window.unacknowledged() ? unackedTimeout_ : timeout);
    }
    return timeout;
}

bool Conntrack::fitsWindow(const PacketBuf& p, FlowRef flow, TcpEvent event, const ConnectionEntry& e) {
    TcpWindow& window = store_.window(flow >> 1);
    const auto direction = static_cast<std::uint8_t>(flow & 1u);
    if (e.has(kFastTracked | kAdjusted)) {
        window.forget();
        return true;
    }
    const bool opens = event == TcpEvent::Syn || event == TcpEvent::SynAck;
    if (opens && e.tcpState >= TcpState::Established) {
        return true; // the far end answers it, whatever it says
    }
    if (event == TcpEvent::Syn && direction == 0) {
        window.begin(p, direction); // sent once more, perhaps with other numbers
        return true;
    }
    const bool fits = window.admits(p, direction);
    counters_.outOfWindow += fits ? 0 : 1;
    return fits || liberalTcp_;
}

void Conntrack::track(Batch& batch, core::base::Nanos now) {
    endBatch();
    struct Lookup {
        FlowKey key;
        std::uint64_t hash = 0;
        bool keyed = false;
    };
    std::array<Lookup, kBatchSize> lookups;
    for (std::size_t i = 0; i < batch.count; ++i) { // stage 1: buckets on their way
        PacketBuf* p = batch.packets[i];
        const std::optional<FlowKey> key = isTracked(p) ? flowKeyOf(*p) : std::nullopt;
        lookups[i].keyed = key.has_value();
        if (key) {
            lookups[i].key = *key;
            lookups[i].hash = table_.hash(*key);
            table_.prefetch(lookups[i].hash);
        }
    }
    for (std::size_t i = 0; i < batch.count; ++i) { // stage 2: flows and connections on their way
        if (!lookups[i].keyed) {
            continue;
        }
        if (const FlowRef ref = table_.candidate(lookups[i].hash); ref != kNoFlow) {
            __builtin_prefetch(&store_.flow(ref >> 1, ref & 1u));
            __builtin_prefetch(&store_.entry(ref >> 1));
        }
    }
    for (std::size_t i = 0; i < batch.count; ++i) {
        PacketBuf* p = batch.packets[i];
        if (lookups[i].keyed) {
            trackKeyed(p, lookups[i].hash, lookups[i].key, now);
        } else if (isTracked(p)) {
            trackKeyless(p, now);
        }
    }
}

void Conntrack::track(PacketBuf* p, core::base::Nanos now) {
    if (!isTracked(p)) {
        return;
    }
    if (const std::optional<FlowKey> key = flowKeyOf(*p)) {
        trackKeyed(p, table_.hash(*key), *key, now);
    } else {
        trackKeyless(p, now);
    }
}

void Conntrack::trackKeyed(PacketBuf* p, std::uint64_t hash, const FlowKey& key, core::base::Nanos now) {
    FlowRef ref = table_.find(FlowKeyWords::of(key), hash, store_);
    if (ref != kNoFlow && isExpired(ref >> 1, now)) {
        ++counters_.expired;
        unlink(ref >> 1);
        ref = kNoFlow;
    }
    if (ref == kNoFlow) {
        trackNew(p, hash, key, now);
        return;
    }
    const std::uint32_t connection = ref >> 1;
    ConnectionEntry& e = store_.entry(connection);
    if (p->protocol == kProtocolTcp) {
        const auto direction = static_cast<std::uint8_t>(ref & 1u);
        const std::optional<TcpEvent> event = tcpEventOf(p->tcpFlags);
        TcpState state = e.tcpState;
        std::uint8_t firstFin = e.firstFin;
        const TcpOutcome outcome = event ? tcpStep(state, firstFin, *event, direction, looseTcp_) : TcpOutcome::Invalid;
        if (outcome == TcpOutcome::Reopen) {
            unlink(connection);
            trackNew(p, hash, key, now);
            return;
        }
        if (outcome == TcpOutcome::Invalid || !fitsWindow(*p, ref, *event, e)) {
            reject(p);
            return;
        }
        e.firstFin = firstFin;
        if (e.tcpState != state) {
            e.tcpState = state;
            refreshFastTrack(connection);
        }
    }
    accept(p, ref, e, now);
}

void Conntrack::trackNew(PacketBuf* p, std::uint64_t hash, const FlowKey& key, core::base::Nanos now) {
    TcpState state = TcpState::None;
    if (p->protocol == kProtocolTcp) {
        std::uint8_t firstFin = 0;
        const std::optional<TcpEvent> event = tcpEventOf(p->tcpFlags);
        if (!event || tcpStep(state, firstFin, *event, 0, looseTcp_) != TcpOutcome::Accept) {
            reject(p);
            return;
        }
    } else if (p->protocol == kProtocolIcmp && !isIcmpRequest(key.icmpType)) {
        reject(p); // an answer nobody asked for
        return;
    }
    if (entries_ >= maxEntries_ && !makeRoom()) {
        ++counters_.tableFull;
        p->connection = kNoConnection;
        p->connectionState = 0;
        return;
    }
    const std::uint32_t connection = create(key, hash, now);
    ConnectionEntry& e = store_.entry(connection);
    e.tcpState = state;
    if (p->protocol == kProtocolTcp) {
        store_.window(connection).begin(*p, 0);
    }
    if (!expectations_.empty()) {
        meetExpectation(connection, key, now);
    }
    accept(p, flowRef(connection, 0), e, now);
}

void Conntrack::meetExpectation(std::uint32_t connection, const FlowKey& key, core::base::Nanos now) {
    const std::optional<Expectation> expected = expectations_.take(key, now);
    if (!expected) {
        return;
    }
    ConnectionEntry& e = store_.entry(connection);
    e.announcedBy = expected->by;
    e.mark = expected->mark;
    e.flags |= kExpected;
    if (expected->toAddress != 0) { // no rule is asked where it goes
        FlowKey reply = key.inverse();
        reply.src = expected->toAddress;
        reply.sport = expected->toPort;
        proposeReply(connection, reply);
        e.flags |= kDstNatDone;
    }
}

void Conntrack::trackKeyless(PacketBuf* p, core::base::Nanos now) {
    if ((p->flags & kMalformed) != 0 || !(isLaterFragment(*p) ? followFragment(p, now) : followIcmpError(p))) {
        reject(p);
    }
}

bool Conntrack::followFragment(PacketBuf* p, core::base::Nanos now) {
    const std::optional<FragmentTable::Owner> owner = fragments_.find(*p, now);
    if (!owner) {
        return false;
    }
    ConnectionEntry& e = store_.entry(owner->connection);
    if (!e.has(kInUse) || e.has(kDying) || e.generation != owner->generation) {
        return false;
    }
    p->connection = owner->connection;
    p->direction = owner->direction;
    p->connectionState = owner->connectionState;
    count(*p, e, owner->direction, now);
    return true;
}

bool Conntrack::followIcmpError(PacketBuf* p) {
    const std::optional<QuotedPacket> quoted = quotedPacket(*p);
    if (!quoted) {
        return false;
    }
    return relate(p, quoted->key);
}

bool Conntrack::relate(PacketBuf* p, const FlowKey& quoted) {
    // The quoted packet went out as the mirror image of the key its answers have; the error travels like such an answer.
    const FlowRef ref = table_.find(quoted.inverse(), store_);
    if (ref == kNoFlow) {
        return false;
    }
    p->connection = ref >> 1;
    p->direction = static_cast<std::uint8_t>(ref & 1u);
    p->connectionState = kStateRelated;
    return true;
}

void Conntrack::accept(PacketBuf* p, FlowRef flow, ConnectionEntry& e, core::base::Nanos now) {
    const std::uint32_t connection = flow >> 1;
    const auto direction = static_cast<std::uint8_t>(flow & 1u);
    if (direction == 1) {
        e.flags |= kSeenReply;
    }
    const bool answered = e.has(kSeenReply);
    if (answered && (p->protocol != kProtocolTcp || e.tcpState >= TcpState::Established)) {
        e.flags |= kAssured;
    }
    p->connection = connection;
    p->direction = direction;
    p->connectionState = answered ? kStateEstablished : e.has(kExpected) ? kStateRelated : kStateNew;
    count(*p, e, direction, now);
    const std::uint32_t timeout = p->protocol == kProtocolTcp ? tcpTimeout(connection, e) : timeoutOf(p->protocol, e);
    if (timeout != e.timeoutMs) {
        e.timeoutMs = timeout;
        wheel_.hasten(connection, now + e.timeout(), store_);
    }
    store_.flow(connection, direction).sampledAt = flowTick(now);
    if ((p->flags & kIsFragment) != 0) {
        fragments_.remember(*p, {connection, e.generation, direction, p->connectionState}, now);
    }
}

void Conntrack::reject(PacketBuf* p) {
    ++counters_.invalid;
    p->connection = kNoConnection;
    p->connectionState = kStateInvalid;
}

} // namespace agent::dataplane
