// How much of some traffic a condition holds for. Between never and always lie a part of it and most of it: a rule for one host
// matches a part of what the LAN sends, a rule for everything but one host matches most of it. Conditions that nobody can decide from a
// configuration (limit, content, time …) count as a part.
//
//   match = both(match, negated(matchAddress(…)));
//
// The order of the values is the order of certainty that a packet of the traffic matches.
#pragma once

#include <algorithm>
#include <cstdint>

namespace core::doctor {

enum class Match : std::uint8_t { No, Part, Most, Yes };

constexpr Match both(Match a, Match b) {
    return std::min(a, b);
}
constexpr Match either(Match a, Match b) {
    return std::max(a, b);
}
constexpr Match negated(Match match) {
    return static_cast<Match>(3 - static_cast<int>(match));
}
constexpr Match matchIf(bool holds) {
    return holds ? Match::Yes : Match::No;
}

} // namespace core::doctor
