#include "core/report/charts.h"

#include "core/experiment/judge.h"
#include "core/report/svg.h"
#include "core/report/words.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace core::report {

using core::model::Experiment;
using core::model::ExperimentRun;
using core::model::ExperimentSample;
using core::model::PathKind;
using core::model::Side;

namespace {

constexpr const char *kGrid = "#e3e7ee", *kInk = "#1b1f26", *kDim = "#5d6778", *kBefore = "#d14a26", *kAfter = "#0b8f63";
// In order of PathKind, and what no counter places.
constexpr std::array<const char*, 6> kPathColors{"#23a07c", "#2f74e6", "#58b4ec", "#f0b429", "#e8603c", "#a9b1bf"};
constexpr std::array<const char*, 6> kPathNames{"switch", "L3 hardware", "fast path", "FastTrack", "slow path", "unattributed"};
constexpr double kLeft = 36, kRight = 380, kTop = 20, kBottom = 170;

// Where in the picture the curves are.
struct Plot {
    double right = kRight, bottom = kBottom;
};

double yOf(double value, double top, const Plot& plot = {}) {
    return plot.bottom - std::clamp(value / top, 0.0, 1.0) * (plot.bottom - kTop);
}

void frame(Svg& svg, double top, const char* unit, const Plot& plot = {}) {
    for (int i = 0; i <= 4; ++i) {
        const double y = yOf(i, 4, plot);
        svg.line(kLeft, y, plot.right, y, kGrid);
        svg.text(kLeft - 4, y + 4, svgNumber(top * i / 4), kDim, "end");
    }
    svg.text(0, 9, unit, kDim);
}

// Runs beside each other, each as wide as it lasted.
struct RunAxis {
    explicit RunAxis(const Experiment& experiment, const Plot& where = {})
        : plot(where) {
        for (const ExperimentRun& run : experiment.runs) {
            starts.push_back(total);
            total += run.samples.empty() ? 0 : run.samples.back().atS;
        }
        total = std::max(total, 1.0);
    }
    [[nodiscard]] double x(std::size_t run, double atS) const { return kLeft + (starts[run] + atS) / total * (plot.right - kLeft); }
    Plot plot;
    std::vector<double> starts;
    double total = 0;
};

// A dashed line where the side changes, and the sides' names under the axis as far as there is room.
void sides(Svg& svg, const Experiment& experiment, const RunAxis& axis) {
    for (std::size_t i = 0; i < experiment.runs.size(); ++i) {
        const ExperimentRun& run = experiment.runs[i];
        if (i > 0 && experiment.runs[i - 1].side != run.side) {
            svg.line(axis.x(i, 0), kTop - 8, axis.x(i, 0), axis.plot.bottom + 2, kInk, " stroke-dasharray=\"3 3\"");
        }
        const double end = run.samples.empty() ? 0 : run.samples.back().atS;
        const double width = axis.x(i, end) - axis.x(i, 0);
        const bool first = run.side == Side::Before;
        svg.text(axis.x(i, end / 2), axis.plot.bottom + 14, width > 40 ? (first ? "before" : "after") : (first ? "B" : "A"), first ? kBefore : kAfter, "middle");
    }
}

std::array<double, 6> layers(const ExperimentSample& sample) {
    std::array<double, 6> out{};
    std::copy(sample.pathBps.begin(), sample.pathBps.end(), out.begin());
    out[5] = sample.unattributedBps;
    return out;
}

// The slow path lies at the bottom, the others above it.
constexpr std::array<std::size_t, 6> kStack{4, 3, 2, 1, 0, 5};

void legend(Svg& svg, const std::array<bool, 6>& used) {
    double x = kLeft;
    for (const std::size_t layer : kStack) {
        if (used[layer]) {
            svg.rect(x, 196, 9, 9, kPathColors[layer]);
            svg.text(x + 13, 204, kPathNames[layer], kDim);
            x += 26 + 6.2 * static_cast<double>(std::string(kPathNames[layer]).size());
        }
    }
}

std::map<double, double> pingsOf(const Experiment& experiment, Side side) {
    std::map<double, double> counts;
    for (const ExperimentRun& run : experiment.runs) {
        if (run.side != side) {
            continue;
        }
        for (const ExperimentSample& sample : core::experiment::judged(run)) {
            for (const core::model::RttCount& rtt : sample.rtts) {
                counts[rtt.ms] += rtt.count;
            }
        }
    }
    return counts;
}

// The longest of 995 in a thousand: one lost second must not flatten the rest.
double almostLongest(const std::map<double, double>& counts) {
    std::vector<core::metrics::Weighted> values;
    for (const auto& [ms, count] : counts) {
        values.push_back({ms, count});
    }
    return core::metrics::quantile(std::move(values), 0.995);
}

Points cumulative(const std::map<double, double>& counts, double topMs) {
    double sum = 0, below = 0;
    for (const auto& each : counts) {
        sum += each.second;
    }
    Points points;
    for (const auto& [ms, count] : counts) {
        const double x = kLeft + std::min(ms / topMs, 1.0) * (kRight - kLeft);
        points.emplace_back(x, yOf(below / sum, 1));
        below += count;
        points.emplace_back(x, yOf(below / sum, 1));
    }
    if (!points.empty()) {
        points.emplace_back(kRight, points.back().second);
    }
    return points;
}

void pingFrame(Svg& svg, double topMs) {
    for (int i = 0; i <= 4; ++i) {
        const double y = kBottom - (kBottom - kTop) * i / 4;
        svg.line(kLeft, y, kRight, y, kGrid);
        svg.text(kLeft - 4, y + 4, svgNumber(25 * i) + (i == 4 ? " %" : ""), kDim, "end");
    }
    svg.text(kLeft, kBottom + 14, "0", kDim);
    svg.text((kLeft + kRight) / 2, kBottom + 14, svgNumber(topMs / 2), kDim, "middle");
    svg.text(kRight, kBottom + 14, svgNumber(topMs) + " ms", kDim, "end");
}

// Whole characters of UTF-8, as many as a legend has room for.
std::string shortened(const std::string& name) {
    constexpr std::size_t kMost = 48;
    std::size_t letters = 0;
    for (std::size_t i = 0; i < name.size(); ++i) {
        letters += (static_cast<unsigned char>(name[i]) & 0xc0) != 0x80;
        if (letters > kMost) {
            return name.substr(0, i) + "\u2026";
        }
    }
    return name;
}

void key(Svg& svg, double x, double y, const std::string& name, const char* color) {
    svg.line(x, y - 3, x + 14, y - 3, color, " stroke-width=\"2\"");
    svg.text(x + 18, y, shortened(name), kInk);
}

constexpr std::array<const char*, 8> kSideColors{"#d14a26", "#0b8f63", "#2f74e6", "#b8860b", "#8a4fc4", "#58b4ec", "#5d6778", "#1b1f26"};

} // namespace

