#include "core/fixes/risks.h"

#include <algorithm>
#include <string_view>

namespace core::fixes {

using core::model::Request;
using core::model::Risk;

namespace {

struct Rule {
    std::string_view menu, property; // empty property: any
    Risk risk;
};

constexpr Rule kRules[] = {
    {"/interface/bridge/port", "hw", Risk::BlinksPorts},
    {"/interface/bridge", "vlan-filtering", Risk::BlinksPorts},
    {"/interface/bridge", "vlan-filtering", Risk::CutsManagement},
    {"/interface/bridge", "dhcp-snooping", Risk::BlinksPorts},
    {"/interface/bridge/vlan", "tagged", Risk::CutsManagement},
    {"/interface/ethernet", "l2mtu", Risk::BlinksPorts},
    {"/interface/ethernet", "auto-negotiation", Risk::BlinksPorts},
    {"/interface/ethernet/switch", "l3-hw-offloading", Risk::BlinksPorts},
    {"/interface/ethernet/switch", "l3-hw-offloading", Risk::PassesFirewall},
    {"/interface/bonding", "mode", Risk::BlinksPorts},
    {"/interface/bonding", "mode", Risk::CutsManagement},
    {"/interface/vlan", "interface", Risk::CutsManagement},
    {"/ip/service", "address", Risk::CutsManagement},
    {"/interface/bridge/settings", "use-ip-firewall", Risk::PassesFirewall},
    {"/ip/firewall/connection/tracking", "enabled", Risk::DropsConnections},
    {"/ip/firewall/nat", "", Risk::DropsConnections},
};

bool names(const Request& request, std::string_view property) {
    return property.empty() || request.argument(property).has_value();
}

} // namespace

std::vector<Risk> risksOf(const Request& request) {
    std::vector<Risk> out;
    for (const Rule& rule : kRules) {
        if (request.menu == rule.menu && names(request, rule.property)) {
            out.push_back(rule.risk);
        }
    }
    const auto action = request.argument("action");
    if (request.verb == "add" && action == "fasttrack-connection") {
        out.push_back(Risk::LosesAccounting);
    }
    if (request.menu == "/ip/firewall/filter" && request.argument("connection-mark")) {
        out.push_back(Risk::LosesAccounting);
    }
    return out;
}

} // namespace core::fixes
