// How fast virtual time goes: simulated seconds per second of one core's time, for a gigabit of 1500 octet packets through a modelled board.
//
//   bench_rehearsal [SECONDS [RUNS]]        // simulated seconds of each run, default 60; runs of each row, default 5
//
// Time is the processor's, so that a busy machine disturbs little. Prints the median over the runs and their spread, with what the run forwarded, so that a fast run that did nothing shows. Never fails
// because of a time.
#include "agent/runtime/rehearsal.h"
#include "agent/traffic/scenario_loader.h"
#include "tests/agent/runtime/lab.h"
#include "tests/bench/figures.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

namespace {

using namespace agent;
using core::base::kSecond;

const std::array<std::string, 2> kPorts{"ether1", "ether2"};
const std::string kPing = R"(, {"kind": "ping", "client": "pc", "server": "server", "interval": "49973us"})";
const std::string kUdp = R"({"kind": "udp", "client": "pc", "server": "server", "direction": "upload", "streams": 8, "rate": "954M", "size": 1472})" + kPing;
const std::string kTcp = R"({"kind": "tcp", "client": "pc", "server": "server", "direction": "upload", "streams": 8})" + kPing;

double processorMicroseconds() {
    timespec t{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e6 + static_cast<double>(t.tv_nsec) / 1e3;
}

dataplane::EngineConfigPtr config(bool queues) {
    dataplane::CostProfile cost;
    cost.native = false;
    cost.fastPath = 2000;
    cost.slow = 8000;
    cost.queueing = 1500;
    auto config = lab::config(cost);
    if (queues) {
        dataplane::QueueTypeConfig type;
        type.name = "fq-codel";
        type.kind = dataplane::QueueKind::FqCodel;
        config->queues.types.push_back(type);
        for (std::uint16_t i = 0; i < 2; ++i) {
            dataplane::TreeQueueConfig tree;
            tree.uid = 50u + i;
            tree.name = "tree" + std::to_string(i + 1);
            tree.interface = i;
            tree.htb.maxLimit = 960'000'000;
            tree.htb.bucketSize = 0.01;
            tree.htb.queueType = 1;
            config->queues.tree.push_back(tree);
        }
    }
    return config;
}

void row(const char* name, const std::string& flows, bool queues, int seconds, int runs) {
    const auto scenario = traffic::loadScenario(lab::scenario(flows, "0.5ms"), "bench", kPorts);
    if (!scenario) {
        std::fprintf(stderr, "%s\n", scenario.error().text.c_str());
        std::exit(1);
    }
    std::vector<double> speeds;
    double throughput = 0, p99 = 0;
    for (int run = 0; run < runs; ++run) {
        runtime::Rehearsal rehearsal(lab::board(2, 2), config(queues), *scenario, {seconds * kSecond, 0, 1});
        const double began = processorMicroseconds();
        while (rehearsal.advance()) {
        }
        speeds.push_back(seconds * 1e6 / (processorMicroseconds() - began));
        const runtime::RehearsalResult result = rehearsal.result();
        throughput = result.throughputBps;
        p99 = result.rtt.percentileMs(0.99);
    }
    std::printf("%-28s %8.1f simulated s/s  (%.1f to %.1f)   %6.1f Mb/s, ping p99 %.2f ms\n", name, bench::median(speeds),
                *std::min_element(speeds.begin(), speeds.end()), bench::longest(speeds), throughput / 1e6, p99);
}

} // namespace

int main(int argc, char** argv) {
    const int seconds = argc > 1 ? std::max(1, std::atoi(argv[1])) : 60;
    const int runs = argc > 2 ? std::max(1, std::atoi(argv[2])) : 5;
    std::printf("%d simulated seconds, %d runs each\n", seconds, runs);
    row("udp, fast path", kUdp, false, seconds, runs);
    row("8 tcp, fast path", kTcp, false, seconds, runs);
    row("udp, fq-codel tree", kUdp, true, seconds, runs);
    row("8 tcp, fq-codel tree", kTcp, true, seconds, runs);
    return 0;
}
