#include "agent/dataplane/conntrack/flow_table.h"

namespace agent::dataplane {

namespace {

// Entries a bucket holds on average before the table grows. Three of eight ways: buckets not split yet in this round hold twice the
// load of the others and should still seldom overflow.
constexpr std::size_t kLoad = 3;

} // namespace

FlowTable::FlowTable(std::uint64_t seed) : seed_(seed | 1), secondSeed_(multiplyFold(seed ^ 0x9e3779b97f4a7c15ull, 0xbf58476d1ce4e5b9ull)) {
    segments_.push_back(std::make_unique<std::array<Bucket, kSegment>>());
    overflow_.reserve(64);
}

FlowRef FlowTable::find(const FlowKeyWords& key, std::uint64_t hash, const ConnectionStore& store) const {
    const std::uint16_t tag = tagOf(hash);
    const Bucket* b = &bucket(index(hash));
    while (true) {
        for (unsigned mask = matches(*b, tag); mask != 0; mask &= mask - 1) {
            const FlowRef ref = b->flows[static_cast<unsigned>(__builtin_ctz(mask))];
            if (store.flow(ref >> 1, ref & 1u).is(key)) [[likely]] {
                return ref;
            }
        }
        if (b->overflow == kNoOverflow) [[likely]] {
            return kNoFlow;
        }
        b = &overflow_[b->overflow];
    }
}

std::uint32_t FlowTable::takeOverflow() {
    if (freeOverflow_ == kNoOverflow) {
        overflow_.emplace_back();
        return static_cast<std::uint32_t>(overflow_.size() - 1);
    }
    const std::uint32_t i = freeOverflow_;
    freeOverflow_ = overflow_[i].overflow;
    overflow_[i] = Bucket{};
    return i;
}

void FlowTable::giveOverflow(std::uint32_t i) {
    overflow_[i].overflow = freeOverflow_;
    freeOverflow_ = i;
}

void FlowTable::place(Bucket& first, std::uint16_t tag, FlowRef flow) {
    Bucket* b = &first;
    while (true) {
        if (const unsigned free = matches(*b, 0); free != 0) {
            const auto way = static_cast<unsigned>(__builtin_ctz(free));
            b->tags[way] = tag;
            b->flows[way] = flow;
            return;
        }
        if (b->overflow == kNoOverflow) {
            // overflow_ may move: find the bucket again by where it is
            const bool inOverflow = b != &first;
            const auto at = inOverflow ? b - overflow_.data() : std::ptrdiff_t{0};
            const std::uint32_t fresh = takeOverflow();
            (inOverflow ? overflow_[static_cast<std::size_t>(at)] : first).overflow = fresh;
            b = &overflow_[fresh];
        } else {
            b = &overflow_[b->overflow];
        }
    }
}

void FlowTable::insert(std::uint64_t hash, FlowRef flow, const ConnectionStore& store) {
    place(bucket(index(hash)), tagOf(hash), flow);
    ++size_;
    if (size_ > kLoad * bucketCount_) {
        split(store);
    }
}

bool FlowTable::erase(std::uint64_t hash, FlowRef flow) {
    const std::uint16_t tag = tagOf(hash);
    Bucket* previous = nullptr;
    Bucket* b = &bucket(index(hash));
    while (true) {
        for (unsigned mask = matches(*b, tag); mask != 0; mask &= mask - 1) {
            const auto way = static_cast<unsigned>(__builtin_ctz(mask));
            if (b->flows[way] != flow) {
                continue;
            }
            b->tags[way] = 0;
            --size_;
            if (previous != nullptr && matches(*b, 0) == 0xffu) { // an empty overflow bucket goes back
                const std::uint32_t gone = previous->overflow;
                previous->overflow = b->overflow;
                giveOverflow(gone);
            }
            return true;
        }
        if (b->overflow == kNoOverflow) {
            return false;
        }
        previous = b;
        b = &overflow_[b->overflow];
    }
}

void FlowTable::split(const ConnectionStore& store) {
    if (bucketCount_ % kSegment == 0) {
        segments_.push_back(std::make_unique<std::array<Bucket, kSegment>>());
    }
    const std::size_t from = bucketCount_ - level_;
    ++bucketCount_;
    Bucket chain = bucket(from);
    bucket(from) = Bucket{};
    while (true) {
        for (unsigned way = 0; way < kWays; ++way) {
            if (chain.tags[way] != 0) {
                const FlowRef ref = chain.flows[way];
                place(bucket(index(hash(store.flow(ref >> 1, ref & 1u).words()))), chain.tags[way], ref);
            }
        }
        if (chain.overflow == kNoOverflow) {
            break;
        }
        const std::uint32_t next = chain.overflow;
        chain = overflow_[next];
        giveOverflow(next);
    }
    if (bucketCount_ == 2 * level_) {
        level_ *= 2;
    }
}

} // namespace agent::dataplane
