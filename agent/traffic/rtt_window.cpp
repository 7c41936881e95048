#include "agent/traffic/rtt_window.h"

#include <algorithm>
#include <cmath>

namespace agent::traffic {

int RttWindow::bucketOf(core::base::Nanos rtt) {
    const double octaves = std::log2(std::max(static_cast<double>(rtt) / 1e3, 1.0));
    return std::min(static_cast<int>(octaves * kSteps), kBuckets - 1);
}

void RttWindow::advance(std::int64_t second) {
    if (second - second_ > kSeconds) {
        second_ = second - kSeconds;
    }
    while (second_ < second) {
        ++second_;
        counts_[static_cast<std::size_t>(second_ % kSeconds)].fill(0);
    }
}

void RttWindow::add(core::base::Nanos rtt, core::base::Nanos now) {
    advance(now / core::base::kSecond);
    ++counts_[static_cast<std::size_t>(second_ % kSeconds)][static_cast<std::size_t>(bucketOf(rtt))];
}

double RttWindow::percentileMs(double fraction, core::base::Nanos now) {
    advance(now / core::base::kSecond);
    std::uint64_t samples = 0;
    for (const auto& second : counts_) {
        for (const std::uint32_t n : second) {
            samples += n;
        }
    }
    if (samples == 0) {
        return 0;
    }
    const double wanted = fraction * static_cast<double>(samples);
    double seen = 0;
    std::size_t bucket = 0;
    for (; bucket < kBuckets; ++bucket) {
        for (const auto& second : counts_) {
            seen += second[bucket];
        }
        if (seen >= wanted && seen > 0) {
            break;
        }
    }
    return std::exp2((static_cast<double>(bucket) + 0.5) / kSteps) / 1e3; // middle of the bucket, µs to ms
}

} // namespace agent::traffic
