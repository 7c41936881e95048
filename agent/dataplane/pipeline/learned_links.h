// What sessions bring at run time: the address of a PPPoE client, the host route to its other end, a default route, its MTU. The
// configuration in force is the one control has given with these added.
//
//   EngineConfigPtr inForce = withLearned(given, links);   // `given` itself when there are none
#pragma once

#include "agent/dataplane/config/engine_config.h"

#include <vector>

namespace agent::dataplane {

struct LearnedLink {
    std::uint32_t uid = 0; // of the interface; items made from it have the same
    IfIndex interface = kNoInterface;
    std::uint32_t local = 0, remote = 0;
    std::uint16_t mtu = 0;
    bool defaultRoute = false;
    std::uint8_t distance = 1;
    bool operator==(const LearnedLink&) const = default;
};

[[nodiscard]] EngineConfigPtr withLearned(EngineConfigPtr given, const std::vector<LearnedLink>& links);

} // namespace agent::dataplane
