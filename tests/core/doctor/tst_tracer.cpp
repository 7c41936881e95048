#include "core/doctor/trace_difference.h"
#include "core/doctor/tracer.h"

#include <QTest>

using namespace core::doctor;
using core::model::PacketWalk;
using core::model::PathKind;
using core::model::PathTrace;
using core::model::WalkStep;

namespace {

constexpr std::string_view kRouter = R"(# by RouterOS 7.16.1
# model = RB750Gr3
/interface bridge
add name=bridge
/interface vlan
add interface=bridge name=vlan10 vlan-id=10
/interface list
add name=WAN
/interface list member
add interface=ether1 list=WAN
/interface bridge port
add bridge=bridge interface=ether2
add bridge=bridge interface=ether3
/ip address
add address=192.168.88.1/24 interface=bridge
add address=192.168.10.1/24 interface=vlan10
add address=203.0.113.2/24 interface=ether1
/queue tree
add max-limit=100M name=up parent=ether1 queue=fq-codel
/ip firewall filter
add action=drop chain=forward dst-port=25 protocol=tcp
add action=fasttrack-connection chain=forward connection-state=established,related
add action=accept chain=forward connection-state=established,related
add action=drop chain=forward connection-state=invalid
/ip firewall nat
add action=masquerade chain=srcnat out-interface-list=WAN
)";

core::base::Result<PathTrace> traced(const core::model::PathQuestion& question, std::string_view config = kRouter) {
    const auto table = core::devices::loadDeviceTable();
    Patient patient;
    patient.config = core::routeros::config::loadConfig(config);
    return tracePath(patient, table.value(), question);
}

PathTrace between(std::string from, std::string to, std::uint16_t port = 443) {
    core::model::PathQuestion question;
    question.from = std::move(from);
    question.to = std::move(to);
    question.destinationPort = port;
    return traced(question).value();
}

// "ingress vlan fast-path …"
QString stages(const PacketWalk& walk) {
    QStringList out;
    for (const WalkStep& step : walk.steps) {
        out << QString::fromStdString(step.stage);
    }
    return out.join(u' ');
}

const WalkStep* find(const PacketWalk& walk, std::string_view stage, std::string_view decision) {
    const auto found = std::find_if(walk.steps.begin(), walk.steps.end(),
                                    [&](const WalkStep& step) { return step.stage == stage && step.decision == decision; });
    return found == walk.steps.end() ? nullptr : &*found;
}

// A walk of the agent: stage and decision by turns.
PacketWalk took(PathKind path, const std::vector<std::pair<const char*, const char*>>& steps) {
    PacketWalk walk;
    walk.path.kind = path;
    for (const auto& [stage, decision] : steps) {
        walk.steps.push_back({stage, decision, {}, {}, false});
        walk.dropped = walk.dropped || std::string_view(stage) == "drop";
    }
    return walk;
}

const core::model::AlignedStage* stageOf(const core::model::WalkDifference& difference, std::string_view stage) {
    const auto found = std::find_if(difference.stages.begin(), difference.stages.end(), [&](const auto& each) { return each.stage == stage; });
    return found == difference.stages.end() ? nullptr : &*found;
}

} // namespace

