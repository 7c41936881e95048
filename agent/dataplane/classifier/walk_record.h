// What the chains of one table after the other did to one packet, noted for its followers: when the next packet of the same direction of
// the connection would meet the same rules with the same result, the result is enough and the rules need not be compared again.
//
//   WalkRecord record;
//   context.record = &record;                 // of the RuleContext given to Classifier::run()
//   …
//   if (record.repeatable) remember(record);  // later: Classifier::countMatches(record.rules(), packets, bytes)
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace agent::dataplane {

struct WalkRecord {
    static constexpr std::size_t kMaxRules = 64;

    bool repeatable = true; // until a rule was looked at that may decide differently next time, or had an effect of its own
    std::size_t count = 0;
    std::array<std::uint32_t, kMaxRules> counters; // of the rules that matched, in order

    [[nodiscard]] std::span<const std::uint32_t> rules() const { return {counters.data(), count}; }
    void matched(std::uint32_t counter) {
        if (count == kMaxRules) {
            repeatable = false;
        } else {
            counters[count++] = counter;
        }
    }
    void demand(bool holds) { repeatable = repeatable && holds; }
};

} // namespace agent::dataplane
