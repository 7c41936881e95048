// The highest rate a queue may be set to before pings get long, found on the twin: eight rehearsals, one of them of the idle line.
//
//   RateSearch search; search.request.board = "RBD52G-5HacD2HnD"; search.queue = "upload"; search.limits.highBps = 1e9;
//   Result<RateAnswer> a = co_await findRate(search, "site.rsc", {});
//
// The queue is a queue tree or a simple queue of the configuration, whose max-limit is varied. Errors: those of predictFile; NotFound: no such queue, with
// the names there are. The same search gives the same answer. GUI thread; the work is done by processes of the agent.
#pragma once

#include "core/base/result.h"
#include "core/experiment/rate_finder.h"
#include "core/model/prediction.h"
#include "core/routeros/config/config_tree.h"

#include <QCoroTask>
#include <functional>
#include <string>
#include <vector>

namespace core::workspace {

struct RateSearch {
    core::model::PredictionRequest request; // of the traffic; its rate and change are not looked at
    std::string queue;                      // empty: the only one there is
    core::experiment::RateLimits limits;    // lowBps 0: a twentieth of the highest
};

struct RateAnswer {
    std::string queue;
    std::optional<double> bps;                     // absent: no rate in the range keeps pings short
    double idleP95Ms = 0;                          // without load
    std::vector<core::experiment::RateTried> tried; // in the order of the runs
    std::vector<double> throughputBps;             // that came through in each of them
};

struct RateHooks {
    std::function<void(const core::experiment::RateTried& tried)> ran{};
    std::function<bool()> cancelled{}; // asked between two runs
};

QCoro::Task<core::base::Result<RateAnswer>> findRate(RateSearch search, std::string file, RateHooks hooks);

// The queue's commands for a rate. NotFound as above; pure.
struct ShapedQueue {
    std::string menu, name; // "/queue/tree"
};
[[nodiscard]] core::base::Result<ShapedQueue> shapedQueue(const core::routeros::config::ConfigTree& tree, const std::string& name);
[[nodiscard]] std::string setRate(const ShapedQueue& queue, double bps);

} // namespace core::workspace
