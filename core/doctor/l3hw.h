// Layer 3 hardware offloading: is this routed traffic forwarded by the switch chip (vendor's L3 Hardware Offloading page)? Pure.
#pragma once

#include "core/doctor/facts.h"

namespace core::doctor {

struct L3HwAnswer {
    bool capable = false; // the board has it; without, `reasons` is empty but for L3-NODEVICE where the configuration asks for it
    bool yes = false;
    bool routed = true;    // false: a VLAN's packets never reach the router, because the bridge is not a member
    std::string dependsOn; // empty: certain
    std::vector<core::model::Reason> reasons;
};

[[nodiscard]] L3HwAnswer l3hwOf(const Facts& facts, std::string_view in, std::string_view out);

// l3-hw-offloading of the switch that routes, in this and in older spellings; and the line that says so.
[[nodiscard]] bool switchRoutes(const Facts& facts);
[[nodiscard]] std::optional<Line> switchLine(const Facts& facts);

// How many of the ports below an interface the chip that routes keeps: of a bridge all its ports, of a VLAN on it those that carry the VLAN.
// `without` gets one that it does not keep.
[[nodiscard]] Match keptByChip(const Facts& facts, std::string_view interface, const Interface** without = nullptr);

// Switch ports with l3-hw-offloading=no.
[[nodiscard]] std::vector<Line> portsWithoutL3(const Facts& facts);

// The chip on which the board routes; empty: it does not.
[[nodiscard]] std::string routingChip(const Facts& facts);

} // namespace core::doctor
