// Speeds as RouterOS writes them, and the limit a queue gets from them.
#pragma once

#include "core/base/units.h"

#include <optional>
#include <string>
#include <string_view>

namespace core::planner {

// "1Gbps", "2.5Gbps", "100Mbps", and the link modes "1G-baseT-full", "100M-baseT-half", "1000M-full". Absent: none of these.
std::optional<core::base::BitRate> parseLinkSpeed(std::string_view text);

// 95 % of the speed, as a queue's max-limit: the queue must be the narrowest place for its discipline to have a say.
// Whole megabits where there is at least one: "950M"; below that bits: "486400".
std::string queueLimit(core::base::BitRate speed);

} // namespace core::planner
