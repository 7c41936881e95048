#include "core/doctor/verdicts.h"

#include "core/doctor/bridge_path.h"
#include "core/doctor/fast_path.h"
#include "core/doctor/fasttrack_rule.h"
#include "core/doctor/flips.h"
#include "core/doctor/l3hw.h"
#include "core/doctor/marks.h"
#include "core/doctor/queues.h"
#include "core/doctor/routes.h"
#include "core/doctor/tracking.h"

#include <algorithm>

namespace core::doctor {
namespace {

using core::model::Certainty;
using core::model::PathKind;
using core::model::PathQuestion;
using core::model::Reason;
using core::model::Verdict;
using core::model::VerdictPath;

void append(std::vector<Reason>& to, std::vector<Reason> from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

void depend(Verdict& verdict, std::string on) {
    if (verdict.certainty == Certainty::Certain) {
        verdict.certainty = Certainty::Depends;
        verdict.dependsOn = std::move(on);
    }
}

bool canBeTracked(std::string_view protocol) {
    return protocol == "tcp" || protocol == "udp";
}

bool isProvider(const Facts& facts, std::string_view interface) {
    const auto& wans = facts.topology.wans();
    return std::find(wans.begin(), wans.end(), interface) != wans.end();
}

void addQueues(const Facts& facts, const Flow& flow, Verdict& verdict) {
    const bool software = verdict.steady.kind != PathKind::Switch && verdict.steady.kind != PathKind::L3Hw;
    for (const Line& tree : software ? treesAt(facts, flow.out) : std::vector<Line>{}) {
        verdict.queues.push_back("/queue/tree " + std::string(tree.value("name")));
        verdict.reasons.push_back(
            reason("Q-IFTREE", facts.view.ref(tree), "acts on what leaves by " + flow.out + ", on every path of the CPU", false));
    }
    const auto simple = simpleQueuesOf(facts, flow);
    const auto global = globalTrees(facts);
    if (verdict.steady.kind == PathKind::Slow) {
        for (const Line& queue : simple) {
            verdict.queues.push_back("/queue/simple " + std::string(queue.value("name")));
        }
        for (const Line& tree : global) {
            verdict.queues.push_back("/queue/tree " + std::string(tree.value("name")));
        }
        return;
    }
    if (!simple.empty()) {
        verdict.reasons.push_back(reason("Q-SIMPLE", facts.view.ref(simple.front()), "simple queues are passed by on this path", false));
    }
    if (!global.empty()) {
        verdict.reasons.push_back(
            reason("Q-GLOBAL", facts.view.ref(global.front()), "queue trees on global are passed by on this path", false));
    }
    if (!software && !treesAt(facts, flow.out).empty()) {
        verdict.reasons.push_back(reason("Q-HW-BYPASS", facts.view.ref(treesAt(facts, flow.out).front()),
                                         "what the chip forwards meets no queue of the CPU", false));
    }
}

// FastTrack looks routes up in the main table, before any mark.
void considerTables(const Facts& facts, const Flow& flow, Verdict& verdict) {
    const Match marked = either(anyOf(flow.marks.routing), ruledTable(facts, flow));
    if (marked == Match::No) {
        return;
    }
    const auto line = policyLine(facts, flow);
    verdict.reasons.push_back(reason("FT-TABLE", line ? std::optional(facts.view.ref(*line)) : std::nullopt,
                                     "FastTrack routes by the main table, whatever table this traffic is meant for", false));
    const bool towardsProvider = isProvider(facts, flow.out);
    if (towardsProvider && !mainHasDefault(facts) && facts.view.any("/ip/route")) {
        verdict.steady = {PathKind::Slow, {}};
        verdict.reasons.back().blocking = true;
        verdict.reasons.back().effect =
            "the main table has no default route, so FastTrack finds no way and the packets fall back to the slow path";
        depend(verdict, "how this RouterOS treats a FastTracked packet without a route in the main table; a measurement decides");
    } else {
        depend(verdict, "the main table leading the same way as the table it is meant for");
    }
}

// The chip forwards a FastTracked connection by itself where the rule asks for it and the chip has room for connections.
void considerChip(const Facts& facts, const Flow& flow, const Line& rule, Verdict& verdict) {
    const bool asked = rule.yes("hw-offload") && facts.hardware.fastTracksInHardware() && switchRoutes(facts) && flow.family == "ipv4" &&
                       facts.view.settingYes("/interface/ethernet/switch/l3hw-settings", "fasttrack-hw", true);
    const Match kept = asked ? both(keptByChip(facts, flow.in), keptByChip(facts, flow.out)) : Match::No;
    if (kept == Match::Yes) {
        verdict.steady = {PathKind::L3Hw, "l3hw-ft"};
    } else if (kept != Match::No) {
        depend(verdict, "the ports it goes by: connections between those the chip keeps are forwarded by the chip");
    }
}

// A connection of which conntrack does not see both sides is never established, and never marked.
void considerTracking(const Facts& facts, const Flow& flow, std::vector<Reason>& why, Verdict& verdict) {
    const Tracking tracking = untracked(facts, flow);
    const Match most = either(tracking.there, tracking.back);
    if (most == Match::Yes) {
        why.push_back(reason("FT-NOTRACK", facts.view.ref(*tracking.rule), "conntrack does not see these packets, so no connection can be marked"));
    } else if (most != Match::No) {
        depend(verdict, "the part of the traffic that conntrack does not see");
    }
}

void slowFirst(Verdict& verdict) {
    verdict.first = {PathKind::Slow, {}};
}

void routed(const Facts& facts, const Flow& flow, const PathQuestion& question, Verdict& verdict) {
    const bool ipv6 = flow.family == "ipv6";
    const L3HwAnswer hardware = l3hwOf(facts, flow.in, flow.out);
    append(verdict.reasons, hardware.reasons);
    if (!hardware.routed && hardware.capable) {
        verdict.first = verdict.steady = {std::nullopt, "none"};
        return;
    }
    if (hardware.yes) {
        verdict.first = verdict.steady = {PathKind::L3Hw, {}};
        if (!hardware.dependsOn.empty()) {
            depend(verdict, hardware.dependsOn);
        }
        return;
    }
    slowFirst(verdict);
    if (!receivesFast(facts, flow.in)) {
        const Interface* at = facts.topology.find(flow.in);
        verdict.reasons.push_back(reason("FP13", at && at->line ? std::optional(facts.view.ref(*at->line)) : std::nullopt,
                                         flow.in + " hands its packets to the slow path"));
        verdict.steady = {PathKind::Slow, {}};
        return;
    }
    std::vector<Reason> plain = fastPathBlockers(facts, ipv6);
    const std::vector<Reason> bridgeOff = fastTrackBlockers(facts, flow.in, flow.out, ipv6);
    const auto overBridge = std::find_if(bridgeOff.begin(), bridgeOff.end(), [](const Reason& r) { return r.id == "FT-BRIDGE-FP-OFF"; });
    if (plain.empty() && overBridge == bridgeOff.end()) {
        const bool half = !sendsFast(facts, flow.out);
        const bool queued = !treesAt(facts, flow.out).empty();
        verdict.steady = {PathKind::FastPath, half || queued ? "half-fp" : "ip-fp"};
        verdict.first = verdict.steady;
        if (half) {
            const Interface* at = facts.topology.find(flow.out);
            verdict.reasons.push_back(reason("FP13", at && at->line ? std::optional(facts.view.ref(*at->line)) : std::nullopt,
                                             flow.out + " does not send by fast path; the last step is slow", false));
        }
        return;
    }
    const FastTrackAnswer track = fastTrackOf(flow, facts.context(ipv6));
    std::vector<Reason> why;
    if (track.marked == Match::No) {
        if (track.shadowedBy) {
            why.push_back(
                reason("FT-SHADOWED", facts.view.ref(*track.shadowedBy), "takes the packets before the FastTrack rule sees them"));
        } else {
            why.push_back(reason("FT-NORULE", std::nullopt, "no FastTrack rule matches this traffic"));
        }
    }
    if (!canBeTracked(question.protocol)) {
        why.push_back(reason("FT-PROTO", std::nullopt, "FastTrack marks TCP and UDP only"));
    }
    if (track.marked != Match::No) {
        append(why, bridgeOff);
        considerTracking(facts, flow, why, verdict);
    }
    if (why.empty() && track.marked == Match::Part) {
        why.push_back(reason("FT-NORULE", facts.view.ref(*track.rule), "the FastTrack rule matches only what meets " + track.why));
        depend(verdict, track.why);
    }
    if (why.empty()) {
        verdict.steady = {PathKind::FastTrack, {}};
        considerChip(facts, flow, *track.rule, verdict);
        if (track.marked == Match::Most) {
            depend(verdict, track.why + ": the connections it leaves out stay on the slow path");
        }
        if (!track.exceptions.empty()) {
            depend(verdict, "rules above the FastTrack rule that take a part of the traffic: " + track.exceptions.front().why);
        }
        considerTables(facts, flow, verdict);
        if (flow.ipsecOut == Match::Yes) {
            verdict.reasons.push_back(
                reason("FT-IPSEC-LEAK", facts.view.ref(*track.rule), "FastTracked packets pass the IPsec policy by", false));
        }
        if (!sendsFast(facts, flow.out)) {
            verdict.reasons.push_back(
                reason("FT-IFTYPE", std::nullopt, flow.out + " does not send by fast path; the last step is slow", false));
        }
        return;
    }
    verdict.steady = {PathKind::Slow, {}};
    append(verdict.reasons, std::move(why));
    const bool onlyBridge = plain.empty();
    append(verdict.reasons, std::move(plain));
    if (onlyBridge && overBridge != bridgeOff.end()) {
        verdict.reasons.push_back(*overBridge);
    }
    if (!hardware.dependsOn.empty()) {
        depend(verdict, hardware.dependsOn);
    }
}

} // namespace

Flow flowOf(const Facts& facts, const Pair& pair, const PathQuestion& question) {
    Flow flow;
    flow.in = pair.from;
    flow.out = pair.to;
    flow.family = question.family;
    flow.protocol = question.protocol == "any" ? "tcp" : question.protocol;
    flow.destinationPort = question.destinationPort;
    flow.source = pair.source ? pair.source : isProvider(facts, pair.from) ? std::nullopt : facts.topology.networkOf(pair.from);
    flow.destination = pair.destination ? pair.destination : isProvider(facts, pair.to) ? std::nullopt : facts.topology.networkOf(pair.to);
    flow.ipsecOut = pair.ipsecOut;
    flow.marks = marksOf(flow, facts.context(question.family == "ipv6"));
    return flow;
}

Verdict verdictOf(const Facts& facts, const Pair& pair, const PathQuestion& question) {
    if (pair.bridged) {
        Verdict verdict = bridgedVerdict(facts, *facts.topology.find(pair.from), *facts.topology.find(pair.to));
        verdict.flips = flipsOf(facts, verdict);
        return verdict;
    }
    Verdict verdict;
    verdict.from = pair.from;
    verdict.to = pair.to;
    if (!pair.name.empty()) {
        (pair.source && !pair.destination ? verdict.from : verdict.to) += " (" + pair.name + ")";
    }
    verdict.family = question.family;
    verdict.protocol = question.protocol;
    const Flow flow = flowOf(facts, pair, question);
    routed(facts, flow, question, verdict);
    addQueues(facts, flow, verdict);
    if (pair.from == "LAN" || pair.from == "WAN" || pair.to == "LAN" || pair.to == "WAN") {
        depend(verdict, "interfaces that the configuration does not name");
    } else if (facts.topology.wanIsGuessed() && (isProvider(facts, pair.from) || isProvider(facts, pair.to))) {
        depend(verdict, "the provider's interface, which is guessed from names");
    }
    verdict.flips = flipsOf(facts, verdict);
    return verdict;
}

} // namespace core::doctor
