#include "tests/core/report/sample_experiment.h"

using namespace core::model;

namespace {

ExperimentRun runOf(Side side, int number) {
    const bool after = side == Side::After;
    ExperimentRun run;
    run.side = side;
    run.startedMs = 1'796'000'000'000 + number * 30'000;
    run.warmupS = 5;
    run.configHash = after ? "ddddeeeeffff2222" : "aaaabbbbcccc1111";
    run.generatorPercent = 38;
    for (int i = 1; i <= 25; ++i) {
        ExperimentSample sample;
        sample.atS = i;
        sample.throughputBps = (after ? 918e6 : 560e6) + 1e6 * ((i * 7 + number) % 9);
        sample.pathBps[static_cast<std::size_t>(after ? PathKind::FastTrack : PathKind::Slow)] = 0.95 * sample.throughputBps;
        sample.pathBps[static_cast<std::size_t>(PathKind::Switch)] = 0.05 * sample.throughputBps;
        sample.cpuPercent = {after ? 92.0 : 100.0, 40};
        for (int ping = 0; ping < 20; ++ping) {
            sample.rtts.push_back({(after ? 2.0 : 8.0) + (ping * (after ? 0.2 : 1.5)), 1});
        }
        run.samples.push_back(sample);
    }
    return run;
}

} // namespace

Experiment sampleExperiment() {
    Experiment e;
    e.id = "7f3a00c2d9";
    e.createdMs = 1'796'000'000'000;
    e.title = "FastTrack on branch-hap";
    e.question = "Does FastTrack help?";
    e.router = "branch-hap";
    e.board = "RBD52G-5HacD2HnD";
    e.version = "7.16";
    e.arrangement = Arrangement::Interleaved;
    e.planId = "add-fasttrack";
    e.change = {"/ip firewall filter add chain=forward action=fasttrack-connection connection-state=established,related place-before=*3"};
    e.inverse = {"/ip firewall filter remove *9"};
    e.method = "20 TCP flows from LAN to WAN, 20 s each, the first 5 s cut.";
    e.predicted = {{Metric::Throughput, 9.05e8, 8.6e8, 9.4e8}};
    for (int pair = 0; pair < 3; ++pair) {
        e.runs.push_back(runOf(pair % 2 == 0 ? Side::Before : Side::After, 2 * pair));
        e.runs.push_back(runOf(pair % 2 == 0 ? Side::After : Side::Before, 2 * pair + 1));
    }
    return e;
}
