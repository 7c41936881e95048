// All that the rules of the doctor look at, made once for a diagnosis. Everything in it refers to the loaded configuration and the
// device, which must outlive it.
#pragma once

#include "core/doctor/hardware.h"
#include "core/doctor/live_counters.h"
#include "core/doctor/matcher.h"
#include "core/model/finding.h"
#include "core/routeros/config/load.h"

namespace core::doctor {

// What runs at the moment; a file cannot say.
struct Running {
    bool sniffer = false, torch = false, trafficGenerator = false, scan = false;
};

struct Facts {
    Facts(const core::routeros::config::LoadedConfig& loaded, const core::devices::Device* device, const Running& running,
          const LiveCounters* counters = nullptr);
    Facts(const Facts&) = delete;
    Facts& operator=(const Facts&) = delete;

    const core::routeros::config::LoadedConfig& loaded;
    ConfigView view;
    Version version;
    Hardware hardware;
    Topology topology;
    AddressLists lists;
    Running running;
    const LiveCounters* counters = nullptr; // of a running router; must outlive this
    bool exported = false;                  // by a router; else somebody typed it, and it may name what no router knows

    [[nodiscard]] MatchContext context(bool ipv6 = false) const { return {view, topology, lists, ipv6}; }
    // Connection tracking: on, or `auto` with a rule that needs it.
    [[nodiscard]] bool tracks(bool ipv6 = false) const;
};

[[nodiscard]] inline core::model::Reason reason(std::string id, std::optional<core::model::ConfigRef> at, std::string effect,
                                                bool blocking = true) {
    return {std::move(id), std::move(at), std::move(effect), blocking};
}

} // namespace core::doctor
