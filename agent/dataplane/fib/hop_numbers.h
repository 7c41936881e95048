// Gives next hops numbers while a table is built: routes are many, next hops few, and a trie holds numbers.
//
//   std::vector<NextHop> hops(1);        // 0: no route
//   HopNumbers numbers(hops);
//   std::uint16_t n = numbers.of(hop);   // appended when new; 0 when there are kMost already
//
// The list must outlive it and is changed by nobody else meanwhile. Looking a known hop up costs a hash and a compare.
#pragma once

#include "agent/dataplane/fib/next_hop.h"
#include "agent/dataplane/fib/route_trie.h"

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace agent::dataplane {

class HopNumbers {
public:
    static constexpr std::size_t kMost = RouteTrie::kMaxValue;

    explicit HopNumbers(std::vector<NextHop>& hops) : hops_(hops) {}

    // Equal ways: they stand side by side from the number on, the first one says how many. 0 when there is no room.
    std::uint16_t of(std::span<const NextHop> ways) {
        if (ways.size() == 1) {
            return of(ways[0]);
        }
        for (std::size_t i = groups_.size(); i-- > 0;) {
            if (isGroup(groups_[i], ways)) {
                return groups_[i];
            }
        }
        if (hops_.size() + ways.size() > kMost + 1) {
            return 0;
        }
        const auto number = static_cast<std::uint16_t>(hops_.size());
        hops_.insert(hops_.end(), ways.begin(), ways.end());
        hops_[number].ways = static_cast<std::uint16_t>(ways.size());
        groups_.push_back(number);
        return number;
    }

    std::uint16_t of(const NextHop& hop) {
        if (last_ != 0 && hops_[last_] == hop) { // neighbours in a list often share their gateway
            return last_;
        }
        const auto [it, fresh] = numbers_.try_emplace(hop, static_cast<std::uint16_t>(hops_.size()));
        if (fresh && hops_.size() > kMost) {
            numbers_.erase(it);
            return 0;
        }
        if (fresh) {
            hops_.push_back(hop);
        }
        return last_ = it->second;
    }

private:
    [[nodiscard]] bool isGroup(std::uint16_t number, std::span<const NextHop> ways) const {
        if (hops_[number].ways != ways.size()) {
            return false;
        }
        for (std::size_t i = 0; i < ways.size(); ++i) {
            NextHop there = hops_[number + i];
            there.ways = 1;
            if (there != ways[i]) {
                return false;
            }
        }
        return true;
    }
    struct Hash {
        std::size_t operator()(const NextHop& h) const {
            const std::uint64_t place = static_cast<std::uint64_t>(h.kind) | std::uint64_t{h.trapped} << 8 | std::uint64_t{h.interface} << 16;
            const std::uint64_t addresses = std::uint64_t{h.gateway} << 32 | h.source;
            return ((place * 0x9e3779b97f4a7c15ull) ^ addresses) * 0xff51afd7ed558ccdull >> 16;
        }
    };

    std::vector<NextHop>& hops_;
    std::unordered_map<NextHop, std::uint16_t, Hash> numbers_;
    std::vector<std::uint16_t> groups_;
    std::uint16_t last_ = 0;
};

} // namespace agent::dataplane
