// The tins of cake (diffserv modes): how many, which one a code point belongs to, what share of the bandwidth each may take before it
// has to stand back, and its weight when there is no bandwidth to share. The later tin is served first within its share.
#pragma once

#include "agent/dataplane/config/queue_types.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace agent::dataplane {

constexpr std::size_t kCakeTins = 8;

struct CakeTins {
    std::size_t count = 1;
    std::array<double, kCakeTins> share{};          // of the bandwidth
    std::array<std::int32_t, kCakeTins> weight{};   // octets per round, unshaped
    std::array<std::uint8_t, 64> ofCodePoint{};     // by DSCP
};

[[nodiscard]] CakeTins cakeTins(CakeDiffserv mode);

} // namespace agent::dataplane
