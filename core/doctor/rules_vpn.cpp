// Tunnels, their cryptography, and VPNs in containers.
#include "core/doctor/report.h"
#include "core/doctor/routes.h"

#include <algorithm>

namespace core::doctor {
namespace {

using core::model::Certainty;
using core::model::ConfigRef;

std::vector<Line> realPolicies(const ConfigView& view) {
    std::vector<Line> out = view.enabled("/ip/ipsec/policy");
    std::erase_if(out, [](const Line& policy) { return policy.yes("template"); });
    return out;
}

// Boards whose crypto engine was measured to load one core (IPQ4018 and IPQ4019).
bool hasOneCryptoCore(const Facts& facts) {
    static constexpr std::string_view models[] = {"RBD52G", "RBD53", "RBcAPGi", "RBD25G", "RB450Gx4"};
    const std::string_view model = facts.hardware.known() ? std::string_view(facts.hardware.device()->model) : std::string_view();
    return std::any_of(std::begin(models), std::end(models), [&](std::string_view begin) { return model.starts_with(begin); });
}

bool reordersPackets(const Facts& facts) {
    const std::string_view model = facts.hardware.known() ? std::string_view(facts.hardware.device()->model) : std::string_view();
    return model == "RB1100AHx2" || model.starts_with("CCR10");
}

void tunnels(Report& report) {
    std::vector<ConfigRef> evidence;
    for (const auto& [name, interface] : report.facts.topology.all()) {
        const bool tunnel = interface.type == InterfaceType::WireGuard || interface.type == InterfaceType::Tunnel ||
                            interface.type == InterfaceType::OtherPpp;
        if (tunnel && interface.line && !interface.disabled) {
            evidence.push_back(report.ref(*interface.line));
        }
    }
    const auto rules = fastTrackRules(report.facts.view);
    if (!evidence.empty() && !rules.empty()) {
        report.add("vpn-output-never-fasttracked", 0.3,
                   "what the tunnel sends is made by the router itself and always takes the slow path; only the connections inside can be "
                   "FastTracked",
                   std::move(evidence));
    }
    if (!evidence.empty()) {
        report.unseen("tunnel-crypto-cpu-bound", "load per core while the tunnel is busy: /tool profile cpu=all");
    }
}

void ipsecEncryption(Report& report) {
    const Facts& facts = report.facts;
    const auto policies = realPolicies(facts.view);
    if (hasOneCryptoCore(facts)) {
        if (!policies.empty()) {
            auto& finding =
                report.add("ipsec-single-core", 0.4, "the crypto engine of this board was measured to load one core while the others idle",
                           {report.ref(policies.front())});
            finding.certainty = Certainty::Depends;
        } else {
            report.unseen("ipsec-single-core", "IPsec of this board loads one core; whether any is used, this file does not show (keys and "
                                               "dynamic policies are left out of exports)");
        }
    }
    for (const Line& proposal : policies.empty() ? std::vector<Line>{} : facts.view.enabled("/ip/ipsec/proposal")) {
        if (reordersPackets(facts) && proposal.value("enc-algorithms").find("cbc") != std::string_view::npos) {
            auto& finding =
                report.add("ipsec-hw-reorder", 0.4,
                           "the crypto engine spreads packets of one tunnel over cores, and CBC packets were seen to come out of order",
                           {report.ref(proposal)});
            finding.certainty = Certainty::Depends;
        }
    }
}

void containers(Report& report) {
    const Facts& facts = report.facts;
    std::vector<ConfigRef> evidence;
    for (const Line& route : facts.view.enabled("/ip/route")) {
        if (const Interface* veth = containerOf(facts, route)) {
            evidence.push_back(report.ref(route));
            evidence.push_back(report.ref(*veth->line));
        }
    }
    if (!evidence.empty()) {
        for (const Line& rule : facts.view.enabled("/ip/firewall/mangle")) {
            if (rule.value("action") == "mark-routing") {
                evidence.push_back(report.ref(rule));
            }
        }
        for (const Line& rule : fastTrackRules(facts.view)) {
            if (!rule.has("connection-mark") && !rule.has("routing-mark")) {
                evidence.push_back(report.ref(rule));
            }
        }
        auto& finding = report.add("vpn-in-container-userspace", 0.8,
                                   "traffic is routed to a container: it crosses the slow path twice, is encrypted by a program, and "
                                   "FastTrack would route its connections by the main table",
                                   std::move(evidence));
        finding.certainty = Certainty::Depends;
        finding.why += "; how fast the container is depends on what runs in it";
        finding.remedy = {{"/ip firewall filter set [find action=fasttrack-connection] connection-mark=no-mark",
                           "/ip firewall filter set [find action=fasttrack-connection] !connection-mark"}};
        finding.costs = {"mark the connections that go to the container; RouterOS's own WireGuard or IPsec does without one"};
    }
    for (const auto& [name, interface] : facts.topology.all()) {
        const Interface* bridge = interface.type == InterfaceType::Veth && interface.port ? facts.topology.find(interface.bridge) : nullptr;
        if (bridge && bridge->line && bridge->line->yes("vlan-filtering")) {
            auto& finding =
                report.add("container-raw-socket-or-promisc", 0.3,
                           "a container that listens to raw frames may take its bridge off the fast path", {report.ref(*interface.port)});
            finding.certainty = Certainty::Depends;
            finding.why += "; nobody has explained the one report there is, so compare the counters with the container stopped";
        }
    }
}

} // namespace

void vpnFindings(Report& report) {
    tunnels(report);
    ipsecEncryption(report);
    containers(report);
}

namespace {

// A fixed address on the way to the provider; else the word for it.
std::string publicAddress(const Facts& facts) {
    for (const Line& address : facts.view.enabled("/ip/address")) {
        const auto& wans = facts.topology.wans();
        if (wans.size() == 1 && address.value("interface") == wans.front()) {
            const std::string_view text = address.value("address");
            return std::string(text.substr(0, text.find('/')));
        }
    }
    return "PUBLIC-ADDRESS";
}

} // namespace

void subscriberFindings(Report& report) {
    const ConfigView& view = report.facts.view;
    if (!masquerades(view)) {
        return;
    }
    constexpr std::size_t kMany = 100, kSecrets = 20;
    const auto servers = view.enabled("/interface/pppoe-server/server");
    const bool queues = subscriberQueues(view) >= kMany;
    if (servers.empty() && view.enabled("/ppp/secret").size() < kSecrets && !queues) {
        return;
    }
    std::vector<ConfigRef> evidence;
    for (const Line& rule : view.enabled("/ip/firewall/nat")) {
        if (rule.value("action") == "masquerade") {
            evidence.push_back(report.ref(rule));
        }
    }
    auto& finding = report.add(
        "nat-masquerade-ppp-churn", 0.6,
        "masquerade goes through the connection table whenever an interface comes or goes; with many PPP sessions that is all the time",
        std::move(evidence));
    finding.certainty = servers.empty() ? Certainty::Depends : Certainty::Certain;
    if (servers.empty()) {
        finding.why += "; it depends on the subscribers being PPP sessions, which this file does not show";
    }
    finding.remedy = {{"/ip firewall nat set [find action=masquerade] action=src-nat to-addresses=" + publicAddress(report.facts),
                       "/ip firewall nat set [find action=src-nat] action=masquerade"}};
    finding.costs = {"only with a fixed public address"};
}

} // namespace core::doctor
