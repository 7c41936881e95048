// FTP and SIP through the router: control connections whole, and the connections they announce.
#include "tests/agent/dataplane/pipeline/two_networks.h"

#include <QTest>

using namespace agent::dataplane;
using namespace agent::dataplane::test;
using core::base::kSecond;
using core::base::loadBe16;
using core::base::loadBe32;

namespace {

std::string_view textOf(const Frame& f) {
    const std::size_t at = 34 + (f[14 + ipv4::kProtocol] == kProtocolTcp ? (f[34 + tcp::kDataOffset] >> 4) * 4u : kUdpHeader);
    const std::size_t end = 14u + loadBe16(&f[14 + ipv4::kTotalLength]);
    return {reinterpret_cast<const char*>(f.data()) + at, end - at};
}

// A LAN behind masquerade; a server on the Internet. related,established passes, new connections only from the LAN.
struct HelperLab : TwoNetworks {
    std::uint32_t related = 0;

    HelperLab() {
        addMasquerade();
        RuleConfig known = rule("forward", RuleAction::Accept), drop = rule("forward", RuleAction::Drop), count = known;
        known.match.connectionState.value = std::uint8_t(kStateEstablished);
        count.uid = related = 7777;
        count.match.connectionState.value = std::uint8_t(kStateRelated);
        drop.match.inInterface.value = {wan};
        config.firewall.filter = {known, count, drop};
    }
    // One frame in, one out, checksums right; else nothing.
    Frame through(PortId port, PacketBuilder b) {
        const auto out = push(port, b.macs(port == 0 ? kHostA : kHostB, etherMac(port)).build());
        return out.size() == 1 && out[0].port == 1 - port && checksumsAreRight(out[0].octets) ? out[0].octets : Frame{};
    }
    PacketBuilder client(std::uint8_t flags) { return PacketBuilder::tcp(flags).from("10.0.0.2", 1000).to("203.0.113.5", 21); }
    PacketBuilder server(std::uint8_t flags) { return PacketBuilder::tcp(flags).from("203.0.113.5", 21).to("192.0.2.1", 1000); }
    void login() {
        through(0, client(tcp::kSyn).sequence(1000));
        through(1, server(tcp::kSyn | tcp::kAck).sequence(5000, 1001));
        through(0, client(tcp::kAck).sequence(1001, 5001));
    }
    std::uint64_t relatedSeen() const { return engine.ruleCounters(related).packets; }
};

} // namespace

class HelpersTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void activeFtpThroughMasquerade() {
        HelperLab lab;
        lab.start();
        lab.login();
        const Frame port = lab.through(0, lab.client(tcp::kAck | tcp::kPsh).sequence(1001, 5001).data("PORT 10,0,0,2,4,1\r\n"));
        QCOMPARE(textOf(port), std::string_view("PORT 192,0,2,1,4,1\r\n")); // one octet longer
        // What comes behind it is one further on for the server, and its acknowledgments are taken back.
        const Frame answer = lab.through(1, lab.server(tcp::kAck | tcp::kPsh).sequence(5001, 1001 + 20).data("200 ok\r\n"));
        QCOMPARE(loadBe32(&answer.at(34 + tcp::kAcknowledgment)), std::uint32_t(1001 + 19));
        const Frame next = lab.through(0, lab.client(tcp::kAck | tcp::kPsh).sequence(1020, 5009).data("RETR x\r\n"));
        QCOMPARE(loadBe32(&next.at(34 + tcp::kSequence)), std::uint32_t(1021));
        QCOMPARE(textOf(next), std::string_view("RETR x\r\n"));
        // The data connection arrives from the server's port 20.
        QCOMPARE(lab.relatedSeen(), std::uint64_t(0));
        const Frame data = lab.through(1, PacketBuilder::tcp(tcp::kSyn).from("203.0.113.5", 20).to("192.0.2.1", 1025).sequence(70));
        QVERIFY(!data.empty());
        QCOMPARE(loadBe32(&data[14 + ipv4::kDestination]), ip("10.0.0.2"));
        QCOMPARE(loadBe16(&data[36]), std::uint16_t(1025));
        QCOMPARE(lab.relatedSeen(), std::uint64_t(1));
        const Frame accepted = lab.through(0, PacketBuilder::tcp(tcp::kSyn | tcp::kAck).from("10.0.0.2", 1025).to("203.0.113.5", 20).sequence(90, 71));
        QCOMPARE(loadBe32(&accepted.at(14 + ipv4::kSource)), ip("192.0.2.1"));
        std::size_t expected = 0;
        lab.engine.forEachConnection([&](const ConnectionInfo& c) { expected += c.expected && c.announcedBy == Helper::Ftp ? 1 : 0; }, lab.now);
        QCOMPARE(expected, std::size_t(1));
        // It was announced once: another one is nobody's.
        QVERIFY(lab.through(1, PacketBuilder::tcp(tcp::kSyn).from("203.0.113.5", 21000).to("192.0.2.1", 1025)).empty());
        QCOMPARE(lab.relatedSeen(), std::uint64_t(1));
    }

    void passiveFtpThroughMasqueradeIsRelated() {
        HelperLab lab;
        lab.start();
        lab.login();
        const std::string_view answer = "227 Entering Passive Mode (203,0,113,5,156,64)\r\n";
        QCOMPARE(textOf(lab.through(1, lab.server(tcp::kAck | tcp::kPsh).sequence(5001, 1001).data(answer))), answer); // not its own address
        QVERIFY(!lab.through(0, PacketBuilder::tcp(tcp::kSyn).from("10.0.0.2", 1001).to("203.0.113.5", 40000)).empty());
        QCOMPARE(lab.relatedSeen(), std::uint64_t(1));
        QVERIFY(!lab.through(0, PacketBuilder::tcp(tcp::kSyn).from("10.0.0.2", 1002).to("203.0.113.5", 40001)).empty());
        QCOMPARE(lab.relatedSeen(), std::uint64_t(1));
    }

    void aServerBehindDstNatAnnouncesThePublicAddress() {
        HelperLab lab;
        RuleConfig forward = lab.rule("dstnat", RuleAction::DstNat);
        forward.match.inInterface.value = {lab.wan};
        forward.match.dstPort.value = std::vector<PortRange>{{21, 21}};
        forward.match.protocol.value = kProtocolTcp;
        forward.toAddresses = Ipv4Range{ip("10.0.0.2"), ip("10.0.0.2")};
        lab.config.firewall.nat.push_back(forward);
        RuleConfig accept = lab.rule("forward", RuleAction::Accept);
        accept.match.connectionNatState.value = std::uint8_t(kNatStateDst);
        accept.match.dstPort.value = std::vector<PortRange>{{21, 21}};
        accept.match.protocol.value = kProtocolTcp;
        lab.config.firewall.filter.insert(lab.config.firewall.filter.begin() + 1, accept);
        lab.start();
        const auto out = [&](std::uint8_t flags) { return PacketBuilder::tcp(flags).from("203.0.113.9", 3000).to("192.0.2.1", 21); };
        const auto in = [&](std::uint8_t flags) { return PacketBuilder::tcp(flags).from("10.0.0.2", 21).to("203.0.113.9", 3000); };
        QVERIFY(!lab.through(1, out(tcp::kSyn).sequence(1)).empty());
        lab.through(0, in(tcp::kSyn | tcp::kAck).sequence(1, 2));
        lab.through(1, out(tcp::kAck).sequence(2, 2));
        const Frame answer = lab.through(0, in(tcp::kAck | tcp::kPsh).sequence(2, 2).data("227 Entering Passive Mode (10,0,0,2,156,64)\r\n"));
        QCOMPARE(textOf(answer), std::string_view("227 Entering Passive Mode (192,0,2,1,156,64)\r\n"));
        const Frame data = lab.through(1, PacketBuilder::tcp(tcp::kSyn).from("203.0.113.9", 3001).to("192.0.2.1", 40000));
        QVERIFY(!data.empty());
        QCOMPARE(loadBe32(&data[14 + ipv4::kDestination]), ip("10.0.0.2"));
        QCOMPARE(lab.relatedSeen(), std::uint64_t(1));
    }

    void anotherHostsAddressIsNotBelieved() {
        HelperLab lab;
        lab.start();
        lab.login();
        const std::string_view bounce = "PORT 10,0,0,99,4,1\r\n";
        QCOMPARE(textOf(lab.through(0, lab.client(tcp::kAck | tcp::kPsh).sequence(1001, 5001).data(bounce))), bounce);
        QVERIFY(lab.through(1, PacketBuilder::tcp(tcp::kSyn).from("203.0.113.5", 20).to("192.0.2.1", 1025)).empty());
        QCOMPARE(lab.relatedSeen(), std::uint64_t(0));
    }

    void aDisabledHelperReadsNothing() {
        HelperLab lab;
        lab.config.firewall.servicePorts.ftp = false;
        lab.start();
        lab.login();
        const std::string_view port = "PORT 10,0,0,2,4,1\r\n";
        QCOMPARE(textOf(lab.through(0, lab.client(tcp::kAck | tcp::kPsh).sequence(1001, 5001).data(port))), port);
    }

    void anExpectationEnds() {
        HelperLab lab;
        lab.start();
        lab.login();
        lab.through(0, lab.client(tcp::kAck | tcp::kPsh).sequence(1001, 5001).data("PORT 10,0,0,2,4,1\r\n"));
        lab.advance(301 * kSecond);
        lab.meet();
        QVERIFY(lab.through(1, PacketBuilder::tcp(tcp::kSyn).from("203.0.113.5", 20).to("192.0.2.1", 1025)).empty());
    }

    void controlConnectionsAreNotFastTracked() {
        HelperLab lab;
        lab.addFastTrackRule();
        lab.start();
        lab.login();
        lab.through(0, lab.client(tcp::kAck).sequence(1001, 5001));
        QCOMPARE(lab.engine.fastTrackedCount(), std::size_t(0));
    }

    void aSipCallThroughMasquerade() {
        HelperLab lab;
        lab.start();
        const std::string invite = "INVITE sip:bob@203.0.113.5 SIP/2.0\r\nVia: SIP/2.0/UDP 10.0.0.2:5060\r\nContact: <sip:a@10.0.0.2:5060>\r\n"
                                   "Content-Length: 46\r\n\r\nc=IN IP4 10.0.0.2\r\nm=audio 40000 RTP/AVP 0\r\n\r\n";
        const Frame out = lab.through(0, PacketBuilder::udp().from("10.0.0.2", 5060).to("203.0.113.5", 5060).data(invite));
        const std::string text(textOf(out));
        QVERIFY(text.find("10.0.0.2") == std::string::npos);
        QVERIFY(text.find("Via: SIP/2.0/UDP 192.0.2.1:5060\r\n") != std::string::npos);
        QVERIFY(text.find("c=IN IP4 192.0.2.1\r\n") != std::string::npos);
        QVERIFY(text.find("Content-Length: 47\r\n") != std::string::npos);
        // The answer names the client as the client knows itself.
        const Frame ok = lab.through(1, PacketBuilder::udp().from("203.0.113.5", 5060).to("192.0.2.1", 5060)
                                            .data("SIP/2.0 200 OK\r\nVia: SIP/2.0/UDP 192.0.2.1:5060\r\n\r\n"));
        QCOMPARE(textOf(ok), std::string_view("SIP/2.0 200 OK\r\nVia: SIP/2.0/UDP 10.0.0.2:5060\r\n\r\n"));
        // Media comes from wherever the far end has it, and its control port is the one above.
        for (const std::uint16_t port : {40000, 40001}) {
            const Frame media = lab.through(1, PacketBuilder::udp().from("203.0.113.77", 9000).to(ip("192.0.2.1"), port).payload(100));
            QVERIFY(!media.empty());
            QCOMPARE(loadBe32(&media[14 + ipv4::kDestination]), ip("10.0.0.2"));
            QCOMPARE(loadBe16(&media[36]), port);
        }
        QCOMPARE(lab.relatedSeen(), std::uint64_t(2));
    }
};

QTEST_APPLESS_MAIN(HelpersTest)
#include "tst_helpers.moc"
