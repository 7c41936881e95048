// Flent's data files (doc/data-format.rst of Flent) and iperf3's JSON.
#include "core/report/exports.h"

#include "core/experiment/judge.h"
#include "core/report/gzip.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <nlohmann/json.hpp>

namespace core::report {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;
using core::model::Experiment;
using core::model::ExperimentRun;
using core::model::ExperimentSample;
using core::model::Side;
using nlohmann::ordered_json;

namespace {

std::string isoTime(std::int64_t ms) {
    const std::time_t seconds = static_cast<std::time_t>(ms / 1000);
    std::tm parts{};
    char text[40] = "1970-01-01T00:00:00.000000Z";
    if (gmtime_r(&seconds, &parts) != nullptr) {
        std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S.000000Z", &parts);
    }
    return text;
}

ordered_json medianPing(const ExperimentSample& sample) {
    std::vector<core::metrics::Weighted> pings;
    for (const core::model::RttCount& rtt : sample.rtts) {
        pings.push_back({rtt.ms, static_cast<double>(rtt.count)});
    }
    return pings.empty() ? ordered_json(nullptr) : ordered_json(core::metrics::median(std::move(pings)));
}

struct Columns {
    ordered_json x = ordered_json::array(), rate = ordered_json::array(), ping = ordered_json::array(), fast = ordered_json::array(), core = ordered_json::array();
    ordered_json rawRate = ordered_json::array(), rawPing = ordered_json::array();
};

void add(Columns& columns, const ExperimentSample& sample, double at, double beginMs, double length) {
    const double epoch = beginMs / 1000 + at;
    columns.x.push_back(at);
    columns.rate.push_back(sample.throughputBps / 1e6);
    columns.ping.push_back(medianPing(sample));
    columns.fast.push_back(core::experiment::fastShare(sample));
    columns.core.push_back(sample.cpuPercent.empty() ? ordered_json(nullptr) : ordered_json(*std::max_element(sample.cpuPercent.begin(), sample.cpuPercent.end())));
    columns.rawRate.push_back({{"t", epoch}, {"val", sample.throughputBps / 1e6}, {"dur", length}});
    int sequence = 0;
    for (const core::model::RttCount& rtt : sample.rtts) {
        for (std::uint32_t i = 0; i < rtt.count; ++i) {
            columns.rawPing.push_back({{"t", epoch}, {"val", rtt.ms}, {"seq", static_cast<double>(++sequence)}});
        }
    }
}

// The first series there is of these; null: none.
const ordered_json* firstOf(const ordered_json& results, std::initializer_list<const char*> names) {
    for (const char* name : names) {
        if (const auto at = results.find(name); at != results.end() && at->is_array()) {
            return &*at;
        }
    }
    return nullptr;
}

Result<ExperimentRun> fromFlent(const ordered_json& json) {
    const int version = json.value("version", 0);
    if (version < 3 || version > 4) {
        return fail(ErrorCode::InvalidInput, "This Flent file is of version " + std::to_string(version) + "; 3 and 4 can be read.");
    }
    const ordered_json& results = json.at("results");
    const auto* rate = firstOf(results, {"TCP totals", "TCP download sum", "TCP upload sum", "TCP download", "TCP upload", "UDP download sum", "UDP upload sum"});
    const auto* ping = firstOf(results, {"Ping (ms) ICMP", "Ping (ms) avg", "Ping (ms) UDP BE"});
    if (rate == nullptr && ping == nullptr) {
        return fail(ErrorCode::InvalidInput, "This Flent file has neither a sum of TCP nor a ping.");
    }
    ExperimentRun run;
    const std::vector<double> x = json.at("x_values").get<std::vector<double>>();
    // Flent's steps are shorter than a second: their mean is what a second of the router's counters would have said.
    ExperimentSample second;
    double sum = 0, count = 0, end = 1;
    const auto close = [&] {
        second.atS = end;
        second.throughputBps = count > 0 ? sum / count * 1e6 : 0;
        second.unattributedBps = second.throughputBps;
        if (count > 0 || !second.rtts.empty()) {
            run.samples.push_back(second);
        }
        second = {};
        sum = count = 0;
    };
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (!std::isfinite(x[i]) || x[i] < 0 || x[i] > 1e7) {
            return fail(ErrorCode::InvalidInput, "This Flent file has an impossible time in x_values.");
        }
        if (x[i] >= end) {
            close();
            end = std::floor(x[i]) + 1;
        }
        if (rate != nullptr && i < rate->size() && (*rate)[i].is_number()) {
            sum += (*rate)[i].get<double>();
            ++count;
        }
        if (ping != nullptr && i < ping->size() && (*ping)[i].is_number()) {
            second.rtts.push_back({(*ping)[i].get<double>(), 1});
        }
    }
    close();
    return run;
}

Result<ExperimentRun> fromIperf(const ordered_json& json) {
    if (const auto error = json.find("error"); error != json.end()) {
        return fail(ErrorCode::InvalidInput, "iperf3 failed when this was measured: " + error->get<std::string>());
    }
    ExperimentRun run;
    for (const ordered_json& interval : json.at("intervals")) {
        const ordered_json& sum = interval.at("sum");
        ExperimentSample sample;
        sample.atS = sum.at("end").get<double>();
        sample.throughputBps = sample.unattributedBps = sum.at("bits_per_second").get<double>();
        for (const ordered_json& stream : interval.value("streams", ordered_json::array())) {
            if (const double rtt = stream.value("rtt", 0.0); rtt > 0) { // µs, of the sender's TCP
                sample.rtts.push_back({rtt / 1000, 1});
            }
        }
        run.samples.push_back(std::move(sample));
    }
    const ordered_json end = json.value("end", ordered_json::object());
    if (const auto cpu = end.find("cpu_utilization_percent"); cpu != end.end()) {
        run.generatorPercent = std::max(cpu->value("host_total", 0.0), cpu->value("remote_total", 0.0));
    }
    run.startedMs = json.value("start", ordered_json::object()).value("timestamp", ordered_json::object()).value("timesecs", std::int64_t{0}) * 1000;
    return run;
}

} // namespace

