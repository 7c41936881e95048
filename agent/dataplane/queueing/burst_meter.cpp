#include "agent/dataplane/queueing/burst_meter.h"

namespace agent::dataplane {

namespace {
// The average is judged with a grain of salt of 0.2 %: traffic at exactly the threshold, off by one packet, counts as below it.
constexpr double kTolerance = 1.0 + 1.0 / 512;
} // namespace

void BurstMeter::configure(const HtbClassConfig& config, core::base::Nanos now) {
    *this = BurstMeter{};
    if (config.burstLimit == 0 || config.burstThreshold == 0 || config.burstTime < 16 || config.maxLimit == 0) {
        return;
    }
    slotLength_ = config.burstTime / 16;
    slotEnd_ = now + slotLength_;
    threshold_ = static_cast<double>(config.burstThreshold) / 8 * static_cast<double>(config.burstTime) * 1e-9 * kTolerance;
    bursting_ = true;
}

bool BurstMeter::endSlots(core::base::Nanos now) {
    const bool before = bursting_;
    if (now - slotEnd_ >= 16 * slotLength_) {
        slots_.fill(0);
        sum_ = 0;
        slotEnd_ = now;
    }
    while (slotEnd_ <= now) {
        bursting_ = static_cast<double>(sum_) < threshold_;
        slot_ = (slot_ + 1) % slots_.size();
        sum_ -= slots_[slot_];
        slots_[slot_] = 0;
        slotEnd_ += slotLength_;
    }
    return bursting_ != before;
}

} // namespace agent::dataplane
