#include "agent/dataplane/classifier/rule_filter.h"

#include "agent/dataplane/classifier/program.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace agent::dataplane {

namespace {

// Values of one octet that a rule accepts: those with the bits of `value` under `mask`, from `first` to `last`.
struct Accepted {
    std::uint8_t mask = 0, value = 0;
    std::uint8_t first = 0, last = 255;

    [[nodiscard]] bool operator()(unsigned octet) const { return (octet & mask) == value && first <= octet && octet <= last; }
    // Share of all values.
    [[nodiscard]] double share() const { return (last - first + 1) / 256.0 / (1 << std::popcount(mask)); }
    // Chance that a packet of real traffic passes. Its octets are far from even: few protocols, states and interfaces, many ports and
    // addresses. (Ours; it only decides which octets are looked at.)
    [[nodiscard]] double chance(std::size_t position) const { return std::max(share(), position < sizeof(Words) ? 0.5 : 0.15); }
};

// Of the octet at `position` of PacketFields: the exact words come first, then the ranges.
Accepted acceptedBy(const CompiledRule& rule, std::size_t position) {
    Accepted accepted;
    if (position < sizeof rule.mask) {
        std::array<std::uint8_t, sizeof rule.mask> mask, value;
        std::memcpy(mask.data(), &rule.mask, mask.size());
        std::memcpy(value.data(), &rule.value, value.size());
        accepted.mask = mask[position];
        accepted.value = value[position];
        return accepted;
    }
    const std::size_t word = (position - sizeof rule.mask) / 4, octet = (position - sizeof rule.mask) % 4;
    const unsigned shift = static_cast<unsigned>(8 * (std::endian::native == std::endian::little ? octet : 3 - octet));
    const std::uint32_t first = rule.biasedFirst[word] ^ kBias;
    const std::uint32_t last = first + (static_cast<std::uint32_t>(rule.biasedSpan[word]) ^ kBias);
    if ((static_cast<std::uint64_t>(first) >> (shift + 8)) == (static_cast<std::uint64_t>(last) >> (shift + 8))) {
        accepted.first = static_cast<std::uint8_t>(first >> shift);
        accepted.last = static_cast<std::uint8_t>(last >> shift);
    } // else a higher octet decides: any value here may belong to the range
    return accepted;
}

} // namespace

// Greedy: next comes the octet that is expected to rule out most of what the octets before it leave.
RuleFilter::RuleFilter(std::span<const CompiledRule> rules) : blocks_((rules.size() + kBlock - 1) / kBlock) {
    constexpr double kLeastGain = 0.005; // of the rules; less is not worth a load
    if (rules.empty()) {
        return;
    }
    last_ = ~std::uint64_t{0} >> (blocks_ * kBlock - rules.size());
    if (rules.size() < kWorthwhile) {
        return;
    }
    std::vector<float> refusals(rules.size() * kOctets); // by rule and octet: the share of packets the octet rules out
    for (std::size_t i = 0; i < rules.size(); ++i) {
        for (std::size_t position = 0; position < kOctets; ++position) {
            refusals[i * kOctets + position] = static_cast<float>(1 - acceptedBy(rules[i], position).chance(position));
        }
    }
    std::vector<float> left(rules.size(), 1.0F); // chance of each rule to survive
    std::array<bool, kOctets> used{};
    while (lanes_ < kMaxLanes) {
        std::array<double, kOctets> gains{};
        for (std::size_t i = 0; i < rules.size(); ++i) {
            for (std::size_t position = 0; position < kOctets; ++position) {
                gains[position] += left[i] * refusals[i * kOctets + position];
            }
        }
        std::size_t best = 0;
        double most = 0;
        for (std::size_t position = 0; position < kOctets; ++position) {
            if (!used[position] && gains[position] > most) {
                most = gains[position];
                best = position;
            }
        }
        if (most < kLeastGain * static_cast<double>(rules.size())) {
            return;
        }
        used[best] = true;
        for (std::size_t i = 0; i < rules.size(); ++i) {
            left[i] *= 1 - refusals[i * kOctets + best];
        }
        addLane(rules, best);
    }
}

void RuleFilter::addLane(std::span<const CompiledRule> rules, std::size_t position) {
    const std::size_t start = table_.size();
    table_.resize(start + blocks_ * 256);
    for (std::size_t i = 0; i < rules.size(); ++i) {
        const Accepted accepted = acceptedBy(rules[i], position);
        std::uint64_t* row = table_.data() + start + i / kBlock * 256;
        for (unsigned octet = accepted.first; octet <= accepted.last; ++octet) {
            row[octet] |= accepted(octet) ? std::uint64_t{1} << i % kBlock : 0;
        }
    }
    positions_[lanes_++] = static_cast<std::uint8_t>(position);
}

} // namespace agent::dataplane
