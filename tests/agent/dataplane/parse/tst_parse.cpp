#include "agent/dataplane/parse/parse.h"
#include "tests/agent/dataplane/support/packet_builder.h"

#include <QTest>

#include <cstdlib>
#include <memory>
#include <random>

using namespace agent::dataplane;
using namespace agent::dataplane::test;

namespace {

// The frame ends where the buffer ends, so that a sanitizer sees any octet read behind it.
std::unique_ptr<PacketBuf> bufferOf(const Frame& f) {
    auto p = std::make_unique<PacketBuf>();
    p->offset = static_cast<std::uint16_t>(p->data.size() - f.size());
    p->length = static_cast<std::uint16_t>(f.size());
    std::copy(f.begin(), f.end(), p->frame());
    return p;
}

std::unique_ptr<PacketBuf> parsed(const Frame& f) {
    auto p = bufferOf(f);
    parse(*p);
    return p;
}

} // namespace

class ParseTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aTcpSegment() {
        const auto p = parsed(PacketBuilder::tcp(tcp::kSyn | tcp::kAck).from("10.0.0.2", 1024).to("192.0.2.1", 443).ttl(63).build());
        QCOMPARE(p->flags, std::uint8_t(kIsIpv4 | kHasPorts));
        QCOMPARE(p->src, ip("10.0.0.2"));
        QCOMPARE(p->dst, ip("192.0.2.1"));
        QCOMPARE(p->sport, std::uint16_t{1024});
        QCOMPARE(p->dport, std::uint16_t{443});
        QCOMPARE(p->tcpFlags, std::uint8_t{0x12});
        QCOMPARE(p->ttl, std::uint8_t{63});
        QCOMPARE(p->protocol, kProtocolTcp);
        QCOMPARE(p->l3Offset, std::uint8_t{14});
        QCOMPARE(p->l4Offset, std::uint8_t{34});
        QCOMPARE(p->connection, kNoConnection);
    }
    void aTaggedDatagram() {
        const auto p = parsed(PacketBuilder::udp().from("10.0.0.2", 5).to("10.0.0.3", 6).vlan(100).build());
        QCOMPARE(p->vlan, std::uint16_t{100});
        QCOMPARE(p->l3Offset, std::uint8_t{18});
        QVERIFY(p->flags & kHasPorts);
    }
    void vidZeroIsAPriorityTag() {
        const auto p = parsed(PacketBuilder::udp().vlan(0).build());
        QVERIFY(p->flags & kPriorityTag);
        QCOMPARE(p->vlan, std::uint16_t{0});
    }
    void optionsMoveTheTransportHeader() {
        const auto p = parsed(PacketBuilder::udp().from("1.1.1.1", 7).to("2.2.2.2", 8).options(3).build());
        QVERIFY(p->flags & kHasIpOptions);
        QCOMPARE(p->l4Offset, std::uint8_t{14 + 32});
        QCOMPARE(p->dport, std::uint16_t{8});
    }
    void onlyTheFirstFragmentHasPorts() {
        const auto first = parsed(PacketBuilder::udp().from("1.1.1.1", 7).to("2.2.2.2", 8).fragment(ipv4::kMoreFragments).build());
        QCOMPARE(first->flags & (kIsFragment | kHasPorts), kIsFragment | kHasPorts);
        const auto later = parsed(PacketBuilder::udp().from("1.1.1.1", 7).to("2.2.2.2", 8).fragment(185).build());
        QCOMPARE(later->flags & (kIsFragment | kHasPorts), int{kIsFragment});
        QCOMPARE(first->flowHash, later->flowHash);
    }
    void anEchoRequestCarriesItsIdentifierAsPorts() {
        const auto p = parsed(PacketBuilder::echoRequest(77).from("1.1.1.1").to("2.2.2.2").build());
        QCOMPARE(p->icmpType, icmp::kEchoRequest);
        QCOMPARE(p->sport, std::uint16_t{77});
        QCOMPARE(p->dport, std::uint16_t{77});
        QVERIFY(!(p->flags & kHasPorts));
    }
    void theFlowHashIsTheSameForBothDirections() {
        std::mt19937 random(3);
        for (int i = 0; i < 1000; ++i) {
            const auto a = static_cast<std::uint32_t>(random()), b = static_cast<std::uint32_t>(random());
            const auto s = static_cast<std::uint16_t>(random()), d = static_cast<std::uint16_t>(random());
            QCOMPARE(symmetricFlowHash(a, b, 6, s, d), symmetricFlowHash(b, a, 6, d, s));
            QVERIFY(symmetricFlowHash(a, b, 6, s, d) != symmetricFlowHash(a, b, 6, s, static_cast<std::uint16_t>(d + 1)));
        }
    }
    void aWrongHeaderChecksumIsMalformed() {
        Frame f = PacketBuilder::udp().from("1.1.1.1", 1).to("2.2.2.2", 2).build();
        f[14 + 8] ^= 1;
        QVERIFY(parsed(f)->flags & kMalformed);
    }
    void aTotalLengthBehindTheFrameIsMalformed() {
        Frame f = PacketBuilder::udp().payload(100).build();
        f.resize(f.size() - 1);
        QVERIFY(parsed(f)->flags & kMalformed);
    }
    void everyCutIsSurvivedAndNeverYieldsPorts() {
        const Frame whole = PacketBuilder::tcp().from("10.0.0.2", 1).to("10.0.0.3", 2).vlan(9).options(2).pad(false).build();
        for (std::size_t n = 0; n < whole.size(); ++n) {
            const auto p = parsed(Frame(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(n)));
            QVERIFY(!(p->flags & kHasPorts));
            QVERIFY(n >= 14 || p->flags & kMalformed);
        }
    }
    void noiseIsSurvived() {
        std::mt19937 random(1);
        for (int round = 0; round < 50000; ++round) {
            Frame f = PacketBuilder::tcp().from("10.0.0.2", 1).to("10.0.0.3", 2).build();
            for (int k = 0; k < 4; ++k) {
                f[12 + random() % (f.size() - 12)] = static_cast<std::uint8_t>(random());
            }
            f.resize(random() % (f.size() + 1));
            const auto p = parsed(f);
            QVERIFY((p->flags & kMalformed) || p->l4Offset <= f.size());
        }
    }
    void ttlDecrementKeepsTheChecksumRight() {
        for (int ttl = 2; ttl <= 255; ++ttl) {
            const auto p = parsed(PacketBuilder::udp().from("9.8.7.6", 1).to("1.2.3.4", 2).ttl(static_cast<std::uint8_t>(ttl)).build());
            decrementTtl(*p);
            QCOMPARE(int{p->ttl}, ttl - 1);
            QVERIFY(checksumsAreRight(Frame(p->frame(), p->frame() + p->length)));
        }
    }
    void paddingIsTrimmed() {
        const auto p = parsed(PacketBuilder::udp().payload(1).build());
        QCOMPARE(p->length, std::uint16_t{60});
        trimPadding(*p);
        QCOMPARE(p->length, std::uint16_t{14 + 20 + 8 + 1});
    }
    void pushingAndPoppingATagIsNeutral() {
        auto p = std::make_unique<PacketBuf>();
        const Frame f = PacketBuilder::udp().from("1.1.1.1", 1).to("2.2.2.2", 2).macs(1, 2).build();
        p->offset = kHeadroom;
        p->length = static_cast<std::uint16_t>(f.size());
        std::copy(f.begin(), f.end(), p->frame());
        parse(*p);
        pushVlanTag(*p, 321);
        Frame tagged = f;
        tagged.insert(tagged.begin() + 12, {0x81, 0x00, 0x01, 0x41});
        QCOMPARE(Frame(p->frame(), p->frame() + p->length), tagged);
        QCOMPARE(p->l4Offset, std::uint8_t{38});
        popVlanTag(*p);
        QCOMPARE(Frame(p->frame(), p->frame() + p->length), f);
    }
};

QTEST_APPLESS_MAIN(ParseTest)
#include "tst_parse.moc"
