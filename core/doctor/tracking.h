// Whether conntrack sees this traffic: rules of the raw table let packets pass it by, or drop them before it. Pure.
#pragma once

#include "core/doctor/facts.h"

#include <optional>

namespace core::doctor {

// Direction by direction: a connection of which only one side is seen never becomes established.
struct Tracking {
    Match there = Match::No, back = Match::No; // how much is NOT tracked
    std::optional<Line> rule;                  // that takes it away
};
[[nodiscard]] Tracking untracked(const Facts& facts, const Flow& flow);

} // namespace core::doctor
