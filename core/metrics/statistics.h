// How far a difference between two sets of measured seconds can be trusted. Pure; any thread; the same input gives the same figures.
//
//   Arm before, after;                                   // each: runs of seconds, each second some values
//   Difference d = compare(before, after, {.statistic = Statistic::Quantile, .q = 0.95, .relative = true});
//   d.low … d.high                                       // 95 % interval
//
// Two intervals are worked out and the wider one counts on each side: a moving block bootstrap of the seconds within each run (Künsch 1989;
// blocks keep neighbours together, because a slow second is followed by slow ones), and, with two runs or more on both sides, Student's t of
// the differences between the runs of a pair (because what differs from run to run shows in no second of one).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace core::metrics {

// A value and how often it was seen, or how much it weighs.
struct Weighted {
    double value = 0;
    double weight = 1;
};

using Second = std::vector<Weighted>; // may be empty: nothing was measured in it
using Run = std::vector<Second>;
using Arm = std::vector<Run>;

enum class Statistic { Quantile, Mean };

struct CompareOptions {
    Statistic statistic = Statistic::Quantile;
    double q = 0.5;        // Quantile: which
    bool relative = true;  // the difference as a share of before; false: in the values' own unit
    int draws = 2000;
    std::uint64_t seed = 1;
};

struct Difference {
    double before = 0, after = 0;
    double difference = 0, low = 0, high = 0;
    double detectable = 0; // a true difference of this size would exclude 0 from the interval four times out of five
};

// Value below which the share q of the weight lies: the first value at which the sum of weights reaches it. 0 without values.
[[nodiscard]] double quantile(std::vector<Weighted> values, double q);
[[nodiscard]] double mean(std::span<const Weighted> values);
[[nodiscard]] inline double median(std::vector<Weighted> values) { return quantile(std::move(values), 0.5); }

// Seconds that stay together in a draw: as long as the correlation of neighbours asks for, at least the cube root of the run's length, at most
// a third of it.
[[nodiscard]] std::size_t blockLength(std::span<const double> series);

// Student's t with `freedom` degrees of freedom, two-sided 95 %.
[[nodiscard]] double studentT95(std::size_t freedom);

// Both arms have to hold at least one value. Runs of equal index are a pair where both arms have equally many.
[[nodiscard]] Difference compare(const Arm& before, const Arm& after, const CompareOptions& options);

} // namespace core::metrics
