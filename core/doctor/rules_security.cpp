// Doors to the router that stand open towards the provider.
#include "core/doctor/advisories.h"
#include "core/doctor/report.h"
#include "core/routeros/config/values.h"

#include <algorithm>

namespace core::doctor {
namespace {

struct Service {
    std::string_view name;
    std::uint16_t port;
};
constexpr Service kServices[] = {{"telnet", 23},   {"ftp", 21},   {"www", 80},       {"ssh", 22},
                                 {"www-ssl", 443}, {"api", 8728}, {"api-ssl", 8729}, {"winbox", 8291}};

std::optional<Line> serviceLine(const ConfigView& view, std::string_view name) {
    return view.findBy("/ip/service", "name", name);
}

// "192.168.88.1/24" → "192.168.88.0/24"
std::string networkText(std::string_view address) {
    const auto parsed = core::routeros::config::parseIpv4WithLength(address);
    return parsed ? core::routeros::config::formatIpv4(parsed->network()) + "/" + std::to_string(parsed->length) : std::string(address);
}

bool isOpen(const ConfigView& view, const Service& service) {
    const auto line = serviceLine(view, service.name);
    return !line || (!line->disabled() && line->value("address").empty());
}

} // namespace

void securityFindings(Report& report) {
    const Facts& facts = report.facts;
    if (facts.topology.wans().empty()) {
        return;
    }
    std::vector<core::model::ConfigRef> evidence;
    std::string doors;
    std::vector<std::string> open;
    for (const Service& service : kServices) {
        if (!isOpen(facts.view, service)) {
            continue;
        }
        Flow flow;
        flow.in = facts.topology.wans().front();
        flow.state = "new";
        flow.destinationPort = service.port;
        // Only an explicit accept counts: a file without an input chain may be a part of a configuration.
        walkChain("/ip/firewall/filter", "input", flow, facts.context(), [&](const RuleHit& hit) {
            const bool names = hit.rule.has("dst-port") || hit.rule.has("in-interface") || hit.rule.has("in-interface-list");
            if (hit.rule.value("action", "accept") == "accept" && hit.match == Match::Yes && names) {
                const auto at = report.ref(hit.rule);
                if (std::find(evidence.begin(), evidence.end(), at) == evidence.end()) {
                    evidence.push_back(at);
                }
                doors += (doors.empty() ? "" : ", ") + std::string(service.name);
                open.emplace_back(service.name);
            }
            return Walk::On;
        });
    }
    if (evidence.empty()) {
        return;
    }
    std::string why = "from " + facts.topology.wans().front() + " anybody reaches " + doors;
    for (const Advisory& advisory : facts.version.known ? advisories() : std::vector<Advisory>{}) {
        if (doors.find(advisory.service) != std::string::npos &&
            !facts.version.atLeast(advisory.fixed.major, advisory.fixed.minor, advisory.fixed.patch)) {
            why += "; " + advisory.id + " is open in this version: " + advisory.what;
        }
    }
    auto& finding = report.add("management-open-to-wan", 0.4, std::move(why), std::move(evidence));
    std::string from;
    for (const std::string& lan : facts.topology.lans()) {
        for (const Line& address : facts.view.enabled("/ip/address")) {
            if (address.value("interface") == lan) {
                from += (from.empty() ? "" : ",") + networkText(address.value("address"));
            }
        }
    }
    for (const std::string& name : open) {
        const std::string set = "/ip service set [find name=" + name + "] address=";
        finding.remedy.push_back({set + (from.empty() ? "MANAGEMENT-NETWORK" : from), set + "\"\""});
    }
    finding.costs = {"be sure to come from that network yourself"};
}

} // namespace core::doctor
