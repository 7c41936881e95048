// Every round trip time since measuring began, as a histogram: 32 steps an octave, so 3 % resolution, and the longest exactly.
//
//   RttRecord record;
//   record.add(rtt);
//   double p99 = record.percentileMs(0.99);      // 0 without samples
//
// Fixed size, no allocation. The steps are shared with RttWindow.
#pragma once

#include "core/base/units.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace agent::traffic {

struct RttSteps {
    static constexpr int kPerOctave = 32;
    static constexpr int kOctaves = 26;      // 1 µs … 69 s
    static constexpr int kFirstOctave = 10;  // 2^10 ns
    static constexpr int kCount = kPerOctave * kOctaves;

    static std::size_t of(core::base::Nanos rtt) {
        const auto value = static_cast<std::uint64_t>(std::max<core::base::Nanos>(rtt, 1 << kFirstOctave));
        const int octave = std::bit_width(value) - 1;
        const auto within = static_cast<int>(value >> (octave - 5)) & (kPerOctave - 1);
        return static_cast<std::size_t>(std::min((octave - kFirstOctave) * kPerOctave + within, kCount - 1));
    }
    // Milliseconds in the middle of a step.
    static double middleMs(std::size_t step) {
        const auto s = static_cast<int>(step);
        return std::ldexp(1 + (s % kPerOctave + 0.5) / kPerOctave, kFirstOctave + s / kPerOctave) / 1e6;
    }
};

class RttRecord {
public:
    void add(core::base::Nanos rtt) {
        ++counts_[RttSteps::of(rtt)];
        ++samples_;
        longest_ = std::max(longest_, rtt);
    }
    void add(const RttRecord& other);
    void clear() { *this = RttRecord(); }

    [[nodiscard]] std::uint64_t samples() const { return samples_; }
    // Milliseconds below which `fraction` (0…1) of the samples lie; 0 without samples. Never above the longest.
    [[nodiscard]] double percentileMs(double fraction) const;
    [[nodiscard]] double longestMs() const { return static_cast<double>(longest_) / 1e6; }
    // (milliseconds, how many), rising; steps that hold none are left out. Counts only grow, until clear().
    [[nodiscard]] std::vector<std::pair<double, std::uint64_t>> counts() const;
    // (milliseconds, share of the samples not above), rising to 1, at most `points` of them.
    [[nodiscard]] std::vector<std::pair<double, double>> distribution(std::size_t points) const;

private:
    std::array<std::uint64_t, RttSteps::kCount> counts_{};
    std::uint64_t samples_ = 0;
    core::base::Nanos longest_ = 0;
};

} // namespace agent::traffic
