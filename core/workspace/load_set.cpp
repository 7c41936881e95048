#include "core/workspace/load_set.h"

#include <algorithm>
#include <cmath>

namespace core::workspace {

using core::base::Result;
using core::load::LoadEnd;
using core::load::LoadPing;

LoadSet::LoadSet(const std::vector<core::load::LoadRequest>& requests) {
    for (const auto& request : requests) {
        loads_.push_back(core::load::makeLoad(request));
    }
}

QCoro::Task<Result<void>> LoadSet::start(double seconds) {
    for (const auto& load : loads_) {
        if (Result<void> begun = co_await load->start(seconds); !begun) {
            co_return begun;
        }
    }
    co_return Result<void>{};
}

std::optional<core::base::Error> LoadSet::problem() const {
    for (const auto& load : loads_) {
        if (auto problem = load->problem()) {
            return problem;
        }
    }
    return std::nullopt;
}

QCoro::Task<Result<LoadEnd>> LoadSet::stop() {
    LoadEnd all;
    for (const auto& load : loads_) {
        Result<LoadEnd> end = co_await load->stop();
        if (!end) {
            co_return end;
        }
        all.pings.insert(all.pings.end(), end->pings.begin(), end->pings.end());
        if (end->busyPercent) {
            all.busyPercent = std::max(all.busyPercent.value_or(0), *end->busyPercent);
        }
        for (std::string& remark : end->remarks) {
            if (std::find(all.remarks.begin(), all.remarks.end(), remark) == all.remarks.end()) {
                all.remarks.push_back(std::move(remark));
            }
        }
    }
    std::stable_sort(all.pings.begin(), all.pings.end(), [](const LoadPing& a, const LoadPing& b) { return a.atMs < b.atMs; });
    co_return all;
}

void addPings(core::model::ExperimentRun& run, const std::vector<LoadPing>& pings) {
    constexpr double kSteps = 100; // of a millisecond
    auto sample = run.samples.begin();
    for (const LoadPing& ping : pings) {
        const double at = static_cast<double>(ping.atMs - run.startedMs) / 1000;
        while (sample != run.samples.end() && sample->atS < at) {
            ++sample;
        }
        if (sample == run.samples.end()) {
            return;
        }
        if (at < 0) {
            continue;
        }
        const double ms = std::round(ping.ms * kSteps) / kSteps;
        const auto same = std::find_if(sample->rtts.begin(), sample->rtts.end(), [ms](const core::model::RttCount& rtt) { return rtt.ms == ms; });
        if (same != sample->rtts.end()) {
            ++same->count;
        } else {
            sample->rtts.push_back({ms, 1});
        }
    }
}

} // namespace core::workspace
