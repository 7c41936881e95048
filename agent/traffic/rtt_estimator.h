// Smoothed round trip time and retransmission time-out, RFC 6298.
#pragma once

#include "core/base/units.h"

#include <algorithm>

namespace agent::traffic {

class RttEstimator {
public:
    void sample(core::base::Nanos rtt) {
        if (smoothed_ == 0) {
            smoothed_ = rtt;
            variation_ = rtt / 2;
        } else {
            variation_ += (std::max(smoothed_ - rtt, rtt - smoothed_) - variation_) / 4;
            smoothed_ += (rtt - smoothed_) / 8;
        }
        backoff_ = 0;
    }
    void backOff() { backoff_ = std::min(backoff_ + 1, kMaxBackoff); }

    [[nodiscard]] core::base::Nanos smoothed() const { return smoothed_; }
    // One second before the first sample. The floor is the 200 ms of common stacks, not the RFC's one second.
    [[nodiscard]] core::base::Nanos timeout() const {
        const core::base::Nanos base = smoothed_ == 0 ? core::base::kSecond : std::max(smoothed_ + 4 * variation_, kFloor);
        return std::min(base << backoff_, kCeiling);
    }

private:
    static constexpr core::base::Nanos kFloor = 200 * core::base::kMillisecond;
    static constexpr core::base::Nanos kCeiling = 60 * core::base::kSecond;
    static constexpr int kMaxBackoff = 6;

    core::base::Nanos smoothed_ = 0;
    core::base::Nanos variation_ = 0;
    int backoff_ = 0;
};

} // namespace agent::traffic
