#include "tests/gui/sample_prediction.h"

#include <cmath>

namespace testing {

using namespace core::model;

namespace {

// A run whose pings take about this long.
Rehearsed run(double mbps, double ms, std::vector<double> cores) {
    Rehearsed out;
    out.throughputBps = mbps * 1e6;
    out.goodputBps = mbps * 0.95e6;
    for (int i = 1; i <= 50; ++i) {
        const double share = i / 50.0;
        out.rttCurve.push_back({ms * (0.3 + 2.2 * share * share), share});
    }
    for (int second = 1; second <= 10; ++second) {
        RehearsedSecond each;
        each.t = second;
        each.throughputBps = out.throughputBps;
        each.cpuPercent = cores;
        each.backlogBytes = 30000 + 20000 * std::sin(second);
        out.series.push_back(each);
    }
    out.cpuPercent = std::move(cores);
    out.queues.push_back({"pathscope-up", 750'000'000, 120, 42000});
    return out;
}

} // namespace

std::shared_ptr<Prediction> fastTrackPrediction() {
    auto out = std::make_shared<Prediction>();
    out->board = "RBD52G-5HacD2HnD";
    out->durationS = 10;
    out->now.typical = run(560, 13.1, {100, 99, 12, 8});
    out->now.typical.paths = {{"slow", 1.0}};
    out->now.typical.drops = {{"receive-ring", 1204}, {"filter", 3}};
    out->now.goodputBps = {560e6, 540e6, 575e6};
    out->now.throughputBps = {580e6, 560e6, 595e6};
    out->now.rttMeanMs = {13.1, 12.2, 14};
    out->now.rttP99Ms = {48, 45, 51};
    out->now.busiestCore = {100, 99, 100};
    Predicted change = out->now;
    change.typical = run(918, 3, {92, 12, 8, 6});
    change.typical.paths = {{"fasttrack", 0.992}, {"slow", 0.008}};
    change.goodputBps = {918e6, 905e6, 921e6};
    change.rttMeanMs = {3, 2.8, 3.3};
    change.rttP99Ms = {14, 12, 15};
    change.busiestCore = {92, 89, 94};
    change.fastShare = {0.992, 0.991, 0.993};
    out->change = change;
    PredictedEffect effect;
    effect.goodput = {0.64, 0.61, 0.66};
    effect.rttMean = {-0.77, -0.79, -0.74};
    effect.rttP99 = {-0.71, -0.76, -0.66};
    effect.busiestCore = {-8, -10, -6};
    effect.fastShare = {0.992, 0.991, 0.993};
    out->effect = effect;
    out->fidelity = {0.7, {"the board's costs per packet are rough, not calibrated on it: a relative's figures", "made up: the address DHCP gives on ether1"}};
    return out;
}

std::shared_ptr<Prediction> plainPrediction() {
    auto out = fastTrackPrediction();
    out->change.reset();
    out->effect.reset();
    return out;
}

core::workspace::TwinState twinDone(std::shared_ptr<const Prediction> prediction) {
    core::workspace::TwinState out;
    out.phase = core::workspace::TwinState::Phase::Done;
    out.asked.tests = {"tcp_nup=20"};
    out.asked.durationS = prediction->durationS;
    out.asked.board = prediction->board;
    out.prediction = std::move(prediction);
    out.took = 1'800'000'000;
    return out;
}

} // namespace testing