class TestTracer : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theFirstPacketRunsTheWholeStackInOrder() {
        const PathTrace trace = between("bridge", "ether1");
        QCOMPARE(trace.first.path.kind, PathKind::Slow);
        QVERIFY2(stages(trace.first).endsWith(QStringLiteral("conntrack routing filter src-nat queue egress")),
                 qPrintable(stages(trace.first)));
        QVERIFY(find(trace.first, "conntrack", "new"));
        const WalkStep* masquerade = find(trace.first, "src-nat", "masquerade");
        QVERIFY(masquerade && masquerade->at);
        QCOMPARE(masquerade->at->line, 26);
    }

    void aLaterPacketIsFastTrackedAndMeetsTheInterfaceQueueOnly() {
        const PathTrace trace = between("bridge", "ether1");
        QCOMPARE(trace.later.path.kind, PathKind::FastTrack);
        QVERIFY(!find(trace.later, "filter", "accept"));
        const WalkStep* marked = find(trace.later, "fasttrack", "yes");
        QVERIFY(marked && marked->at);
        QCOMPARE(marked->at->line, 22);
        const WalkStep* queue = find(trace.later, "queue", "interface");
        QVERIFY(queue && queue->at && queue->at->text.find("name=up") != std::string::npos);
    }

    void aRuleThatTakesThePacketEndsTheWalk() {
        const PathTrace trace = between("bridge", "ether1", 25);
        QVERIFY(trace.first.dropped);
        QCOMPARE(trace.first.steps.back().stage, std::string("drop"));
        QVERIFY(find(trace.first, "filter", "drop"));
        QVERIFY(!find(trace.first, "egress", "sent"));
    }

    void aRuleForAPartForksTheWay() {
        const PathTrace trace = between("bridge", "ether1", 0); // any port: 25 is one of them
        const WalkStep* drop = find(trace.first, "filter", "drop");
        QVERIFY(drop && drop->fork);
        QVERIFY(!trace.first.dropped);
    }

    void switchedFramesNeverSeeTheCpu() {
        const PathTrace trace = between("ether2", "ether3");
        QCOMPARE(stages(trace.later), QStringLiteral("ingress switch egress"));
        QVERIFY(find(trace.later, "switch", "yes"));
    }

    void aVlanIsClimbed() {
        const PathTrace trace = between("vlan10", "ether1");
        QVERIFY2(stages(trace.first).startsWith(QStringLiteral("ingress vlan")), qPrintable(stages(trace.first)));
    }

    void thePathIsTheVerdicts() {
        for (const auto& [from, to] : {std::pair{"bridge", "ether1"}, {"ether1", "bridge"}, {"vlan10", "bridge"}, {"ether2", "ether3"}}) {
            const PathTrace trace = between(from, to);
            QVERIFY(trace.first.path == trace.verdict.first);
            QVERIFY(trace.later.path == trace.verdict.steady);
        }
    }

    void aPacketThatWentAsPredictedDiffersNowhere() {
        const PathTrace trace = between("bridge", "ether1");
        const auto first = compareWalks(trace.first, took(PathKind::Slow, {{"ingress", "received"}, {"switch", "to-cpu"}, {"vlan", "up"}, {"fast-path", "no"},
                                                                            {"fasttrack", "no"}, {"conntrack", "new"}, {"routing", "gateway"},
                                                                            {"src-nat", "masquerade"}, {"queue", "queued"}, {"egress", "sent"}}));
        QVERIFY2(first.same(), first.stages.empty() ? "" : first.stages.front().text.c_str());
        const auto later = compareWalks(trace.later, took(PathKind::FastTrack, {{"ingress", "received"}, {"fasttrack", "yes"}, {"queue", "queued"}, {"egress", "sent"}}));
        QVERIFY(later.same());
        QCOMPARE(later.differing(), std::size_t(0));
    }

    void anotherPathIsADifference() {
        const PathTrace trace = between("bridge", "ether1");
        const auto difference = compareWalks(trace.later, took(PathKind::Slow, {{"ingress", "received"}, {"fasttrack", "no"}, {"conntrack", "established"},
                                                                                 {"filter", "accept"}, {"queue", "queued"}, {"egress", "sent"}}));
        QVERIFY(!difference.samePath);
        QCOMPARE(stageOf(difference, "fasttrack")->match, core::model::StageMatch::Differs);
        QCOMPARE(stageOf(difference, "filter")->match, core::model::StageMatch::OnlyTaken);
        QVERIFY(!stageOf(difference, "filter")->text.empty());
    }

    void aRuleThatDecidedOtherwiseIsADifference() {
        const PathTrace trace = between("bridge", "ether1");
        const auto difference = compareWalks(trace.first, took(PathKind::Slow, {{"ingress", "received"}, {"conntrack", "new"}, {"routing", "gateway"},
                                                                                 {"filter", "drop"}, {"drop", "filter-rule"}}));
        QVERIFY(!difference.samePath); // it did not get through
        QVERIFY(stageOf(difference, "filter")->match != core::model::StageMatch::Same);
        QCOMPARE(stageOf(difference, "src-nat")->match, core::model::StageMatch::OnlyPredicted);
    }

    void whereTheWayForksBothWaysAreRight() {
        const PathTrace trace = between("bridge", "ether1", 0);
        for (const bool meets : {true, false}) {
            PacketWalk packet = took(PathKind::Slow, {{"ingress", "received"}, {"conntrack", "new"}, {"routing", "gateway"}});
            if (meets) {
                packet.steps.push_back({"filter", "drop", {}, {}, false});
            }
            const auto difference = compareWalks(trace.first, packet);
            const auto* filter = stageOf(difference, "filter");
            QVERIFY(!filter || filter->match == core::model::StageMatch::Same);
        }
    }

    void bridgedFramesMeetTheIpFirewallOnlyWhereAskedFor() {
        const std::string quiet = "/interface bridge add name=b\n/interface bridge port add bridge=b interface=ether2 hw=no\n"
                                  "/interface bridge port add bridge=b interface=ether3 hw=no\n/ip firewall filter add chain=forward action=drop\n";
        core::model::PathQuestion question;
        question.from = "ether2";
        question.to = "ether3";
        QVERIFY(!traced(question, quiet).value().later.dropped);
        QVERIFY(traced(question, quiet + "/interface bridge settings set use-ip-firewall=yes\n").value().later.dropped);
    }

    void whatConntrackDoesNotSeeIsNeverFastTracked() {
        const std::string config = std::string(kRouter) + "/ip firewall raw\nadd action=notrack chain=prerouting src-address=192.168.88.0/24\n";
        core::model::PathQuestion question;
        question.from = "bridge";
        question.to = "ether1";
        question.destinationPort = 443;
        const PathTrace trace = traced(question, config).value();
        QCOMPARE(trace.later.path.kind, PathKind::Slow);
        QVERIFY(find(trace.later, "conntrack", "untracked"));
        QVERIFY(std::any_of(trace.verdict.reasons.begin(), trace.verdict.reasons.end(), [](const auto& r) { return r.id == "FT-NOTRACK" && r.at; }));
    }

    void theProvidersNewConnectionsAreDroppedUnlessForwardedIn() {
        const std::string gate = std::string(kRouter) + "/ip firewall filter\nadd action=drop chain=forward connection-nat-state=!dstnat connection-state=new in-interface-list=WAN\n";
        core::model::PathQuestion question;
        question.from = "ether1";
        question.to = "bridge";
        question.destinationPort = 443;
        QVERIFY(traced(question, gate).value().first.dropped);
        const std::string open = gate + "/ip firewall nat\nadd action=dst-nat chain=dstnat dst-port=443 in-interface=ether1 protocol=tcp to-addresses=192.168.88.9\n";
        QVERIFY(!traced(question, open).value().first.dropped);
        question.destinationPort = 22;
        QVERIFY(traced(question, open).value().first.dropped);
    }

    void portsOfOneHorizonDoNotReachEachOther() {
        core::model::PathQuestion question;
        question.from = "ether2";
        question.to = "ether3";
        const auto trace = traced(question, "/interface bridge add name=b\n/interface bridge port add bridge=b interface=ether2 horizon=1\n"
                                            "/interface bridge port add bridge=b interface=ether3 horizon=1\n").value();
        QVERIFY(trace.first.dropped && !trace.verdict.steady.kind);
        QCOMPARE(trace.verdict.reasons.at(0).id, std::string("HW-HORIZON"));
    }

    void aChipThatTakesConnectionsForwardsThoseTheRuleOffers() {
        const std::string config = "# by RouterOS 7.20\n# model = CCR2116-12G-4S+\n/interface ethernet switch set 0 l3-hw-offloading=yes\n"
                                   "/interface ethernet switch port set [find name=ether1] l3-hw-offloading=no\n"
                                   "/interface ethernet switch port set [find name=ether2] l3-hw-offloading=no\n"
                                   "/ip address add address=10.2.0.1/24 interface=ether2\n/ip address add address=203.0.113.1/24 interface=ether1\n";
        core::model::PathQuestion question;
        question.from = "ether2";
        question.to = "ether1";
        const auto offered = traced(question, config + "/ip firewall filter add action=fasttrack-connection chain=forward connection-state=established,related hw-offload=yes\n").value();
        QCOMPARE(offered.later.path, (core::model::VerdictPath{PathKind::L3Hw, "l3hw-ft"}));
        QCOMPARE(offered.first.path.kind, PathKind::Slow);
        const auto kept = traced(question, config + "/ip firewall filter add action=fasttrack-connection chain=forward connection-state=established,related hw-offload=no\n").value();
        QCOMPARE(kept.later.path.kind, PathKind::FastTrack);
    }

    void aMarkPutOnWhenThePacketLeavesKeepsNothingFromTheFilter() {
        const std::string rules = "/ip firewall filter add action=fasttrack-connection chain=forward connection-state=established,related packet-mark=no-mark\n"
                                  "/ip address add address=10.2.0.1/24 interface=ether2\n/ip address add address=203.0.113.1/24 interface=ether1\n";
        core::model::PathQuestion question;
        question.from = "ether2";
        question.to = "ether1";
        for (const auto& [chain, path] : {std::pair{"postrouting", PathKind::FastTrack}, {"forward", PathKind::Slow}}) {
            const auto trace = traced(question, rules + "/ip firewall mangle add action=mark-packet chain=" + chain + " new-packet-mark=bulk\n").value();
            QCOMPARE(trace.later.path.kind, path);
        }
    }

    void answersThatAreDroppedEstablishNothing() {
        const std::string config = std::string(kRouter) + "/ip firewall raw\nadd action=drop chain=prerouting src-address=10.9.0.0/16\n";
        core::model::PathQuestion question;
        question.from = "bridge";
        question.to = "ether1";
        question.destination = "10.9.1.1";
        question.destinationPort = 443;
        const auto table = core::devices::loadDeviceTable();
        Patient patient;
        patient.config = core::routeros::config::loadConfig(config);
        QVERIFY(traceAnswers(patient, table.value(), question).value().first.dropped);
        const PathTrace trace = tracePath(patient, table.value(), question).value();
        QVERIFY(!trace.first.dropped);
        QCOMPARE(trace.later.path.kind, PathKind::Slow);
    }

    void whatIsSeenOfOneDirectionOnlyIsOutOfStep() {
        const std::string config = std::string(kRouter) + "/ip firewall raw\nadd action=notrack chain=prerouting src-address=10.9.0.0/16\n";
        core::model::PathQuestion question;
        question.from = "bridge";
        question.to = "ether1";
        question.destination = "10.9.1.1";
        const auto state = [](const PacketWalk& walk) {
            const auto found = std::find_if(walk.steps.begin(), walk.steps.end(), [](const WalkStep& step) { return step.stage == "conntrack"; });
            return found == walk.steps.end() ? std::string() : found->decision;
        };
        const PathTrace trace = traced(question, config).value();
        QCOMPARE(state(trace.first), std::string("new"));
        QCOMPARE(state(trace.later), std::string("invalid")); // the answer was never seen
        QVERIFY(trace.later.dropped);
        question.protocol = "udp";
        QCOMPARE(state(traced(question, config).value().later), std::string("new"));
        // The other way round the answers are all that is seen.
        question.protocol = "tcp";
        question.destination.clear();
        question.source = "10.9.1.1";
        const auto table = core::devices::loadDeviceTable();
        for (const bool loose : {true, false}) {
            Patient patient;
            patient.config = core::routeros::config::loadConfig(config + (loose ? "" : "/ip firewall connection tracking set loose-tcp-tracking=no\n"));
            const Answers answers = traceAnswers(patient, table.value(), question).value();
            QCOMPARE(state(answers.first), std::string("invalid"));
            QCOMPARE(state(answers.later), std::string(loose ? "new" : "invalid"));
        }
    }

    void taggedFramesOfABridgeAreShownToTheFirewallOnRequestOnly() {
        const std::string config = "# by RouterOS 7.16.1\n/interface bridge add name=bridge vlan-filtering=yes\n"
                                   "/interface bridge settings set use-ip-firewall=yes\n"
                                   "/interface bridge port add bridge=bridge interface=ether2 pvid=10 hw=no\n"
                                   "/interface bridge port add bridge=bridge interface=ether3 hw=no\n"
                                   "/interface bridge vlan add bridge=bridge tagged=ether3 untagged=ether2 vlan-ids=10\n"
                                   "/ip firewall filter add action=drop chain=forward\n";
        core::model::PathQuestion question;
        question.from = "ether2";
        question.to = "ether3";
        QVERIFY(traced(question, config).value().first.dropped);
        std::swap(question.from, question.to);
        QVERIFY(!traced(question, config).value().first.dropped);
        QVERIFY(traced(question, config + "/interface bridge settings set use-ip-firewall-for-vlan=yes\n").value().first.dropped);
    }

    void aListWithoutMembersIsEmptyWhereOthersShowTheirs() {
        const std::string rule = "/interface list add name=LAN\n/ip firewall filter add action=drop chain=forward in-interface-list=LAN place-before=0\n";
        core::model::PathQuestion question;
        question.from = "bridge";
        question.to = "ether1";
        QVERIFY(!traced(question, std::string(kRouter) + rule).value().first.dropped);
        QVERIFY(traced(question, std::string(kRouter) + rule + "/interface list member add interface=bridge list=LAN\n").value().first.dropped);
    }

    void anEndThatIsNotThereIsNamed() {
        core::model::PathQuestion question;
        question.from = "ether77";
        question.to = "ether1";
        const auto trace = traced(question);
        QVERIFY(!trace);
        QVERIFY(trace.error().text.find("ether77") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestTracer)
#include "tst_tracer.moc"
