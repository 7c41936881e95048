#include "core/workspace/learned_traffic.h"

#include "core/doctor/facts.h"
#include "core/metrics/learn_traffic.h"
#include "core/workspace/router.h"

#include <algorithm>

namespace core::workspace {

using core::model::TrafficPlace;

namespace {

constexpr core::base::Nanos kSpan = 10 * core::base::kSecond;

} // namespace

std::vector<TrafficPlace> trafficPlaces(const core::routeros::config::LoadedConfig& config) {
    const core::doctor::Facts facts(config, nullptr, {});
    std::vector<TrafficPlace> out;
    const auto add = [&](const std::vector<std::string>& names, bool outside) {
        for (const std::string& name : names) {
            const core::doctor::Interface* interface = facts.topology.find(name);
            out.push_back({name, interface != nullptr ? interface->parent : std::string(), outside});
        }
    };
    add(facts.topology.lans(), false);
    add(facts.topology.wans(), true);
    return out;
}

std::optional<core::model::LearnedTraffic> learnedTraffic(const Router& router, const std::vector<TrafficPlace>& places) {
    const auto rates = core::metrics::meanRates(router.history(), kSpan);
    if (!rates) {
        return std::nullopt;
    }
    const RouterState& state = router.state();
    const double busiest = state.cpuPercent.empty() ? 0 : *std::max_element(state.cpuPercent.begin(), state.cpuPercent.end());
    return core::metrics::learnTraffic(*rates, places, state.connections, busiest);
}

} // namespace core::workspace