std::string throughputChart(const Experiment& experiment) {
    Svg svg(kChartWidth, kChartHeight);
    const RunAxis axis(experiment);
    double largest = 0;
    std::array<bool, 6> used{};
    for (const ExperimentRun& run : experiment.runs) {
        for (const ExperimentSample& sample : run.samples) {
            largest = std::max(largest, sample.throughputBps / 1e6);
            const auto all = layers(sample);
            for (std::size_t i = 0; i < all.size(); ++i) {
                used[i] = used[i] || all[i] > 0.005 * sample.throughputBps;
            }
        }
    }
    const double top = niceTop(largest);
    frame(svg, top, "Mb/s");
    for (std::size_t r = 0; r < experiment.runs.size(); ++r) {
        const ExperimentRun& run = experiment.runs[r];
        std::vector<double> floor(run.samples.size(), 0.0);
        for (const std::size_t layer : kStack) {
            Points up, down;
            double from = 0;
            for (std::size_t s = 0; s < run.samples.size(); ++s) {
                const double ceiling = floor[s] + layers(run.samples[s])[layer] / 1e6;
                // A step for each sample: what was measured is the mean of its second.
                for (const double at : {from, run.samples[s].atS}) {
                    up.emplace_back(axis.x(r, at), yOf(ceiling, top));
                    down.emplace_back(axis.x(r, at), yOf(floor[s], top));
                }
                from = run.samples[s].atS;
                floor[s] = ceiling;
            }
            if (used[layer] && !up.empty()) {
                up.insert(up.end(), down.rbegin(), down.rend());
                svg.area(up, kPathColors[layer]);
            }
        }
        if (run.warmupS > 0 && !run.samples.empty()) {
            const double end = std::min(run.warmupS, run.samples.back().atS);
            svg.rect(axis.x(r, 0), kTop, axis.x(r, end) - axis.x(r, 0), kBottom - kTop, "#ffffff", " fill-opacity=\"0.6\"");
        }
    }
    sides(svg, experiment, axis);
    legend(svg, used);
    return std::move(svg).done();
}

