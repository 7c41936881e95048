// Translation of whole packets, both ways: what leaves must equal a packet built with the translated addresses from scratch.
#include "agent/dataplane/nat/nat.h"
#include "agent/dataplane/nat/rewrite.h"
#include "agent/dataplane/parse/parse.h"
#include "tests/agent/dataplane/conntrack/test_packets.h"

#include <QtTest>

#include <random>
#include <set>

using namespace agent::dataplane;
using namespace agent::dataplane::testing;
using core::base::kSecond;

namespace {

constexpr std::uint32_t kClient = ip(192, 168, 88, 10);
constexpr std::uint32_t kClient2 = ip(192, 168, 88, 11);
constexpr std::uint32_t kWan = ip(198, 51, 100, 7);
constexpr std::uint32_t kServer = ip(203, 0, 113, 5);
constexpr std::uint32_t kInside = ip(192, 168, 88, 200); // server behind dst-nat
constexpr std::uint32_t kOnTheWay = ip(203, 0, 113, 1);

Ipv4Range one(std::uint32_t address) { return {address, address}; }

// The NAT related part of the slow path.
class Router {
public:
    Packets packets;
    Conntrack conntrack{1000, 1};
    Nat nat{conntrack};
    core::base::Nanos now = 0;
    std::optional<Ipv4Range> sourceTo;           // src-nat of what leaves from 192.168.88.0/24 to elsewhere
    std::optional<PortRange> sourcePorts;
    std::optional<Ipv4Range> destinationTo;      // dst-nat of what is sent to kWan
    std::optional<PortRange> destinationPorts;

    bool prerouting(PacketBuf* p) {
        conntrack.track(p, now);
        if (nat.wantsRules(p, NatPoint::Destination)) {
            const bool hit = destinationTo && p->dst == kWan;
            if (!(hit ? nat.bindDestination(p, destinationTo, destinationPorts) : nat.bindNone(p, NatPoint::Destination))) {
                return false;
            }
        }
        nat.translate(p, NatPoint::Destination);
        return true;
    }
    bool postrouting(PacketBuf* p) {
        if (nat.wantsRules(p, NatPoint::Source)) {
            const bool hit = sourceTo && p->src >> 8 == kClient >> 8 && p->dst >> 8 != kClient >> 8;
            if (!(hit ? nat.bindSource(p, sourceTo, sourcePorts) : nat.bindNone(p, NatPoint::Source))) {
                conntrack.abandon(p);
                return false;
            }
        }
        nat.translate(p, NatPoint::Source);
        return conntrack.confirm(p, now);
    }
    bool forward(PacketBuf* p) {
        conntrack.endBatch();
        return prerouting(p) && postrouting(p);
    }
};

void compare(const PacketBuf* actual, const PacketBuf* expected) {
    QVERIFY(checksumsAreValid(*actual));
    QCOMPARE(l3Octets(*actual), l3Octets(*expected));
    QCOMPARE(actual->src, expected->src);
    QCOMPARE(actual->dst, expected->dst);
    QCOMPARE(actual->sport, expected->sport);
    QCOMPARE(actual->dport, expected->dport);
}

} // namespace

class NatTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void masqueradeTranslatesBothDirections() {
        Router r;
        r.sourceTo = one(kWan);
        for (int i = 0; i < 2; ++i) { // first packets, then established ones
            PacketBuf* out = r.packets.tcp(kClient, 40000, kServer, 443, i == 0 ? tcp::kSyn : tcp::kAck, {1, 2, 3});
            QVERIFY(r.forward(out));
            compare(out, r.packets.tcp(kWan, 40000, kServer, 443, i == 0 ? tcp::kSyn : tcp::kAck, {1, 2, 3}));
            PacketBuf* back = r.packets.tcp(kServer, 443, kWan, 40000, i == 0 ? tcp::kSyn | tcp::kAck : tcp::kAck, {4, 5});
            QVERIFY(r.forward(back));
            compare(back, r.packets.tcp(kServer, 443, kClient, 40000, i == 0 ? tcp::kSyn | tcp::kAck : tcp::kAck, {4, 5}));
            QVERIFY(r.conntrack.entry(out->connection).has(kSrcNat));
            QVERIFY(!r.conntrack.entry(out->connection).has(kDstNat));
        }
        QCOMPARE(r.nat.counters().bound, std::uint64_t{1});
    }

    void dstNatTranslatesBothDirections() {
        Router r;
        r.destinationTo = one(kInside);
        r.destinationPorts = PortRange{80, 80};
        PacketBuf* in = r.packets.tcp(kServer, 50000, kWan, 8080, tcp::kSyn);
        QVERIFY(r.prerouting(in));
        QCOMPARE(in->dst, kInside); // forward chains see the new destination
        QVERIFY(r.postrouting(in));
        compare(in, r.packets.tcp(kServer, 50000, kInside, 80, tcp::kSyn));
        PacketBuf* out = r.packets.tcp(kInside, 80, kServer, 50000, tcp::kSyn | tcp::kAck);
        QVERIFY(r.forward(out));
        compare(out, r.packets.tcp(kWan, 8080, kServer, 50000, tcp::kSyn | tcp::kAck));
        QVERIFY(r.conntrack.entry(in->connection).has(kDstNat));
        QVERIFY(!r.conntrack.entry(in->connection).has(kSrcNat));
    }

    void bothAtOnce() {
        Router r;
        r.destinationTo = one(kServer);
        r.sourceTo = one(ip(198, 51, 100, 99));
        PacketBuf* in = r.packets.udp(kClient, 7000, kWan, 53, {9});
        QVERIFY(r.forward(in));
        compare(in, r.packets.udp(ip(198, 51, 100, 99), 7000, kServer, 53, {9}));
        PacketBuf* back = r.packets.udp(kServer, 53, ip(198, 51, 100, 99), 7000, {8});
        QVERIFY(r.forward(back));
        compare(back, r.packets.udp(kWan, 53, kClient, 7000, {8}));
    }

    void aTakenPortMovesToAFreeOne() {
        Router r;
        r.sourceTo = one(kWan);
        PacketBuf* a = r.packets.udp(kClient, 5000, kServer, 53);
        PacketBuf* b = r.packets.udp(kClient2, 5000, kServer, 53);
        PacketBuf* elsewhere = r.packets.udp(kClient2, 5000, kOnTheWay, 53);
        QVERIFY(r.forward(a) && r.forward(b) && r.forward(elsewhere));
        QCOMPARE(a->sport, std::uint16_t(5000));
        QVERIFY(b->sport >= 1024 && b->sport != 5000);
        QCOMPARE(elsewhere->sport, std::uint16_t(5000)); // free towards that server
        const std::uint16_t port = b->sport;
        PacketBuf* back = r.packets.udp(kServer, 53, kWan, port);
        QVERIFY(r.forward(back));
        compare(back, r.packets.udp(kServer, 53, kClient2, 5000));
    }

    void twoFirstPacketsOfOneBatchDoNotGetTheSamePort() {
        Router r;
        r.sourceTo = one(kWan);
        Batch batch;
        batch.push(r.packets.udp(kClient, 5000, kServer, 53));
        batch.push(r.packets.udp(kClient2, 5000, kServer, 53));
        for (PacketBuf* p : batch) { // stage by stage, as the pipeline works
            QVERIFY(r.prerouting(p));
        }
        for (PacketBuf* p : batch) {
            QVERIFY(r.postrouting(p));
        }
        QVERIFY(batch.packets[0]->sport != batch.packets[1]->sport);
    }

    void toPortsAreUsedInTheirRangeOnly() {
        Router r;
        r.sourceTo = one(kWan);
        r.sourcePorts = PortRange{20000, 20003};
        std::set<std::uint16_t> ports;
        for (std::uint16_t i = 0; i < 4; ++i) {
            PacketBuf* p = r.packets.udp(kClient, static_cast<std::uint16_t>(100 + i), kServer, 53);
            QVERIFY(r.forward(p));
            ports.insert(p->sport);
        }
        QCOMPARE(ports, (std::set<std::uint16_t>{20000, 20001, 20002, 20003}));
        PacketBuf* fifth = r.packets.udp(kClient, 104, kServer, 53);
        QVERIFY(!r.forward(fifth));
        QCOMPARE(r.nat.counters().exhausted, std::uint64_t{1});
        r.conntrack.endBatch();
        QCOMPARE(r.conntrack.size(), std::size_t{4});
        r.now = 31 * kSecond; // ports come back with time
        r.conntrack.expire(r.now);
        QVERIFY(r.forward(r.packets.udp(kClient, 104, kServer, 53)));
    }

    void aClientKeepsItsAddressOfARange() {
        Router r;
        r.sourceTo = Ipv4Range{ip(198, 51, 100, 8), ip(198, 51, 100, 15)};
        std::set<std::uint32_t> all;
        for (std::uint32_t client = kClient; client < kClient + 40; ++client) {
            PacketBuf* a = r.packets.udp(client, 1, kServer, 53);
            PacketBuf* b = r.packets.udp(client, 2, kOnTheWay, 99);
            QVERIFY(r.forward(a) && r.forward(b));
            QCOMPARE(a->src, b->src);
            QVERIFY(r.sourceTo->contains(a->src));
            all.insert(a->src);
        }
        QVERIFY(all.size() > 4);
    }

    void withoutARuleAClashStillMovesThePort() {
        Router r;
        r.sourceTo = one(kWan);
        QVERIFY(r.forward(r.packets.udp(kClient, 5000, kServer, 53)));
        PacketBuf* own = r.packets.udp(kWan, 5000, kServer, 53); // the router's own socket
        r.conntrack.track(own, 0);
        QVERIFY(r.nat.bindNone(own, NatPoint::Source));
        r.nat.translate(own, NatPoint::Source);
        QVERIFY(r.conntrack.confirm(own, 0));
        QVERIFY(own->sport != 5000);
        QVERIFY(checksumsAreValid(*own));
    }

    void echoIdentifiersAreTranslatedWhenTaken() {
        Router r;
        r.sourceTo = one(kWan);
        PacketBuf* a = r.packets.icmp(kClient, kServer, icmp::kEchoRequest, 7);
        PacketBuf* b = r.packets.icmp(kClient2, kServer, icmp::kEchoRequest, 7);
        QVERIFY(r.forward(a) && r.forward(b));
        compare(a, r.packets.icmp(kWan, kServer, icmp::kEchoRequest, 7));
        const std::uint16_t identifier = b->sport;
        QVERIFY(identifier != 7);
        compare(b, r.packets.icmp(kWan, kServer, icmp::kEchoRequest, identifier));
        QVERIFY(!r.conntrack.entry(b->connection).has(kDstNat));
        PacketBuf* back = r.packets.icmp(kServer, kWan, icmp::kEchoReply, identifier);
        QVERIFY(r.forward(back));
        compare(back, r.packets.icmp(kServer, kClient2, icmp::kEchoReply, 7));
        PacketBuf* again = r.packets.icmp(kClient2, kServer, icmp::kEchoRequest, 7);
        QVERIFY(r.forward(again));
        compare(again, r.packets.icmp(kWan, kServer, icmp::kEchoRequest, identifier));
    }

    void protocolsWithoutPortsChangeAddressesOnly() {
        Router r;
        r.sourceTo = one(kWan);
        PacketBuf* gre = r.packets.other(kClient, kServer, 47);
        QVERIFY(r.forward(gre));
        compare(gre, r.packets.other(kWan, kServer, 47));
        PacketBuf* second = r.packets.other(kClient2, kServer, 47);
        QVERIFY(!r.forward(second)); // nothing tells its answers from the first client's
    }

    void aUdpChecksumOfZeroStaysZero() {
        Router r;
        r.sourceTo = one(kWan);
        Octets datagram = udpDatagram(kClient, kServer, 5000, 53, {1});
        storeBe16(&datagram[udp::kChecksum], 0);
        PacketBuf* p = r.packets.raw(ipv4Packet(kClient, kServer, 17, datagram));
        QVERIFY(r.forward(p));
        QCOMPARE(loadBe16(p->frame() + p->l4Offset + udp::kChecksum), std::uint16_t(0));
        QCOMPARE(p->src, kWan);
    }

    void fragmentsAreTranslatedAlike() {
        Router r;
        r.sourceTo = one(kWan);
        const Octets before = udpDatagram(kClient, kServer, 5000, 53, Octets(64, 7));
        const Octets after = udpDatagram(kWan, kServer, 5000, 53, Octets(64, 7));
        const auto piece = [](const Octets& d, std::size_t from, std::size_t to) {
            return Octets(d.begin() + qsizetype(from), d.begin() + qsizetype(to));
        };
        PacketBuf* first = r.packets.raw(ipv4Packet(kClient, kServer, 17, piece(before, 0, 32), 3, ipv4::kMoreFragments));
        PacketBuf* later = r.packets.raw(ipv4Packet(kClient, kServer, 17, piece(before, 32, 72), 3, 4));
        QVERIFY(r.forward(first));
        QVERIFY(r.forward(later));
        compare(first, r.packets.raw(ipv4Packet(kWan, kServer, 17, piece(after, 0, 32), 3, ipv4::kMoreFragments)));
        compare(later, r.packets.raw(ipv4Packet(kWan, kServer, 17, piece(after, 32, 72), 3, 4)));
    }

    void icmpErrorsAreTranslatedWithTheirQuote_data() {
        QTest::addColumn<int>("protocol");
        QTest::addColumn<int>("quote"); // octets
        QTest::addColumn<bool>("fromTheEnd"); // the far host itself, or a router on the way
        for (const bool end : {false, true}) {
            for (const int quote : {28, 40, 64}) {
                for (const int protocol : {6, 17, 1}) {
                    QTest::newRow(
                        qPrintable(QStringLiteral("protocol %1, %2 octets, %3").arg(protocol).arg(quote).arg(end ? u"host" : u"router")))
                        << protocol << quote << end;
                }
            }
        }
    }
    void icmpErrorsAreTranslatedWithTheirQuote() {
        QFETCH(int, protocol);
        QFETCH(int, quote);
        QFETCH(bool, fromTheEnd);
        Router r;
        r.sourceTo = one(kWan);
        const auto make = [&](std::uint32_t src, std::uint16_t sport, std::uint32_t dst, std::uint16_t dport) {
            return protocol == 6    ? r.packets.tcp(src, sport, dst, dport, tcp::kSyn)
                   : protocol == 17 ? r.packets.udp(src, sport, dst, dport, Octets(20, 3))
                                    : r.packets.icmp(src, dst, icmp::kEchoRequest, sport, Octets(20, 3));
        };
        QVERIFY(r.forward(make(kClient2, 5000, kServer, 80))); // takes the port, so that the next one moves
        const Octets original = l3Octets(*make(kClient, 5000, kServer, 80));
        PacketBuf* out = make(kClient, 5000, kServer, 80);
        QVERIFY(r.forward(out));
        QVERIFY(out->sport != 5000);
        const std::uint32_t sender = fromTheEnd ? kServer : kOnTheWay;
        PacketBuf* error = r.packets.icmpError(sender, kWan, icmp::kTimeExceeded, l3Octets(*out), static_cast<std::size_t>(quote));
        QVERIFY(r.forward(error));
        QCOMPARE(error->connectionState, std::uint8_t(kStateRelated));
        compare(error, r.packets.icmpError(sender, kClient, icmp::kTimeExceeded, original, static_cast<std::size_t>(quote)));
    }

    void errorsFromBehindDstNatHideTheInside() {
        Router r;
        r.destinationTo = one(kInside);
        r.destinationPorts = PortRange{80, 80};
        const Octets original = l3Octets(*r.packets.udp(kServer, 50000, kWan, 8080, {1}));
        PacketBuf* in = r.packets.udp(kServer, 50000, kWan, 8080, {1});
        QVERIFY(r.forward(in));
        PacketBuf* error = r.packets.icmpError(kInside, kServer, icmp::kUnreachable, l3Octets(*in));
        QVERIFY(r.forward(error));
        compare(error, r.packets.icmpError(kWan, kServer, icmp::kUnreachable, original));
    }

    void errorsAboutRepliesAreTranslatedToo() {
        Router r;
        r.sourceTo = one(kWan);
        PacketBuf* out = r.packets.udp(kClient, 5000, kServer, 53);
        QVERIFY(r.forward(out));
        const Octets onTheWire = l3Octets(*r.packets.udp(kServer, 53, kWan, 5000, {1}));
        PacketBuf* back = r.packets.udp(kServer, 53, kWan, 5000, {1});
        QVERIFY(r.forward(back));
        PacketBuf* error = r.packets.icmpError(kClient, kServer, icmp::kUnreachable, l3Octets(*back)); // port closed meanwhile
        QVERIFY(r.forward(error));
        compare(error, r.packets.icmpError(kWan, kServer, icmp::kUnreachable, onTheWire));
    }

    void rulesAreAskedForFirstPacketsOnly() {
        Router r;
        PacketBuf* first = r.packets.udp(kClient, 5000, kServer, 53);
        r.conntrack.track(first, 0);
        QVERIFY(r.nat.wantsRules(first, NatPoint::Destination));
        QVERIFY(r.nat.wantsRules(first, NatPoint::Source));
        QVERIFY(r.nat.bindNone(first, NatPoint::Destination));
        QVERIFY(!r.nat.wantsRules(first, NatPoint::Destination));
        QVERIFY(r.nat.wantsRules(first, NatPoint::Source));
        QVERIFY(r.nat.bindNone(first, NatPoint::Source));
        QVERIFY(r.conntrack.confirm(first, 0));
        PacketBuf* second = r.packets.udp(kClient, 5000, kServer, 53);
        r.conntrack.track(second, 0);
        QVERIFY(!r.nat.wantsRules(second, NatPoint::Source));
        PacketBuf* untracked = r.packets.udp(kClient, 1, kServer, 53);
        QVERIFY(!r.nat.wantsRules(untracked, NatPoint::Source));
    }

    void anyTranslationKeepsChecksumsRight() {
        std::mt19937 random(11);
        for (int i = 0; i < 800; ++i) {
            Packets packets;
            Conntrack conntrack(10, 1);
            Nat nat(conntrack);
            const auto word = [&] { return static_cast<std::uint16_t>(random() % 5 == 0 ? (random() % 2 ? 0xffff : 0) : random()); };
            const auto address = [&] { return static_cast<std::uint32_t>(word()) << 16 | word(); };
            const std::uint32_t src = address(), dst = address(), newSrc = address(), newDst = address();
            const std::uint16_t sport = word(), dport = word(), newSport = word(), newDport = word();
            Octets data(random() % 30);
            for (std::uint8_t& octet : data) {
                octet = static_cast<std::uint8_t>(random());
            }
            const bool tcpPacket = random() % 2 == 0;
            const auto make = [&](bool reply, bool translated) {
                std::uint32_t a = translated ? newSrc : src, b = translated ? newDst : dst;
                std::uint16_t pa = translated ? newSport : sport, pb = translated ? newDport : dport;
                if (reply) {
                    std::swap(a, b);
                    std::swap(pa, pb);
                }
                return tcpPacket ? packets.tcp(a, pa, b, pb, reply ? tcp::kSyn | tcp::kAck : tcp::kSyn, data)
                                 : packets.udp(a, pa, b, pb, data);
            };
            PacketBuf* slow = make(false, false);
            PacketBuf* fast = make(false, false);
            conntrack.track(slow, 0);
            const FlowKey replyKey{newDst, newSrc, newDport, newSport, slow->protocol, 0};
            if (!conntrack.claimReply(slow->connection, replyKey)) {
                continue;
            }
            nat.translate(slow, NatPoint::Destination);
            nat.translate(slow, NatPoint::Source);
            QVERIFY(conntrack.confirm(slow, 0));
            compare(slow, make(false, true));
            const auto hopOn = [](PacketBuf* p) {
                decrementTtl(*p);
                return p;
            };
            PacketBuf* inPlace = make(false, false);
            rewriteFlow(*inPlace, conntrack.flow(slow->connection, 0));
            compare(inPlace, make(false, true));
            forwardFlow(*fast, conntrack.flow(slow->connection, 0));
            compare(fast, hopOn(make(false, true)));
            PacketBuf* back = make(true, true);
            forwardFlow(*back, conntrack.flow(slow->connection, 1));
            compare(back, hopOn(make(true, false)));
        }
    }
};

QTEST_APPLESS_MAIN(NatTest)
#include "tst_nat.moc"
