// From a history of samples to what one chart of a given width can show: runs of points without a gap in between, at most one point per
// pixel column. Pure; no painting.
#pragma once

#include "core/model/path_share.h"

#include <array>
#include <deque>
#include <vector>

namespace ui {

constexpr std::size_t kBandCount = core::model::kPathCount + 1; // the five paths and unattributed
constexpr std::size_t kUnattributedBand = core::model::kPathCount;

using Bands = std::array<double, kBandCount>; // b/s

struct PathSample {
    core::base::Nanos at = 0;
    core::base::Nanos elapsed = 0; // 0: a gap ends or begins here; the bands mean nothing
    Bands bands{};
};

struct PathPoint {
    double x = 0; // 0 … columns
    Bands bands{};
};
using PathRun = std::vector<PathPoint>; // at least two points, x ascending

[[nodiscard]] std::vector<PathSample> pathSamples(const std::deque<core::model::RateSample>& history);

// Time `from` is column 0, `to` (> from) is column `columns`. Samples in one column are averaged by their length. A run ends at an entry
// marked as a gap and wherever the next sample does not begin where the last one ended (half its length is forgiven).
[[nodiscard]] std::vector<PathRun> pathRuns(const std::vector<PathSample>& samples, core::base::Nanos from, core::base::Nanos to,
                                            int columns);

[[nodiscard]] double sumOf(const Bands& bands);

} // namespace ui
