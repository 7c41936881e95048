// Which rules of one chain may match a packet, without looking at the rules: for the octets of PacketFields that tell rules apart best,
// a bit set per octet value says which rules accept that value (bit vectors after T. V. Lakshman and D. Stiliadis, 1998). What survives
// all of them is then compared rule by rule, in order. The answer may name rules that do not match, never leaves out one that does.
//
//   RuleFilter filter(rules);                       // of one chain
//   std::uint64_t mask = filter.block(octets, 0);   // bit i: rule i may match; rules 64…127 are block 1
//
// Costs one load per octet looked at and 64 rules. Memory: 2 KiB each of these. Immutable once built.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace agent::dataplane {

struct CompiledRule;

class RuleFilter {
public:
    static constexpr std::size_t kOctets = 32; // of PacketFields
    static constexpr std::size_t kBlock = 64;  // rules
    // Shorter chains are compared outright.
    static constexpr std::size_t kWorthwhile = 4;

    RuleFilter() = default;
    explicit RuleFilter(std::span<const CompiledRule> rules);

    [[nodiscard]] std::uint64_t block(const std::uint8_t* octets, std::size_t block) const {
        std::uint64_t mask = block + 1 < blocks_ ? ~std::uint64_t{0} : last_;
        const std::uint64_t* row = table_.data() + block * 256;
        for (std::size_t lane = 0; lane < lanes_; ++lane) {
            mask &= row[octets[positions_[lane]]];
            row += blocks_ * 256;
        }
        return mask;
    }

private:
    static constexpr std::size_t kMaxLanes = 6;

    void addLane(std::span<const CompiledRule> rules, std::size_t position);

    std::array<std::uint8_t, kMaxLanes> positions_{}; // of the octets looked at
    std::size_t lanes_ = 0;
    std::size_t blocks_ = 0;
    std::uint64_t last_ = 0;           // rules there are in the last block
    std::vector<std::uint64_t> table_; // by lane, block, octet value
};

} // namespace agent::dataplane
