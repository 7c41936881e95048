#include "core/doctor/tracer.h"

#include "core/doctor/bridge_path.h"
#include "core/doctor/fast_path.h"
#include "core/doctor/fasttrack_rule.h"
#include "core/doctor/queues.h"
#include "core/doctor/routes.h"
#include "core/doctor/tracking.h"
#include "core/doctor/verdicts.h"

#include <algorithm>
#include <memory>

namespace core::doctor {
namespace {

using core::model::PacketWalk;
using core::model::PathKind;
using core::model::Verdict;
using core::model::WalkStep;

enum class Packet { Opening, Answer, Later, LaterAnswer };

// As conntrack calls the packet. `back`: whether the packets of the other direction pass it by. Then nothing is ever answered as far as it knows: TCP goes
// out of step, unless loose-tcp-tracking takes a segment in the middle for the first; an echo reply answers nothing; everything else opens a connection.
std::string_view trackedState(const Facts& facts, Packet packet, Match back, std::string_view protocol) {
    if (packet == Packet::Opening) {
        return "new";
    }
    if (back != Match::Yes) {
        return "established";
    }
    if (protocol == "tcp") {
        const bool loose = facts.view.settingYes("/ip/firewall/connection/tracking", "loose-tcp-tracking", true);
        return packet == Packet::LaterAnswer && loose ? "new" : "invalid";
    }
    const bool echo = protocol == "icmp" || protocol == "icmpv6";
    return echo && packet != Packet::Later ? "invalid" : "new";
}

// A bridge shows the IP firewall frames with a VLAN tag only when it is told to. Tagged: no VLAN that both ports share is the untagged one of the first.
bool hiddenByTag(const Facts& facts, std::string_view from, std::string_view to) {
    const Interface* in = facts.topology.find(from);
    const Interface* out = facts.topology.find(to);
    if (!in || !out || facts.view.settingYes("/interface/bridge/settings", "use-ip-firewall-for-vlan")) {
        return false;
    }
    const auto here = facts.topology.vlansOf(*in), there = facts.topology.vlansOf(*out);
    return !here.all && !there.all && there.ids.count(here.pvid) == 0;
}

// Writes the steps of one walk. One object per packet followed.
class Tracer {
public:
    Tracer(const Facts& facts, const Verdict& verdict, Flow flow, bool bridged, Packet packet, core::model::VerdictPath path)
        : facts_(facts)
        , verdict_(verdict)
        , flow_(std::move(flow))
        , bridged_(bridged)
        , first_(packet == Packet::Opening)
        , path_(std::move(path)) {
        const Match back = bridged ? matchIf(hiddenByTag(facts, flow_.out, flow_.in)) : untracked(facts, flow_).back;
        const bool seen = facts.tracks(flow_.family == "ipv6") && (bridged || untracked(facts, flow_).there != Match::Yes);
        flow_.state = seen ? trackedState(facts, packet, back, flow_.protocol) : "untracked";
        walk_.path = path_;
    }

    PacketWalk run() {
        arrive();
        if (!path_.kind && path_.detail == "none") {
            reasons("bridge", {"HW-", "L3-"}, "no");
            step("drop", "no-way", "there is no way from " + flow_.in + " to " + flow_.out);
            walk_.dropped = true;
            return std::move(walk_);
        }
        switchChip();
        if (path_.kind == PathKind::Switch || path_.kind == PathKind::L3Hw) {
            leave();
            return std::move(walk_);
        }
        fastHandlers();
        if (path_.kind == PathKind::FastPath || path_.kind == PathKind::FastTrack) {
            bridged_ ? step("bridge", "forward", "to " + flow_.out) : route();
            interfaceQueues();
            leave();
            return std::move(walk_);
        }
        bridged_ ? bridge() : slow();
        return std::move(walk_);
    }

private:
    void step(std::string stage, std::string decision, std::string text, std::optional<core::model::ConfigRef> at = std::nullopt,
              bool fork = false) {
        walk_.steps.push_back({std::move(stage), std::move(decision), std::move(text), std::move(at), fork});
    }
    void step(std::string stage, std::string decision, std::string text, const Line& line, bool fork = false) {
        step(std::move(stage), std::move(decision), std::move(text), facts_.view.ref(line), fork);
    }
    [[nodiscard]] std::string menu(std::string_view table) const {
        return std::string(flow_.family == "ipv6" ? "/ipv6/firewall/" : "/ip/firewall/") + std::string(table);
    }
    [[nodiscard]] MatchContext context() const { return facts_.context(flow_.family == "ipv6"); }

    // From the port up: a VLAN's frame comes in by what the VLAN stands on.
    void arrive() {
        step("ingress", "received", "in by " + flow_.in);
        for (const Interface* at = facts_.topology.find(flow_.in); at && !at->parent.empty(); at = facts_.topology.find(at->parent)) {
            step("vlan", "up",
                 "what arrives on " + at->parent + (at->vlan != 0 ? " with VLAN " + std::to_string(at->vlan) : std::string()) + " is of " +
                     at->name,
                 at->line ? std::optional(facts_.view.ref(*at->line)) : std::nullopt);
        }
    }

