// What a call sounds like, as a number: the E-model (ITU-T G.107) with everything but the network at its default, for G.711 with concealment
// of lost packets (ITU-T G.113 appendix I: Ie 0, Bpl 25.1).
//
//   double mos = callQuality(80, 0.01);      // 80 ms from mouth to ear, 1 % lost at random: 4.0
//
// Result is a mean opinion score: 4.4 at best, below 3.6 many are dissatisfied, 1 is useless. Pure.
#pragma once

#include <algorithm>

namespace agent::traffic {

[[nodiscard]] inline double callQuality(double mouthToEarMs, double lossShare) {
    constexpr double best = 93.2;       // R of all defaults, G.107
    constexpr double robustness = 25.1; // Bpl
    // Impairment by delay: the usual simplification of G.107 for a line without echo.
    const double delay = 0.024 * mouthToEarMs + 0.11 * std::max(mouthToEarMs - 177.3, 0.0);
    const double loss = 95.0 * (100 * lossShare) / (100 * lossShare + robustness);
    const double r = std::clamp(best - delay - loss, 0.0, 100.0);
    return std::max(1.0, 1 + 0.035 * r + r * (r - 60) * (100 - r) * 7e-6);
}

} // namespace agent::traffic
