// Nanoseconds per packet of every path, one core, from memory to memory, 64 octet frames; 1 000 flows where the name says no other number.
//
//   taskset -c 1 bench_paths --benchmark_repetitions=9
//
// Prints Google Benchmark's own lines (mean, median, spread) and a table of the medians, with allocations per packet and the share of
// packets that really took the path meant. Ends with failure when a path allocates or when packets stray; never because of a time.
#include "tests/bench/counting_new.h"
#include "tests/bench/path_rig.h"

#include <benchmark/benchmark.h>

#include <cstdio>
#include <string>
#include <vector>

namespace {

using core::model::PathKind;

struct Path {
    const char* name;
    bench::Setup setup;
    PathKind kind;
    double leastShare; // of packets on `kind`; FastTrack sends one in a second per flow through the slow path
    std::size_t flows = 1000;
};

const Path kPaths[] = {
    {"switch", bench::Setup::Switch, PathKind::Switch, 1},
    {"l3hw", bench::Setup::L3Hw, PathKind::L3Hw, 1},
    {"fastpath/bridge", bench::Setup::BridgeFastPath, PathKind::FastPath, 1},
    {"fastpath/ip", bench::Setup::FastPath, PathKind::FastPath, 1},
    {"fastpath/ip+500k-routes", bench::Setup::FullTable, PathKind::FastPath, 1},
    {"fastpath/ip+500k-routes/64k-flows", bench::Setup::FullTable, PathKind::FastPath, 1, 65'536},
    {"fasttrack", bench::Setup::FastTrack, PathKind::FastTrack, 0.99},
    {"fasttrack+fq-codel-tree", bench::Setup::FastTrackQueue, PathKind::FastTrack, 0.99},
    {"slow/conntrack", bench::Setup::SlowConntrack, PathKind::Slow, 1},
    {"slow/conntrack+nat+25-rules", bench::Setup::Slow25, PathKind::Slow, 1},
    {"slow/conntrack+nat+250-rules", bench::Setup::Slow250, PathKind::Slow, 1},
    {"slow/25-rules+25-simple-queues", bench::Setup::Slow25Queues, PathKind::Slow, 1},
    {"fasttrack/64k-flows", bench::Setup::FastTrack, PathKind::FastTrack, 0.98, 65'536},
    {"fasttrack/1M-flows", bench::Setup::FastTrack, PathKind::FastTrack, 0.85, 1'000'000},
};

bool allRight = true;

void runPath(benchmark::State& state, const Path& path) {
    bench::PathRig rig(path.setup, path.flows);
    const auto before = rig.paths();
    const std::uint64_t forwarded = rig.forwarded(), allocated = bench::allocations();
    for (auto _ : state) {
        rig.runBatch();
    }
    const std::uint64_t allocations = bench::allocations() - allocated;
    const double sent = static_cast<double>(state.iterations()) * 64;
    const auto kind = static_cast<std::size_t>(path.kind);
    const double share = static_cast<double>(rig.paths().packets[kind] - before.packets[kind]) / sent;
    const double through = static_cast<double>(rig.forwarded() - forwarded) / sent;
    state.counters["ns/packet"] = benchmark::Counter(sent / 1e9, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
    state.counters["on-path"] = share;
    state.counters["forwarded"] = through;
    state.counters["allocations"] = static_cast<double>(allocations);
    if (share < path.leastShare || allocations != 0) {
        allRight = false;
        state.SkipWithError(allocations != 0 ? "allocates per packet" : "packets strayed from their path");
    }
}

void runGenerator(benchmark::State& state) {
    bench::PathRig rig(bench::Setup::FastPath, 1000);
    for (auto _ : state) {
        rig.runGeneratorOnly();
    }
    state.counters["ns/packet"] =
        benchmark::Counter(static_cast<double>(state.iterations()) * 64 / 1e9, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

// Google Benchmark's console lines, and the medians once more as a table.
class TableReporter : public benchmark::ConsoleReporter {
public:
    void ReportRuns(const std::vector<Run>& runs) override {
        ConsoleReporter::ReportRuns(runs);
        for (const Run& run : runs) {
            const auto found = run.counters.find("ns/packet");
            if (found == run.counters.end()) {
                continue;
            }
            Row& row = rowOf(run.run_name.function_name);
            if (run.aggregate_name == "median") {
                row.median = found->second.value;
            } else if (run.aggregate_name == "stddev") {
                row.deviation = found->second.value;
            } else if (run.aggregate_name.empty()) {
                row.median = found->second.value;
            }
        }
    }
    void Finalize() override {
        std::printf("\n%-36s %10s %10s\n", "path", "ns/packet", "deviation");
        for (const Row& row : rows_) {
            std::printf("%-36s %10.1f %10.1f\n", row.name.c_str(), row.median, row.deviation);
        }
    }

private:
    struct Row {
        std::string name;
        double median = 0, deviation = 0;
    };
    Row& rowOf(const std::string& name) {
        for (Row& row : rows_) {
            if (row.name == name) {
                return row;
            }
        }
        return rows_.emplace_back(Row{name});
    }
    std::vector<Row> rows_;
};

} // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
        return 2;
    }
    benchmark::RegisterBenchmark("generator+sink", runGenerator);
    for (const Path& path : kPaths) {
        benchmark::RegisterBenchmark(path.name, [&path](benchmark::State& state) { runPath(state, path); });
    }
    TableReporter table;
    benchmark::RunSpecifiedBenchmarks(&table);
    benchmark::Shutdown();
    return allRight ? 0 : 1;
}
