#include "core/report/exports.h"

#include "core/experiment/judge.h"
#include "core/store/experiment_json.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace core::report {

using core::model::Experiment;
using core::model::ExperimentRun;
using core::model::ExperimentSample;
using nlohmann::ordered_json;

namespace {

std::string number(const char* format, double value) {
    char text[48];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

std::string row(std::size_t run, const ExperimentRun& of, const ExperimentSample& sample) {
    std::string out = std::to_string(run) + (of.side == core::model::Side::Before ? ",before," : ",after,") + number("%.3f", sample.atS) + (sample.atS > of.warmupS ? ",1," : ",0,") +
                      number("%.0f", sample.throughputBps);
    for (const double path : sample.pathBps) {
        out += "," + number("%.0f", path);
    }
    out += "," + number("%.0f", sample.unattributedBps) + ",";
    if (!sample.cpuPercent.empty()) {
        out += number("%.1f", *std::max_element(sample.cpuPercent.begin(), sample.cpuPercent.end()));
    }
    std::vector<core::metrics::Weighted> pings;
    double count = 0;
    for (const core::model::RttCount& rtt : sample.rtts) {
        pings.push_back({rtt.ms, static_cast<double>(rtt.count)});
        count += rtt.count;
    }
    return out + "," + number("%.0f", count) + "," + (count > 0 ? number("%.3f", core::metrics::median(std::move(pings))) : "") + "\r\n";
}

} // namespace

std::string toCsv(const Experiment& experiment) {
    std::string out = "run,side,t_s,judged,throughput_bps";
    for (const core::model::PathKind kind : core::model::kAllPaths) {
        out += "," + std::string(core::model::pathId(kind)) + "_bps";
    }
    out += ",unattributed_bps,busiest_core_percent,pings,ping_median_ms\r\n";
    for (std::size_t run = 0; run < experiment.runs.size(); ++run) {
        for (const ExperimentSample& sample : experiment.runs[run].samples) {
            out += row(run + 1, experiment.runs[run], sample);
        }
    }
    return out;
}

std::string toJson(const Evidence& evidence) {
    ordered_json metrics = ordered_json::array();
    for (const core::model::MetricResult& each : evidence.judgement.metrics) {
        metrics.push_back({{"metric", core::model::metricId(each.metric)},
                           {"before", each.before},
                           {"after", each.after},
                           {"difference", each.difference},
                           {"low", each.low},
                           {"high", each.high},
                           {"relative", core::model::isRelative(each.metric)},
                           {"smallest_detectable", each.detectable}});
    }
    ordered_json out{{"judgement",
                      {{"verdict", core::model::verdictId(evidence.judgement.verdict)},
                       {"reason", evidence.judgement.reason},
                       {"cautions", evidence.judgement.cautions},
                       {"metrics", metrics}}}};
    out["experiment"] = ordered_json::parse(core::store::experimentText(evidence.experiment)).at("experiment");
    return out.dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

} // namespace core::report