std::string toFlent(const Experiment& experiment, Side side) {
    Columns columns;
    double offset = 0, length = 0;
    std::int64_t begin = experiment.createdMs;
    for (const ExperimentRun& run : experiment.runs) {
        if (run.side != side) {
            continue;
        }
        begin = offset == 0 ? run.startedMs : begin;
        double last = 0;
        for (const ExperimentSample& sample : run.samples) {
            add(columns, sample, offset + sample.atS, static_cast<double>(begin), sample.atS - last);
            last = sample.atS;
        }
        offset += last;
    }
    length = offset;
    const std::string router = "ros_" + experiment.router + "::";
    const std::string name = side == Side::Before ? "before" : "after";
    const ordered_json whole{
        {"metadata",
         {{"NAME", "tcp_download"},
          {"TITLE", experiment.title + ", " + name},
          {"NOTE", experiment.note},
          {"HOST", experiment.router},
          {"HOSTS", ordered_json::array({experiment.router})},
          {"LOCAL_HOST", "pathscope"},
          {"LENGTH", std::lround(length)},
          {"TOTAL_LENGTH", std::lround(length)},
          {"STEP_SIZE", 1.0},
          {"TIME", isoTime(begin)},
          {"T0", isoTime(begin)},
          {"IP_VERSION", 4},
          {"DATA_FILENAME", nullptr},
          {"FLENT_VERSION", "2.1.1"},
          {"TEST_PARAMETERS", ordered_json::object()},
          {"SERIES_META",
           {{"TCP download", {{"UNITS", "Mbits/s"}, {"RUNNER", "PathscopeRunner"}}},
            {"Ping (ms) ICMP", {{"UNITS", "ms"}, {"RUNNER", "PathscopeRunner"}}}}}}},
        {"version", 4},
        {"x_values", columns.x},
        {"results", {{"TCP download", columns.rate}, {"Ping (ms) ICMP", columns.ping}, {router + "fp_ratio", columns.fast}, {router + "cpu_busiest", columns.core}}},
        {"raw_values", {{"TCP download", columns.rawRate}, {"Ping (ms) ICMP", columns.rawPing}}}};
    return gzip(whole.dump(1, ' ', false, ordered_json::error_handler_t::replace));
}

Result<ExperimentRun> readRun(const std::string& bytes) {
    std::string text = bytes;
    if (bytes.starts_with("\x1f\x8b")) {
        auto unpacked = gunzip(bytes);
        if (!unpacked) {
            return tl::unexpected(unpacked.error());
        }
        text = std::move(*unpacked);
    }
    try {
        const ordered_json json = ordered_json::parse(text);
        if (json.is_object() && json.contains("x_values")) {
            return fromFlent(json);
        }
        if (json.is_object() && json.contains("intervals")) {
            return fromIperf(json);
        }
        return fail(ErrorCode::InvalidInput, "This is neither a data file of Flent nor the JSON of iperf3 (iperf3 -J).");
    } catch (const nlohmann::json::exception& error) {
        return fail(ErrorCode::InvalidInput, "This is no whole data file of Flent or JSON of iperf3.", error.what());
    }
}

} // namespace core::report
