// What a plan is worked out from: rows as the router printed them, in their order. An empty list means the router has no such item.
// Read just before planning; a plan is only as good as the moment its facts are from.
#pragma once

#include "core/base/units.h"
#include "core/model/request.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace core::planner {

using Rows = std::vector<core::model::Row>;

struct RouterFacts {
    std::string version; // "7.16 (stable)"; empty: not known, taken as 7

    Rows filter;     // /ip/firewall/filter
    Rows interfaces; // /interface
    Rows addresses;  // /ip/address
    Rows routes;     // /ip/route
    Rows queueTypes; // /queue/type
    Rows queueTrees; // /queue/tree

    core::model::Row ipSettings;         // /ip/settings
    core::model::Row bridgeSettings;     // /interface/bridge/settings
    core::model::Row connectionTracking; // /ip/firewall/connection/tracking

    // Negotiated speed by port name, where the router tells it.
    std::map<std::string, core::base::BitRate> linkSpeed;
    // The most each interface moved in either direction while it was watched; used when the link speed is not known.
    std::map<std::string, core::base::BitRate> measuredPeak;
};

// "true" and "yes" are true; anything else, and absence, is false.
inline bool isTrue(const core::model::Row& row, std::string_view name) {
    const std::string_view value = row.value(name);
    return value == "true" || value == "yes";
}

} // namespace core::planner