    void switchChip() {
        if (path_.kind == PathKind::Switch) {
            step("switch", "yes", "the switch chip forwards it; the CPU never sees it");
        } else if (path_.kind == PathKind::L3Hw) {
            step("switch", "yes", "the switch chip routes it; firewall and queues never see it");
        } else {
            reasons("switch", {"BR-", "L3-", "HW-"}, "no");
        }
    }

    // Reasons of the verdict that speak of this stage.
    void reasons(const std::string& stage, std::initializer_list<std::string_view> prefixes, const std::string& decision) {
        for (const core::model::Reason& reason : verdict_.reasons) {
            if (std::any_of(prefixes.begin(), prefixes.end(), [&](std::string_view prefix) { return reason.id.starts_with(prefix); })) {
                step(stage, decision, reason.effect + " (" + reason.id + ")", reason.at);
            }
        }
    }

    void fastHandlers() {
        const bool ipv6 = flow_.family == "ipv6";
        if (path_.kind == PathKind::FastPath) {
            step("fast-path", "yes",
                 path_.detail == "half-fp" ? "received by the fast handler, sent by the slow one" : "the fast handler takes it");
            return;
        }
        if (bridged_) {
            reasons("fast-path", {"BFP"}, "no");
            return;
        }
        for (const core::model::Reason& reason : fastPathBlockers(facts_, ipv6)) {
            step("fast-path", "no", reason.effect + " (" + reason.id + ")", reason.at);
        }
        if (path_.kind == PathKind::FastTrack) {
            const FastTrackAnswer track = fastTrackOf(flow_, context());
            step("fasttrack", "yes", "its connection is marked: conntrack entry, address translation and route are those of the connection",
                 track.rule ? std::optional(facts_.view.ref(*track.rule)) : std::nullopt, track.marked != Match::Yes);
        } else if (first_ && verdict_.steady.kind == PathKind::FastTrack) {
            step("fasttrack", "no", "nobody has marked the connection yet; the FastTrack rule does it with one of the next packets");
        } else {
            reasons("fasttrack", {"FT-"}, "no");
        }
    }

    // Every rule of a chain that matches at least a part. False: a rule ends the packet.
    bool chain(std::string_view table, std::string_view name, const std::string& stage) {
        bool alive = true, met = false;
        walkChain(menu(table), name, flow_, context(), [&](const RuleHit& hit) {
            const std::string action(hit.rule.value("action", "accept"));
            const bool part = hit.match != Match::Yes;
            met = true;
            step(stage, action, std::string(name) + (part ? ", for what meets " + hit.why : std::string()), hit.rule, part);
            if (!part && (action == "drop" || action == "reject" || action == "tarpit")) {
                alive = false;
                return Walk::Stop;
            }
            return Walk::On;
        });
        if (!met && !facts_.view.enabled(menu(table)).empty()) {
            step(stage, "no-rule", std::string(name) + ": no rule matches");
        }
        if (!alive) {
            walk_.dropped = true;
            step("drop", "rule", "a rule takes it away");
        }
        return alive;
    }

    // Address translation is decided once, by the packet that opens the connection.
    void translate(const std::string& stage, std::string_view name) {
        if (!facts_.tracks(flow_.family == "ipv6") || flow_.state == "untracked") {
            return;
        }
        if (!first_) {
            if (!facts_.view.enabled(menu("nat")).empty()) {
                step(stage, "as-first", "as the connection's first packet was");
            }
            return;
        }
        bool decided = false;
        walkChain(menu("nat"), name, flow_, context(), [&](const RuleHit& hit) {
            const bool part = hit.match != Match::Yes;
            step(stage, std::string(hit.rule.value("action", "accept")),
                 std::string(name) + (part ? ", for what meets " + hit.why : std::string()), hit.rule, part);
            decided = !part && hit.rule.value("action", "accept") != "jump";
            return decided ? Walk::Stop : Walk::On;
        });
    }

    void route() {
        const auto policy = policyLine(facts_, flow_);
        if (policy && path_.kind == PathKind::Slow) {
            step("routing", "table", "a table of its own", *policy,
                 anyOf(flow_.marks.routing) != Match::Yes && ruledTable(facts_, flow_) != Match::Yes);
        }
        step("routing", "forward", "out by " + flow_.out);
    }

    // In the software bridge; the IP firewall sees it where the bridges ask for that.
    void bridge() {
        for (const std::string_view table : {"/interface/bridge/nat", "/interface/bridge/filter"}) {
            if (const auto rules = facts_.view.enabled(table); !rules.empty()) {
                step("bridge", "rules", "the rules of " + std::string(table) + " look at it", rules.front(), true);
            }
        }
        step("bridge", "forward", "to " + flow_.out);
        if (facts_.view.settingYes("/interface/bridge/settings", "use-ip-firewall")) {
            if (!hiddenByTag(facts_, flow_.in, flow_.out)) {
                slow();
                return;
            }
            step("bridge", "no", "a frame with a VLAN tag is shown to the IP firewall with use-ip-firewall-for-vlan=yes only");
        }
        interfaceQueues();
        leave();
    }

