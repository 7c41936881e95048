#include "app/agentd/rehearsal_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace app::agentd {

using agent::runtime::FlowResult;
using agent::runtime::RehearsalResult;
using agent::runtime::RttSummary;
using json = nlohmann::ordered_json;

namespace {

constexpr std::size_t kCurvePoints = 100;

double rounded(double value, int digits) {
    const double scale = std::pow(10.0, digits);
    return std::round(value * scale) / scale;
}
std::uint64_t whole(double value) { return static_cast<std::uint64_t>(std::llround(value)); }

json percents(const std::vector<double>& values) {
    json out = json::array();
    for (const double value : values) {
        out.push_back(rounded(value, 1));
    }
    return out;
}

json summary(const RttSummary& rtt) {
    return {{"p50", rounded(rtt.p50, 3)}, {"p95", rounded(rtt.p95, 3)}, {"p99", rounded(rtt.p99, 3)}, {"max", rounded(rtt.max, 3)}};
}

// Of the whole histogram.
double meanMs(const agent::traffic::RttRecord& rtt) {
    double mean = 0, before = 0;
    for (const auto& [ms, share] : rtt.distribution(rtt.samples() + 1)) {
        mean += ms * (share - before);
        before = share;
    }
    return mean;
}

json series(const RehearsalResult& result) {
    json out = json::array();
    for (const auto& second : result.series) {
        json row{{"t", rounded(second.t, 3)}, {"throughput_bps", whole(second.throughputBps)}, {"rtt_ms", nullptr}, {"cpu_percent", percents(second.cpuPercent)},
                 {"backlog_bytes", second.backlog}};
        if (second.rttMs) {
            row["rtt_ms"] = rounded(*second.rttMs, 3);
        }
        out.push_back(std::move(row));
    }
    return out;
}

json flowJson(const FlowResult& flow) {
    json row{{"name", flow.name},       {"kind", flow.kind}, {"direction", flow.direction},          {"goodput_bps", whole(flow.goodputBps)},
             {"wire_bps", whole(flow.wireBps)}, {"lost", flow.lost}, {"retransmitted", flow.retransmitted}, {"rtt_ms", nullptr}};
    if (flow.rtt) {
        row["rtt_ms"] = summary(*flow.rtt);
    }
    if (flow.mos) {
        row["mos"] = rounded(*flow.mos, 2);
    }
    return row;
}

// The result spells fast path as people do.
std::string pathName(const std::string& id) { return id == "fastpath" ? "fast-path" : id; }

} // namespace

std::string rehearsalJson(const RehearsalJob& job, const RehearsalResult& result) {
    json out{{"board", job.board.model},
             {"seed", job.seed},
             {"duration_s", static_cast<double>(job.duration) / 1e9},
             {"warmup_s", static_cast<double>(job.warmup) / 1e9},
             {"throughput_bps", whole(result.throughputBps)},
             {"goodput_bps", whole(result.goodputBps)},
             {"packets_per_s", whole(result.packetsPerSecond)},
             {"series", series(result)},
             {"flows", json::array()},
             {"rtt_ms", nullptr},
             {"rtt_cdf", json::array()},
             {"cpu_percent", percents(result.cpuPercent)},
             {"paths", json::object()},
             {"drops", json::object()},
             {"queues", json::array()},
             {"unmodelled", job.unmodelled},
             {"assumed", job.assumed}};
    for (const FlowResult& flow : result.flows) {
        out["flows"].push_back(flowJson(flow));
    }
    if (result.rtt.samples() != 0) {
        out["rtt_ms"] = summary({result.rtt.percentileMs(0.5), result.rtt.percentileMs(0.95), result.rtt.percentileMs(0.99), result.rtt.longestMs()});
        out["rtt_ms"]["mean"] = rounded(meanMs(result.rtt), 3);
        for (const auto& [ms, share] : result.rtt.distribution(kCurvePoints)) {
            out["rtt_cdf"].push_back({rounded(ms, 3), rounded(share, 4)});
        }
    }
    for (const auto& [path, share] : result.paths) {
        out["paths"][pathName(path)] = rounded(share, 4);
    }
    for (const auto& [reason, packets] : result.drops) {
        out["drops"][reason] = packets;
    }
    for (const auto& queue : result.queues) {
        out["queues"].push_back({{"name", queue.name}, {"bytes", queue.bytes}, {"drops", queue.drops}, {"backlog_p95", queue.backlogP95}});
    }
    return json{{"result", std::move(out)}}.dump(-1, ' ', false, json::error_handler_t::replace);
}

} // namespace app::agentd
