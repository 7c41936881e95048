// Bridged traffic: is it switched by the chip, and if not, is it on the bridge's fast path? Pure.
#pragma once

#include "core/doctor/facts.h"

namespace core::doctor {

// Conditions of bridge fast path that do not hold, for this bridge or (empty name) for the router's bridges in general.
[[nodiscard]] std::vector<core::model::Reason> bridgeFastPathBlockers(const Facts& facts, std::string_view bridge);

// Fast Forward: the two-port bridge that learns nothing.
[[nodiscard]] bool fastForwards(const Facts& facts, const Interface& bridge);

// Hardware offloading of one bridge port.
struct Offload {
    bool yes = false;
    bool known = true;                        // false: the board is not known, `yes` is what its bridge asks for
    std::string chip;                         // "switch1"
    std::vector<core::model::Reason> reasons; // why not
};
[[nodiscard]] Offload offloadOf(const Facts& facts, const Interface& port);

// The bridge that has a chip, where a chip takes one only: the first in the configuration with ports on it.
[[nodiscard]] std::string bridgeOfChip(const Facts& facts, std::string_view chip);

// Whether a chip may carry the VLANs of both ports, so that frames go between them.
[[nodiscard]] bool sameLayer2(const Facts& facts, const Interface& a, const Interface& b);

[[nodiscard]] core::model::Verdict bridgedVerdict(const Facts& facts, const Interface& from, const Interface& to);

} // namespace core::doctor
