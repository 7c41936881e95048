// Whether a class may burst: the average rate of the last burst-time, kept in 16 slots and judged when a slot ends.
// Below burst-threshold it bursts, from there on it does not; a class that was idle starts with a burst.
// The longest burst is therefore burst-threshold * burst-time / burst-limit, rounded up to a slot.
#pragma once

#include "agent/dataplane/config/queues.h"
#include "core/base/units.h"

#include <array>
#include <cstdint>

namespace agent::dataplane {

class BurstMeter {
public:
    void configure(const HtbClassConfig& config, core::base::Nanos now);

    [[nodiscard]] bool configured() const { return slotLength_ != 0; }
    [[nodiscard]] bool bursting() const { return bursting_; }
    // Ends the slots that are over. True when bursting() changed.
    bool advance(core::base::Nanos now) { return slotLength_ != 0 && now >= slotEnd_ && endSlots(now); }
    void add(std::uint32_t octets) {
        if (slotLength_ != 0) {
            slots_[slot_] += octets;
            sum_ += octets;
        }
    }

private:
    bool endSlots(core::base::Nanos now);

    core::base::Nanos slotLength_ = 0; // 0: the class has no burst
    core::base::Nanos slotEnd_ = 0;
    std::uint64_t sum_ = 0; // of slots_
    double threshold_ = 0;  // octets in one burst-time
    std::uint32_t slot_ = 0;
    bool bursting_ = false;
    std::array<std::uint64_t, 16> slots_{}; // octets
};

} // namespace agent::dataplane
