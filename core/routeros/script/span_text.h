// Spans of time as the console reads and writes them. Nanoseconds. Pure; any thread. Internal to the room.
#pragma once

#include "core/base/units.h"

#include <optional>
#include <string>
#include <string_view>

namespace core::routeros::script {

// "1w2d3h4m5s6ms7us8ns", "00:10:00", "1d02:03:04.5"; nothing for a bare number and everything else.
[[nodiscard]] std::optional<core::base::Nanos> parseSpan(std::string_view text);

// "00:10:00", "1d02:03:04", "1w1d00:00:00", "00:00:00.200"
[[nodiscard]] std::string clockText(core::base::Nanos span);

} // namespace core::routeros::script
