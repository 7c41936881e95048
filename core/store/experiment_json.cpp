#include "core/store/experiment_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace core::store {

using core::model::Experiment;
using core::model::ExperimentRun;
using core::model::ExperimentSample;
using core::model::Metric;
using nlohmann::ordered_json;

namespace {

ordered_json orNull(const std::optional<double>& value) {
    return value ? ordered_json(*value) : ordered_json(nullptr);
}

std::optional<double> numberOrNothing(const ordered_json& json, const char* name) {
    const auto at = json.find(name);
    return at == json.end() || at->is_null() ? std::nullopt : std::optional(at->get<double>());
}

Metric metricFrom(const std::string& id) {
    const auto at = std::find_if(core::model::kAllMetrics.begin(), core::model::kAllMetrics.end(), [&](Metric m) { return core::model::metricId(m) == id; });
    return at == core::model::kAllMetrics.end() ? Metric::Throughput : *at;
}

} // namespace

ordered_json toJson(const Experiment& e) {
    ordered_json predicted = ordered_json::array();
    for (const core::model::MetricPrediction& p : e.predicted) {
        predicted.push_back({{"metric", core::model::metricId(p.metric)}, {"value", p.value}, {"low", orNull(p.low)}, {"high", orNull(p.high)}});
    }
    return {{"id", e.id},
            {"created_ms", e.createdMs},
            {"title", e.title},
            {"question", e.question},
            {"router", e.router},
            {"board", e.board},
            {"version", e.version},
            {"arrangement", e.arrangement == core::model::Arrangement::Interleaved ? "interleaved" : "before-after"},
            {"primary", core::model::metricId(e.primary)},
            {"plan", e.planId},
            {"change", e.change},
            {"inverse", e.inverse},
            {"method", e.method},
            {"predicted", predicted},
            {"note", e.note}};
}

ordered_json toJson(const ExperimentRun& run) {
    return {{"side", run.side == core::model::Side::Before ? "before" : "after"},
            {"started_ms", run.startedMs},
            {"warmup_s", run.warmupS},
            {"config_sha256", run.configHash},
            {"generator_percent", orNull(run.generatorPercent)}};
}

ordered_json toJson(const ExperimentSample& s) {
    ordered_json paths;
    for (const core::model::PathKind kind : core::model::kAllPaths) {
        paths[std::string(core::model::pathId(kind))] = s.pathBps[static_cast<std::size_t>(kind)];
    }
    ordered_json rtts = ordered_json::array();
    for (const core::model::RttCount& rtt : s.rtts) {
        rtts.push_back(ordered_json::array({rtt.ms, rtt.count}));
    }
    return {{"t", s.atS}, {"throughput_bps", s.throughputBps}, {"paths_bps", paths}, {"unattributed_bps", s.unattributedBps}, {"cpu_percent", s.cpuPercent}, {"rtt_ms", rtts}};
}

Experiment experimentFrom(const ordered_json& json) {
    Experiment e;
    e.id = json.value("id", "");
    e.createdMs = json.value("created_ms", std::int64_t{0});
    e.title = json.value("title", "");
    e.question = json.value("question", "");
    e.router = json.value("router", "");
    e.board = json.value("board", "");
    e.version = json.value("version", "");
    e.arrangement = json.value("arrangement", "") == "interleaved" ? core::model::Arrangement::Interleaved : core::model::Arrangement::BeforeAfter;
    e.primary = metricFrom(json.value("primary", "throughput"));
    e.planId = json.value("plan", "");
    e.change = json.value("change", std::vector<std::string>{});
    e.inverse = json.value("inverse", std::vector<std::string>{});
    e.method = json.value("method", "");
    for (const ordered_json& p : json.value("predicted", ordered_json::array())) {
        e.predicted.push_back({metricFrom(p.value("metric", "")), p.value("value", 0.0), numberOrNothing(p, "low"), numberOrNothing(p, "high")});
    }
    e.note = json.value("note", "");
    return e;
}

ExperimentRun runFrom(const ordered_json& json) {
    ExperimentRun run;
    run.side = json.value("side", "") == "after" ? core::model::Side::After : core::model::Side::Before;
    run.startedMs = json.value("started_ms", std::int64_t{0});
    run.warmupS = json.value("warmup_s", 0.0);
    run.configHash = json.value("config_sha256", "");
    run.generatorPercent = numberOrNothing(json, "generator_percent");
    return run;
}

ExperimentSample sampleFrom(const ordered_json& json) {
    ExperimentSample s;
    s.atS = json.value("t", 0.0);
    s.throughputBps = json.value("throughput_bps", 0.0);
    const ordered_json paths = json.value("paths_bps", ordered_json::object());
    for (const core::model::PathKind kind : core::model::kAllPaths) {
        s.pathBps[static_cast<std::size_t>(kind)] = paths.value(std::string(core::model::pathId(kind)), 0.0);
    }
    s.unattributedBps = json.value("unattributed_bps", 0.0);
    s.cpuPercent = json.value("cpu_percent", std::vector<double>{});
    for (const ordered_json& rtt : json.value("rtt_ms", ordered_json::array())) {
        s.rtts.push_back({rtt.at(0).get<double>(), rtt.at(1).get<std::uint32_t>()});
    }
    return s;
}

std::string experimentText(const Experiment& experiment) {
    ordered_json whole = toJson(experiment);
    whole["runs"] = ordered_json::array();
    for (const ExperimentRun& run : experiment.runs) {
        ordered_json one = toJson(run);
        one["samples"] = ordered_json::array();
        for (const ExperimentSample& sample : run.samples) {
            one["samples"].push_back(toJson(sample));
        }
        whole["runs"].push_back(std::move(one));
    }
    return ordered_json{{"experiment", std::move(whole)}}.dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

core::base::Result<Experiment> readExperiment(const std::string& text) {
    try {
        const ordered_json whole = ordered_json::parse(text).at("experiment");
        Experiment experiment = experimentFrom(whole);
        for (const ordered_json& one : whole.value("runs", ordered_json::array())) {
            ExperimentRun run = runFrom(one);
            for (const ordered_json& sample : one.value("samples", ordered_json::array())) {
                run.samples.push_back(sampleFrom(sample));
            }
            experiment.runs.push_back(std::move(run));
        }
        return experiment;
    } catch (const nlohmann::json::exception& error) {
        return core::base::fail(core::base::ErrorCode::InvalidInput, "This is no experiment written by Pathscope.", error.what());
    }
}

} // namespace core::store
