// Does a FastTrack rule mark the connections of this traffic? The mark is the connection's: a rule that sees the packets of one
// direction only puts both on FastTrack.
//
//   const FastTrackAnswer answer = fastTrackOf(flow, context);
//   answer.marked == Match::No && answer.shadowedBy      the accept above it takes everything
//
// Pure.
#pragma once

#include "core/doctor/chain.h"

namespace core::doctor {

struct FastTrackAnswer {
    Match marked = Match::No;
    std::string why;                 // the condition that holds for a part
    std::optional<Line> rule;        // that marks
    std::optional<Line> shadowedBy;  // the rule above that takes the packets a FastTrack rule would have matched
    std::optional<Line> shadowed;    // that FastTrack rule
    std::vector<RuleHit> exceptions; // rules above it that keep a part of the connections away: both directions have some
    bool oneDirection = false;       // the rule matches the packets of one direction only
};

// `flow` carries the marks of marksOf().
[[nodiscard]] FastTrackAnswer fastTrackOf(const Flow& flow, const MatchContext& context);

// Enabled rules with action=fasttrack-connection, and disabled ones.
[[nodiscard]] std::vector<Line> fastTrackRules(const ConfigView& view, bool ipv6 = false);
[[nodiscard]] std::vector<Line> disabledFastTrackRules(const ConfigView& view);

} // namespace core::doctor
