#include "agent/dataplane/fib/route_trie.h"

#include <algorithm>

namespace agent::dataplane {

std::size_t RouteTrie::build(std::vector<Entry> entries) {
    // Short prefixes first: a longer one then simply overwrites its part, and a new chunk inherits what covered it.
    std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.first.length < b.first.length; });
    root_.assign(65536, 0);
    chunks_.clear();
    std::size_t left = 0;
    for (const Entry& entry : entries) {
        left += insert(entry.first, entry.second) ? 0u : 1u;
    }
    return left;
}

std::uint16_t RouteTrie::chunkBelow(std::uint16_t* slot) {
    if ((*slot & kChunk) != 0) {
        return *slot & kMaxValue;
    }
    if (chunks_.size() >= kMaxChunks) {
        return kChunk;
    }
    const auto index = static_cast<std::uint16_t>(chunks_.size());
    const std::uint16_t inherited = *slot;
    *slot = kChunk | index; // before chunks_ grows: slot may point into it
    chunks_.emplace_back().fill(inherited);
    return index;
}

bool RouteTrie::insert(const Ipv4Prefix& prefix, std::uint16_t value) {
    const std::uint32_t address = prefix.address & prefix.mask();
    if (prefix.length <= 16) {
        const std::size_t first = address >> 16;
        std::fill_n(root_.begin() + static_cast<std::ptrdiff_t>(first), std::size_t{1} << (16 - prefix.length), value);
        return true;
    }
    const std::uint16_t second = chunkBelow(&root_[address >> 16]);
    if (second == kChunk) {
        return false;
    }
    const std::size_t middle = (address >> 8) & 0xffu;
    if (prefix.length <= 24) {
        std::fill_n(chunks_[second].begin() + static_cast<std::ptrdiff_t>(middle), std::size_t{1} << (24 - prefix.length), value);
        return true;
    }
    const std::uint16_t third = chunkBelow(&chunks_[second][middle]);
    if (third == kChunk) {
        return false;
    }
    std::fill_n(chunks_[third].begin() + static_cast<std::ptrdiff_t>(address & 0xffu), std::size_t{1} << (32 - prefix.length), value);
    return true;
}

} // namespace agent::dataplane
