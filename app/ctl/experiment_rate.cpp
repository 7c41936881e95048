#include "app/ctl/experiment.h"
#include "app/ctl/signals.h"
#include "core/base/format.h"

#include <QEventLoop>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace app::ctl {
namespace {

using core::base::BitRate;
using core::base::formatBitRate;
using core::base::Result;
using core::workspace::RateAnswer;
using nlohmann::ordered_json;

constexpr int kFound = 0, kUnusable = 2, kNone = 5, kInterrupted = 130;

QCoro::Task<> searchInto(const ExperimentOptions& options, core::workspace::RateHooks hooks, std::optional<Result<RateAnswer>>& into, QEventLoop& loop) {
    Result<RateAnswer> answer = co_await core::workspace::findRate(options.search, options.configFile, std::move(hooks));
    into = std::move(answer);
    loop.quit();
}

void printJson(const RateAnswer& answer) {
    ordered_json tried = ordered_json::array();
    for (std::size_t i = 0; i < answer.tried.size(); ++i) {
        tried.push_back({{"rate_bps", answer.tried[i].bps}, {"added_p95_ms", answer.tried[i].addedMs}, {"throughput_bps", answer.throughputBps[i]}});
    }
    const ordered_json out{{"queue", answer.queue}, {"rate_bps", answer.bps ? ordered_json(*answer.bps) : ordered_json(nullptr)}, {"idle_p95_ms", answer.idleP95Ms}, {"runs", tried}};
    std::printf("%s\n", out.dump(2, ' ', false, ordered_json::error_handler_t::replace).c_str());
}

void printText(const RateAnswer& answer, double addedMs) {
    std::printf("%s: 95 of 100 pings take %.2f ms on the idle line\n\n", answer.queue.c_str(), answer.idleP95Ms);
    for (std::size_t i = 0; i < answer.tried.size(); ++i) {
        const auto& run = answer.tried[i];
        std::printf("  max-limit %10s   %7.2f ms more   %s came through%s\n", formatBitRate(BitRate{run.bps}).c_str(), run.addedMs, formatBitRate(BitRate{answer.throughputBps[i]}).c_str(),
                    run.addedMs > addedMs ? "   too long" : "");
    }
    if (answer.bps) {
        std::printf("\nmax-limit=%.0f keeps them within %g ms.\n", *answer.bps, addedMs);
    } else {
        std::printf("\nNo rate in this range keeps them within %g ms.\n", addedMs);
    }
}

} // namespace

int searchRate(const ExperimentOptions& options) {
    bool stopped = false;
    QEventLoop loop;
    TerminationSignals signals;
    QObject::connect(&signals, &TerminationSignals::received, &loop, [&] {
        stopped = true;
        loop.quit();
    });
    std::optional<Result<RateAnswer>> answer;
    core::workspace::RateHooks hooks;
    hooks.cancelled = [&stopped] { return stopped; };
    if (isatty(STDERR_FILENO) != 0) {
        hooks.ran = [](const core::experiment::RateTried& run) { std::fprintf(stderr, "%s: %.2f ms more\n", formatBitRate(BitRate{run.bps}).c_str(), run.addedMs); };
    }
    searchInto(options, std::move(hooks), answer, loop);
    if (!answer) {
        loop.exec();
    }
    if (!answer) {
        std::fputs("pathscopectl: Interrupted.\n", stderr);
        return kInterrupted; // the rehearsal under way ends with this program
    }
    if (!*answer) {
        std::fprintf(stderr, "pathscopectl: %s\n", answer->error().describe().c_str());
        return kUnusable;
    }
    options.json ? printJson(**answer) : printText(**answer, options.search.limits.addedMs);
    return (*answer)->bps ? kFound : kNone;
}

} // namespace app::ctl
