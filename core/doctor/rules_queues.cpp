// Queue trees: do they see the traffic, and do they hold it?
#include "core/doctor/bridge_path.h"
#include "core/doctor/queues.h"
#include "core/doctor/report.h"
#include "core/routeros/config/values.h"
#include "core/routeros/script/quoting.h"

#include <algorithm>
#include <cctype>

namespace core::doctor {
namespace {

using core::model::Certainty;
using core::model::ConfigRef;
using core::routeros::config::splitList;

bool takesUnmarked(const Line& tree) {
    const auto marks = splitList(tree.value("packet-mark"));
    return std::find(marks.begin(), marks.end(), "no-mark") != marks.end();
}

// Interface HTB does not work right when its interface is offloaded and bridge fast path is off (vendor's Packet Flow page).
std::vector<core::model::Reason> hardwareTrouble(const Facts& facts, const Line& tree) {
    const std::string bridge = facts.topology.bridgeUnder(rootParent(facts, tree));
    if (bridge.empty()) {
        return {};
    }
    for (const Interface* port : facts.topology.portsOf(bridge)) {
        const Offload offload = offloadOf(facts, *port);
        if (offload.yes && offload.known) {
            return bridgeFastPathBlockers(facts, bridge);
        }
    }
    return {};
}

// What switches bridge fast path on again, of that which a setting decides.
std::vector<core::model::Remedy> bridgeFastPathRemedies(const Facts& facts, const std::vector<core::model::Reason>& blockers) {
    std::vector<core::model::Remedy> out;
    const auto blocks = [&](std::string_view id) { return std::any_of(blockers.begin(), blockers.end(), [&](const auto& r) { return r.id == id; }); };
    const std::string settings = "/interface bridge settings set ";
    if (blocks("BFP1")) {
        out.push_back({settings + "allow-fast-path=yes", settings + "allow-fast-path=no"});
    }
    if (blocks("BFP3")) {
        out.push_back({settings + "use-ip-firewall=no", settings + "use-ip-firewall=yes"});
    }
    for (const Interface* bridge : blocks("BFP7") ? facts.topology.bridges() : std::vector<const Interface*>()) {
        if (bridge->line && bridge->line->yes("dhcp-snooping")) {
            const std::string set = "/interface bridge set [find name=" + core::routeros::script::quote(bridge->name) + "] dhcp-snooping=";
            out.push_back({set + "no", set + "yes"});
        }
    }
    return out;
}

void interfaceTreeFindings(Report& report) {
    const Facts& facts = report.facts;
    std::vector<ConfigRef> fine, broken;
    std::vector<core::model::Reason> blockers;
    for (const Line& tree : interfaceTrees(facts)) {
        const auto trouble = hardwareTrouble(facts, tree);
        if (!trouble.empty()) {
            broken.push_back(report.ref(tree));
            blockers.insert(blockers.end(), trouble.begin(), trouble.end());
            if (trouble.front().at) {
                broken.push_back(*trouble.front().at);
            }
        } else if (takesUnmarked(tree) && report.fastTracked()) {
            fine.push_back(report.ref(tree));
        }
    }
    if (!broken.empty()) {
        auto& finding = report.add("qos-interface-tree-no-traffic-hw-bridge", 1,
                                   "the tree hangs on an interface of a bridge that the chip forwards for, and bridge fast path is off: "
                                   "trees there were seen to move no byte",
                                   std::move(broken));
        finding.certainty = Certainty::Depends;
        finding.why += "; the tree's own counter under load decides";
        finding.costs = {"measure first: start traffic and read the tree's bytes twice"};
        finding.remedy = bridgeFastPathRemedies(facts, blockers);
        report.unseen("qos-interface-tree-no-traffic-hw-bridge", "byte counters of the queue trees: /queue tree print stats");
    }
    if (!fine.empty()) {
        report.add("qos-interface-tree-ok", 0.5,
                   "trees on interfaces act on FastTracked packets, which carry no mark: shaping and FastTrack go together",
                   std::move(fine));
        report.unseen("fasttrack-disabled-for-qos",
                      "whether FastTrack was switched off for these queues before; a file shows the state of now");
    }
}

void markFindings(Report& report) {
    const Facts& facts = report.facts;
    const PacketMarks marks = packetMarks(facts);
    std::vector<Line> leaves = facts.view.enabled("/queue/tree");
    std::erase_if(leaves, [&](const Line& tree) { return !isLeaf(facts, tree) || rootParent(facts, tree).empty(); });
    std::vector<ConfigRef> dead, loose;
    std::string marksLoose;
    for (const Line& leaf : leaves) {
        for (const std::string_view mark : splitList(leaf.value("packet-mark"))) {
            const auto would = marks.wouldBeSetBy(mark);
            if (!marks.setBy(mark) && would) {
                dead.push_back(report.ref(*would));
                dead.push_back(report.ref(leaf));
            } else if (!marks.setBy(mark) && mark != "no-mark") {
                report.unseen("queue-packet-mark-mismatch", "no rule in this file sets packet mark " + std::string(mark) +
                                                                ", which queue " + std::string(leaf.value("name")) + " waits for");
            }
        }
    }
    if (!dead.empty()) {
        auto& finding = report.add("queue-marks-rule-disabled", 0.9,
                                   "the queue waits for a packet mark that only disabled rules set: nothing gets into it", std::move(dead));
        finding.remedy = {
            {"/ip firewall mangle enable [find action=mark-packet disabled=yes]", "/ip firewall mangle disable [find action=mark-packet]"}};
        finding.costs = {"marked connections must stay off FastTrack, or the marks are not set"};
    }
    for (const Line& rule : marks.enabled) {
        const std::string_view mark = rule.value("new-packet-mark");
        const bool taken = std::any_of(leaves.begin(), leaves.end(), [&](const Line& leaf) {
            const auto wanted = splitList(leaf.value("packet-mark"));
            return std::find(wanted.begin(), wanted.end(), mark) != wanted.end();
        });
        if (!taken && std::any_of(leaves.begin(), leaves.end(), takesUnmarked)) {
            loose.push_back(report.ref(rule));
            marksLoose += "," + std::string(mark);
        }
    }
    if (!loose.empty()) {
        for (const Line& leaf : leaves) {
            if (takesUnmarked(leaf)) {
                loose.push_back(report.ref(leaf));
            }
        }
        auto& finding = report.add("queue-packet-mark-mismatch", 0.5,
                                   "the queues take unmarked packets only; what this rule marks leaves without being shaped", std::move(loose));
        for (const Line& leaf : leaves) {
            if (takesUnmarked(leaf)) {
                const std::string set = "/queue tree set [find name=" + core::routeros::script::quote(leaf.value("name")) + "] packet-mark=";
                finding.remedy.push_back({set + std::string(leaf.value("packet-mark")) + marksLoose, set + std::string(leaf.value("packet-mark"))});
            }
        }
        finding.costs = {"marked packets share the queue's limit with the others"};
    }
    const bool ipv6 = facts.view.any("/ipv6/firewall/filter") || facts.view.any("/ipv6/address");
    const bool marksUsed =
        std::any_of(leaves.begin(), leaves.end(), [&](const Line& leaf) { return marks.setBy(leaf.value("packet-mark")).has_value(); });
    const auto six = facts.view.enabled("/ipv6/firewall/mangle");
    const bool marksSix = std::any_of(six.begin(), six.end(), [](const Line& rule) { return rule.value("action") == "mark-packet"; });
    if (ipv6 && marksUsed && !marksSix) {
        report.add("ipv6-missing-from-qos-marks", 0.4,
                   "the marks these queues wait for are set on IPv4 only; IPv6 leaves without being shaped",
                   {report.ref(marks.enabled.front())});
    }
}

bool isCake(const std::optional<Line>& type) {
    return type && type->value("kind") == "cake";
}

// A tree for what comes from the provider, by its flow mode, its name or the mark it takes.
bool isDownload(const Facts& facts, const Line& tree, const Line& type) {
    if (type.value("cake-flowmode") == "dual-srchost") {
        return false;
    }
    if (type.value("cake-flowmode") == "dual-dsthost") {
        return true;
    }
    std::string name(tree.value("name"));
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const auto marker = packetMarks(facts).setBy(tree.value("packet-mark"));
    return name.find("down") != std::string::npos || name == "dl" ||
           (marker && (marker->has("in-interface") || marker->has("in-interface-list")));
}

void cakeFindings(Report& report) {
    const Facts& facts = report.facts;
    const PacketMarks marks = packetMarks(facts);
    constexpr double kBudget = 500e6; // one instance of cake runs on one core
    for (const Line& tree : facts.view.enabled("/queue/tree")) {
        const auto type = queueType(facts, tree.value("queue"));
        if (!isCake(type)) {
            continue;
        }
        const double limit = limitOf(tree);
        const auto bandwidth = core::routeros::config::parseRate(type->value("cake-bandwidth", "0"));
        const std::string_view written = type->value("cake-bandwidth", "0");
        if (limit <= 0 && (bandwidth ? *bandwidth > 0 : !written.empty() && written != "0")) {
            auto& finding =
                report.add("queue-cake-bandwidth-without-max-limit", 0.9,
                           "cake-bandwidth on the type did not hold the rate where this was measured; the tree's max-limit does",
                           {report.ref(*type), report.ref(tree)});
            finding.certainty = Certainty::Depends;
            finding.why += "; reported by one source";
            finding.remedy = {{"/queue tree set [find name=" + std::string(tree.value("name")) + "] max-limit=" + std::string(written),
                               "/queue tree set [find name=" + std::string(tree.value("name")) + "] max-limit=0"}};
        }
        if (type->yes("cake-nat") && rootParent(facts, tree) == "global" && isDownload(facts, tree, *type)) {
            auto& finding = report.add("queue-cake-nat-on-download", 0.7,
                                       "cake-nat=yes on a download queue on global made latency worse than no queue in eleven runs of one "
                                       "source; elsewhere it is untested",
                                       {report.ref(*type), report.ref(tree)});
            finding.certainty = Certainty::Depends;
            finding.remedy = {{"/queue type set [find name=" + std::string(type->value("name")) + "] cake-nat=no",
                               "/queue type set [find name=" + std::string(type->value("name")) + "] cake-nat=yes"}};
        }
        const std::string_view mark = tree.value("packet-mark");
        const bool reached = mark.empty() || takesUnmarked(tree) || marks.setBy(mark).has_value();
        if (limit > kBudget && reached) {
            auto& finding = report.add("queue-algorithm-cpu-budget", 0.7,
                                       "cake of more than about 500 Mb/s runs into the end of one core; fq-codel costs less",
                                       {report.ref(tree), report.ref(*type)});
            finding.certainty = Certainty::Depends;
            finding.why += "; it depends on the core's speed, and per-core load decides";
        }
    }
}

} // namespace

void queueFindings(Report& report) {
    interfaceTreeFindings(report);
    markFindings(report);
    cakeFindings(report);
}

} // namespace core::doctor
