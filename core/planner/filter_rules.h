// Questions about the rows of /ip/firewall/filter that decide where a FastTrack rule has to stand.
#pragma once

#include "core/planner/facts.h"

#include <optional>

namespace core::planner {

// Static, i.e. the administrator's; the dummy rows that show FastTrack counters are dynamic.
bool isForwardRule(const core::model::Row& rule);
bool isEnabled(const core::model::Row& rule);

// action=fasttrack-connection in chain forward.
bool isFastTrackRule(const core::model::Row& rule);

// An enabled forward accept that takes packets of established connections, so that a FastTrack rule below it sees none:
// connection-state lists established, or the rule has no condition at all. An accept with other conditions only (IPsec, one
// host …) is how people keep traffic out of FastTrack, and stays above.
bool acceptsEstablished(const core::model::Row& rule);

// Position of the first such rule in the list.
std::optional<std::size_t> firstAcceptingEstablished(const Rows& filter);

// .id of the first static row after position `at`; empty when there is none.
std::string_view nextStaticId(const Rows& rows, std::size_t at);

} // namespace core::planner
