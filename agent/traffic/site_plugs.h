// The hole in the box behind which a network of the router is, and the tag its frames have there.
//
//   SitePlugs plugs(config);
//   std::optional<SitePlug> plug = plugs.of(vlan20);      // {"ether2", 20}, or {"ether3", 0} when that is an access port of the VLAN
//   plugs.take(plug->port);                               // the next network gets another one, where there is a choice
//
// The configuration must outlive it. Pure.
#pragma once

#include "agent/dataplane/config/engine_config.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace agent::traffic {

struct SitePlug {
    std::string port;
    std::uint16_t vlan = 0;
};

class SitePlugs {
public:
    explicit SitePlugs(const dataplane::EngineConfig& config) : config_(config) {}

    // Nothing when no port of this board leads there.
    [[nodiscard]] std::optional<SitePlug> of(dataplane::IfIndex interface) const;
    // Never this one as a port of a bridge: it leads outside.
    void avoid(dataplane::IfIndex interface) { avoided_ = interface; }
    void take(std::string port) { taken_.push_back(std::move(port)); }

    [[nodiscard]] bool usable(dataplane::IfIndex interface) const; // there is one, and it is enabled
    [[nodiscard]] const dataplane::PppoeClientConfig* pppoeOf(dataplane::IfIndex interface) const; // null: it is no PPPoE client

private:
    [[nodiscard]] const dataplane::InterfaceConfig& at(dataplane::IfIndex i) const { return config_.interfaces[i]; }
    [[nodiscard]] std::optional<SitePlug> ofBridge(dataplane::IfIndex bridge, std::uint16_t vlan) const;
    [[nodiscard]] bool tagged(dataplane::IfIndex bridge, dataplane::IfIndex member, std::uint16_t vlan) const;

    const dataplane::EngineConfig& config_;
    dataplane::IfIndex avoided_ = dataplane::kNoInterface;
    std::vector<std::string> taken_;
};

} // namespace agent::traffic
