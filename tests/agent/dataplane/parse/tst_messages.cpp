#include "agent/dataplane/parse/arp_message.h"
#include "agent/dataplane/parse/fragment.h"
#include "agent/dataplane/parse/icmp_message.h"
#include "agent/dataplane/parse/parse.h"
#include "agent/dataplane/parse/tcp_reset.h"
#include "tests/agent/dataplane/support/packet_builder.h"

#include <QTest>

#include <memory>

using namespace agent::dataplane;
using namespace agent::dataplane::test;

namespace {

std::unique_ptr<PacketBuf> parsed(const Frame& f) {
    auto p = std::make_unique<PacketBuf>();
    p->offset = kHeadroom;
    p->length = static_cast<std::uint16_t>(f.size());
    std::copy(f.begin(), f.end(), p->frame());
    parse(*p);
    return p;
}
Frame octets(const PacketBuf& p) {
    return {p.frame(), p.frame() + p.length};
}

} // namespace

class MessagesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anArpMessageSurvivesWritingAndReading() {
        const auto p = parsed(arpFrame(ArpOperation::Reply, 0x020000000001, "10.0.0.1", 0x020000000002, "10.0.0.2"));
        QVERIFY(p->flags & kIsArp);
        const auto m = readArp(*p);
        QVERIFY(m.has_value());
        QCOMPARE(m->operation, ArpOperation::Reply);
        QCOMPARE(m->senderMac, MacKey{0x020000000001});
        QCOMPARE(m->targetAddress, ip("10.0.0.2"));
        QCOMPARE(p->length, std::uint16_t{60});
    }
    void aCutOrForeignArpMessageIsRefused() {
        Frame f = arpFrame(ArpOperation::Request, 1, "10.0.0.1", 0, "10.0.0.2");
        for (std::size_t n = 14; n < 42; ++n) {
            QVERIFY(!readArp(*parsed(Frame(f.begin(), f.begin() + static_cast<std::ptrdiff_t>(n)))));
        }
        f[14 + 7] = 9; // operation
        QVERIFY(!readArp(*parsed(f)));
    }
    void anIcmpErrorQuotesTheOffender() {
        const auto offender = parsed(PacketBuilder::udp().from("10.0.0.2", 1).to("192.0.2.9", 2).payload(1000).build());
        PacketBuf error{};
        writeIcmpError(error, *offender, ip("10.0.0.1"), icmp::kUnreachable, icmp::kFragmentationNeeded, 1400);
        QCOMPARE(error.length, std::uint16_t{14 + 576});
        QVERIFY(checksumsAreRight(octets(error)));
        QCOMPARE(error.dst, ip("10.0.0.2"));
        QCOMPARE(error.icmpType, icmp::kUnreachable);
        QVERIFY(std::equal(offender->frame() + 14, offender->frame() + 14 + 548, error.frame() + 42));
        QCOMPARE(core::base::loadBe16(error.frame() + 34 + 6), std::uint16_t{1400});
    }
    void noErrorIsSentAboutErrorsFragmentsAndGroups() {
        QVERIFY(mayCauseIcmpError(*parsed(PacketBuilder::udp().from("10.0.0.2", 1).to("192.0.2.9", 2).build())));
        QVERIFY(mayCauseIcmpError(*parsed(PacketBuilder::echoRequest().from("10.0.0.2").to("192.0.2.9").build())));
        QVERIFY(
            !mayCauseIcmpError(*parsed(PacketBuilder::protocol(1).icmp(icmp::kTimeExceeded, 0).from("10.0.0.2").to("192.0.2.9").build())));
        QVERIFY(!mayCauseIcmpError(*parsed(PacketBuilder::udp().from("10.0.0.2", 1).to("192.0.2.9", 2).fragment(10).build())));
        QVERIFY(!mayCauseIcmpError(*parsed(PacketBuilder::udp().from("10.0.0.2", 1).to("224.0.0.9", 2).build())));
        QVERIFY(!mayCauseIcmpError(*parsed(PacketBuilder::udp().from("10.0.0.2", 1).to("10.0.0.9", 2).macs(1, kBroadcastMac).build())));
        QVERIFY(!mayCauseIcmpError(*parsed(PacketBuilder::udp().from("0.0.0.0", 1).to("10.0.0.9", 2).build())));
    }
    void anEchoReplyMirrorsTheRequest() {
        const auto p = parsed(PacketBuilder::echoRequest(5).from("10.0.0.2").to("10.0.0.1").payload(33).build());
        QVERIFY(icmpChecksumIsValid(*p));
        turnIntoEchoReply(*p);
        QVERIFY(checksumsAreRight(octets(*p)));
        QCOMPARE(p->src, ip("10.0.0.1"));
        QCOMPARE(p->icmpType, icmp::kEchoReply);
        QCOMPARE(p->sport, std::uint16_t{5});
    }
    void aResetAcknowledgesASyn() {
        const auto p = parsed(PacketBuilder::tcp(tcp::kSyn).from("10.0.0.2", 9).to("10.0.0.1", 23).sequence(1000).build());
        PacketBuf reset{};
        writeTcpReset(reset, *p);
        QCOMPARE(reset.tcpFlags, std::uint8_t(tcp::kRst | tcp::kAck));
        QCOMPARE(core::base::loadBe32(reset.frame() + 34 + tcp::kAcknowledgment), std::uint32_t{1001});
        QVERIFY(checksumsAreRight(octets(reset)));
    }
    void aResetTakesItsSequenceFromAnAcknowledgment() {
        const auto p = parsed(PacketBuilder::tcp(tcp::kAck).from("10.0.0.2", 9).to("10.0.0.1", 23).sequence(5, 777).payload(10).build());
        PacketBuf reset{};
        writeTcpReset(reset, *p);
        QCOMPARE(reset.tcpFlags, tcp::kRst);
        QCOMPARE(core::base::loadBe32(reset.frame() + 34 + tcp::kSequence), std::uint32_t{777});
    }
    void fragmentsCoverTheWholeExactlyOnce() {
        const auto whole = parsed(PacketBuilder::udp().from("10.0.0.2", 9).to("10.0.0.1", 23).payload(1400).build());
        const std::uint32_t step = fragmentPayload(*whole, 576);
        QCOMPARE(step % 8, 0u);
        const std::uint32_t payload = whole->length - std::uint32_t{whole->l4Offset};
        Frame again;
        for (std::uint32_t start = 0; start < payload; start += step) {
            PacketBuf piece{};
            writeFragment(piece, *whole, start, std::min(step, payload - start));
            QVERIFY(piece.l3Length() <= 576);
            const Frame f = octets(piece);
            QCOMPARE(onesSum(&f[14], 20), std::uint16_t{0xffff});
            const std::uint16_t field = core::base::loadBe16(&f[14 + 6]);
            QCOMPARE(std::uint32_t{field & 0x1fffu} * 8, start);
            QCOMPARE((field & ipv4::kMoreFragments) != 0, start + step < payload);
            again.insert(again.end(), f.begin() + 34, f.end());
        }
        QCOMPARE(again, Frame(whole->frame() + 34, whole->frame() + whole->length));
    }
};

QTEST_APPLESS_MAIN(MessagesTest)
#include "tst_messages.moc"
