#include "agent/dataplane/queueing/pcq.h"

#include "agent/dataplane/queueing/packet_ends.h"

#include <algorithm>

namespace agent::dataplane {

namespace {

constexpr std::size_t kBuckets = 2048;
constexpr std::int32_t kQuantum = 1514;
constexpr double kBucketSeconds = 0.01; // tokens a substream may pile up

std::size_t bucketOfKey(std::uint64_t key) { return bucketOf(mixHash(static_cast<std::uint32_t>(key ^ key >> 32)), kBuckets); }

} // namespace

Pcq::Pcq(const PcqConfig& config, PacketPool& pool, QueueOctets octets)
    : Queue(pool, octets, config.rate == 0)
    , config_(config)
    , substreams_(kSubstreams)
    , buckets_(kBuckets, kNone) {
    if (config.rate > 0 && config.burstRate > 0 && config.burstThreshold > 0) {
        bursts_.resize(kSubstreams);
    }
    waiting_.reserve(kSubstreams);
    for (std::size_t i = 0; i < kSubstreams; ++i) {
        append(idle_, static_cast<Index>(i));
    }
}

Pcq::~Pcq() {
    Pcq::clear();
}

std::uint64_t Pcq::keyOf(const PacketBuf& packet) const {
    std::uint64_t key = 0;
    if (config_.srcAddress) {
        key = octets() == QueueOctets::Layer3 ? senderKeyBeforeNat(packet, config_.srcMask, config_.src6Mask)
                                             : addressKey(packet, PacketEnd::Source, config_.srcMask, config_.src6Mask);
    }
    if (config_.dstAddress) {
        key |= std::uint64_t{addressKey(packet, PacketEnd::Destination, config_.dstMask, config_.dst6Mask)} << 32;
    }
    if ((packet.flags & kHasPorts) != 0 && (config_.srcPort || config_.dstPort)) {
        const std::uint32_t ports = (config_.srcPort ? packet.sport : 0u) | (config_.dstPort ? packet.dport : 0u) << 16;
        key = key * 0x9e3779b97f4a7c15ull + ports + 1;
    }
    return key;
}

void Pcq::append(List& list, Index index) {
    substreams_[index].next = kNone;
    substreams_[index].previous = list.tail;
    (list.tail == kNone ? list.head : substreams_[list.tail].next) = index;
    list.tail = index;
}

void Pcq::remove(List& list, Index index) {
    const Substream& s = substreams_[index];
    (s.previous == kNone ? list.head : substreams_[s.previous].next) = s.next;
    (s.next == kNone ? list.tail : substreams_[s.next].previous) = s.previous;
}

Pcq::Index Pcq::takeFirst(List& list) {
    const Index index = list.head;
    remove(list, index);
    return index;
}

Pcq::Index Pcq::find(std::uint64_t key) const {
    Index index = buckets_[bucketOfKey(key)];
    while (index != kNone && substreams_[index].key != key) {
        index = substreams_[index].chain;
    }
    return index;
}

void Pcq::forget(Index index) {
    Index* link = &buckets_[bucketOfKey(substreams_[index].key)];
    while (*link != index) {
        link = &substreams_[*link].chain;
    }
    *link = substreams_[index].chain;
    substreams_[index].known = false;
}

Pcq::Index Pcq::claim(std::uint64_t key, core::base::Nanos now) {
    if (idle_.head == kNone) {
        return kNone;
    }
    const Index index = takeFirst(idle_);
    Substream& s = substreams_[index];
    if (s.known) {
        forget(index);
    }
    s.key = key;
    s.known = true;
    s.bucket.configure(config_.rate, kBucketSeconds);
    s.refilledAt = now;
    Index& bucket = buckets_[bucketOfKey(key)];
    s.chain = bucket;
    bucket = index;
    if (!bursts_.empty()) {
        HtbClassConfig limits;
        limits.maxLimit = config_.rate;
        limits.burstLimit = config_.burstRate;
        limits.burstThreshold = config_.burstThreshold;
        limits.burstTime = config_.burstTime;
        bursts_[index].configure(limits, now);
        s.bucket.setRate(bursts_[index].bursting() ? config_.burstRate : config_.rate);
    }
    return index;
}

void Pcq::refill(Index index, core::base::Nanos now) {
    Substream& s = substreams_[index];
    s.bucket.refill(now - s.refilledAt);
    s.refilledAt = now;
    if (!bursts_.empty() && bursts_[index].advance(now)) {
        s.bucket.setRate(bursts_[index].bursting() ? config_.burstRate : config_.rate);
    }
}

void Pcq::wait(Index index, core::base::Nanos now) {
    const auto later = [this](Index a, Index b) { return substreams_[a].opensAt > substreams_[b].opensAt; };
    substreams_[index].opensAt = now + substreams_[index].bucket.wait();
    waiting_.push_back(index);
    std::push_heap(waiting_.begin(), waiting_.end(), later);
}

void Pcq::wake(core::base::Nanos now) {
    const auto later = [this](Index a, Index b) { return substreams_[a].opensAt > substreams_[b].opensAt; };
    while (!waiting_.empty() && substreams_[waiting_.front()].opensAt <= now) {
        const Index index = waiting_.front();
        std::pop_heap(waiting_.begin(), waiting_.end(), later);
        waiting_.pop_back();
        refill(index, now);
        append(round_, index);
    }
}

bool Pcq::enqueue(PacketBuf* packet, core::base::Nanos now) {
    const std::uint32_t size = sizeOf(packet);
    const std::uint64_t key = keyOf(*packet);
    Index index = find(key);
    if (bytes() + size > config_.totalLimit || (index != kNone && substreams_[index].octets + size > config_.limit)) {
        lose(packet);
        return false;
    }
    if (index == kNone) {
        index = claim(key, now);
        if (index == kNone) {
            lose(packet);
            return false;
        }
    } else if (!substreams_[index].busy) {
        remove(idle_, index);
    }
    Substream& s = substreams_[index];
    admit(packet, now);
    s.packets.push(packet);
    s.octets += size;
    if (s.busy) {
        return true;
    }
    s.busy = true;
    s.deficit = kQuantum;
    refill(index, now);
    if (config_.rate > 0 && !s.bucket.open()) {
        wait(index, now);
    } else {
        append(round_, index);
    }
    return true;
}

PacketBuf* Pcq::dequeue(core::base::Nanos now) {
    wake(now);
    while (round_.head != kNone) {
        const Index index = round_.head;
        Substream& s = substreams_[index];
        if (s.deficit <= 0) {
            s.deficit += kQuantum;
            append(round_, takeFirst(round_));
            continue;
        }
        PacketBuf* packet = s.packets.pop();
        const std::uint32_t size = sizeOf(packet);
        release(packet);
        s.octets -= size;
        s.deficit -= static_cast<std::int32_t>(size);
        if (config_.rate > 0) {
            refill(index, now);
            s.bucket.charge(size);
            if (!bursts_.empty()) {
                bursts_[index].add(size);
            }
        }
        if (s.packets.empty()) {
            s.busy = false;
            append(idle_, takeFirst(round_));
        } else if (config_.rate > 0 && !s.bucket.open()) {
            wait(takeFirst(round_), now);
        }
        return packet;
    }
    return nullptr;
}

core::base::Nanos Pcq::nextEvent(core::base::Nanos now) {
    wake(now);
    if (round_.head != kNone) {
        return now;
    }
    return waiting_.empty() ? kNever : substreams_[waiting_.front()].opensAt;
}

std::size_t Pcq::clear() {
    std::size_t freed = 0;
    while (round_.head != kNone) {
        waiting_.push_back(takeFirst(round_));
    }
    for (const Index index : waiting_) {
        Substream& s = substreams_[index];
        while (PacketBuf* packet = s.packets.pop()) {
            release(packet);
            lose(packet);
            ++freed;
        }
        s.octets = 0;
        s.busy = false;
        append(idle_, index);
    }
    waiting_.clear();
    return freed;
}

} // namespace agent::dataplane
