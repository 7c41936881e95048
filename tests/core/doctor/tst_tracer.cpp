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
