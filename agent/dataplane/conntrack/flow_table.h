// From FlowKey to flow: a hash table of cache-line buckets (8 tags of 16 bit, 8 references), grown bucket by bucket by linear hashing
// (W. Litwin, 1980), so that no packet ever waits for a big rehash. The keys themselves live in ConnectionStore.
// Hashing is seeded: who does not know the seed cannot choose addresses that fall into one bucket.
#pragma once

#include "agent/dataplane/conntrack/connection_store.h"
#include "agent/dataplane/conntrack/flow_key.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace agent::dataplane {

// A flow's name: connection index * 2 + direction.
using FlowRef = std::uint32_t;
constexpr FlowRef kNoFlow = 0xffffffff;
constexpr FlowRef flowRef(std::uint32_t connection, std::uint8_t direction) { return connection << 1 | direction; }

class FlowTable {
    struct Bucket;

public:
    using Place = const Bucket*; // good until the table changes

    explicit FlowTable(std::uint64_t seed);

    [[nodiscard]] std::uint64_t hash(const FlowKeyWords& key) const {
        return multiplyFold(multiplyFold(key.addresses ^ seed_, key.rest ^ secondSeed_) ^ secondSeed_, 0x94d049bb133111ebull);
    }
    [[nodiscard]] std::uint64_t hash(const FlowKey& key) const { return hash(FlowKeyWords::of(key)); }
    // Where flows of this hash are, on its way into the cache.
    Place prefetch(std::uint64_t hash) const {
        const Bucket* place = &bucket(index(hash));
        __builtin_prefetch(place);
        return place;
    }
    // A reference whose tag fits, not compared further: what to prefetch next. kNoFlow when none.
    [[nodiscard]] static FlowRef candidate(Place place, std::uint64_t hash) {
        const unsigned mask = matches(*place, tagOf(hash));
        return mask == 0 ? kNoFlow : place->flows[static_cast<unsigned>(__builtin_ctz(mask))];
    }
    // No candidate there does not mean no flow: the place has run over.
    [[nodiscard]] static bool ranOver(Place place) { return place->overflow != kNoOverflow; }
    [[nodiscard]] FlowRef candidate(std::uint64_t hash) const { return candidate(&bucket(index(hash)), hash); }

    [[nodiscard]] FlowRef find(const FlowKeyWords& key, std::uint64_t hash, const ConnectionStore& store) const;
    [[nodiscard]] FlowRef find(const FlowKey& key, const ConnectionStore& store) const {
        const FlowKeyWords words = FlowKeyWords::of(key);
        return find(words, hash(words), store);
    }
    // The key must not be in the table yet, and must be in the store already (growth reads keys there).
    void insert(std::uint64_t hash, FlowRef flow, const ConnectionStore& store);
    // False when it was not there.
    bool erase(std::uint64_t hash, FlowRef flow);

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] std::size_t buckets() const { return bucketCount_; }

private:
    static constexpr std::size_t kWays = 8;
    static constexpr std::size_t kSegment = 1024; // buckets
    static constexpr std::uint32_t kNoOverflow = 0xffffffff;

    struct alignas(64) Bucket {
        std::array<std::uint16_t, kWays> tags{}; // 0: free
        std::array<FlowRef, kWays> flows{};
        std::uint32_t overflow = kNoOverflow; // index into overflow_
    };
    static_assert(sizeof(Bucket) == 64);

    static std::uint16_t tagOf(std::uint64_t hash) {
        const auto tag = static_cast<std::uint16_t>(hash >> 48);
        return tag == 0 ? std::uint16_t{1} : tag;
    }
    static std::uint64_t multiplyFold(std::uint64_t a, std::uint64_t b) {
        __extension__ using Wide = unsigned __int128;
        const Wide product = static_cast<Wide>(a) * b;
        return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
    }
    static unsigned matches(const Bucket& b, std::uint16_t tag) { // bit per way
#ifdef __SSE2__
        const __m128i tags = _mm_load_si128(reinterpret_cast<const __m128i*>(b.tags.data()));
        const __m128i equal = _mm_cmpeq_epi16(tags, _mm_set1_epi16(static_cast<short>(tag)));
        return static_cast<unsigned>(_mm_movemask_epi8(_mm_packs_epi16(equal, _mm_setzero_si128())));
#else
        unsigned mask = 0;
        for (unsigned way = 0; way < kWays; ++way) {
            mask |= static_cast<unsigned>(b.tags[way] == tag) << way;
        }
        return mask;
#endif
    }
    [[nodiscard]] std::size_t index(std::uint64_t hash) const {
        const std::size_t i = hash & (2 * level_ - 1);
        return i < bucketCount_ ? i : i & (level_ - 1);
    }
    [[nodiscard]] Bucket& bucket(std::size_t i) { return (*segments_[i / kSegment])[i % kSegment]; }
    [[nodiscard]] const Bucket& bucket(std::size_t i) const { return (*segments_[i / kSegment])[i % kSegment]; }
    void place(Bucket& first, std::uint16_t tag, FlowRef flow);
    void split(const ConnectionStore& store);
    std::uint32_t takeOverflow();
    void giveOverflow(std::uint32_t i);

    std::uint64_t seed_, secondSeed_;
    std::size_t level_ = kSegment;       // buckets when this round of splitting began; a power of two
    std::size_t bucketCount_ = kSegment; // level_ … 2 * level_
    std::size_t size_ = 0;
    std::vector<std::unique_ptr<std::array<Bucket, kSegment>>> segments_;
    std::vector<Bucket> overflow_;
    std::uint32_t freeOverflow_ = kNoOverflow;
};

} // namespace agent::dataplane
