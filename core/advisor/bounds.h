// What a path of a board's CPU carries, between the figures there are. Pure.
#pragma once

#include "core/devices/throughput.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::advisor {

struct Bounds {
    std::optional<core::base::BitRate> atLeast, atMost;
    std::vector<std::string> sources;
};

// path: "fasttrack", "queue" (a tree on the interface), "user-queues" (a simple queue for each user), "slow", "wireguard". Frames below 512 octets are left out: no line is full of them.
[[nodiscard]] Bounds boundsOf(const std::vector<const core::devices::ThroughputFigure*>& figures, std::string_view path);

// "4G", "2.5G" and "100M" as rates; nothing for anything else.
[[nodiscard]] std::optional<core::base::BitRate> portSpeed(std::string_view text);

} // namespace core::advisor
