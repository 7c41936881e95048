// IPsec policies as path switches: what they turn off, what they cost, what goes past them.
#include "agent/dataplane/pipeline/packet_ledger.h"
#include "tests/agent/dataplane/pipeline/two_networks.h"

#include <QTest>

using namespace agent::dataplane;
using namespace agent::dataplane::test;
using core::model::PathKind;

namespace {

struct PolicyNetworks : TwoNetworks {
    explicit PolicyNetworks(IpsecAction action = IpsecAction::Encrypt) {
        config.tracking.enabled = TrackingEnabled::Auto;
        IpsecPolicyConfig policy;
        policy.uid = 500;
        policy.source = {ip("10.0.0.0"), 24};
        policy.destination = {ip("203.0.113.0"), 24};
        policy.action = action;
        config.ipsecPolicies = {policy};
        config.switches.ipsecPolicy = true;
        config.cost.native = false;
        config.cost.slow = 1000;
        config.cost.fastTrack = 100;
        config.cost.tunnel = 10;
        config.cost.crypto = 500;
        config.cost.cryptoOctet = 2;
    }
};

} // namespace

class IpsecPathTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aPolicyTurnsTheFastPathOffForEverybody() {
        PolicyNetworks lab;
        lab.start();
        QVERIFY(!lab.engine.globalState().fastPathActive);
        QCOMPARE(
            lab.push(0, PacketBuilder::udp().from("10.0.0.2", 1).to("198.51.100.9", 2).macs(kHostA, EngineLab::etherMac(0)).build()).size(),
            1u);
        QCOMPARE(lab.lastPath(), PathKind::Slow);
        QCOMPARE(lab.cost.flow, 1000.0); // no policy asks for that one
    }
    void whatMatchesCostsWhatEspCosts() {
        PolicyNetworks lab;
        lab.start();
        QCOMPARE(lab.push(0, TwoNetworks::up(PacketBuilder::udp()).payload(72).build()).size(), 1u);
        QCOMPARE(lab.cost.flow, 1000.0 + 10 + 500 + 2 * 100);
        QCOMPARE(lab.push(1, TwoNetworks::down(PacketBuilder::udp()).payload(72).build()).size(), 1u);
        QCOMPARE(lab.cost.flow, 1000.0 + 10 + 500 + 2 * 100);
    }
    void whatWasToBeEncryptedNeverLeavesByARealPortInTheClear() {
        PolicyNetworks lab;
        lab.start();
        lab.engine.useRealPorts();
        QCOMPARE(lab.push(0, TwoNetworks::up(PacketBuilder::udp()).build()).size(), 0u);
        QCOMPARE(lab.engine.ledger().of(DropReason::Tunnel), 1u);
        QCOMPARE(lab.push(0, TwoNetworks::up(PacketBuilder::udp()).to("198.51.100.9", 2).build()).size(), 1u); // no policy asks for that one
    }
    void actionNoneCostsNothing() {
        PolicyNetworks lab(IpsecAction::None);
        lab.start();
        QCOMPARE(lab.push(0, TwoNetworks::up(PacketBuilder::udp()).build()).size(), 1u);
        QCOMPARE(lab.cost.flow, 1000.0);
    }
    void actionDiscardDrops() {
        PolicyNetworks lab(IpsecAction::Discard);
        lab.start();
        QCOMPARE(lab.push(0, TwoNetworks::up(PacketBuilder::udp()).build()).size(), 0u);
        QCOMPARE(lab.engine.ledger().of(DropReason::Tunnel), 1u);
    }
    void theFirstPolicyThatMatchesDecides() {
        PolicyNetworks lab(IpsecAction::Discard);
        IpsecPolicyConfig first = lab.config.ipsecPolicies[0];
        first.action = IpsecAction::None;
        first.protocol = kProtocolUdp;
        first.destinationPorts = {80, 80};
        lab.config.ipsecPolicies.insert(lab.config.ipsecPolicies.begin(), first);
        lab.start();
        QCOMPARE(lab.push(0, TwoNetworks::up(PacketBuilder::udp()).build()).size(), 1u);
        QCOMPARE(lab.push(0, TwoNetworks::up(PacketBuilder::udp()).to("203.0.113.5", 81).build()).size(), 0u);
    }
    void sourceNatComesBeforeThePolicy() {
        PolicyNetworks lab(IpsecAction::Discard);
        lab.addMasquerade();
        lab.start();
        QCOMPARE(lab.push(0, TwoNetworks::up(PacketBuilder::udp()).build()).size(), 1u); // its source is 192.0.2.1 by then
    }
    void rulesCanAskForThePolicy() {
        PolicyNetworks lab;
        RuleConfig out = lab.rule("forward", RuleAction::Passthrough), in = out;
        out.match.more.push_back({match::IpsecPolicy{false, true}});
        in.uid = 4711;
        in.match.more.push_back({match::IpsecPolicy{true, true}});
        lab.config.firewall.filter = {out, in};
        lab.start();
        lab.push(0, TwoNetworks::up(PacketBuilder::udp()).build());
        QCOMPARE(lab.engine.ruleCounters(out.uid).packets, 1u);
        QCOMPARE(lab.engine.ruleCounters(in.uid).packets, 0u);
        lab.push(1, TwoNetworks::down(PacketBuilder::udp()).build());
        QCOMPARE(lab.engine.ruleCounters(out.uid).packets, 1u);
        QCOMPARE(lab.engine.ruleCounters(in.uid).packets, 1u);
    }
    void fastTrackedPacketsGoPastThePolicy() {
        PolicyNetworks lab;
        lab.addFastTrackRule();
        lab.start();
        lab.openTcp();
        QCOMPARE(lab.push(0, TwoNetworks::up(PacketBuilder::tcp()).build()).size(), 1u);
        QCOMPARE(lab.lastPath(), PathKind::FastTrack);
        QCOMPARE(lab.cost.flow, 100.0);
    }
};

QTEST_APPLESS_MAIN(IpsecPathTest)
#include "tst_path_ipsec.moc"
