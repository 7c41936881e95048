// What keeps the CPU busy packet by packet, and boards at their end.
#include "core/doctor/l3hw.h"
#include "core/doctor/report.h"

#include <algorithm>

namespace core::doctor {
namespace {

using core::model::Certainty;
using core::model::ConfigRef;

void switchAsRouter(Report& report) {
    const Facts& facts = report.facts;
    if (!facts.hardware.isSwitch()) {
        return;
    }
    std::vector<ConfigRef> balancing;
    for (const Line& rule : facts.view.enabled("/ip/firewall/mangle")) {
        if (rule.has("per-connection-classifier")) {
            balancing.push_back(report.ref(rule));
        }
    }
    if (!balancing.empty()) {
        report.add("pcc-mangle-on-switch-cpu", 1, "marking by connection runs on the small CPU of a switch, for every packet",
                   std::move(balancing));
        return;
    }
    std::vector<ConfigRef> evidence;
    for (const Line& rule : facts.view.enabled("/ip/firewall/nat")) {
        if (rule.value("chain") == "srcnat") {
            evidence.push_back(report.ref(rule));
        }
    }
    for (const Line& line : facts.view.enabled("/interface/pppoe-client")) {
        evidence.push_back(report.ref(line));
    }
    if (!evidence.empty() && !switchRoutes(facts)) {
        report.add("device-switch-as-router", 0.9,
                   facts.hardware.device()->model + " is made to switch; NAT and PPPoE run on a CPU of " +
                       (facts.hardware.device()->cores > 0 ? std::to_string(facts.hardware.device()->cores) + " core(s)" : "small size"),
                   std::move(evidence));
    }
}

void layer7(Report& report) {
    std::vector<ConfigRef> evidence;
    for (const std::string_view menu : {"/ip/firewall/filter", "/ip/firewall/mangle"}) {
        for (const Line& rule : report.facts.view.enabled(menu)) {
            if (rule.has("layer7-protocol")) {
                evidence.push_back(report.ref(rule));
            }
        }
    }
    if (!evidence.empty()) {
        auto& finding =
            report.add("layer7-regex-in-path", 0.8, "a pattern is searched for in the first packets of every connection, on the slow path",
                       std::move(evidence));
        finding.costs = {"match by address list or tls-host instead"};
    }
}

void capsman(Report& report) {
    const ConfigView& view = report.facts.view;
    std::vector<ConfigRef> evidence;
    const bool manages = view.settingYes("/caps-man/manager", "enabled");
    for (const std::string_view menu : {"/caps-man/datapath", "/caps-man/configuration"}) {
        for (const Line& path : view.lines(menu)) {
            const std::string_view property = menu == "/caps-man/datapath" ? "local-forwarding" : "datapath.local-forwarding";
            if (manages && path.has(property) && !path.yes(property)) {
                evidence.push_back(report.ref(path));
            } else if (manages && menu == "/caps-man/datapath" && !path.has(property)) {
                evidence.push_back(report.ref(path));
            }
        }
    }
    for (const Line& path : view.lines("/interface/wifi/datapath")) {
        if (path.value("traffic-processing") == "on-capsman") {
            evidence.push_back(report.ref(path));
        }
    }
    if (!evidence.empty()) {
        auto& finding =
            report.add("capsman-central-forwarding", 0.7,
                       "frames of wireless clients are carried to this router's CPU, whatever they are meant for", std::move(evidence));
        finding.costs = {"with local forwarding this router's firewall no longer sees them"};
    }
}

void portSpeed(Report& report) {
    const Facts& facts = report.facts;
    constexpr double kSlow = 100e6;
    if (const auto fastest = facts.hardware.fastestPort(); fastest && *fastest <= kSlow) {
        report.add("link-speed-limit", 0.5, "no port of this board is faster than 100 Mb/s: a better path saves CPU, not time",
                   {{"", std::nullopt, "model = " + facts.hardware.device()->model}});
        return;
    }
    std::vector<ConfigRef> fixed, harmless;
    for (const Line& port : facts.view.lines("/interface/ethernet")) {
        const std::string_view speed = port.value("speed");
        const bool slow = speed.starts_with("100M") || speed.starts_with("10M");
        if (slow && port.has("auto-negotiation") && !port.yes("auto-negotiation", true)) {
            fixed.push_back(report.ref(port));
        } else if (slow) {
            harmless.push_back(report.ref(port));
        }
    }
    if (!fixed.empty()) {
        auto& finding = report.add("link-speed-limit", 0.6, "the port's speed is fixed at 100 Mb/s or less", std::move(fixed));
        finding.remedy = {{"/interface ethernet set [find auto-negotiation=no] auto-negotiation=yes", ""}};
    }
    if (!harmless.empty()) {
        report.add("false-alarm-speed-artifact", 0.1,
                   "speed has no effect while the port negotiates; exports of RouterOS 6 carry it after upgrades", std::move(harmless));
        report.unseen("false-alarm-speed-artifact", "the negotiated rate: /interface ethernet monitor");
    }
}

} // namespace

void cpuFindings(Report& report) {
    const ConfigView& view = report.facts.view;
    switchAsRouter(report);
    layer7(report);
    capsman(report);
    portSpeed(report);
    if (const auto servers = view.enabled("/ip/hotspot"); !servers.empty()) {
        report.add("hotspot-active", 0.6, "hotspot sees every packet of its users and switches plain fast path off",
                   {report.ref(servers.front())});
    }
    if (view.setting("/system/routerboard/settings", "cpu-frequency") == "auto" && view.any("/interface/wireguard")) {
        auto& finding = report.add("cpu-frequency-auto", 0.3,
                                   "a CPU that changes its clock made WireGuard beside FastTrack uneven where it was measured",
                                   {view.settingRef("/system/routerboard/settings", "cpu-frequency")});
        finding.certainty = Certainty::Depends;
    }
    const auto tracking = view.lines("/ip/firewall/connection/tracking");
    const bool tuned = !tracking.empty() && (tracking.front().has("max-entries") ||
                                             std::any_of(report.facts.loaded.notes.begin(), report.facts.loaded.notes.end(),
                                                         [](const auto& note) { return note.property == "max-entries"; }));
    if (tuned) {
        report.unseen("conntrack-table-near-limit", "total-entries against max-entries: /ip firewall connection tracking print");
    }
}

} // namespace core::doctor
