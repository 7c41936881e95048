// Longest prefix match for IPv4: a 16-8-8 trie of 16 bit entries. At most three dependent loads; a table of a few routes is
// 128 KiB of which a handful of lines are warm.
//
//   RouteTrie trie;
//   trie.build({{prefix, 1}, …});             // value: 1…32767
//   std::uint16_t value = trie.lookup(dst);   // 0: no match
#pragma once

#include "agent/dataplane/config/addresses.h"

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace agent::dataplane {

class RouteTrie {
public:
    using Entry = std::pair<Ipv4Prefix, std::uint16_t>;
    static constexpr std::uint16_t kMaxValue = 0x7fff;
    static constexpr std::size_t kMaxChunks = 0x8000; // of 256 entries each, 512 octets

    // Replaces the content. Of two equal prefixes the later one counts. Entries that would need more chunks than there are
    // are left out; returns how many.
    std::size_t build(std::vector<Entry> entries);

    [[nodiscard]] std::uint16_t lookup(std::uint32_t address) const {
        std::uint16_t v = root_[address >> 16];
        if ((v & kChunk) != 0) {
            v = chunks_[v & kMaxValue][(address >> 8) & 0xffu];
            if ((v & kChunk) != 0) {
                v = chunks_[v & kMaxValue][address & 0xffu];
            }
        }
        return v;
    }
    [[nodiscard]] bool empty() const { return root_.empty(); }

private:
    static constexpr std::uint16_t kChunk = 0x8000;
    using Chunk = std::array<std::uint16_t, 256>;
    // Index of the chunk below `slot`, made when there is none; kChunk when no more can be made.
    std::uint16_t chunkBelow(std::uint16_t* slot);
    bool insert(const Ipv4Prefix& prefix, std::uint16_t value);

    std::vector<std::uint16_t> root_ = std::vector<std::uint16_t>(65536, 0);
    std::vector<Chunk> chunks_;
};

} // namespace agent::dataplane
