// The three pictures of an experiment as SVG: whole elements, self-contained, without script, for paper as for a screen. Pure.
#pragma once

#include "core/model/experiment.h"

#include <string>
#include <vector>

namespace core::report {

// Stacked areas of the paths over all runs, one after the other as they were made; the seconds of warm-up are pale. Mb/s.
[[nodiscard]] std::string throughputChart(const core::model::Experiment& experiment);
// Share of the pings not above, before and after.
[[nodiscard]] std::string pingChart(const core::model::Experiment& experiment);
// Busiest core over all runs, percent. As wide as the page, and low.
[[nodiscard]] std::string coreChart(const core::model::Experiment& experiment);
// The pings of several experiments' sides, overlaid.
struct NamedSide {
    std::string name;
    const core::model::Experiment* experiment;
    core::model::Side side;
};
[[nodiscard]] std::string pingsOverlaid(const std::vector<NamedSide>& sides);
// Median and range of each side's throughput as a bar.
[[nodiscard]] std::string throughputBars(const std::vector<NamedSide>& sides);

constexpr double kChartWidth = 385, kChartHeight = 210;
constexpr double kWideWidth = 788, kFlatHeight = 112;

} // namespace core::report
