#include "agent/dataplane/fib/route_trie.h"

#include <algorithm>

namespace agent::dataplane {

// In order of address, the shorter of two first, a prefix comes before everything inside it: what is inside simply overwrites its part,
// a new chunk inherits what covers it, and all chunks below one middle are made one after the other.
void RouteTrie::build(std::vector<Entry> entries) {
    for (Entry& entry : entries) {
        entry.first.address &= entry.first.mask();
    }
    const auto before = [](const Entry& a, const Entry& b) { return a.first < b.first; };
    if (!std::is_sorted(entries.begin(), entries.end(), before)) {
        std::stable_sort(entries.begin(), entries.end(), before);
    }
    root_.assign(65536, 0);
    middles_.clear();
    firstLast_.clear();
    lasts_.clear();
    for (const Entry& entry : entries) {
        insert(entry.first.address, entry.first.length, entry.second);
    }
}

// In two steps, each over all addresses: what the root says, and the next level on its way into the cache; then the next level.
void RouteTrie::lookup(std::span<const std::uint32_t> addresses, std::uint16_t* values) const {
    if (middles_.empty()) {
        for (std::size_t i = 0; i < addresses.size(); ++i) {
            values[i] = static_cast<std::uint16_t>(root_[addresses[i] >> 16]);
        }
        return;
    }
    std::array<const std::uint16_t*, kTogether> places;
    for (std::size_t i = 0; i < addresses.size(); ++i) {
        const std::uint32_t top = root_[addresses[i] >> 16];
        values[i] = static_cast<std::uint16_t>(top);
        places[i] = (top & kChunk) != 0 ? &middles_[top & ~kChunk][(addresses[i] >> 8) & 0xffu] : &values[i];
        __builtin_prefetch(places[i]);
    }
    for (std::size_t i = 0; i < addresses.size(); ++i) {
        const std::uint16_t middle = *places[i];
        values[i] = (middle & kBelow) == 0 ? middle : lookup(addresses[i]);
    }
}

std::uint32_t RouteTrie::middleBelow(std::uint32_t& slot) {
    if ((slot & kChunk) == 0) {
        const auto inherited = static_cast<std::uint16_t>(slot);
        slot = kChunk | static_cast<std::uint32_t>(middles_.size());
        middles_.emplace_back().fill(inherited);
        firstLast_.push_back(static_cast<std::uint32_t>(lasts_.size()));
    }
    return slot & ~kChunk;
}

RouteTrie::Chunk& RouteTrie::lastBelow(std::uint32_t middle, std::size_t slot) {
    std::uint16_t& entry = middles_[middle][slot];
    const std::uint32_t first = firstLast_[middle];
    if ((entry & kBelow) == 0) {
        const std::uint16_t inherited = entry;
        entry = static_cast<std::uint16_t>(kBelow | (lasts_.size() - first));
        lasts_.emplace_back().fill(inherited);
    }
    return lasts_[first + (entry & kMaxValue)];
}

void RouteTrie::insert(std::uint32_t address, std::uint8_t length, std::uint16_t value) {
    if (length <= 16) {
        std::fill_n(root_.begin() + (address >> 16), std::size_t{1} << (16 - length), value);
        return;
    }
    const std::uint32_t middle = middleBelow(root_[address >> 16]);
    const std::size_t slot = (address >> 8) & 0xffu;
    if (length <= 24) {
        std::fill_n(middles_[middle].begin() + static_cast<std::ptrdiff_t>(slot), std::size_t{1} << (24 - length), value);
        return;
    }
    std::fill_n(lastBelow(middle, slot).begin() + static_cast<std::ptrdiff_t>(address & 0xffu), std::size_t{1} << (32 - length), value);
}

} // namespace agent::dataplane
