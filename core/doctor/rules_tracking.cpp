// Connection tracking where nothing asks about connections.
#include "core/doctor/report.h"

#include <algorithm>
#include <array>

namespace core::doctor {
namespace {

// Conditions and actions that only a tracked packet can meet (vendor's Connection Tracking and Filter pages).
constexpr std::array<std::string_view, 10> kConditions{"connection-state", "connection-nat-state", "connection-mark", "connection-bytes",    "connection-rate",
                                                       "connection-limit", "connection-type",      "layer7-protocol", "new-connection-mark", "tls-host"};

bool asksAboutConnections(const Line& rule) {
    const std::string_view action = rule.value("action", "accept");
    const bool condition = std::any_of(kConditions.begin(), kConditions.end(), [&](std::string_view name) { return rule.has(name); });
    return condition || action == "fasttrack-connection" || action == "mark-connection";
}

} // namespace

void trackingFindings(Report& report) {
    const Facts& facts = report.facts;
    const ConfigView& view = facts.view;
    const bool routes = std::any_of(report.examined.begin(), report.examined.end(), [](const Examined& e) { return !e.pair.bridged; });
    if (!routes || !facts.exported || !facts.tracks() || view.any("/ip/firewall/nat") || view.any("/ip/hotspot")) {
        return;
    }
    std::vector<core::model::ConfigRef> rules;
    for (const char* menu : {"/ip/firewall/filter", "/ip/firewall/mangle", "/ipv6/firewall/filter", "/ipv6/firewall/mangle", "/ipv6/firewall/nat"}) {
        for (const Line& rule : view.enabled(menu)) {
            if (asksAboutConnections(rule)) {
                return;
            }
            rules.push_back(report.ref(rule));
        }
    }
    const std::string_view now = view.setting("/ip/firewall/connection/tracking", "enabled", "auto");
    if (rules.empty()) {
        auto& finding = report.add("conntrack-without-need", 0.8, "connection tracking is on without a rule that needs it, and keeps routed packets off the fast path",
                                   {view.settingRef("/ip/firewall/connection/tracking", "enabled")});
        finding.remedy = {{"/ip firewall connection tracking set enabled=auto", "/ip firewall connection tracking set enabled=yes"}};
        finding.costs = {"none: tracking starts by itself with the first firewall rule"};
        return;
    }
    auto& finding = report.add("conntrack-without-need", 0.5, "each packet is looked up in the connection table, and none of the rules asks about connections", {rules.front()});
    finding.remedy = {{"/ip firewall connection tracking set enabled=no", "/ip firewall connection tracking set enabled=" + std::string(now)}};
    finding.costs = {"NAT, connection-state, marks of connections and FastTrack do not work until it is on again", "connections that stand are forgotten"};
}

} // namespace core::doctor
