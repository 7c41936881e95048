// What the FastTrack handler asks: one hash lookup that ends in one cache line.
#include "agent/dataplane/conntrack/conntrack.h"

#include <array>

namespace agent::dataplane {

// In three steps, each over all packets, so that their memory accesses overlap: bucket, flow, comparison.
std::uint64_t Conntrack::lookup(const Batch& batch, std::uint64_t asked, bool forWalks, FoundFlows& found) {
    std::array<FlowKeyWords, kBatchSize> keys;
    std::array<std::uint64_t, kBatchSize> hashes;
    std::array<FlowTable::Place, kBatchSize> places;
    const std::size_t count = batch.count;
    for (std::size_t i = 0; i < count; ++i) {
        if ((asked >> i & 1u) != 0) [[likely]] {
            keys[i] = portKeyOf(*batch.packets[i]);
            hashes[i] = table_.hash(keys[i]);
            places[i] = table_.prefetch(hashes[i]);
        }
    }
    std::uint64_t unsure = 0;
    for (std::size_t i = 0; i < count; ++i) {
        found.flow[i] = nullptr;
        if ((asked >> i & 1u) != 0) [[likely]] {
            if (const FlowRef ref = FlowTable::candidate(places[i], hashes[i]); ref != kNoFlow) {
                found.ref[i] = ref;
                found.flow[i] = &store_.flow(ref >> 1, ref & 1u);
                __builtin_prefetch(found.flow[i], 1);
                if (forWalks) {
                    __builtin_prefetch(&store_.entry(ref >> 1), 1);
                    __builtin_prefetch(&store_.walk(ref >> 1, ref & 1u));
                }
            } else if (FlowTable::ranOver(places[i])) [[unlikely]] {
                unsure |= std::uint64_t{1} << i;
            }
        }
    }
    std::uint64_t there = 0;
    for (std::size_t i = 0; i < count; ++i) {
        there |= static_cast<std::uint64_t>(found.flow[i] != nullptr) << i;
        if (found.flow[i] == nullptr ? (unsure >> i & 1u) == 0 : found.flow[i]->is(keys[i])) [[likely]] {
            continue;
        }
        const FlowRef ref = table_.find(keys[i], hashes[i], store_); // an overflow bucket, another flow of the same tag, or nothing
        const std::uint64_t bit = std::uint64_t{1} << i;
        found.ref[i] = ref;
        found.flow[i] = ref == kNoFlow ? nullptr : &store_.flow(ref >> 1, ref & 1u);
        there = ref == kNoFlow ? there & ~bit : there | bit;
    }
    return there;
}

bool Conntrack::lookupFastTracked(PacketBuf* p, core::base::Nanos now) {
    if ((p->flags & kHasPorts) == 0) {
        return false;
    }
    const FlowKeyWords key = portKeyOf(*p);
    const FlowRef ref = table_.find(key, table_.hash(key), store_);
    if (ref == kNoFlow || !takesFastTrack(store_.flow(ref >> 1, ref & 1u), flowTick(now))) {
        return false;
    }
    p->connection = ref >> 1;
    p->direction = static_cast<std::uint8_t>(ref & 1u);
    return true;
}

bool Conntrack::offload(std::uint32_t connection, std::size_t limit) {
    ConnectionEntry& e = store_.entry(connection);
    if (!e.has(kHwOffloaded) && e.has(kHwWanted) && !e.has(kDying) && offloaded_ < limit) {
        e.flags |= kHwOffloaded;
        ++offloaded_;
    }
    return e.has(kHwOffloaded);
}

bool Conntrack::setFastTrack(std::uint32_t connection, bool hardware) {
    const std::uint8_t protocol = store_.flow(connection, 0).protocol;
    ConnectionEntry& e = store_.entry(connection);
    if ((protocol != kProtocolTcp && protocol != kProtocolUdp) || e.has(kDying) || e.helper != Helper::None) {
        return false; // what a helper has to read must not pass it by
    }
    if (hardware) {
        e.flags |= kHwWanted;
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
