#include "fake_explain.h"

namespace testing {
namespace {

using namespace core::model;

const ConfigRef kAccept{"/ip/firewall/filter", 0, "add action=accept chain=forward comment=\"allow est\" connection-state=established,related,untracked", 11};
const ConfigRef kTrack{"/ip/firewall/filter", 4, "add action=fasttrack-connection chain=forward connection-state=established,related hw-offload=yes in-interface-list=LAN", 15};

Verdict verdict(const std::string& from, const std::string& to, PathKind steady) {
    Verdict out;
    out.from = from;
    out.to = to;
    out.first.kind = PathKind::Slow;
    out.steady.kind = steady;
    if (steady == PathKind::Slow) {
        out.reasons = {{"FT-SHADOWED", kAccept, "takes the packets before the FastTrack rule sees them", true},
                       {"FP2", kAccept, "5 rule(s) in /ip/firewall/filter: plain fast path needs an empty firewall", true},
                       {"FP3", ConfigRef{"/ip/firewall/connection/tracking", std::nullopt, "set enabled=auto", 0}, "connection tracking is active", true}};
        out.flips = {{VerdictPath{PathKind::FastTrack, {}}, {"/ip firewall filter move 4 destination=0"}, {"mangle, filter and accounting see only the first packets of a connection"}, false}};
    }
    return out;
}

Finding finding(const char* id, Severity severity, const char* title, const char* why) {
    Finding out;
    out.id = id;
    out.severity = severity;
    out.title = title;
    out.why = why;
    return out;
}

} // namespace

QString FakeExplain::documentation(const std::string& id) const {
    return QStringLiteral("# %1\n\n## What\n\nA rule above takes every packet.\n\n## Why\n\nRules are asked from the top.\n").arg(QString::fromStdString(id));
}

std::shared_ptr<core::workspace::Explained> explainedOffice() {
    auto out = std::make_shared<core::workspace::Explained>();
    Finding shadowed = finding("fasttrack-rule-shadowed", Severity::Warning, "The FastTrack rule never sees a packet",
                               "the rule above takes every packet of established connections, so the FastTrack rule never sees one");
    shadowed.evidence = {kAccept, kTrack};
    shadowed.remedy = {{"/ip firewall filter move 4 destination=0", "/ip firewall filter move 4\n/ip firewall connection remove [find fasttrack=yes]"}};
    shadowed.costs = {"mangle, filter and queues on global or of /queue simple see only the first packets of a FastTracked connection"};
    Finding open = finding("management-open-to-wan", Severity::Critical, "Management is open to the provider's side",
                           "no rule keeps the WAN from the router's own services");
    Finding praise = finding("qos-interface-tree-ok", Severity::Healthy, "Interface queues work with FastTrack", "queues on an interface see FastTracked packets too");
    Finding missing = finding("fasttrack-rule-missing", Severity::Warning, "No rule puts established connections on FastTrack", "connections are tracked and no rule marks them");
    missing.remedy = {{"/ip firewall filter add chain=forward action=fasttrack-connection connection-state=established,related", "/ip firewall filter remove [find comment=x]"}};
    missing.certainty = Certainty::Depends;
    out->diagnosis.findings = {open, shadowed, missing, praise};
    out->diagnosis.unseen = {{"", "whether a sniffer, torch or scan runs, dynamic rules and queues, and every counter: a file has none of them"}};
    out->diagnosis.source = "office.rsc";
    out->diagnosis.board = "RB5009UG+S+IN";
    out->diagnosis.version = "7.16";
    out->diagnosis.verdicts = {verdict("bridge", "ether1", PathKind::Slow),          verdict("ether1", "bridge", PathKind::Slow),
                               verdict("vlan20-guest", "ether1", PathKind::FastTrack), verdict("ether1", "vlan20-guest", PathKind::FastTrack),
                               verdict("ether2", "ether3", PathKind::Switch)};
    out->diagnosis.verdicts[3].certainty = Certainty::Depends;
    out->problems = {{"unknown-property", 31, 5, "/interface/bridge", "use-fast-path", "use-fast-path is not a property of /interface/bridge"}};
    out->interfaces = {"bridge", "ether1", "ether2", "ether3", "vlan20-guest"};
    out->statedModel = "RB5009UG+S+IN";
    out->boardKnown = true;
    out->items = 214;
    out->took = 3'100'000;
    return out;
}

std::shared_ptr<core::workspace::FollowedPacket> followedOffice() {
    PathTrace trace;
    trace.verdict = explainedOffice()->diagnosis.verdicts[0];
    PacketWalk& later = trace.later;
    later.path.kind = PathKind::Slow;
    later.steps = {{"ingress", "received", "in by bridge", std::nullopt, false},
                   {"fast-path", "no", "5 rule(s) in /ip/firewall/filter: plain fast path needs an empty firewall (FP2)", kAccept, false},
                   {"fasttrack", "no", "takes the packets before the FastTrack rule sees them (FT-SHADOWED)", kAccept, false},
                   {"conntrack", "established", "belongs to a connection", std::nullopt, false},
                   {"routing", "forward", "out by ether1", std::nullopt, false},
                   {"filter", "accept", "forward", kAccept, false},
                   {"filter", "drop", "forward, for what meets connection-state", ConfigRef{"/ip/firewall/filter", 1, "add action=drop chain=forward connection-state=invalid", 12}, true},
                   {"src-nat", "as-first", "as the connection's first packet was", std::nullopt, false},
                   {"egress", "sent", "out by ether1", std::nullopt, false}};
    trace.first = later;
    PathQuestion question;
    question.from = "bridge";
    question.to = "ether1";
    return std::make_shared<core::workspace::FollowedPacket>(core::workspace::FollowedPacket{question, trace});
}

std::shared_ptr<core::workspace::FollowedPacket> followedOnAgent() {
    auto out = followedOffice();
    WalkDifference difference;
    for (const WalkStep& step : out->trace->later.steps) {
        if (difference.stages.empty() || difference.stages.back().stage != step.stage) {
            difference.stages.push_back({step.stage, StageMatch::Same, {}, {}, {}});
        }
        difference.stages.back().predicted.push_back(step);
        difference.stages.back().taken.push_back(step);
    }
    difference.stages.insert(difference.stages.begin() + 4,
                             {"mangle", StageMatch::OnlyTaken, {}, {{"mangle", "mark-packet", "marks the packet voip", std::nullopt, false}},
                              "the packet met mark-packet; that was not predicted"});
    out->laterDifference = difference;
    out->taken = TakenWalks{};
    return out;
}

std::shared_ptr<core::workspace::Explained> explainedHostile() {
    auto out = explainedOffice();
    const std::string name = "<h1>ether1</h1>\n\x1b[31m\xE2\x80\xAE" + std::string(300, 'W');
    out->diagnosis.verdicts[0].from = name;
    out->interfaces.push_back(name);
    out->diagnosis.board = name;
    out->statedModel = name;
    out->diagnosis.findings[0].title = name;
    out->diagnosis.findings[0].why = name + " " + name;
    out->diagnosis.findings[0].evidence = {{"/interface/" + name, 1, "add name=" + name, 3}};
    out->diagnosis.findings[0].costs = {name};
    out->diagnosis.unseen.push_back({"", name});
    return out;
}

} // namespace testing
