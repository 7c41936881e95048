// IP fast path: the conditions a router must meet (vendor's Packet Flow page), each with the line that breaks it.
//
//   fastPathBlockers(facts, false)    empty: plain IPv4 fast path is active
//
// Pure.
#pragma once

#include "core/doctor/facts.h"

namespace core::doctor {

[[nodiscard]] std::vector<core::model::Reason> fastPathBlockers(const Facts& facts, bool ipv6);

// What keeps FastTrack from being active although a rule marks connections: allow-fast-path, tools that run, mesh, the bridge under
// either interface. Not in here: the rule itself, see fasttrack_rule.h.
[[nodiscard]] std::vector<core::model::Reason> fastTrackBlockers(const Facts& facts, std::string_view in, std::string_view out, bool ipv6);

// Whether an interface takes part in the fast path as the one packets come in by, and as the one they leave by.
[[nodiscard]] bool receivesFast(const Facts& facts, std::string_view interface);
[[nodiscard]] bool sendsFast(const Facts& facts, std::string_view interface);

} // namespace core::doctor
