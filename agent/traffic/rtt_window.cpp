#include "agent/traffic/rtt_window.h"

#include <algorithm>
#include <span>

namespace agent::traffic {
namespace {

// Of the sum of these histograms.
double percentile(double fraction, std::span<const std::array<std::uint32_t, RttSteps::kCount>> histograms) {
    std::uint64_t samples = 0;
    for (const auto& histogram : histograms) {
        for (const std::uint32_t n : histogram) {
            samples += n;
        }
    }
    if (samples == 0) {
        return 0;
    }
    const double wanted = fraction * static_cast<double>(samples);
    double seen = 0;
    std::size_t step = 0;
    for (; step < RttSteps::kCount; ++step) {
        for (const auto& histogram : histograms) {
            seen += histogram[step];
        }
        if (seen >= wanted && seen > 0) {
            break;
        }
    }
    return RttSteps::middleMs(step);
}

} // namespace

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
    ++counts_[static_cast<std::size_t>(second_ % kSeconds)][RttSteps::of(rtt)];
    all_.add(rtt);
}

double RttWindow::percentileMs(double fraction, core::base::Nanos now) {
    advance(now / core::base::kSecond);
    return percentile(fraction, counts_);
}

double RttWindow::lastSecondMs(core::base::Nanos now) {
    const std::int64_t second = now / core::base::kSecond;
    advance(second);
    return percentile(0.5, {&counts_[static_cast<std::size_t>((second - 1) % kSeconds)], 1});
}

} // namespace agent::traffic
