// Live counters brought together with the pairs they belong to. Pure; nothing here without counters.
#pragma once

#include "core/doctor/report.h"

namespace core::doctor {

// Hardware ports that packets of this interface come in by: of a bridge its ports, of a VLAN those of what it stands on.
[[nodiscard]] std::vector<std::string> portsUnder(const Facts& facts, std::string_view interface);

struct Received {
    double cpu = 0, fast = 0; // octets
};
// Of all these ports together; absent when one of them has no such counters.
[[nodiscard]] std::optional<Received> receivedBy(const LiveCounters& counters, const std::vector<std::string>& ports);

// Bits per second that a finding holds on the slow path now: what came in by the ports of the pairs it keeps there.
void weigh(const Facts& facts, const std::vector<Examined>& examined, std::vector<core::model::Finding>& findings);

} // namespace core::doctor
