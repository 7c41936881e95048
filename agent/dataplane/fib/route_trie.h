// Longest prefix match for IPv4: a table by the first 16 bits, below it chunks by the next 8, below these chunks by the last 8. Up to three
// dependent loads; two for prefixes of 17 to 24 bits, which a full Internet table consists of. A few routes are 256 KiB of which a handful
// of lines are warm; 500 000 scattered routes of at most 24 bits about 20 MB.
//
//   RouteTrie trie;
//   trie.build({{prefix, 1}, …});             // value: 1…32767
//   std::uint16_t value = trie.lookup(dst);   // 0: no match
//
// Any number of prefixes fits. build() sorts and writes each prefix once; lookup() may run on many threads once it is built.
#pragma once

#include "agent/dataplane/config/addresses.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace agent::dataplane {

class RouteTrie {
public:
    using Entry = std::pair<Ipv4Prefix, std::uint16_t>;
    static constexpr std::uint16_t kMaxValue = 0x7fff;

    // Replaces the content. Of two equal prefixes the later one counts. Fastest when sorted by address and then length already.
    void build(std::vector<Entry> entries);

    [[nodiscard]] std::uint16_t lookup(std::uint32_t address) const {
        const std::uint32_t top = root_[address >> 16];
        if ((top & kChunk) == 0) {
            return static_cast<std::uint16_t>(top);
        }
        const std::uint16_t middle = middles_[top & ~kChunk][(address >> 8) & 0xffu];
        if ((middle & kBelow) == 0) [[likely]] {
            return middle;
        }
        return lasts_[firstLast_[top & ~kChunk] + (middle & kMaxValue)][address & 0xffu];
    }
    // The same for many addresses at once (at most kTogether), their memory accesses overlapped. `values`: as many as addresses.
    static constexpr std::size_t kTogether = 64;
    void lookup(std::span<const std::uint32_t> addresses, std::uint16_t* values) const;
    // Octets of memory held.
    [[nodiscard]] std::size_t memory() const {
        return root_.size() * sizeof root_[0] + (middles_.size() + lasts_.size()) * sizeof(Chunk) + firstLast_.size() * sizeof firstLast_[0];
    }

private:
    static constexpr std::uint32_t kChunk = 0x80000000; // of root_: the rest is an index into middles_
    static constexpr std::uint16_t kBelow = 0x8000;     // of a middle: the rest counts chunks of lasts_ from firstLast_ of this middle
    using Chunk = std::array<std::uint16_t, 256>;

    void insert(std::uint32_t address, std::uint8_t length, std::uint16_t value);
    [[nodiscard]] std::uint32_t middleBelow(std::uint32_t& slot);
    [[nodiscard]] Chunk& lastBelow(std::uint32_t middle, std::size_t slot);

    std::vector<std::uint32_t> root_ = std::vector<std::uint32_t>(65536, 0);
    std::vector<Chunk> middles_;
    std::vector<std::uint32_t> firstLast_; // by middle: where its chunks of lasts_ begin; they follow one another
    std::vector<Chunk> lasts_;
};

} // namespace agent::dataplane