    void slow() {
        const bool tracks = facts_.tracks(flow_.family == "ipv6");
        if (!chain("raw", "prerouting", "raw")) {
            return;
        }
        step("conntrack", tracks ? flow_.state : "untracked",
             !tracks                       ? "connection tracking is off"
             : flow_.state == "untracked"  ? "a rule of the raw table keeps it out"
             : flow_.state == "invalid"    ? "the other direction is kept out, so this fits nothing that is known"
             : flow_.state == "new"        ? "opens a connection"
                                           : "belongs to a connection");
        if (!chain("mangle", "prerouting", "mangle")) {
            return;
        }
        translate("dst-nat", "dstnat");
        if (!bridged_) {
            route();
        }
        if (!chain("mangle", "forward", "mangle") || !chain("filter", "forward", "filter") || !chain("mangle", "postrouting", "mangle")) {
            return;
        }
        translate("src-nat", "srcnat");
        for (const Line& queue : simpleQueuesOf(facts_, flow_)) {
            step("queue", "simple", "the first simple queue whose target it is", queue);
            break;
        }
        for (const Line& tree : globalTrees(facts_)) {
            step("queue", "global", "a tree on global", tree, tree.has("packet-mark"));
        }
        interfaceQueues();
        leave();
    }

    void interfaceQueues() {
        for (const Line& tree : treesAt(facts_, flow_.out)) {
            if (isLeaf(facts_, tree)) {
                step("queue", "interface", "acts on what leaves by " + flow_.out, tree);
            }
        }
    }
    void leave() { step("egress", "sent", "out by " + flow_.out); }

    const Facts& facts_;
    const Verdict& verdict_;
    Flow flow_;
    bool bridged_, first_;
    core::model::VerdictPath path_;
    PacketWalk walk_;
};

Flow bridgedFlow(const Pair& pair, const core::model::PathQuestion& question) {
    Flow flow;
    flow.in = pair.from;
    flow.out = pair.to;
    flow.family = question.family;
    flow.protocol = question.protocol;
    flow.destinationPort = question.destinationPort;
    flow.source = pair.source;
    flow.destination = pair.destination;
    return flow;
}

// A question made ready: its pair and verdict.
struct Case {
    Facts facts;
    Pair pair;
    Verdict verdict;
    Flow flow;
};

core::base::Result<std::unique_ptr<Case>> caseOf(const Patient& patient, const std::vector<core::devices::Device>& table,
                                                 const core::model::PathQuestion& question) {
    auto out = std::unique_ptr<Case>(new Case{Facts(patient.config, deviceOf(patient, table), patient.running), {}, {}, {}});
    for (const std::string& end : {question.from, question.to}) {
        if (end != "LAN" && end != "WAN" && !out->facts.topology.find(end)) {
            return core::base::fail(core::base::ErrorCode::NotFound, "The configuration has no interface \"" + end + "\".");
        }
    }
    Pair& pair = out->pair = pairBetween(out->facts, question.from, question.to);
    if (const auto source = addressRange(question.source)) {
        pair.source = source;
    }
    if (const auto destination = addressRange(question.destination)) {
        pair.destination = destination;
    }
    out->verdict = verdictOf(out->facts, pair, question);
    out->flow = pair.bridged ? bridgedFlow(pair, question) : flowOf(out->facts, pair, question);
    return out;
}

} // namespace

core::base::Result<core::model::PathTrace> tracePath(const Patient& patient, const std::vector<core::devices::Device>& table,
                                                     const core::model::PathQuestion& question) {
    const auto asked = caseOf(patient, table, question);
    if (!asked) {
        return tl::unexpected(asked.error());
    }
    const Case& c = **asked;
    return core::model::PathTrace{c.verdict, Tracer(c.facts, c.verdict, c.flow, c.pair.bridged, Packet::Opening, c.verdict.first).run(),
                                  Tracer(c.facts, c.verdict, c.flow, c.pair.bridged, Packet::Later, c.verdict.steady).run()};
}

core::base::Result<Answers> traceAnswers(const Patient& patient, const std::vector<core::devices::Device>& table,
                                         const core::model::PathQuestion& question) {
    const auto asked = caseOf(patient, table, question);
    if (!asked) {
        return tl::unexpected(asked.error());
    }
    const Case& c = **asked;
    const Flow back = c.flow.reversed();
    return Answers{Tracer(c.facts, c.verdict, back, c.pair.bridged, Packet::Answer, c.verdict.first).run(),
                   Tracer(c.facts, c.verdict, back, c.pair.bridged, Packet::LaterAnswer, c.verdict.steady).run()};
}

} // namespace core::doctor
