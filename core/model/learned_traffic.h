// What a running router carries, as traffic the twin can carry too.
#pragma once

#include "core/base/units.h"
#include "core/model/prediction.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace core::model {

// A network of the router: an interface that has an address.
struct TrafficPlace {
    std::string name;
    std::string parent;   // interface it is stacked upon, whose counters hold its own: "bridge" of a VLAN; empty: none
    bool outside = false; // the provider's side: nobody there begins a connection inwards
};

struct LearnedTraffic {
    std::vector<TrafficPart> parts; // largest first; at least one
    core::base::BitRate rate;       // all of it, as counted
    double packetSize = 0;          // octets, mean
    std::optional<std::uint64_t> connections;
    bool held = false; // a core is full: senders would send more, so they are let go as fast as they can
    double fastShare = 0;   // of the octets, as counted: what did not take the slow path
    double busiestCore = 0; // percent, as counted
};

} // namespace core::model
