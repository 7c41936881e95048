#include "app/ctl/predict.h"

#include "app/ctl/router_door.h"
#include "app/ctl/signals.h"
#include "core/base/format.h"
#include "core/base/resources.h"
#include "core/base/units.h"
#include "core/workspace/cost_meter.h"
#include "core/workspace/learned_traffic.h"
#include "core/workspace/predict.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QTimer>
#include <chrono>
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

// What a router's processor said of the costs; nothing of a file.
struct OfRouter {
    std::optional<core::workspace::Refinement> refinement;
    std::string notRefined;
};

void printJson(const Prediction& prediction, const OfRouter* router) {
    ordered_json out{{"board", prediction.board}, {"seed", prediction.seed}, {"duration_s", prediction.durationS}, {"now", toJson(prediction.now)}};
    if (prediction.change) {
        out["change"] = toJson(*prediction.change);
    }
    if (router != nullptr && router->refinement) {
        const auto& fit = *router->refinement;
        out["refined"] = {{"factor", fit.factor}, {"low", fit.low}, {"high", fit.high}, {"text", fit.text}};
    } else if (router != nullptr) {
        out["not_refined"] = router->notRefined;
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

void printText(const Prediction& prediction, const OfRouter* router) {
    std::printf("%s, %g s of traffic, seed %llu\n\n", prediction.board.c_str(), prediction.durationS, static_cast<unsigned long long>(prediction.seed));
    if (router != nullptr) {
        std::printf("Costs %s\n\n", router->refinement ? router->refinement->text.c_str() : ("are the board's. " + router->notRefined).c_str());
    }
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
    options.json ? printJson(*prediction, nullptr) : printText(*prediction, nullptr);
    QCoreApplication::exit(kPredicted);
}

// Until `seconds` of samples are there, an interruption, or the link is gone for good.
bool watchFor(int seconds, RouterDoor& door, core::workspace::Router& router, const core::workspace::CostMeter& meter) {
    QEventLoop loop;
    int seen = 0;
    QObject::connect(&meter, &core::workspace::CostMeter::changed, &loop, [&] {
        if (::isatty(STDERR_FILENO) != 0) {
            std::fprintf(stderr, "\rwatching the counters, %d of %d s", seen + 1, seconds);
        }
        if (++seen >= seconds) {
            loop.exit(1);
        }
    });
    QObject::connect(&router, &core::workspace::Router::stateChanged, &loop, [&] {
        if (router.state().link == core::workspace::LinkState::Failed) {
            loop.exit(0);
        }
    });
    QObject::connect(&door.interruptions(), &TerminationSignals::received, &loop, [&loop] { loop.exit(0); });
    QTimer::singleShot(std::chrono::seconds(seconds * 3), &loop, [&loop] { loop.exit(1); }); // an idle router brings no load to read
    return loop.exec() == 1;
}

int predictRouter(PredictOptions options) {
    constexpr int kWatched = 10, kNoRouterThere = 3;
    RouterDoor door(options.router);
    const auto live = door.readConfig();
    const auto router = live ? door.open() : tl::unexpected(live.error());
    if (!router) {
        std::fprintf(stderr, "pathscopectl: %s\n", router.error().describe().c_str());
        return router.error().code == core::base::ErrorCode::Cancelled ? kInterrupted : router.error().code == core::base::ErrorCode::InvalidInput ? kNot : kNoRouterThere;
    }
    const core::workspace::CostMeter meter(**router);
    if (!watchFor(kWatched, door, **router, meter)) {
        return kInterrupted;
    }
    auto& request = options.request;
    const auto learned = core::workspace::learnedTraffic(**router, core::workspace::trafficPlaces(live->config));
    if (learned) {
        request.mix = learned->parts;
    } else if (!options.ownTraffic) {
        std::fputs("pathscopectl: The router carries next to nothing now; say with --traffic what the twin should carry.\n", stderr);
        return kNot;
    }
    for (const core::model::TrafficPart& part : options.ownTraffic ? std::vector<core::model::TrafficPart>() : request.mix) {
        std::string tests;
        for (const std::string& test : part.tests) {
            tests += " " + test;
        }
        std::fprintf(stderr, "carries:%s, %s -> %s, %s, frames of %u octets\n", tests.c_str(), part.from.c_str(), part.to.c_str(), part.rateBps > 0 ? rate(part.rateBps).c_str() : "as much as goes", part.packetSize);
    }
    std::string change;
    if (!options.changeFile.empty()) {
        const auto text = core::base::readFile(options.changeFile);
        if (!text) {
            std::fprintf(stderr, "pathscopectl: %s\n", text.error().describe().c_str());
            return kNot;
        }
        change = *text;
    }
    const auto reading = options.refine && learned && !options.ownTraffic ? meter.reading() : std::nullopt;
    int code = kInterrupted;
    QEventLoop loop;
    QObject::connect(&door.interruptions(), &TerminationSignals::received, &loop, &QEventLoop::quit);
    const auto take = [&](const core::base::Result<core::workspace::LivePrediction>& answer) {
        if (answer) {
            const OfRouter said{answer->refinement, !options.refine ? "Refining was not wished for." : options.ownTraffic ? "Tests were asked for, and only the router's own traffic can be held against its load." : answer->notRefined};
            options.json ? printJson(answer->prediction, &said) : printText(answer->prediction, &said);
        } else {
            std::fprintf(stderr, "pathscopectl: %s\n", answer.error().describe().c_str());
        }
        code = answer ? kPredicted : kNot;
        loop.quit();
    };
    if (options.ownTraffic) {
        request.mix.clear();
    }
    QCoro::connect(core::workspace::predictLive(request, *live, change, reading, {}), &loop, take);
    loop.exec();
    return code;
}

} // namespace

int runPredict(const PredictOptions& options) {
    if (options.file.empty()) {
        return predictRouter(options);
    }
    TerminationSignals signals;
    QObject::connect(&signals, &TerminationSignals::received, qApp, [] { QCoreApplication::exit(kInterrupted); });
    // From within the event loop: an exit before that would be forgotten.
    QTimer::singleShot(0, qApp, [&options] { predictAndPrint(options); });
    return QCoreApplication::exec();
}

} // namespace app::ctl
