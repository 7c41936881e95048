#include "agent/dataplane/parse/icmp_message.h"
#include "agent/dataplane/parse/parse.h"
#include "tests/agent/dataplane/pipeline/two_networks.h"

#include <QTest>

using namespace agent::dataplane;
using namespace agent::dataplane::test;
using core::base::kSecond;
using core::model::PathKind;

class LocalHostTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anEchoIsAnswered() {
        TwoNetworks lab;
        lab.start();
        const auto out = lab.push(0, lab.up(PacketBuilder::echoRequest(3)).to("10.0.0.1").payload(40).build());
        QCOMPARE(out.size(), 1u);
        Frame expected = PacketBuilder::protocol(kProtocolIcmp)
                             .icmp(icmp::kEchoReply, 3)
                             .from("10.0.0.1")
                             .to("10.0.0.2")
                             .macs(EngineLab::etherMac(0), kHostA)
                             .payload(40)
                             .build();
        QCOMPARE(out[0].octets, expected);
        QCOMPARE(lab.lastPath(), PathKind::Slow);
    }
    void anEchoWithAWrongChecksumIsNot() {
        TwoNetworks lab;
        lab.start();
        Frame f = lab.up(PacketBuilder::echoRequest(3)).to("10.0.0.1").payload(40).build();
        f.back() ^= 1;
        QVERIFY(lab.push(0, f).empty());
    }
    void anotherOwnAddressAnswersToo() {
        TwoNetworks lab;
        lab.start();
        QCOMPARE(lab.push(0, lab.up(PacketBuilder::echoRequest()).to("192.0.2.1").build()).size(), 1u);
    }
    void closedPortsAreRefused() {
        TwoNetworks lab;
        lab.start();
        auto out = lab.push(0, lab.up(PacketBuilder::tcp(tcp::kSyn)).to("10.0.0.1", 22).build());
        QCOMPARE(out.at(0).octets[34 + tcp::kFlags], std::uint8_t(tcp::kRst | tcp::kAck));
        QVERIFY(lab.push(0, lab.up(PacketBuilder::tcp(tcp::kRst)).to("10.0.0.1", 22).build()).empty());
        out = lab.push(0, lab.up(PacketBuilder::udp()).to("10.0.0.1", 53).build());
        QCOMPARE(out.at(0).octets[35], icmp::kPortUnreachable);
        out = lab.push(0, PacketBuilder::protocol(47).from("10.0.0.2").to("10.0.0.1").macs(kHostA, EngineLab::etherMac(0)).build());
        QCOMPARE(out.at(0).octets[35], icmp::kProtocolUnreachable);
    }
    void chainInputProtectsTheRouter() {
        TwoNetworks lab;
        lab.config.firewall.filter = {lab.rule("input", RuleAction::Drop)};
        lab.start();
        QVERIFY(lab.push(0, lab.up(PacketBuilder::echoRequest()).to("10.0.0.1").build()).empty());
        QCOMPARE(lab.push(0, lab.up(PacketBuilder::udp()).build()).size(), 1u);
    }
    void chainOutputSeesTheAnswer() {
        TwoNetworks lab;
        RuleConfig out = lab.rule("output", RuleAction::Drop);
        out.match.protocol.value = kProtocolIcmp;
        lab.config.firewall.filter = {out};
        lab.start();
        QVERIFY(lab.push(0, lab.up(PacketBuilder::echoRequest()).to("10.0.0.1").build()).empty());
        QCOMPARE(lab.engine.ruleCounters(out.uid).packets, 1u);
    }
    void broadcastsAreNotAnswered() {
        TwoNetworks lab;
        lab.start();
        QVERIFY(lab.push(0, lab.up(PacketBuilder::udp()).to("10.0.0.255", 9).build()).empty());
        QVERIFY(lab.push(0, lab.up(PacketBuilder::udp()).to("255.255.255.255", 9).macs(kHostA, kBroadcastMac).build()).empty());
        QVERIFY(lab.push(0, lab.up(PacketBuilder::udp()).to("224.0.0.1", 9).macs(kHostA, 0x01005e000001).build()).empty());
        QCOMPARE(lab.pool.available(), lab.pool.capacity());
    }
    void errorsAreLimitedInRate() {
        TwoNetworks lab;
        lab.start();
        std::size_t answers = 0;
        for (int i = 0; i < 1000; ++i) {
            answers += lab.push(0, lab.up(PacketBuilder::udp()).to("10.0.0.1", static_cast<std::uint16_t>(i)).build()).size();
        }
        QCOMPARE(answers, std::size_t{50});
        lab.advance(kSecond);
        QCOMPARE(lab.push(0, lab.up(PacketBuilder::udp()).to("10.0.0.1", 7).build()).size(), 1u);
    }
    void anErrorAboutATranslatedPacketNamesWhatTheSenderSent() {
        TwoNetworks lab;
        lab.addMasquerade();
        lab.start();
        lab.push(0, lab.up(PacketBuilder::udp()).build());
        // The gateway says time exceeded about the translated packet: it must reach the host with its own addresses inside.
        const auto sent = lab.push(0, lab.up(PacketBuilder::udp()).payload(20).build());
        PacketBuf quoted{};
        quoted.offset = kHeadroom;
        quoted.length = static_cast<std::uint16_t>(sent.at(0).octets.size());
        std::copy(sent[0].octets.begin(), sent[0].octets.end(), quoted.frame());
        parse(quoted);
        PacketBuf error{};
        writeIcmpError(error, quoted, ip("192.0.2.254"), icmp::kTimeExceeded, 0);
        Frame f(error.frame(), error.frame() + error.length);
        storeMac(f.data(), EngineLab::etherMac(1));
        storeMac(f.data() + 6, kHostB);
        const auto back = lab.push(1, f);
        QCOMPARE(back.size(), 1u);
        QCOMPARE(back[0].port, PortId{0});
        QVERIFY(checksumsAreRight(back[0].octets));
        QCOMPARE(core::base::loadBe32(&back[0].octets[14 + 16]), ip("10.0.0.2"));
        QCOMPARE(core::base::loadBe32(&back[0].octets[14 + 28 + 12]), ip("10.0.0.2"));
        QCOMPARE(core::base::loadBe16(&back[0].octets[14 + 28 + 20]), std::uint16_t{1000});
    }
};

QTEST_APPLESS_MAIN(LocalHostTest)
#include "tst_local_host.moc"
