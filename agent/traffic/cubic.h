// CUBIC congestion control (RFC 9438) with standard slow start (RFC 5681). Window in segments.
// Knows nothing of packets: the sender tells it of acknowledged segments, of congestion and of time-outs.
#pragma once

#include "core/base/units.h"

namespace agent::traffic {

class Cubic {
public:
    // `acked` segments were newly acknowledged while the window was the limit; srtt in nanoseconds.
    void acknowledged(double acked, core::base::Nanos srtt, core::base::Nanos now);
    // Segments were lost: multiplicative decrease, once per window (the caller sees to that).
    void lost();
    // Nothing came back within the retransmission time-out: back to one segment.
    void timedOut();

    [[nodiscard]] double window() const { return window_; }
    [[nodiscard]] double threshold() const { return threshold_; }

private:
    void grow(double acked, core::base::Nanos srtt, core::base::Nanos now);

    double window_ = 10;       // initial window, RFC 6928
    double threshold_ = 1e9;   // slow start below it
    double maximum_ = 0;       // W_max
    double reno_ = 0;          // W_est, what Reno would have
    double target_ = 0;        // seconds from the epoch to W_max: K
    core::base::Nanos epoch_ = 0; // start of this congestion avoidance; 0: starts with the next acknowledgement
};

} // namespace agent::traffic
