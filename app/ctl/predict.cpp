#include "app/ctl/predict.h"

#include "app/ctl/signals.h"
#include "core/base/format.h"
#include "core/base/units.h"
#include "core/workspace/predict.h"

#include <QCoreApplication>
#include <QTimer>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace app::ctl {
namespace {

using core::base::BitRate;
using core::base::formatBitRate;
using core::model::Predicted;
using core::model::Prediction;
using nlohmann::ordered_json;

constexpr int kPredicted = 0, kNot = 2, kInterrupted = 130;

ordered_json toJson(const Predicted& side) {
    const auto& typical = side.typical;
    return {{"throughput_bps", {{"median", side.throughputBps.median}, {"low", side.throughputBps.low}, {"high", side.throughputBps.high}}},
            {"rtt_ms", {{"p50", typical.rttP50Ms}, {"p95", typical.rttP95Ms}, {"p99", typical.rttP99Ms}, {"max", typical.rttMaxMs}}},
            {"cpu_percent", typical.cpuPercent},
            {"paths", typical.paths},
            {"drops", typical.drops}};
}

void printJson(const Prediction& prediction) {
    ordered_json out{{"board", prediction.board}, {"seed", prediction.seed}, {"duration_s", prediction.durationS}, {"now", toJson(prediction.now)}};
    if (prediction.change) {
        out["change"] = toJson(*prediction.change);
    }
    out["fidelity"] = {{"score", prediction.fidelity.score}, {"why", prediction.fidelity.why}};
    std::printf("%s\n", out.dump(2).c_str());
}

std::string rate(double bps) {
    return formatBitRate(BitRate{bps});
}

void printSide(const char* title, const Predicted& side) {
    const auto& typical = side.typical;
    std::printf("%s\n  throughput  %s (%s to %s)\n", title, rate(side.throughputBps.median).c_str(), rate(side.throughputBps.low).c_str(),
                rate(side.throughputBps.high).c_str());
    std::printf("  round trip  %.2f ms, 95 %% within %.2f, 99 %% within %.2f, at most %.2f\n", typical.rttP50Ms, typical.rttP95Ms, typical.rttP99Ms,
                typical.rttMaxMs);
    std::printf("  processor  ");
    for (const double core : typical.cpuPercent) {
        std::printf(" %.0f %%", core);
    }
    std::printf("\n  paths      ");
    for (const auto& [path, share] : typical.paths) {
        if (share > 0) {
            std::printf(" %s %.1f %%", path.c_str(), share * 100);
        }
    }
    std::printf("\n");
    for (const auto& [reason, packets] : typical.drops) {
        std::printf("  lost        %llu packets: %s\n", static_cast<unsigned long long>(packets), reason.c_str());
    }
}

void printText(const Prediction& prediction) {
    std::printf("%s, %g s of traffic, seed %llu\n\n", prediction.board.c_str(), prediction.durationS, static_cast<unsigned long long>(prediction.seed));
    printSide("Now", prediction.now);
    if (prediction.change) {
        printSide("\nWith the change", *prediction.change);
        if (prediction.now.throughputBps.median > 0) {
            std::printf("\nThe change moves %.2f times as much.\n", prediction.change->throughputBps.median / prediction.now.throughputBps.median);
        }
    }
    std::printf("\nFidelity %.2f of 1\n", prediction.fidelity.score);
    for (const std::string& why : prediction.fidelity.why) {
        std::printf("  %s\n", why.c_str());
    }
}

QCoro::Task<> predictAndPrint(const PredictOptions& options) {
    core::workspace::PredictFileHooks hooks;
    hooks.caching = options.cache ? core::workspace::Caching::On : core::workspace::Caching::Off;
    hooks.cacheProblem = [](const std::string& problem) { std::fprintf(stderr, "pathscopectl: %s\n", problem.c_str()); };
    if (::isatty(STDERR_FILENO) != 0) {
        hooks.progress = [](double share) { std::fprintf(stderr, "\rrehearsing %3.0f %%", share * 100); };
    }
    const bool shown = static_cast<bool>(hooks.progress);
    const auto prediction = co_await core::workspace::predictFile(options.request, options.file, options.changeFile, std::move(hooks));
    if (shown) {
        std::fprintf(stderr, "\r\033[K");
    }
    if (!prediction) {
        std::fprintf(stderr, "pathscopectl: %s\n", prediction.error().describe().c_str());
        QCoreApplication::exit(kNot);
        co_return;
    }
    options.json ? printJson(*prediction) : printText(*prediction);
    QCoreApplication::exit(kPredicted);
}

} // namespace

int runPredict(const PredictOptions& options) {
    TerminationSignals signals;
    QObject::connect(&signals, &TerminationSignals::received, qApp, [] { QCoreApplication::exit(kInterrupted); });
    // From within the event loop: an exit before that would be forgotten.
    QTimer::singleShot(0, qApp, [&options] { predictAndPrint(options); });
    return QCoreApplication::exec();
}

} // namespace app::ctl
