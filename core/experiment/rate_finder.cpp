#include "core/experiment/rate_finder.h"

#include <algorithm>
#include <cmath>

namespace core::experiment {

namespace {
constexpr double kClose = 1.01; // no shaper is set finer
}

std::optional<double> RateFinder::next() const {
    const bool topIsGood = found_ && *found_ >= limits_.highBps;
    if (topIsGood || tried_.size() >= static_cast<std::size_t>(std::max(limits_.runs, 0)) || (!tried_.empty() && bad_ / good_ < kClose)) {
        return std::nullopt;
    }
    return tried_.empty() ? limits_.highBps : std::sqrt(good_ * bad_);
}

void RateFinder::measured(double bps, double addedMs) {
    tried_.push_back({bps, addedMs});
    if (addedMs > limits_.addedMs) {
        bad_ = std::min(bad_, bps);
        return;
    }
    good_ = std::max(good_, bps);
    found_ = std::max(found_.value_or(0), bps);
}

} // namespace core::experiment
