#include "core/experiment/judge.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

namespace core::experiment {

using core::metrics::Arm;
using core::model::Experiment;
using core::model::ExperimentRun;
using core::model::ExperimentSample;
using core::model::ExperimentVerdict;
using core::model::Judgement;
using core::model::Metric;
using core::model::MetricResult;
using core::model::Side;

namespace {

core::metrics::Second secondOf(const ExperimentSample& sample, Metric metric) {
    switch (metric) {
    case Metric::Throughput:
        return {{sample.throughputBps, 1}};
    case Metric::BusiestCore:
        if (sample.cpuPercent.empty()) {
            return {};
        }
        return {{*std::max_element(sample.cpuPercent.begin(), sample.cpuPercent.end()), 1}};
    case Metric::FastShare:
        if (std::all_of(sample.pathBps.begin(), sample.pathBps.end(), [](double bps) { return bps <= 0; })) {
            return {}; // no counter places it: another program's run
        }
        return {{fastShare(sample), sample.throughputBps}};
    case Metric::PingMedian:
    case Metric::PingP95:
    case Metric::PingP99:
        break;
    }
    core::metrics::Second pings;
    for (const core::model::RttCount& rtt : sample.rtts) {
        pings.push_back({rtt.ms, static_cast<double>(rtt.count)});
    }
    return pings;
}

bool holdsValues(const Arm& arm) {
    return std::any_of(arm.begin(), arm.end(), [](const auto& run) {
        return std::any_of(run.begin(), run.end(), [](const auto& second) {
            return std::any_of(second.begin(), second.end(), [](const auto& each) { return each.weight > 0; });
        });
    });
}

bool isMean(Metric metric) {
    return metric == Metric::FastShare;
}

double quantileOf(Metric metric) {
    return metric == Metric::PingP95 ? 0.95 : metric == Metric::PingP99 ? 0.99 : 0.5;
}

std::size_t secondsOf(const Experiment& experiment, Side side) {
    std::size_t seconds = 0;
    for (const ExperimentRun& run : experiment.runs) {
        seconds += run.side == side ? judged(run).size() : 0;
    }
    return seconds;
}

std::optional<MetricResult> resultOf(const Experiment& experiment, Metric metric, const JudgeOptions& options) {
    const Arm before = armOf(experiment, Side::Before, metric), after = armOf(experiment, Side::After, metric);
    if (!holdsValues(before) || !holdsValues(after)) {
        return std::nullopt;
    }
    core::metrics::CompareOptions how;
    how.statistic = isMean(metric) ? core::metrics::Statistic::Mean : core::metrics::Statistic::Quantile;
    how.q = quantileOf(metric);
    how.relative = core::model::isRelative(metric);
    how.draws = options.draws;
    how.seed = options.seed;
    const core::metrics::Difference d = core::metrics::compare(before, after, how);
    return MetricResult{metric, d.before, d.after, d.difference, d.low, d.high, d.detectable};
}

// Points of a metric that is no share of before: 1 for a share, 100 for percent.
double scaleOf(Metric metric) {
    return metric == Metric::BusiestCore ? 100 : 1;
}

// +1: surely higher, -1: surely lower, 0: neither.
int direction(const MetricResult& result) {
    if (std::abs(result.difference) < kNegligible * scaleOf(result.metric)) {
        return 0;
    }
    return result.low > 0 ? 1 : result.high < 0 ? -1 : 0;
}

std::string percentText(double share) {
    char text[32];
    std::snprintf(text, sizeof text, "%.0f", share * 100);
    return text;
}

// The side's runs, or the halves of its only one.
std::vector<std::vector<ExperimentSample>> partsOf(const Experiment& experiment, Side side) {
    std::vector<std::vector<ExperimentSample>> parts;
    for (const ExperimentRun& run : experiment.runs) {
        if (run.side == side) {
            parts.push_back(judged(run));
        }
    }
    if (parts.size() == 1 && parts[0].size() >= 2) {
        const auto middle = parts[0].begin() + static_cast<std::ptrdiff_t>(parts[0].size() / 2);
        parts = {{parts[0].begin(), middle}, {middle, parts[0].end()}};
    }
    return parts;
}

std::string mixProblem(const Experiment& experiment, Side side) {
    std::vector<std::array<double, core::model::kPathCount>> mixes;
    for (const auto& part : partsOf(experiment, side)) {
        mixes.push_back(pathMix(part));
    }
    for (const core::model::PathKind kind : core::model::kAllPaths) {
        const auto i = static_cast<std::size_t>(kind);
        const auto [low, high] = std::minmax_element(mixes.begin(), mixes.end(), [i](const auto& a, const auto& b) { return a[i] < b[i]; });
        if (low != mixes.end() && (*high)[i] - (*low)[i] > kPathMixLimit) {
            return std::string(side == Side::Before ? "Before" : "After") + " the change, the share of the path " + std::string(core::model::pathId(kind)) + " went from " +
                   percentText((*low)[i]) + " to " + percentText((*high)[i]) +
                   " % while nothing was changed: the runs did not have the same traffic. Repeat them with the same load.";
        }
    }
    return {};
}

std::string refusal(const Experiment& experiment) {
    for (const ExperimentRun& run : experiment.runs) {
        if (run.generatorPercent.value_or(0) >= kGeneratorLimit) {
            return "What made the traffic was at its own limit (" + percentText(*run.generatorPercent / 100) +
                   " % busy), so its speed says nothing of the router. Use a faster sender, or less of other work beside it.";
        }
    }
    const std::string before = mixProblem(experiment, Side::Before);
    return before.empty() ? mixProblem(experiment, Side::After) : before;
}

std::vector<std::string> cautionsOf(const Experiment& experiment, const std::vector<MetricResult>& metrics) {
    std::vector<std::string> out;
    if (experiment.arrangement == core::model::Arrangement::BeforeAfter) {
        out.emplace_back("Before and after were measured one after the other: whatever else changed in between looks like the change.");
    }
    std::array<std::set<std::string>, 2> hashes;
    std::array<int, 2> runs{};
    for (const ExperimentRun& run : experiment.runs) {
        ++runs[static_cast<std::size_t>(run.side)];
        if (!run.configHash.empty()) {
            hashes[static_cast<std::size_t>(run.side)].insert(run.configHash);
        }
    }
    if (runs[0] < 2 || runs[1] < 2) {
        out.emplace_back("A side has a single run: how much one run differs from the next is not known.");
    }
    if (hashes[0].size() > 1 || hashes[1].size() > 1) {
        out.emplace_back("The configuration was not the same in all runs of a side.");
    }
    for (const MetricResult& each : metrics) {
        const int found = direction(each);
        if (each.metric != experiment.primary && found != 0 && (found > 0) != core::model::higherIsBetter(each.metric) && each.metric != Metric::BusiestCore) {
            out.push_back("At the same time " + std::string(core::model::metricId(each.metric)) + " became worse.");
        }
    }
    return out;
}

} // namespace

double fastShare(const ExperimentSample& sample) {
    double fast = 0;
    for (const core::model::PathKind kind : core::model::kAllPaths) {
        fast += kind == core::model::PathKind::Slow ? 0 : sample.pathBps[static_cast<std::size_t>(kind)];
    }
    return sample.throughputBps > 0 ? fast / sample.throughputBps : 0;
}

std::vector<ExperimentSample> judged(const ExperimentRun& run) {
    std::vector<ExperimentSample> out;
    for (const ExperimentSample& sample : run.samples) {
        if (sample.atS > run.warmupS) {
            out.push_back(sample);
        }
    }
    return out;
}

Arm armOf(const Experiment& experiment, Side side, Metric metric) {
    Arm arm;
    for (const ExperimentRun& run : experiment.runs) {
        if (run.side != side) {
            continue;
        }
        arm.emplace_back();
        for (const ExperimentSample& sample : judged(run)) {
            arm.back().push_back(secondOf(sample, metric));
        }
    }
    std::erase_if(arm, [](const auto& run) { return run.empty(); });
    return arm;
}

std::array<double, core::model::kPathCount> pathMix(const std::vector<ExperimentSample>& samples) {
    std::array<double, core::model::kPathCount> mix{};
    double total = 0;
    for (const ExperimentSample& sample : samples) {
        total += sample.throughputBps;
        for (std::size_t i = 0; i < mix.size(); ++i) {
            mix[i] += sample.pathBps[i];
        }
    }
    for (double& share : mix) {
        share = total > 0 ? share / total : 0;
    }
    return mix;
}

Judgement judge(const Experiment& experiment, const JudgeOptions& options) {
    Judgement out;
    for (const Metric metric : core::model::kAllMetrics) {
        if (const auto result = resultOf(experiment, metric, options)) {
            out.metrics.push_back(*result);
        }
    }
    out.cautions = cautionsOf(experiment, out.metrics);
    out.reason = refusal(experiment);
    if (!out.reason.empty()) {
        out.verdict = ExperimentVerdict::Refused;
        return out;
    }
    const std::size_t fewest = std::min(secondsOf(experiment, Side::Before), secondsOf(experiment, Side::After));
    const auto primary = std::find_if(out.metrics.begin(), out.metrics.end(), [&](const MetricResult& each) { return each.metric == experiment.primary; });
    if (fewest < kFewestSeconds) {
        out.reason = "Only " + std::to_string(fewest) + " seconds were measured on one side after the warm-up; at least " + std::to_string(kFewestSeconds) + " are needed.";
        return out;
    }
    if (primary == out.metrics.end()) {
        out.reason = "Nothing measured " + std::string(core::model::metricId(experiment.primary)) + " on both sides.";
        return out;
    }
    const int found = direction(*primary);
    if (found != 0) {
        out.verdict = (found > 0) == core::model::higherIsBetter(experiment.primary) ? ExperimentVerdict::Better : ExperimentVerdict::Worse;
    } else if (primary->detectable <= kRelevant * scaleOf(primary->metric)) {
        out.verdict = ExperimentVerdict::NoDifference;
    } else {
        out.reason = "The runs differ among themselves so much that only a difference of " + percentText(primary->detectable / scaleOf(primary->metric)) +
                     (core::model::isRelative(primary->metric) ? " %" : " points") + " or more would have been found. Measure longer, or more pairs.";
    }
    return out;
}

std::optional<double> sideValue(const Experiment& experiment, Side side, Metric metric) {
    std::vector<core::metrics::Weighted> values;
    double sum = 0, weight = 0;
    for (const auto& run : armOf(experiment, side, metric)) {
        for (const auto& second : run) {
            for (const core::metrics::Weighted& each : second) {
                values.push_back(each);
                sum += each.value * each.weight;
                weight += each.weight;
            }
        }
    }
    if (!(weight > 0)) {
        return std::nullopt;
    }
    return isMean(metric) ? sum / weight : core::metrics::quantile(std::move(values), quantileOf(metric));
}

} // namespace core::experiment