std::string pingChart(const Experiment& experiment) {
    const auto before = pingsOf(experiment, Side::Before), after = pingsOf(experiment, Side::After);
    if (before.empty() && after.empty()) {
        return {};
    }
    Svg svg(kChartWidth, kChartHeight);
    const double top = niceTop(std::max(almostLongest(before), almostLongest(after)));
    pingFrame(svg, top);
    if (!before.empty()) {
        svg.curve(cumulative(before, top), kBefore);
        key(svg, kLeft, 204, "before", kBefore);
    }
    if (!after.empty()) {
        svg.curve(cumulative(after, top), kAfter);
        key(svg, kLeft + (before.empty() ? 0 : 70), 204, "after", kAfter);
    }
    return std::move(svg).done();
}

std::string coreChart(const Experiment& experiment) {
    constexpr Plot kFlat{kWideWidth - 5, kFlatHeight - 20};
    Svg svg(kWideWidth, kFlatHeight);
    const RunAxis axis(experiment, kFlat);
    frame(svg, 100, "%", kFlat);
    bool any = false;
    for (std::size_t r = 0; r < experiment.runs.size(); ++r) {
        Points points;
        for (const ExperimentSample& sample : experiment.runs[r].samples) {
            if (!sample.cpuPercent.empty()) {
                points.emplace_back(axis.x(r, sample.atS), yOf(*std::max_element(sample.cpuPercent.begin(), sample.cpuPercent.end()), 100, kFlat));
            }
        }
        if (!points.empty()) {
            svg.curve(points, experiment.runs[r].side == Side::Before ? kBefore : kAfter);
            any = true;
        }
    }
    sides(svg, experiment, axis);
    return any ? std::move(svg).done() : std::string();
}

std::string pingsOverlaid(const std::vector<NamedSide>& named) {
    double largest = 0;
    std::vector<std::map<double, double>> all;
    for (const NamedSide& each : named) {
        all.push_back(pingsOf(*each.experiment, each.side));
        largest = std::max(largest, almostLongest(all.back()));
    }
    if (!(largest > 0)) {
        return {};
    }
    Svg svg(kChartWidth, kChartHeight + 14 * static_cast<double>(named.size()));
    const double top = niceTop(largest);
    pingFrame(svg, top);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const char* color = kSideColors[i % kSideColors.size()];
        if (!all[i].empty()) {
            svg.curve(cumulative(all[i], top), color);
        }
        key(svg, kLeft, 204 + 14 * static_cast<double>(i), visible(named[i].name), color);
    }
    return std::move(svg).done();
}

std::string throughputBars(const std::vector<NamedSide>& named) {
    struct Bar {
        double low = 0, middle = 0, high = 0;
    };
    std::vector<Bar> bars;
    double largest = 0;
    for (const NamedSide& each : named) {
        std::vector<core::metrics::Weighted> values;
        for (const auto& run : core::experiment::armOf(*each.experiment, each.side, core::model::Metric::Throughput)) {
            for (const auto& second : run) {
                values.push_back({second.front().value / 1e6, 1});
            }
        }
        bars.push_back({core::metrics::quantile(values, 0.05), core::metrics::median(values), core::metrics::quantile(values, 0.95)});
        largest = std::max(largest, bars.back().high);
    }
    Svg svg(kChartWidth, kChartHeight + 14 * static_cast<double>(named.size()));
    const double top = niceTop(largest);
    frame(svg, top, "Mb/s");
    const double step = (kRight - kLeft) / static_cast<double>(std::max<std::size_t>(bars.size(), 1));
    for (std::size_t i = 0; i < bars.size(); ++i) {
        const char* color = kSideColors[i % kSideColors.size()];
        const double x = kLeft + step * static_cast<double>(i), middle = x + step / 2;
        svg.rect(x + step * 0.2, yOf(bars[i].middle, top), step * 0.6, kBottom - yOf(bars[i].middle, top), color);
        svg.line(middle, yOf(bars[i].low, top), middle, yOf(bars[i].high, top), kInk);
        key(svg, kLeft, 204 + 14 * static_cast<double>(i), visible(named[i].name), color);
    }
    return std::move(svg).done();
}

} // namespace core::report
