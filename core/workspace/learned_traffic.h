// What a connected router carries now, for the twin: its last seconds of rates, and the networks its configuration names.
//
//   auto learned = learnedTraffic(router, trafficPlaces(config));
//
// Absent: it carries nothing worth the name, or nothing is known yet. GUI thread.
#pragma once

#include "core/model/learned_traffic.h"
#include "core/routeros/config/load.h"

#include <optional>
#include <vector>

namespace core::workspace {

class Router;

// Interfaces with an address, typed in or to be got by DHCP or PPP; outside are those a default route, a DHCP or PPP client or the interface list
// WAN names. Pure.
[[nodiscard]] std::vector<core::model::TrafficPlace> trafficPlaces(const core::routeros::config::LoadedConfig& config);

// Of the last ten seconds.
[[nodiscard]] std::optional<core::model::LearnedTraffic> learnedTraffic(const Router& router, const std::vector<core::model::TrafficPlace>& places);

} // namespace core::workspace
