// NewReno congestion control: slow start, additive increase, halving (RFC 5681); what is retransmitted when is the sender's business. The same
// questions as Cubic (cubic.h), window in segments.
#pragma once

#include "core/base/units.h"

#include <algorithm>

namespace agent::traffic {

class NewReno {
public:
    void acknowledged(double acked, core::base::Nanos, core::base::Nanos) { window_ += window_ < threshold_ ? acked : acked / window_; }
    void lost() {
        threshold_ = std::max(window_ / 2, 2.0);
        window_ = threshold_;
    }
    void timedOut() {
        lost();
        window_ = 1;
    }
    [[nodiscard]] double window() const { return window_; }

private:
    double window_ = 10; // RFC 6928
    double threshold_ = 1e9;
};

} // namespace agent::traffic
