#include "agent/traffic/cubic.h"

#include <algorithm>
#include <cmath>

namespace agent::traffic {
namespace {

constexpr double kC = 0.4;    // RFC 9438, section 5
constexpr double kBeta = 0.7; // RFC 9438, section 4.6
constexpr double kRenoGain = 3 * (1 - kBeta) / (1 + kBeta); // alpha_cubic, RFC 9438, section 4.3
constexpr double kLeast = 2;

} // namespace

void Cubic::acknowledged(double acked, core::base::Nanos srtt, core::base::Nanos now) {
    if (window_ < threshold_) {
        window_ += acked;
        return;
    }
    grow(acked, srtt, now);
}

void Cubic::grow(double acked, core::base::Nanos srtt, core::base::Nanos now) {
    if (epoch_ == 0) {
        epoch_ = now;
        reno_ = window_;
        if (window_ < maximum_) {
            target_ = std::cbrt((maximum_ - window_) / kC);
        } else {
            target_ = 0;
            maximum_ = window_;
        }
    }
    const double t = static_cast<double>(now - epoch_ + srtt) / 1e9 - target_;
    const double cubic = kC * t * t * t + maximum_;
    // Below W_max the Reno estimate grows slower than Reno, because it was cut less (RFC 9438, section 4.3).
    reno_ += (reno_ < maximum_ ? kRenoGain : 1.0) * acked / window_;
    if (cubic < reno_) {
        window_ = std::max(window_, reno_);
        return;
    }
    const double goal = std::clamp(cubic, window_, 1.5 * window_);
    window_ += (goal - window_) * acked / window_;
}

void Cubic::lost() {
    // Fast convergence (section 4.7): a window that did not reach the last maximum leaves room to newcomers.
    maximum_ = window_ < maximum_ ? window_ * (1 + kBeta) / 2 : window_;
    threshold_ = std::max(window_ * kBeta, kLeast);
    window_ = threshold_;
    epoch_ = 0;
}

void Cubic::timedOut() {
    lost();
    window_ = 1;
}

} // namespace agent::traffic
