// The trace of a packet names each stage in order, the rule that decided, and the path taken - and changes nothing.
#include "tests/agent/dataplane/pipeline/two_networks.h"

#include <QTest>

#include <algorithm>

using namespace agent::dataplane;
using namespace agent::dataplane::test;
using core::model::PathKind;

namespace {

using Stages = std::vector<TraceStage>;

Stages stagesOf(const TraceReport& report, std::uint32_t packet = 1) {
    Stages stages;
    for (const TraceEvent& e : report.events) {
        if (e.packet == packet) {
            stages.push_back(e.stage);
        }
    }
    return stages;
}

const TraceEvent* find(const TraceReport& report, TraceStage stage, std::uint32_t packet = 1) {
    const auto found = std::find_if(report.events.begin(), report.events.end(),
                                    [&](const TraceEvent& e) { return e.stage == stage && e.packet == packet; });
    return found == report.events.end() ? nullptr : &*found;
}

TraceFilter packets(std::uint32_t count) {
    TraceFilter filter;
    filter.count = count;
    return filter;
}

} // namespace

class tst_Trace : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aSlowPacketIsToldStageByStage() {
        TwoNetworks lab;
        lab.addMasquerade();
        RuleConfig mark = lab.rule("prerouting", RuleAction::MarkPacket);
        lab.config.firewall.mangle = {mark};
        lab.start();
        lab.engine.startTrace(packets(1));
        lab.push(0, TwoNetworks::up(PacketBuilder::udp()).build());
        const TraceReport report = lab.engine.takeTrace();
        const Stages want{TraceStage::Ingress, TraceStage::FastPath, TraceStage::FastTrack, TraceStage::Conntrack, TraceStage::Mangle,
                          TraceStage::Routing, TraceStage::SrcNat,   TraceStage::Egress};
        QCOMPARE(stagesOf(report), want);
        QVERIFY(report.finished);
        QCOMPARE(find(report, TraceStage::FastPath)->code, static_cast<std::uint8_t>(FastRefusal::ConnectionTracking));
        QCOMPARE(find(report, TraceStage::FastTrack)->code, static_cast<std::uint8_t>(FastRefusal::NothingMarked));
        QCOMPARE(find(report, TraceStage::Mangle)->item, mark.uid);
        QCOMPARE(find(report, TraceStage::SrcNat)->item, lab.config.firewall.nat[0].uid);
        QCOMPARE(find(report, TraceStage::SrcNat)->value, ip("10.0.0.2"));
        QCOMPARE(find(report, TraceStage::SrcNat)->src, ip("192.0.2.1"));
        QCOMPARE(find(report, TraceStage::Routing)->value, ip("192.0.2.254"));
        QCOMPARE(find(report, TraceStage::Egress)->interface, lab.wan);
        QCOMPARE(find(report, TraceStage::Egress)->path, PathKind::Slow);
    }

    void theRuleThatDroppedIsNamed() {
        TwoNetworks lab;
        RuleConfig pass = lab.rule("forward", RuleAction::Passthrough), drop = lab.rule("forward", RuleAction::Drop);
        lab.config.firewall.filter = {pass, drop};
        lab.start();
        lab.engine.startTrace(packets(1));
        lab.push(0, TwoNetworks::up(PacketBuilder::udp()).build());
        const TraceReport report = lab.engine.takeTrace();
        std::vector<std::uint32_t> rules;
        for (const TraceEvent& e : report.events) {
            if (e.stage == TraceStage::Filter) {
                rules.push_back(e.item);
            }
        }
        QCOMPARE(rules, (std::vector<std::uint32_t>{pass.uid, drop.uid}));
        QCOMPARE(report.events.back().stage, TraceStage::Drop);
        QCOMPARE(report.events.back().code, static_cast<std::uint8_t>(DropReason::FilterRule));
        QVERIFY(report.finished);
    }

    void aFastTrackedPacketHasAHitAndNoRules() {
        TwoNetworks lab;
        lab.addFastTrackRule();
        lab.addMasquerade();
        lab.start();
        const std::uint16_t port = lab.openTcp();
        lab.engine.startTrace(packets(2));
        lab.push(0, TwoNetworks::up(PacketBuilder::tcp()).build());
        QCOMPARE(lab.lastPath(), PathKind::FastTrack);
        lab.push(0, TwoNetworks::up(PacketBuilder::tcp(tcp::kFin | tcp::kAck)).build());
        QCOMPARE(lab.lastPath(), PathKind::Slow);
        QVERIFY(port != 0);
        const TraceReport report = lab.engine.takeTrace();
        QCOMPARE(stagesOf(report, 1), (Stages{TraceStage::Ingress, TraceStage::FastTrack, TraceStage::Egress}));
        QCOMPARE(find(report, TraceStage::FastTrack)->decision, TraceDecision::Yes);
        QVERIFY(find(report, TraceStage::FastTrack)->item != 0);
        QCOMPARE(find(report, TraceStage::FastTrack, 2)->code, static_cast<std::uint8_t>(FastRefusal::TcpFlags));
        QVERIFY(find(report, TraceStage::Filter, 2) != nullptr);
    }

    void theFilterChoosesByPortAddressProtocolAndCount() {
        TwoNetworks lab;
        lab.start();
        TraceFilter filter;
        filter.etherPorts = {lab.lan};
        filter.protocol = kProtocolUdp;
        filter.dst = Ipv4Range{ip("203.0.113.0"), ip("203.0.113.255")};
        filter.dstPort = PortRange{80, 80};
        filter.count = 2;
        lab.engine.startTrace(filter);
        lab.push(0, TwoNetworks::up(PacketBuilder::tcp(tcp::kSyn)).build());                                              // not UDP
        lab.push(1, TwoNetworks::down(PacketBuilder::udp()).build());                                                      // other port
        lab.push(0, PacketBuilder::udp().from("10.0.0.2", 5).to("198.51.100.1", 80).macs(kHostA, lab.etherMac(0)).build()); // other network
        lab.push(0, PacketBuilder::udp().from("10.0.0.2", 5).to("203.0.113.7", 81).macs(kHostA, lab.etherMac(0)).build());  // other port
        QVERIFY(lab.engine.takeTrace().events.empty());
        for (int i = 0; i < 3; ++i) {
            lab.push(0, TwoNetworks::up(PacketBuilder::udp()).build());
        }
        const TraceReport report = lab.engine.takeTrace();
        QVERIFY(report.finished);
        QVERIFY(!stagesOf(report, 1).empty() && !stagesOf(report, 2).empty());
        QVERIFY(stagesOf(report, 3).empty());
    }

    void anErrorIsToldWithThePacketItIsAbout() {
        TwoNetworks lab;
        lab.start();
        lab.engine.startTrace(packets(1));
        const auto out = lab.push(0, TwoNetworks::up(PacketBuilder::udp().ttl(1)).build());
        QCOMPARE(out.size(), std::size_t(1));
        const TraceReport report = lab.engine.takeTrace();
        QVERIFY(find(report, TraceStage::Copy) != nullptr);
        QCOMPARE(find(report, TraceStage::Drop)->code, static_cast<std::uint8_t>(DropReason::TimeToLive));
        QCOMPARE(find(report, TraceStage::Egress)->dst, ip("10.0.0.2"));
        QVERIFY(report.finished);
    }

    void aSwitchedFrameIsTheChips() {
        EngineLab lab;
        const std::uint16_t chip = lab.chip();
        const IfIndex a = lab.ether("ether1", chip), b = lab.ether("ether2", chip), bridge = lab.bridge("bridge1");
        lab.port(bridge, a);
        lab.port(bridge, b);
        lab.apply();
        lab.push(1, PacketBuilder::udp().from("10.0.0.3", 1).to("10.0.0.2", 1).macs(kHostB, kHostA).build());
        lab.engine.startTrace(packets(1));
        lab.push(0, PacketBuilder::udp().from("10.0.0.2", 1).to("10.0.0.3", 1).macs(kHostA, kHostB).build());
        QCOMPARE(stagesOf(lab.engine.takeTrace()), (Stages{TraceStage::Ingress, TraceStage::Switch, TraceStage::Egress}));
    }

    void aTraceChangesNothing() {
        const auto run = [](bool traced) {
            TwoNetworks lab;
            lab.addFastTrackRule();
            lab.addMasquerade();
            lab.start();
            if (traced) {
                lab.engine.startTrace(packets(kMostTraced));
            }
            lab.openTcp();
            std::vector<Frame> frames;
            for (int i = 0; i < 20; ++i) {
                const PacketBuilder b = i % 5 == 4 ? PacketBuilder::udp() : PacketBuilder::tcp();
                for (const auto& sent : lab.push(0, TwoNetworks::up(b).payload(static_cast<std::size_t>(i)).build())) {
                    frames.push_back(sent.octets);
                }
            }
            const auto paths = lab.engine.pathCounters();
            frames.push_back(Frame(paths.packets.begin(), paths.packets.end()));
            return frames;
        };
        QCOMPARE(run(true), run(false));
    }

    void memoryIsBounded() {
        TwoNetworks lab;
        lab.start();
        lab.engine.startTrace(packets(100'000)); // asks for more than there is
        for (int i = 0; i < 1000; ++i) {
            lab.push(0, TwoNetworks::up(PacketBuilder::udp()).build());
        }
        const TraceReport report = lab.engine.takeTrace();
        QVERIFY(report.finished);
        QCOMPARE(std::max_element(report.events.begin(), report.events.end(), [](const auto& a, const auto& b) { return a.packet < b.packet; })->packet,
                 kMostTraced);
        lab.engine.stopTrace();
        QVERIFY(!lab.engine.takeTrace().running);
    }
};

QTEST_APPLESS_MAIN(tst_Trace)
#include "tst_trace.moc"
