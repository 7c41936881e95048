#include "core/workspace/find_rate.h"

#include "core/base/resources.h"
#include "core/twin/rehearsal_job.h"
#include "core/twin/rehearsal_process.h"
#include "core/workspace/predict.h"

#include <cmath>

namespace core::workspace {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;
using core::model::Rehearsed;

namespace {

constexpr double kRange = 20;

QCoro::Task<Result<Rehearsed>> rehearse(core::model::PredictionRequest request, std::string change, std::string boardFile) {
    const auto job = core::twin::jobText(request, request.config + "\n" + change, QByteArray::fromStdString(boardFile), 1, request.seed);
    if (!job) {
        co_return tl::unexpected(job.error());
    }
    core::twin::RehearsalProcess process;
    Result<Rehearsed> result = co_await process.run(*job);
    co_return result;
}

} // namespace

Result<ShapedQueue> shapedQueue(const core::routeros::config::ConfigTree& tree, const std::string& name) {
    std::vector<ShapedQueue> all;
    for (const char* menu : {"/queue/tree", "/queue/simple"}) {
        for (const auto* item : tree.items(menu)) {
            all.push_back({menu, std::string(item->value("name"))});
        }
    }
    std::string names;
    for (const ShapedQueue& queue : all) {
        if (queue.name == name || (name.empty() && all.size() == 1)) {
            return queue;
        }
        names += (names.empty() ? "" : ", ") + queue.name;
    }
    if (all.empty()) {
        return fail(ErrorCode::NotFound, "The configuration has no queue whose rate could be set.");
    }
    return fail(ErrorCode::NotFound, (name.empty() ? "There are several queues; say which: " : "There is no queue \"" + name + "\". There are: ") + names + ".");
}

std::string setRate(const ShapedQueue& queue, double bps) {
    std::string quoted;
    for (const char c : queue.name) {
        quoted += c == '"' || c == '\\' || c == '$' ? std::string("\\") + c : std::string(1, c);
    }
    const std::string rate = std::to_string(std::llround(bps));
    const std::string value = queue.menu == "/queue/simple" ? rate + "/" + rate : rate;
    std::string menu = queue.menu;
    menu[menu.find('/', 1)] = ' ';
    return menu + " set [find name=\"" + quoted + "\"] max-limit=" + value + "\n";
}

QCoro::Task<Result<RateAnswer>> findRate(RateSearch search, std::string file, RateHooks hooks) {
    auto text = core::base::readFile(file);
    if (!text) {
        co_return tl::unexpected(text.error());
    }
    core::model::PredictionRequest& request = search.request;
    request.config = std::move(*text);
    const auto config = core::routeros::config::loadConfig(request.config);
    const auto queue = shapedQueue(config.tree, search.queue);
    if (!queue) {
        co_return tl::unexpected(queue.error());
    }
    const auto grounds = groundsOf(request, config, file);
    if (!grounds) {
        co_return tl::unexpected(grounds.error());
    }
    core::experiment::RateLimits limits = search.limits;
    limits.lowBps = limits.lowBps > 0 ? limits.lowBps : limits.highBps / kRange;
    if (limits.highBps <= 0 || limits.lowBps >= limits.highBps) {
        co_return fail(ErrorCode::InvalidInput, "The lowest rate has to be below the highest.");
    }
    RateAnswer answer;
    answer.queue = queue->name;
    core::model::PredictionRequest idle = request;
    idle.tests = {"ping"};
    const Result<Rehearsed> quiet = co_await rehearse(std::move(idle), setRate(*queue, limits.highBps), grounds->boardFile);
    if (!quiet) {
        co_return tl::unexpected(quiet.error());
    }
    answer.idleP95Ms = quiet->rttP95Ms;
    core::experiment::RateFinder finder(limits);
    while (const auto rate = finder.next()) {
        if (hooks.cancelled && hooks.cancelled()) {
            co_return fail(ErrorCode::Cancelled, "The search was ended before its time.");
        }
        const Result<Rehearsed> run = co_await rehearse(request, setRate(*queue, *rate), grounds->boardFile);
        if (!run) {
            co_return tl::unexpected(run.error());
        }
        finder.measured(*rate, run->rttP95Ms - answer.idleP95Ms);
        answer.throughputBps.push_back(run->throughputBps);
        if (hooks.ran) {
            hooks.ran(finder.tried().back());
        }
    }
    answer.bps = finder.found();
    answer.tried = finder.tried();
    co_return answer;
}

} // namespace core::workspace
