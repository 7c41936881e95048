// What FastTracked packets pass by although somebody counts on it.
#include "core/doctor/marks.h"
#include "core/doctor/queues.h"
#include "core/doctor/report.h"
#include "core/doctor/routes.h"
#include "core/routeros/config/values.h"
#include "core/routeros/script/quoting.h"

#include <algorithm>

namespace core::doctor {
namespace {

using core::model::Certainty;
using core::model::ConfigRef;
using core::routeros::config::splitList;

constexpr std::size_t kQueues = 64; // looked at one by one; the rest are alike

std::string lanOf(const Facts& facts, const AddressRange& range) {
    for (const std::string& lan : facts.topology.lans()) {
        const auto network = facts.topology.networkOf(lan);
        if (network && range.first >= network->first && range.last <= network->last) {
            return lan;
        }
    }
    return facts.topology.lans().empty() ? "LAN" : facts.topology.lans().front();
}

std::string wanOf(const Facts& facts) {
    return facts.topology.wans().empty() ? "WAN" : facts.topology.wans().front();
}

bool escapes(const FastTrackAnswer& track) {
    return track.marked >= Match::Most && track.exceptions.empty();
}

core::model::Remedy acceptFirst(const std::string& condition) {
    return {"/ip firewall filter add chain=forward action=accept connection-state=established,related " + condition + " place-before=[find action=fasttrack-connection]",
            "/ip firewall filter remove [find " + condition + "]"};
}

// Keeps connections of these addresses and interfaces off FastTrack, in both directions: rules of their own for a few, a list for many.
std::vector<core::model::Remedy> sparing(const Facts& facts, std::vector<std::string> targets, const std::string& id) {
    constexpr std::size_t kFew = 4;
    std::sort(targets.begin(), targets.end());
    targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
    std::vector<core::model::Remedy> out;
    const auto spare = [&](const std::string& from, const std::string& to, const std::string& value) {
        out.push_back(acceptFirst(from + "=" + core::routeros::script::quote(value)));
        out.push_back(acceptFirst(to + "=" + core::routeros::script::quote(value)));
    };
    const bool many = targets.size() > kFew;
    const std::string list = "pathscope-" + id.substr(0, id.find("-bypassed"));
    bool listed = false;
    for (const std::string& target : targets) {
        if (facts.topology.find(target)) {
            spare("in-interface", "out-interface", target);
        } else if (target != "0.0.0.0/0" && addressRange(target) && !many) {
            spare("src-address", "dst-address", target);
        } else if (target != "0.0.0.0/0" && addressRange(target)) {
            out.push_back({"/ip firewall address-list add list=" + list + " address=" + target, "/ip firewall address-list remove [find list=" + list + " address=" + target + "]"});
            listed = true;
        }
    }
    if (listed) {
        spare("src-address-list", "dst-address-list", list);
    }
    return out;
}

void simpleQueues(Report& report) {
    const Facts& facts = report.facts;
    if (fastTrackRules(facts.view).empty() || !facts.view.settingYes("/ip/settings", "allow-fast-path", true)) {
        return;
    }
    std::vector<ConfigRef> evidence;
    std::vector<std::string> held;
    std::size_t looked = 0;
    for (const Line& queue : facts.view.enabled("/queue/simple")) {
        if (++looked > kQueues) {
            break;
        }
        const auto targets = splitList(queue.value("target"));
        Flow flow;
        flow.out = wanOf(facts);
        if (const auto range = targets.empty() ? std::nullopt : addressRange(targets.front())) {
            flow.source = range;
            flow.in = lanOf(facts, *range);
        } else if (!targets.empty() && facts.topology.find(targets.front())) {
            flow.in = std::string(targets.front());
        } else {
            flow.in = facts.topology.lans().empty() ? "LAN" : facts.topology.lans().front();
        }
        flow.marks = marksOf(flow, facts.context());
        const FastTrackAnswer track = fastTrackOf(flow, facts.context());
        if (escapes(track)) {
            if (evidence.empty()) {
                evidence.push_back(report.ref(*track.rule));
            }
            evidence.push_back(report.ref(queue));
            held.insert(held.end(), targets.begin(), targets.end());
        }
    }
    if (!evidence.empty()) {
        auto& finding = report.add("queue-simple-bypassed-by-fasttrack", 1,
                                   "connections of the queue's target are FastTracked, and FastTracked packets pass simple queues by",
                                   std::move(evidence));
        finding.remedy = sparing(facts, held, finding.id);
        finding.costs = {"these connections go back to the slow path, which is what holds them to their limit"};
    }
}

// A guide that sets a tree it does not make speaks about somebody's router, and routers come with a FastTrack rule.
bool isGuide(const Facts& facts) {
    const auto trees = globalTrees(facts);
    return !facts.exported &&
           std::any_of(trees.begin(), trees.end(), [](const Line& tree) { return tree.item->absent || tree.item->builtin; });
}

void globalTree(Report& report) {
    const Facts& facts = report.facts;
    const Examined* fast = report.fastTracked();
    std::vector<ConfigRef> evidence;
    for (const Line& tree : globalTrees(facts)) {
        evidence.push_back(report.ref(tree));
    }
    const bool guide = !fast && isGuide(facts);
    if (evidence.empty() || (!fast && !guide)) {
        return;
    }
    if (fast) {
        evidence.push_back(report.ref(*fast->track.rule));
    }
    auto& finding = report.add("queue-tree-global-bypassed-by-fasttrack", 1,
                               "FastTracked packets pass queue trees on global by; they meet only trees on the interface they leave by",
                               std::move(evidence));
    if (guide) {
        finding.certainty = Certainty::Depends;
        finding.why += "; it depends on the FastTrack rule of the router this is meant for";
    }
    finding.remedy = {{"/queue tree set [find parent=global] parent=INTERFACE packet-mark=no-mark",
                       "/queue tree set [find parent=INTERFACE] parent=global"}};
    finding.costs = {"an interface tree holds one direction: one on the provider's interface, one on the users' bridge"};
}

// Queues that RADIUS, PPP profiles, hotspot and leases make; no export has them.
std::vector<Line> dynamicQueueSources(const ConfigView& view) {
    std::vector<Line> out;
    for (const Line& radius : view.enabled("/radius")) {
        for (const std::string_view service : splitList(radius.value("service"))) {
            if (service == "hotspot" || service == "ppp" || service == "dhcp") {
                out.push_back(radius);
                break;
            }
        }
    }
    for (const std::string_view menu : {"/ppp/profile", "/ip/hotspot/user/profile", "/ip/dhcp-server/lease"}) {
        for (const Line& line : view.enabled(menu)) {
            if (!line.value("rate-limit").empty()) {
                out.push_back(line);
                break;
            }
        }
    }
    for (const Line& server : view.enabled("/interface/pppoe-server/server")) {
        out.push_back(server);
    }
    return out;
}

void dynamicQueues(Report& report) {
    const Examined* fast = report.fastTracked();
    const auto sources = dynamicQueueSources(report.facts.view);
    if (!fast || sources.empty() || !fast->track.exceptions.empty()) {
        return;
    }
    std::vector<ConfigRef> evidence{report.ref(*fast->track.rule)};
    for (const Line& source : sources) {
        evidence.push_back(report.ref(source));
    }
    for (const Line& rule : acceptsEstablished(report.facts.view)) {
        if (rule.has("in-interface-list") || rule.has("in-interface")) {
            evidence.push_back(report.ref(rule)); // one direction only, which does not help
        }
    }
    auto& finding = report.add("queue-dynamic-bypassed-by-fasttrack", 1,
                               "users get queues of their own when they log in, and FastTracked packets pass those by; a rule that spares "
                               "one direction only does not help, the other marks the connection",
                               std::move(evidence));
    finding.certainty = Certainty::Depends;
    finding.why += "; it depends on rates being handed out, which a file does not show";
    finding.remedy = {{"/ip firewall filter add chain=forward action=accept connection-state=established,related in-interface-list=USERS "
                       "place-before=[find action=fasttrack-connection]",
                       ""},
                      {"/ip firewall filter add chain=forward action=accept connection-state=established,related out-interface-list=USERS "
                       "place-before=[find action=fasttrack-connection]",
                       ""}};
    finding.costs = {"the users' connections go back to the slow path"};
    report.unseen("queue-dynamic-bypassed-by-fasttrack", "dynamic queues stand in no export: /queue simple print where dynamic");
}

void ipsec(Report& report) {
    for (const Examined& e : report.examined) {
        if (e.pair.ipsecOut != Match::Yes || !e.fastTracked() || !e.track.rule) {
            continue;
        }
        std::vector<ConfigRef> evidence{report.ref(*e.track.rule)};
        for (const Line& policy : report.facts.view.enabled("/ip/ipsec/policy")) {
            if (!policy.yes("template")) {
                evidence.push_back(report.ref(policy));
            }
        }
        auto& finding = report.add("ipsec-connections-fasttracked", 0.7,
                                   "packets of these connections pass the IPsec policy by: they leave unencrypted or the tunnel stalls",
                                   std::move(evidence));
        finding.remedy = {
            {"/ip firewall filter add chain=forward action=accept ipsec-policy=in,ipsec place-before=[find action=fasttrack-connection]",
             "/ip firewall filter remove [find ipsec-policy=in,ipsec]"},
            {"/ip firewall filter add chain=forward action=accept ipsec-policy=out,ipsec place-before=[find action=fasttrack-connection]",
             "/ip firewall filter remove [find ipsec-policy=out,ipsec]"}};
        finding.costs = {"traffic of the tunnel stays on the slow path, where it belongs"};
        return;
    }
}

// The traffic a policy is meant for, as the FastTrack rule would see it.
bool policyIsFastTracked(const Facts& facts, Flow flow, std::optional<Line>& rule) {
    const FastTrackAnswer track = fastTrackOf(flow, facts.context());
    rule = track.rule;
    return escapes(track);
}

// The traffic of a rule that chooses a table, kept off FastTrack in both directions.
void spare(const Line& rule, std::string_view interface, std::vector<core::model::Remedy>& out) {
    std::string there, back;
    const auto take = [&](std::string_view name, const char* forth, const char* opposite) {
        const std::string_view value = rule.value(name);
        if (!value.empty() && value.front() != '!') {
            there += (there.empty() ? "" : " ") + std::string(forth) + "=" + core::routeros::script::quote(value);
            back += (back.empty() ? "" : " ") + std::string(opposite) + "=" + core::routeros::script::quote(value);
        }
    };
    take("src-address", "src-address", "dst-address");
    take("dst-address", "dst-address", "src-address");
    take("src-address-list", "src-address-list", "dst-address-list");
    take("dst-address-list", "dst-address-list", "src-address-list");
    take(interface, "in-interface", "out-interface");
    if (!there.empty()) {
        out.push_back(acceptFirst(there));
        out.push_back(acceptFirst(back));
    }
}

void policyRouting(Report& report) {
    const Facts& facts = report.facts;
    if (!report.fastTracked() && fastTrackRules(facts.view).empty()) {
        return;
    }
    const auto leadsToContainer = [&](std::string_view table) {
        const auto routes = routesOf(facts, table);
        return !routes.empty() &&
               std::all_of(routes.begin(), routes.end(), [&](const Line& route) { return containerOf(facts, route) != nullptr; });
    };
    std::vector<ConfigRef> evidence;
    std::vector<core::model::Remedy> spared; // what no mark of the connection tells apart
    bool byMark = false;
    std::optional<Line> fast;
    for (const Line& marker : facts.view.enabled("/ip/firewall/mangle")) {
        const std::string_view mark = marker.value("new-routing-mark");
        if (marker.value("action") != "mark-routing" || marker.value("chain") == "output" || leadsToContainer(mark)) {
            continue;
        }
        Flow flow;
        flow.in = marker.has("in-interface")      ? std::string(marker.value("in-interface"))
                  : facts.topology.lans().empty() ? "LAN"
                                                  : facts.topology.lans().front();
        flow.out = wanOf(facts);
        flow.source = addressRange(marker.value("src-address"));
        flow.destination = addressRange(marker.value("dst-address"));
        flow.marks.routing[std::string(mark)] = Match::Yes;
        if (const std::string_view connection = marker.value("connection-mark");
            !connection.empty() && connection.front() != '!' && connection != "no-mark") {
            flow.marks.connection[std::string(connection)] = Match::Yes;
        }
        if (policyIsFastTracked(facts, flow, fast)) {
            evidence.push_back(report.ref(marker));
            byMark = byMark || !flow.marks.connection.empty();
            if (flow.marks.connection.empty()) {
                spare(marker, "in-interface", spared);
            }
        }
    }
    for (const Line& ruled : facts.view.enabled("/routing/rule")) {
        const std::string_view table = ruled.value("table", "main");
        if (table == "main" || !ruled.value("action", "lookup").starts_with("lookup") || leadsToContainer(table)) {
            continue;
        }
        Flow flow;
        flow.source = addressRange(ruled.value("src-address"));
        flow.destination = addressRange(ruled.value("dst-address"));
        flow.in = ruled.has("interface")          ? std::string(ruled.value("interface"))
                  : flow.source                   ? lanOf(facts, *flow.source)
                  : facts.topology.lans().empty() ? "LAN"
                                                  : facts.topology.lans().front();
        flow.out = wanOf(facts);
        flow.marks = marksOf(flow, facts.context());
        if (policyIsFastTracked(facts, flow, fast)) {
            evidence.push_back(report.ref(ruled));
            spare(ruled, "interface", spared);
        }
    }
    if (evidence.empty() || !fast) {
        return;
    }
    evidence.insert(evidence.begin(), report.ref(*fast));
    auto& finding = report.add("fasttrack-pbr-main-table-only", 0.9,
                               "FastTrack looks routes up in the main table, so traffic meant for another table leaves by the wrong line "
                               "or falls back to the slow path",
                               std::move(evidence));
    finding.certainty = mainHasDefault(facts) ? Certainty::Certain : Certainty::Depends;
    if (!mainHasDefault(facts)) {
        finding.why += "; without a default route in main the fast lookup fails, and what happens then depends on the release";
    }
    if (byMark || spared.empty()) {
        finding.remedy = {{"/ip firewall filter set [find action=fasttrack-connection] connection-mark=no-mark",
                           "/ip firewall filter set [find action=fasttrack-connection] !connection-mark"}};
    }
    finding.remedy.insert(finding.remedy.end(), spared.begin(), spared.end());
    finding.costs = {"connections of these tables stay on the slow path"};
}

} // namespace

void bypassFindings(Report& report) {
    simpleQueues(report);
    globalTree(report);
    dynamicQueues(report);
    ipsec(report);
    policyRouting(report);
    const ConfigView& view = report.facts.view;
    if (const Examined* fast = report.fastTracked()) {
        for (const std::string_view menu : {"/ip/kid-control", "/ip/accounting"}) {
            const bool counts = menu == "/ip/accounting" ? view.settingYes(menu, "enabled") : view.any(menu);
            if (counts) {
                report.add("accounting-blind-by-fasttrack", 0.3,
                           "counting per device misses FastTracked packets; interface, bridge host and connection counters do not",
                           {report.ref(*fast->track.rule)});
                break;
            }
        }
    }
}

} // namespace core::doctor
