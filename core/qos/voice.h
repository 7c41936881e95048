// Calls in a class of their own: marked by the mangle table, and so kept off FastTrack, which marks nothing. Private to this room's plans.
#pragma once

#include "core/qos/trees.h"

#include <string_view>
#include <vector>

namespace core::qos {

constexpr std::string_view kVoiceMark = "pathscope-voice"; // of connections and of packets

// A connection one of whose ends sends DSCP EF (46, RFC 3246) is a call; both its directions are marked.
[[nodiscard]] std::vector<WantedItem> wantedMarks();

} // namespace core::qos
