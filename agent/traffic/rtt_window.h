// Round trip times of the last ten seconds, as a histogram per second, and beside it all of them since measuring began.
#pragma once

#include "agent/traffic/rtt_record.h"
#include "core/base/units.h"

#include <array>
#include <cstdint>

namespace agent::traffic {

class RttWindow {
public:
    void add(core::base::Nanos rtt, core::base::Nanos now);
    // Milliseconds below which `fraction` (0…1) of the samples lie; 0 without samples.
    [[nodiscard]] double percentileMs(double fraction, core::base::Nanos now);
    // The median of the last whole second before `now`; 0 without samples.
    [[nodiscard]] double lastSecondMs(core::base::Nanos now);
    // Since construction or the last clear().
    [[nodiscard]] RttRecord& all() { return all_; }

private:
    static constexpr std::int64_t kSeconds = 10;

    void advance(std::int64_t second);

    std::array<std::array<std::uint32_t, RttSteps::kCount>, kSeconds> counts_{};
    std::int64_t second_ = 0;
    RttRecord all_;
};

} // namespace agent::traffic
