#include "core/workspace/refine.h"

#include "core/base/format.h"
#include "core/twin/rehearsal_job.h"
#include "core/twin/rehearsal_process.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace core::workspace {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;
using core::model::Rehearsed;

namespace {

constexpr double kSeconds = 5, kLeastCpu = 2, kLeastPps = 500, kLeastWidth = 0.05;
constexpr int kRuns = 3;

std::string rounded(double value, int decimals) {
    char text[32];
    std::snprintf(text, sizeof text, "%.*f", decimals, value);
    return text;
}

double packetsOfCpu(const Rehearsed& run) {
    const auto share = [&](const char* path) { return run.paths.count(path) == 0 ? 0 : run.paths.at(path); };
    return run.packetsPerS * (1 - share("switch") - share("l3hw"));
}

} // namespace

QCoro::Task<Result<Refinement>> refine(core::model::PredictionRequest request, std::string boardFile, CostReading reading) {
    request.durationS = kSeconds;
    request.warmupS = 2;
    std::vector<double> perPacket; // percent of a core
    double cpu = 0;
    for (int run = 0; run < kRuns; ++run) {
        const auto job = core::twin::jobText(request, request.config, QByteArray::fromStdString(boardFile), 1, request.seed + static_cast<std::uint64_t>(run));
        if (!job) {
            co_return tl::unexpected(job.error());
        }
        core::twin::RehearsalProcess process;
        const Result<Rehearsed> result = co_await process.run(*job);
        if (!result) {
            co_return tl::unexpected(result.error());
        }
        cpu = std::accumulate(result->cpuPercent.begin(), result->cpuPercent.end(), 0.0);
        const double pps = packetsOfCpu(*result);
        if (cpu < kLeastCpu || pps < kLeastPps) {
            co_return fail(ErrorCode::Unsupported, "The router's present traffic loads the modelled processor by " + rounded(cpu, 1) + " %: too little to tell its costs from.");
        }
        perPacket.push_back(cpu / pps);
    }
    std::sort(perPacket.begin(), perPacket.end());
    const double modelled = perPacket[kRuns / 2], counted = reading.cpuPercent / reading.pps;
    const double width = std::max(kLeastWidth, 2 * reading.spread / std::sqrt(static_cast<double>(reading.seconds)) + (perPacket.back() - perPacket.front()) / 2 / modelled);
    Refinement out;
    out.factor = counted / modelled;
    out.low = 1 / (1 + width);
    out.high = 1 + width;
    out.text = "refined from this router: " + rounded(out.factor, 2) + " times the board's (its processor did " + rounded(reading.cpuPercent, 0) + " % of one core for " +
               core::base::formatPacketRate(core::base::PacketRate{reading.pps}) + " over " + std::to_string(reading.seconds) + " s, give or take " + rounded(width * 100, 0) + " %)";
    co_return out;
}

} // namespace core::workspace
