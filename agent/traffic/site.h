// Where simulated hosts can sit around a router of a given configuration: on which port, in which VLAN, with which address. And what an export
// does not say - the address a DHCP server gives the router, a LAN nobody numbered - is made up, and said to be.
//
//   auto site = findSite(config, {.from = "LAN", .to = "WAN", .lists = lists});
//   EngineConfig whole = site->completed(config);        // with the addresses and routes that were made up
//   HostSpec pc = site->from.host(0), server = site->to.host(0);
//
// "LAN" and "WAN" are found by the interface lists of that name, by default routes, DHCP and PPPoE clients and masquerade rules; any other
// name is an interface or an interface list. Pure.
#pragma once

#include "agent/dataplane/config/engine_config.h"
#include "agent/traffic/scenario.h"
#include "core/base/result.h"

#include <map>
#include <string>
#include <vector>

namespace agent::traffic {

// A network of the router.
struct SitePlace {
    dataplane::IfIndex interface = dataplane::kNoInterface;
    std::string name; // of the interface
    std::string port; // where its hosts are plugged in …
    std::uint16_t vlan = 0; // … and with which tag
    std::uint32_t router = 0; // the router's address there
    std::uint8_t prefix = 24;
    std::uint32_t nextHop = 0; // where the default route goes, if it goes there: the first host is this one
    std::uint32_t pppoeClient = 0; // not 0: the first host is a concentrator that gives the router this address

    // The n-th host: an address of the network that is neither the router's nor a host's before. Hosts of a place with a next hop have
    // no gateway, they are the outside.
    [[nodiscard]] HostSpec host(std::uint32_t n) const;
};

struct SiteRequest {
    std::string from = "LAN", to = "WAN";
    std::map<std::string, std::vector<dataplane::IfIndex>> lists; // /interface/list by name
    std::vector<dataplane::IfIndex> dhcpClients;                  // interfaces whose address is not in the configuration
};

struct Site {
    SitePlace from, to;
    std::vector<dataplane::AddressConfig> addresses; // made up
    std::vector<dataplane::RouteConfig> routes;      // made up
    std::vector<std::string> assumed;                // a sentence for each, for people

    [[nodiscard]] dataplane::EngineConfig completed(const dataplane::EngineConfig& config) const;
};

// NotFound names the side nothing was found for, and what there is.
[[nodiscard]] core::base::Result<Site> findSite(const dataplane::EngineConfig& config, const SiteRequest& request);

} // namespace agent::traffic
