// What the FastTrack handler asks: one hash lookup that ends in one cache line.
#include "agent/dataplane/conntrack/conntrack.h"

#include "agent/dataplane/parse/ipv4.h"

#include <array>

namespace agent::dataplane {

namespace {

// kFastTrackSampleInterval in ticks, rounded up.
constexpr FlowTick kSampleTicks = static_cast<FlowTick>((kFastTrackSampleInterval + (1 << 20) - 1) >> 20);

FlowKey portKey(const PacketBuf* p) { return {p->src, p->dst, p->sport, p->dport, p->protocol, 0}; }

} // namespace

void Conntrack::prefetch(const Batch& batch) const {
    std::array<std::uint64_t, kBatchSize> hashes{};
    for (std::size_t i = 0; i < batch.count; ++i) { // buckets on their way
        const PacketBuf* p = batch.packets[i];
        if (p != nullptr && (p->flags & kHasPorts) != 0) {
            hashes[i] = table_.hash(portKey(p));
            table_.prefetch(hashes[i]);
        }
    }
    for (std::size_t i = 0; i < batch.count; ++i) { // flows and connections on their way
        if (hashes[i] == 0) {
            continue;
        }
        if (const FlowRef ref = table_.candidate(hashes[i]); ref != kNoFlow) {
            __builtin_prefetch(&store_.flow(ref >> 1, ref & 1u), 1);
            __builtin_prefetch(&store_.entry(ref >> 1), 1);
        }
    }
}

bool Conntrack::isFastTrackable(FlowRef flow, FlowTick now) const {
    const FlowEntry& f = store_.flow(flow >> 1, flow & 1u);
    return (f.flags & kFlowFastTrack) != 0 && now - f.sampledAt < kSampleTicks;
}

bool Conntrack::lookupFastTracked(PacketBuf* p, core::base::Nanos now) {
    if ((p->flags & kHasPorts) == 0) {
        return false;
    }
    const FlowRef ref = table_.find(portKey(p), store_);
    if (ref == kNoFlow || !isFastTrackable(ref, flowTick(now))) {
        return false;
    }
    p->connection = ref >> 1;
    p->direction = static_cast<std::uint8_t>(ref & 1u);
    return true;
}

std::uint64_t Conntrack::lookupFastTracked(Batch& batch, core::base::Nanos now) {
    std::array<std::uint64_t, kBatchSize> hashes;
    for (std::size_t i = 0; i < batch.count; ++i) {
        hashes[i] = table_.hash(portKey(batch.packets[i]));
        table_.prefetch(hashes[i]);
    }
    for (std::size_t i = 0; i < batch.count; ++i) {
        if (const FlowRef ref = table_.candidate(hashes[i]); ref != kNoFlow) {
            __builtin_prefetch(&store_.flow(ref >> 1, ref & 1u), 1);
        }
    }
    const FlowTick tick = flowTick(now);
    std::uint64_t hits = 0;
    for (std::size_t i = 0; i < batch.count; ++i) {
        PacketBuf* p = batch.packets[i];
        if ((p->flags & kHasPorts) == 0) {
            continue;
        }
        const FlowRef ref = table_.find(portKey(p), hashes[i], store_);
        if (ref == kNoFlow || !isFastTrackable(ref, tick)) {
            continue;
        }
        p->connection = ref >> 1;
        p->direction = static_cast<std::uint8_t>(ref & 1u);
        hits |= std::uint64_t{1} << i;
    }
    return hits;
}

bool Conntrack::setFastTrack(std::uint32_t connection) {
    const std::uint8_t protocol = store_.flow(connection, 0).protocol;
    ConnectionEntry& e = store_.entry(connection);
    if ((protocol != kProtocolTcp && protocol != kProtocolUdp) || e.has(kDying)) {
        return false;
    }
    if (!e.has(kFastTracked)) {
        e.flags |= kFastTracked;
        ++fastTracked_;
        refreshFastTrack(connection);
    }
    return true;
}

void Conntrack::refreshFastTrack(std::uint32_t connection) {
    const ConnectionEntry& e = store_.entry(connection);
    const bool open = store_.flow(connection, 0).protocol != kProtocolTcp || e.tcpState == TcpState::Established;
    const bool fast = e.has(kFastTracked) && e.has(kConfirmed) && !e.has(kDying) && open;
    for (std::uint8_t direction = 0; direction < 2; ++direction) {
        FlowEntry& f = store_.flow(connection, direction);
        f.flags = static_cast<std::uint16_t>(fast ? f.flags | kFlowFastTrack : f.flags & ~kFlowFastTrack);
    }
}

} // namespace agent::dataplane
