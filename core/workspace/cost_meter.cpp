#include "core/workspace/cost_meter.h"

#include <cmath>
#include <numeric>

namespace core::workspace {

namespace {

constexpr std::size_t kSeconds = 10, kFewest = 5;
constexpr double kLeastPps = 500, kLeastCpu = 5; // below, what else the router does weighs as much

} // namespace

CostMeter::CostMeter(Router& router, QObject* parent)
    : QObject(parent) {
    connect(&router, &Router::sampleAdded, this, [this, &router] {
        const RouterState& state = router.state();
        if (!state.rates || state.cpuPercent.empty()) {
            seconds_.clear(); // a gap
            return;
        }
        const core::model::PathShare& paths = state.rates->paths;
        // Packets are not counted by path: those of the chip are taken to be as long as the others.
        const double byCpu = 1 - paths.share(core::model::PathKind::Switch) - paths.share(core::model::PathKind::L3Hw);
        seconds_.push_back({std::accumulate(state.cpuPercent.begin(), state.cpuPercent.end(), 0.0), paths.totalPackets.pps * byCpu, paths.total.bps});
        if (seconds_.size() > kSeconds) {
            seconds_.pop_front();
        }
        Q_EMIT changed();
    });
}

std::optional<CostReading> CostMeter::reading() const {
    if (seconds_.size() < kFewest) {
        return std::nullopt;
    }
    CostReading out;
    out.seconds = static_cast<int>(seconds_.size());
    const double n = static_cast<double>(seconds_.size());
    double sum = 0, squares = 0;
    for (const Second& second : seconds_) {
        out.cpuPercent += second.cpuPercent / n;
        out.pps += second.pps / n;
        out.bps += second.bps / n;
        const double each = second.pps > 0 ? second.cpuPercent / second.pps : 0;
        sum += each;
        squares += each * each;
    }
    const double mean = sum / n;
    out.spread = mean > 0 ? std::sqrt(std::max(0.0, squares / n - mean * mean)) / mean : 0;
    return out.pps >= kLeastPps && out.cpuPercent >= kLeastCpu ? std::optional(out) : std::nullopt;
}

} // namespace core::workspace
