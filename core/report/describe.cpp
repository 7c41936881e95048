#include "core/report/report.h"

#include "core/experiment/judge.h"
#include "core/report/charts.h"
#include "core/report/words.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace core::report {

using core::model::Experiment;
using core::model::ExperimentVerdict;
using core::model::Judgement;
using core::model::Metric;
using core::model::MetricResult;
using core::model::Side;

namespace {

const MetricResult* find(const Judgement& judgement, Metric metric) {
    const auto at = std::find_if(judgement.metrics.begin(), judgement.metrics.end(), [metric](const MetricResult& each) { return each.metric == metric; });
    return at == judgement.metrics.end() ? nullptr : &*at;
}

std::size_t runsOf(const Experiment& experiment, Side side) {
    return static_cast<std::size_t>(std::count_if(experiment.runs.begin(), experiment.runs.end(), [side](const auto& run) { return run.side == side; }));
}

std::string count(std::size_t n, const std::string& one, const std::string& many) {
    return std::to_string(n) + " " + (n == 1 ? one : many);
}

// "3 interleaved pairs of 20 s".
std::string extent(const Experiment& experiment) {
    double seconds = 0;
    for (const auto& run : experiment.runs) {
        seconds = std::max(seconds, run.samples.empty() ? 0 : run.samples.back().atS - run.warmupS);
    }
    const std::size_t before = runsOf(experiment, Side::Before), after = runsOf(experiment, Side::After);
    const std::string each = " of " + std::to_string(std::lround(seconds)) + " s";
    return experiment.arrangement == core::model::Arrangement::Interleaved && before == after
               ? count(before, "interleaved pair", "interleaved pairs") + each
               : count(before, "run", "runs") + " before and " + std::to_string(after) + " after, each" + each;
}

std::string told(const MetricResult& result) {
    return metricName(result.metric) + (result.difference > 0 ? " rose by " : " fell by ");
}

std::vector<Span> leadOf(const Experiment& experiment, const Judgement& judgement) {
    std::vector<Span> lead;
    const MetricResult* primary = find(judgement, experiment.primary);
    const bool found = judgement.verdict == ExperimentVerdict::Better || judgement.verdict == ExperimentVerdict::Worse;
    if (primary != nullptr && found) {
        lead.push_back({told(*primary), false});
        lead.push_back({sizeText(primary->metric, primary->difference), true});
        lead.push_back({" (95 % interval " + intervalText(primary->metric, primary->low, primary->high) + ")", false});
        const MetricResult* other = find(judgement, experiment.primary == Metric::PingP95 ? Metric::Throughput : Metric::PingP95);
        if (other != nullptr && (other->low > 0 || other->high < 0)) {
            lead.push_back({", " + std::string(other->metric == Metric::PingP95 ? "95 of 100 pings took" : "throughput went from") + " " +
                                (other->metric == Metric::PingP95 ? "at most " + valueText(other->metric, other->before) + " before and " : valueText(other->metric, other->before) + " to "),
                            false});
            lead.push_back({valueText(other->metric, other->after), true});
            lead.push_back({other->metric == Metric::PingP95 ? " after" : "", false});
        }
        lead.push_back({". ", false});
    } else if (primary != nullptr && judgement.verdict == ExperimentVerdict::NoDifference) {
        lead.push_back({metricName(primary->metric) + " changed by " + differenceText(primary->metric, primary->difference) + " (95 % interval " +
                            intervalText(primary->metric, primary->low, primary->high) + "), which is no more than chance does. ",
                        false});
    } else {
        lead.push_back({judgement.reason + " ", false});
    }
    lead.push_back({"Measured: " + extent(experiment), false});
    if (primary != nullptr) {
        lead.push_back({"; smallest effect this could have seen: " + sizeText(primary->metric, primary->detectable), false});
    }
    lead.push_back({".", false});
    return lead;
}

std::string predictedText(const Experiment& experiment, Metric metric) {
    for (const core::model::MetricPrediction& each : experiment.predicted) {
        if (each.metric == metric) {
            const std::string text = valueText(metric, each.value);
            if (!each.low || !each.high) {
                return text;
            }
            const std::string low = valueText(metric, *each.low), high = valueText(metric, *each.high);
            return low == text && high == text ? text : text + " (" + low + " \u2026 " + high + ")";
        }
    }
    return {};
}

std::string sideName(Side side) {
    return side == Side::Before ? "before" : "after";
}

// Of an experiment one side of which was measured so far.
Table oneSideTable(const Experiment& experiment) {
    const Side side = experiment.runs.front().side;
    Table table;
    table.header = {{"", false, false}, {sideName(side), true, false}};
    for (const Metric metric : core::model::kAllMetrics) {
        if (const auto value = core::experiment::sideValue(experiment, side, metric)) {
            table.rows.push_back({{metricName(metric), false, false}, {valueText(metric, *value), true, true}});
        }
    }
    return table;
}

Table resultTable(const Experiment& experiment, const Judgement& judgement) {
    if (judgement.metrics.empty() && !experiment.runs.empty()) {
        return oneSideTable(experiment);
    }
    const bool predicted = !experiment.predicted.empty();
    Table table;
    table.header = {{"", false, false}, {"before", true, false}, {"after", true, false}, {"difference", true, false}, {"95 % interval", false, false}};
    if (predicted) {
        table.header.push_back({"predicted by twin", true, false});
    }
    for (const MetricResult& each : judgement.metrics) {
        std::vector<Cell> row{{metricName(each.metric), false, false},
                              {valueText(each.metric, each.before), true, false},
                              {valueText(each.metric, each.after), true, true},
                              {differenceText(each.metric, each.difference), true, false},
                              {intervalText(each.metric, each.low, each.high), false, false}};
        if (predicted) {
            row.push_back({predictedText(experiment, each.metric), true, false});
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

void addPicture(Pictures& pictures, std::string title, std::string svg, double height = kChartHeight, double width = kChartWidth) {
    if (!svg.empty()) {
        pictures.pictures.push_back({std::move(title), std::move(svg), width, height});
    }
}

std::string hashes(const Experiment& experiment, Side side) {
    std::set<std::string> all;
    for (const auto& run : experiment.runs) {
        if (run.side == side && !run.configHash.empty()) {
            all.insert(run.configHash.substr(0, 12));
        }
    }
    std::string text;
    for (const std::string& each : all) {
        text += (text.empty() ? "" : ", ") + each;
    }
    return text.empty() ? "not read" : text;
}

// Of runs another program measured nothing is known but what it said.
bool hasPaths(const Experiment& experiment) {
    return std::any_of(experiment.runs.begin(), experiment.runs.end(), [](const auto& run) {
        return std::any_of(run.samples.begin(), run.samples.end(), [](const auto& sample) { return std::any_of(sample.pathBps.begin(), sample.pathBps.end(), [](double bps) { return bps > 0; }); });
    });
}

std::string busiestGenerator(const Experiment& experiment) {
    double most = -1;
    for (const auto& run : experiment.runs) {
        most = std::max(most, run.generatorPercent.value_or(-1));
    }
    return most < 0 ? std::string() : " What made the traffic was at most " + std::to_string(std::lround(most)) + " % busy.";
}

std::vector<std::string> visibleLines(const std::vector<std::string>& lines) {
    std::vector<std::string> out;
    for (const std::string& line : lines) {
        out.push_back(visible(line));
    }
    return out;
}

Tone toneOf(ExperimentVerdict verdict) {
    return verdict == ExperimentVerdict::Better ? Tone::Good : verdict == ExperimentVerdict::Worse ? Tone::Bad : Tone::Neutral;
}

std::string footerOf(const std::string& evidence, const ReportOptions& options) {
    return "Made with Pathscope " PATHSCOPE_VERSION " \u00b7 evidence " + evidence + " \u00b7 " + (options.redaction.empty() ? "names and addresses shown as in the router" : options.redaction);
}

} // namespace

Document describe(const Evidence& evidence, const ReportOptions& options) {
    const Experiment& e = evidence.experiment;
    Document out;
    out.title = visible(options.title.empty() ? e.title : options.title);
    out.subtitle = dateText(e.createdMs) + (e.board.empty() ? "" : " \u00b7 " + visible(e.board)) + (e.version.empty() ? "" : ", RouterOS " + visible(e.version));
    out.logoType = options.logoType;
    out.logoBytes = options.logoBytes;
    out.pill = verdictName(evidence.judgement.verdict);
    out.tone = toneOf(evidence.judgement.verdict);
    out.lead = leadOf(e, evidence.judgement);
    if (!e.question.empty()) {
        out.blocks.emplace_back(Paragraph{{{"Question: ", true}, {visible(e.question), false}}, false});
    }
    out.blocks.emplace_back(Heading{"Result"});
    out.blocks.emplace_back(resultTable(e, evidence.judgement));
    Pictures pictures;
    addPicture(pictures, "Throughput by path", throughputChart(e));
    addPicture(pictures, "Ping under load", pingChart(e));
    addPicture(pictures, "Busiest core", coreChart(e), kFlatHeight, kWideWidth);
    out.blocks.emplace_back(std::move(pictures));
    if (!e.change.empty()) {
        out.blocks.emplace_back(Heading{"What was changed"});
        out.blocks.emplace_back(Commands{visibleLines(e.change)});
        if (!e.inverse.empty()) {
            out.blocks.emplace_back(Paragraph{{{"The way back:", false}}, true});
            out.blocks.emplace_back(Commands{visibleLines(e.inverse)});
        }
    }
    out.blocks.emplace_back(Heading{"How it was measured"});
    out.blocks.emplace_back(Paragraph{{{visible(e.method) + (e.method.empty() ? "" : " ") +
                                            (hasPaths(e) ? "Throughput is what came in on all hardware ports, by the router's counters, on the same time axis as pings and cores." : "") +
                                            busiestGenerator(e) + " Intervals: moving block bootstrap over the seconds, 2 000 draws, widened by Student's t over the pairs.",
                                        false}},
                                      false});
    for (const std::string& caution : evidence.judgement.cautions) {
        out.blocks.emplace_back(Paragraph{{{"Mind: ", true}, {visible(caution), false}}, false});
    }
    out.blocks.emplace_back(Paragraph{{{"Configuration (SHA-256): before " + hashes(e, Side::Before) + ", after " + hashes(e, Side::After) + ".", false}}, true});
    if (!e.note.empty()) {
        out.blocks.emplace_back(Heading{"Note"});
        out.blocks.emplace_back(Paragraph{{{visible(e.note), false}}, false});
    }
    out.footer = footerOf(e.id.substr(0, 12), options);
    return out;
}

Document describeSeveral(const std::vector<Evidence>& evidence, const ReportOptions& options) {
    Document out;
    out.title = visible(options.title.empty() ? std::to_string(evidence.size()) + " experiments" : options.title);
    out.logoType = options.logoType;
    out.logoBytes = options.logoBytes;
    constexpr std::array kShown{Metric::Throughput, Metric::PingMedian, Metric::PingP95, Metric::BusiestCore, Metric::FastShare};
    Table table;
    table.header = {{"", false, false}, {"", false, false}, {"throughput", true, false}, {"ping, median", true, false}, {"95 of 100", true, false}, {"busiest core", true, false},
                    {"fast path", true, false}, {"verdict", false, false}};
    std::vector<NamedSide> named;
    std::string ids;
    for (const Evidence& each : evidence) {
        const Experiment& e = each.experiment;
        const auto begin = table.rows.size();
        for (const Side side : {Side::Before, Side::After}) {
            if (std::none_of(e.runs.begin(), e.runs.end(), [side](const auto& run) { return run.side == side; })) {
                continue;
            }
            const bool first = table.rows.size() == begin;
            std::vector<Cell> row{{first ? visible(e.title) : "", false, true}, {sideName(side), false, false}};
            for (const Metric metric : kShown) {
                const auto value = core::experiment::sideValue(e, side, metric);
                row.push_back({value ? valueText(metric, *value) : "\u2013", true, false});
            }
            row.push_back({!first ? verdictName(each.judgement.verdict) : "", false, side == Side::After});
            table.rows.push_back(std::move(row));
            named.push_back({sideName(side) + ": " + e.title, &e, side});
        }
        ids += (ids.empty() ? "" : ", ") + e.id.substr(0, 12);
        out.subtitle = dateText(e.createdMs);
    }
    out.blocks.emplace_back(std::move(table));
    const double height = kChartHeight + 14 * static_cast<double>(named.size());
    Pictures pictures;
    addPicture(pictures, "Throughput", throughputBars(named), height);
    addPicture(pictures, "Ping under load", pingsOverlaid(named), height);
    out.blocks.emplace_back(std::move(pictures));
    out.blocks.emplace_back(Paragraph{{{"Bars: median second, lines: 90 of 100 seconds. Experiments made at different times under different loads are shown beside each other; verdicts are each experiment's own.", false}}, true});
    out.footer = footerOf(ids, options);
    return out;
}

} // namespace core::report
