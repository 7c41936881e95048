#include "core/doctor/facts.h"

namespace core::doctor {

Facts::Facts(const core::routeros::config::LoadedConfig& config, const core::devices::Device* device, const Running& now,
             const LiveCounters* counted)
    : loaded(config)
    , view(config)
    , version(parseVersion(config.header.version.value_or("")))
    , hardware(device, version)
    , topology(view)
    , lists(view)
    , running(now)
    , counters(counted)
    , exported(config.header.version.has_value()) {}

bool Facts::tracks(bool ipv6) const {
    const std::string_view enabled = view.setting("/ip/firewall/connection/tracking", "enabled", "auto");
    if (enabled != "auto") {
        return isYes(enabled);
    }
    const std::string family = ipv6 ? "/ipv6/firewall/" : "/ip/firewall/";
    return view.any(family + "filter") || view.any(family + "nat") || view.any(family + "mangle");
}

} // namespace core::doctor
