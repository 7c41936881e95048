// What the FastTrack handler asks: one hash lookup that ends in one cache line.
#include "agent/dataplane/conntrack/conntrack.h"

#include "agent/dataplane/parse/ipv4.h"

#include <array>

namespace agent::dataplane {

namespace {

// kFastTrackSampleInterval in ticks, rounded up.
constexpr FlowTick kSampleTicks = static_cast<FlowTick>((kFastTrackSampleInterval + (1 << 20) - 1) >> 20);

FlowKeyWords portKey(const PacketBuf* p) { return FlowKeyWords::of({p->src, p->dst, p->sport, p->dport, p->protocol, 0}); }

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
    const FlowKeyWords key = portKey(p);
    const FlowRef ref = table_.find(key, table_.hash(key), store_);
    if (ref == kNoFlow || !isFastTrackable(ref, flowTick(now))) {
        return false;
    }
    p->connection = ref >> 1;
    p->direction = static_cast<std::uint8_t>(ref & 1u);
    return true;
}

// In three steps, each over all packets, so that their memory accesses overlap: bucket, flow, comparison.
std::uint64_t Conntrack::lookupFastTracked(const Batch& batch, core::base::Nanos now) {
    std::array<FlowKeyWords, kBatchSize> keys;
    std::array<std::uint64_t, kBatchSize> hashes;
    std::array<FlowRef, kBatchSize> refs;
    for (std::size_t i = 0; i < batch.count; ++i) {
        keys[i] = portKey(batch.packets[i]);
        hashes[i] = table_.hash(keys[i]);
        table_.prefetch(hashes[i]);
    }
    for (std::size_t i = 0; i < batch.count; ++i) {
        refs[i] = table_.candidate(hashes[i]);
        if (refs[i] != kNoFlow) {
            __builtin_prefetch(&store_.flow(refs[i] >> 1, refs[i] & 1u), 1);
        }
    }
    const FlowTick tick = flowTick(now);
    std::uint64_t hits = 0;
    for (std::size_t i = 0; i < batch.count; ++i) {
        PacketBuf* p = batch.packets[i];
        if (refs[i] == kNoFlow || !store_.flow(refs[i] >> 1, refs[i] & 1u).is(keys[i])) [[unlikely]] {
            refs[i] = table_.find(keys[i], hashes[i], store_); // an overflow bucket, another flow of the same tag, or nothing
            if (refs[i] == kNoFlow) {
                continue;
            }
        }
        const FlowEntry& flow = store_.flow(refs[i] >> 1, refs[i] & 1u);
        if ((flow.flags & kFlowFastTrack) == 0 || tick - flow.sampledAt >= kSampleTicks || (p->flags & kHasPorts) == 0) {
            __builtin_prefetch(&store_.entry(refs[i] >> 1), 1); // it goes the slow way
            continue;
        }
        p->connection = refs[i] >> 1;
        p->direction = static_cast<std::uint8_t>(refs[i] & 1u);
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
