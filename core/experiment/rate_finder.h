// Which rate to try next, when looking for the highest that keeps pings short. Pure.
//
//   RateFinder finder({.lowBps = 50e6, .highBps = 1e9, .addedMs = 5});
//   while (const auto rate = finder.next()) {
//       finder.measured(*rate, p95With(*rate) - p95Idle);
//   }
//   finder.found()                       // absent: not even the lowest rate that was tried keeps them short
//
// One run at the top, then the range is halved by ratio: of seven runs over a range of 20 the last two rates are within 5 % of each other, and what
// an exhaustive search finds lies between them as long as less load never means longer pings.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace core::experiment {

struct RateLimits {
    double lowBps = 0, highBps = 0; // both above 0
    double addedMs = 5;             // how much longer the 95 of 100 pings may take than on an idle line
    int runs = 7;
};

struct RateTried {
    double bps = 0;
    double addedMs = 0;
    bool operator==(const RateTried&) const = default;
};

class RateFinder {
public:
    explicit RateFinder(RateLimits limits)
        : limits_(limits)
        , good_(limits.lowBps)
        , bad_(limits.highBps) {}

    // Absent: nothing is left to try.
    [[nodiscard]] std::optional<double> next() const;
    void measured(double bps, double addedMs);

    [[nodiscard]] std::optional<double> found() const { return found_; }
    // In the order they were made.
    [[nodiscard]] const std::vector<RateTried>& tried() const { return tried_; }

private:
    RateLimits limits_;
    double good_, bad_; // the answer lies between
    std::optional<double> found_;
    std::vector<RateTried> tried_;
};

} // namespace core::experiment
