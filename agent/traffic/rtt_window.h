// Round trip times of the last ten seconds, as a histogram per second. Steps of 1/32 of an octave: 2 % resolution.
#pragma once

#include "core/base/units.h"

#include <array>
#include <cstdint>

namespace agent::traffic {

class RttWindow {
public:
    void add(core::base::Nanos rtt, core::base::Nanos now);
    // Milliseconds below which `fraction` (0…1) of the samples lie; 0 without samples.
    [[nodiscard]] double percentileMs(double fraction, core::base::Nanos now);

private:
    static constexpr int kSteps = 32;                // per octave
    static constexpr int kOctaves = 26;              // 1 µs … 67 s
    static constexpr int kBuckets = kSteps * kOctaves;
    static constexpr std::int64_t kSeconds = 10;

    void advance(std::int64_t second);
    static int bucketOf(core::base::Nanos rtt);

    std::array<std::array<std::uint32_t, kBuckets>, kSeconds> counts_{};
    std::int64_t second_ = 0;
};

} // namespace agent::traffic
