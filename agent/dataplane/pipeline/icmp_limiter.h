// Token bucket for ICMP errors and resets the router makes (RFC 1812 section 4.3.2.8): 1000 a second, bursts of 50, the figures
// Linux uses for the whole host.
#pragma once

#include "core/base/units.h"

#include <algorithm>

namespace agent::dataplane {

class IcmpLimiter {
public:
    static constexpr core::base::Nanos kInterval = core::base::kMillisecond; // one token
    static constexpr core::base::Nanos kBurst = 50 * kInterval;

    [[nodiscard]] bool allow(core::base::Nanos now) {
        paidUntil_ = std::max(paidUntil_, now - kBurst);
        if (paidUntil_ + kInterval > now) {
            return false;
        }
        paidUntil_ += kInterval;
        return true;
    }

private:
    core::base::Nanos paidUntil_ = -kBurst; // a bucket as a point in time: full when a burst in the past
};

} // namespace agent::dataplane
