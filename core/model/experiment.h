// One question put to a router by measuring: runs without and with a change, second by second, and what they say.
#pragma once

#include "core/model/path_kind.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace core::model {

enum class Side : std::uint8_t { Before, After };

// Round trips of about this length, and how many there were.
struct RttCount {
    double ms = 0;
    std::uint32_t count = 0;
    bool operator==(const RttCount&) const = default;
};

// About a second of a run, by the router's counters. Absent is not zero.
struct ExperimentSample {
    double atS = 0;           // its end, seconds since the run began
    double throughputBps = 0; // ingress of all hardware ports
    std::array<double, kPathCount> pathBps{};
    double unattributedBps = 0;
    std::vector<double> cpuPercent; // by core
    std::vector<RttCount> rtts;     // pings answered in it
    bool operator==(const ExperimentSample&) const = default;
};

struct ExperimentRun {
    Side side = Side::Before;
    std::int64_t startedMs = 0; // since 1970, UTC
    double warmupS = 0;         // of the samples at its beginning that are not judged
    std::string configHash;     // SHA-256 of the configuration it ran with, hex; empty: not read
    std::optional<double> generatorPercent; // how busy what made the traffic was; 100: it could not have made more
    std::vector<ExperimentSample> samples;
    bool operator==(const ExperimentRun&) const = default;
};

enum class Arrangement : std::uint8_t {
    Interleaved, // before/after/after/before …: slow drift of the line does not look like an effect
    BeforeAfter, // one side after the other: whatever else changed meanwhile looks like the change
};

// What the verdict is about.
enum class Metric : std::uint8_t { Throughput, PingMedian, PingP95, PingP99, BusiestCore, FastShare };

// What the twin said beforehand. Units as MetricResult's.
struct MetricPrediction {
    Metric metric = Metric::Throughput;
    double value = 0;
    std::optional<double> low, high;
    bool operator==(const MetricPrediction&) const = default;
};

struct Experiment {
    std::string id;             // hex, unique
    std::int64_t createdMs = 0; // since 1970, UTC
    std::string title, question;
    std::string router, board, version;
    Arrangement arrangement = Arrangement::BeforeAfter;
    Metric primary = Metric::Throughput;
    std::string planId;
    std::vector<std::string> change, inverse; // RouterOS commands
    std::string method;                       // sentences: what traffic, by what, for how long
    std::vector<MetricPrediction> predicted;
    std::string note; // the user's
    std::vector<ExperimentRun> runs; // in the order they were made
    bool operator==(const Experiment&) const = default;
};

// Better: the interval of the primary metric lies on its good side altogether. NoDifference: it could have been seen, had it been there.
enum class ExperimentVerdict : std::uint8_t { Better, Worse, NoDifference, NotEnoughData, Refused };

// Unit of the values: bit/s, ms, percent, share of 1. `difference` and its interval: relative to before for rates and round trips, in the
// metric's own unit for percent and shares. Absent: a side has no samples of it.
struct MetricResult {
    Metric metric = Metric::Throughput;
    double before = 0, after = 0;
    double difference = 0, low = 0, high = 0; // 95 % interval
    double detectable = 0;                    // smallest difference that would have been found four times out of five
    bool operator==(const MetricResult&) const = default;
};

struct Judgement {
    ExperimentVerdict verdict = ExperimentVerdict::NotEnoughData;
    std::string reason;                // of NotEnoughData and Refused
    std::vector<std::string> cautions; // what this cannot prove
    std::vector<MetricResult> metrics; // in order of Metric; those that were measured on both sides
};

// Higher throughput and more on a fast path are good, longer pings and busier cores are not.
[[nodiscard]] constexpr bool higherIsBetter(Metric metric) {
    return metric == Metric::Throughput || metric == Metric::FastShare;
}
// Its difference is a share of what was before.
[[nodiscard]] constexpr bool isRelative(Metric metric) {
    return metric != Metric::BusiestCore && metric != Metric::FastShare;
}
// Stable machine names.
[[nodiscard]] constexpr std::string_view metricId(Metric metric) {
    constexpr std::array<std::string_view, 6> ids{"throughput", "ping-median", "ping-p95", "ping-p99", "busiest-core", "fast-share"};
    return ids[static_cast<std::size_t>(metric)];
}
constexpr std::array<Metric, 6> kAllMetrics{Metric::Throughput, Metric::PingMedian, Metric::PingP95, Metric::PingP99, Metric::BusiestCore, Metric::FastShare};
[[nodiscard]] constexpr std::string_view verdictId(ExperimentVerdict verdict) {
    constexpr std::array<std::string_view, 5> ids{"better", "worse", "no-difference", "not-enough-data", "refused"};
    return ids[static_cast<std::size_t>(verdict)];
}

} // namespace core::model
