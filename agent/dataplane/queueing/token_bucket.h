// A rate and the credit it has piled up. Tokens are bits and may go below zero: a packet is sent when tokens >= 0 and paid for whole.
#pragma once

#include "agent/dataplane/queueing/admission.h"
#include "core/base/units.h"

#include <algorithm>
#include <cstdint>

namespace agent::dataplane {

class TokenBucket {
public:
    // Full at the start. `seconds` is bucket-size.
    void configure(std::uint64_t bitsPerSecond, double seconds) {
        // Two full frames and 250 microseconds of rate at least: a bucket smaller than the time between two looks at it loses tokens.
        const double rate = static_cast<double>(bitsPerSecond);
        capacity_ = std::max({rate * seconds, rate * 250e-6, kTwoFrames});
        tokens_ = capacity_;
        setRate(bitsPerSecond);
    }
    void setRate(std::uint64_t bitsPerSecond) {
        bitsPerNano_ = static_cast<double>(bitsPerSecond) * 1e-9;
        nanosPerBit_ = bitsPerSecond > 0 ? 1e9 / static_cast<double>(bitsPerSecond) : 0;
        floor_ = -std::max(static_cast<double>(bitsPerSecond), capacity_);
    }

    void refill(core::base::Nanos elapsed) { tokens_ = std::min(capacity_, tokens_ + static_cast<double>(elapsed) * bitsPerNano_); }
    // Debt ends at one second of rate, so that a class over its limit for long (children may use limit-at beyond it) recovers soon.
    void charge(std::uint32_t octets) { tokens_ = std::max(tokens_ - octets * 8.0, floor_); }

    [[nodiscard]] bool open() const { return tokens_ >= 0; }
    // Time until open(), to the nanosecond above; kNever when nothing flows in.
    [[nodiscard]] core::base::Nanos wait() const {
        return bitsPerNano_ > 0 ? static_cast<core::base::Nanos>(-tokens_ * nanosPerBit_) + 1 : kNever;
    }

private:
    static constexpr double kTwoFrames = 2 * 1600 * 8;

    double tokens_ = 0;
    double capacity_ = 0;
    double floor_ = 0; // deepest debt
    double bitsPerNano_ = 0;
    double nanosPerBit_ = 0;
};

} // namespace agent::dataplane
