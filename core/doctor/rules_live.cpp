// Where the counters of a running router do not show what the configuration predicts. Both are told, with what would decide.
#include "core/base/format.h"
#include "core/doctor/live_traffic.h"
#include "core/doctor/queues.h"

#include <algorithm>

namespace core::doctor {
namespace {

using core::model::Certainty;
using core::model::ConfigRef;
using core::model::PathKind;

constexpr double kWorthLooking = 1e6;   // bits per second below which hellos and management decide the shares
constexpr double kMost = 0.5;           // more than this of the octets is "the traffic"
constexpr double kNothing = 0.02;       // less than this of a port's octets is nothing
constexpr double kCountersAgree = 1.05; // fp above total by more than this is no matter of when they were read

std::string rate(const LiveCounters& counters, double octets) {
    return core::base::formatBitRate({counters.bitsPerSecond(octets)});
}

std::string percent(double part, double whole) {
    return std::to_string(static_cast<int>(whole > 0 ? part * 100 / whole + 0.5 : 0)) + " %";
}

bool isFast(const Examined& each) {
    return each.verdict.steady.kind == PathKind::FastTrack || each.verdict.steady.kind == PathKind::FastPath;
}

// What all that comes in by these ports is predicted to do: fast, slow, or some of both.
enum class Expected { Fast, Slow, Mixed };
Expected expectedOf(const Report& report, const std::vector<std::string>& ports) {
    bool fast = false, slow = false;
    for (const Examined& each : report.examined) {
        const auto under = portsUnder(report.facts, each.pair.from);
        if (std::none_of(under.begin(), under.end(),
                         [&](const auto& port) { return std::find(ports.begin(), ports.end(), port) != ports.end(); })) {
            continue;
        }
        const auto kind = each.verdict.steady.kind;
        fast = fast || isFast(each);
        slow = slow || kind == PathKind::Slow || !kind;
    }
    return fast && slow ? Expected::Mixed : fast ? Expected::Fast : Expected::Slow;
}

void pathsDiffer(Report& report) {
    const Facts& facts = report.facts;
    const LiveCounters& counters = *facts.counters;
    std::vector<std::vector<std::string>> seen;
    for (const Examined& each : report.examined) {
        const auto ports = portsUnder(facts, each.pair.from);
        if (each.pair.bridged || std::find(seen.begin(), seen.end(), ports) != seen.end()) {
            continue;
        }
        seen.push_back(ports);
        const auto received = receivedBy(counters, ports);
        if (!received || counters.bitsPerSecond(received->cpu) < kWorthLooking) {
            continue;
        }
        const Expected expected = expectedOf(report, ports);
        const bool mostlyFast = received->fast > kMost * received->cpu;
        if (expected == Expected::Mixed || mostlyFast == (expected == Expected::Fast)) {
            continue;
        }
        const std::string predicted(core::model::verdictPathId(each.verdict.steady));
        std::vector<ConfigRef> evidence;
        for (const auto& reason : each.verdict.reasons) {
            if (reason.at) {
                evidence.push_back(*reason.at);
            }
        }
        if (each.track.rule && expected == Expected::Fast) {
            evidence.insert(evidence.begin(), report.ref(*each.track.rule));
        }
        auto& finding = report.add("live-path-differs", 1,
                                   "from " + each.pair.from + " to " + each.pair.to + " the configuration says " + predicted + "; of the " +
                                       rate(counters, received->cpu) + " that " + each.pair.from + " hands to the CPU now, " +
                                       percent(received->fast, received->cpu) + " go by fast path or FastTrack",
                                   std::move(evidence));
        if (counters.fastTrack) {
            finding.why += " (FastTrack of the whole router: " + rate(counters, *counters.fastTrack) + ")";
        }
        finding.why +=
            expected == Expected::Fast
                ? ". What decides: /ip settings print (ipv4-fasttrack-active), /tool sniffer print, a torch that runs, "
                  "/ip firewall connection print count-only where !fasttrack"
                : ". What decides: /ip firewall connection print where fasttrack, and dynamic rules in /ip firewall filter print";
        finding.certainty = Certainty::Depends;
    }
}

double countedUnder(const Facts& facts, const Line& root) {
    const auto found = facts.counters->counted.find(root.item->id);
    return found == facts.counters->counted.end() ? 0 : found->second;
}

// A tree on an interface holds what leaves there on every path of the CPU. Where octets leave and it counts none, it holds nothing.
void queuesSeeNothing(Report& report) {
    const Facts& facts = report.facts;
    const LiveCounters& counters = *facts.counters;
    std::map<std::string, std::vector<Line>, std::less<>> byParent;
    for (const Line& tree : facts.view.enabled("/queue/tree")) {
        const std::string_view parent = tree.value("parent");
        if (facts.topology.find(parent) != nullptr) {
            byParent[std::string(parent)].push_back(tree);
        }
    }
    for (const auto& [parent, roots] : byParent) {
        const LiveCounters::Interface* at = counters.find(parent);
        if (at == nullptr || !at->tx || counters.bitsPerSecond(*at->tx) < kWorthLooking) {
            continue;
        }
        double counted = 0;
        std::vector<ConfigRef> evidence;
        for (const Line& root : roots) {
            counted += countedUnder(facts, root);
            evidence.push_back(report.ref(root));
        }
        if (counted > kNothing * *at->tx) {
            continue;
        }
        const double fast = at->fpTx.value_or(0);
        std::string why =
            "the trees on " + parent + " count " + rate(counters, counted) + ", and " + rate(counters, *at->tx) + " leave by " + parent;
        if (fast > kNothing * *at->tx) {
            why += ", " + rate(counters, fast) + " of it by fast path or FastTrack, whose packets carry no mark";
        }
        if (const Examined* track = report.fastTracked()) {
            evidence.push_back(report.ref(*track->track.rule));
        }
        auto& finding = report.add("live-queue-counts-nothing", 1, std::move(why), std::move(evidence));
        finding.why += ". What decides: the packet-mark of the leaves (no-mark takes FastTracked packets), flag H of the ports " + parent +
                       " sends by, and whether bridge fast path is active (/interface bridge settings print)";
        finding.certainty = Certainty::Depends;
    }
}

void countersDisagree(Report& report) {
    const LiveCounters& counters = *report.facts.counters;
    std::string names;
    for (const auto& [name, at] : counters.interfaces) {
        if (at.cpuRx && at.fpRx && counters.bitsPerSecond(*at.fpRx) > kWorthLooking && *at.fpRx > kCountersAgree * *at.cpuRx) {
            names += (names.empty() ? "" : ", ") + name;
        }
    }
    if (!names.empty()) {
        report.add("counter-fp-greater-than-total", 0.1, "the router counts more by fast path than it received at all on " + names);
    }
}

} // namespace

void liveFindings(Report& report) {
    if (report.facts.counters == nullptr) {
        return;
    }
    pathsDiffer(report);
    queuesSeeNothing(report);
    countersDisagree(report);
}

} // namespace core::doctor
