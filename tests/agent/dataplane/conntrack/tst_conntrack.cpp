// UDP, ICMP and other protocols, related errors, fragments, the life of unconfirmed connections, limits.
#include "agent/dataplane/conntrack/conntrack.h"
#include "tests/agent/dataplane/conntrack/test_packets.h"

#include <QtTest>

#include <algorithm>
#include <random>

using namespace agent::dataplane;
using namespace agent::dataplane::testing;
using core::base::kSecond;

namespace {

constexpr std::uint32_t kClient = ip(192, 168, 88, 10);
constexpr std::uint32_t kServer = ip(203, 0, 113, 5);
constexpr std::uint32_t kRouterOnTheWay = ip(198, 51, 100, 1);

void pass(Conntrack& conntrack, PacketBuf* p, core::base::Nanos now) {
    conntrack.endBatch();
    conntrack.track(p, now);
    QVERIFY(conntrack.confirm(p, now));
}

void expireAll(Conntrack& conntrack, core::base::Nanos now) {
    while (conntrack.expire(now) <= now) {
    }
}

} // namespace

class ConntrackTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void udpIsNewUntilAnsweredAndThenAStream() {
        Packets packets;
        Conntrack conntrack(100, 1);
        PacketBuf* first = packets.udp(kClient, 5000, kServer, 53);
        pass(conntrack, first, 0);
        QCOMPARE(first->connectionState, std::uint8_t(kStateNew));
        QCOMPARE(first->direction, std::uint8_t(0));
        PacketBuf* second = packets.udp(kClient, 5000, kServer, 53);
        pass(conntrack, second, kSecond);
        QCOMPARE(second->connectionState, std::uint8_t(kStateNew));
        QCOMPARE(conntrack.timeLeft(first->connection, kSecond), 30 * kSecond);
        QVERIFY(!conntrack.entry(first->connection).has(kSeenReply));

        PacketBuf* answer = packets.udp(kServer, 53, kClient, 5000);
        pass(conntrack, answer, 2 * kSecond);
        QCOMPARE(answer->connectionState, std::uint8_t(kStateEstablished));
        QCOMPARE(answer->direction, std::uint8_t(1));
        QCOMPARE(answer->connection, first->connection);
        QCOMPARE(conntrack.timeLeft(first->connection, 2 * kSecond), 180 * kSecond);
        QVERIFY(conntrack.entry(first->connection).has(kSeenReply));
        QVERIFY(conntrack.entry(first->connection).has(kAssured));

        PacketBuf* third = packets.udp(kClient, 5000, kServer, 53);
        pass(conntrack, third, 3 * kSecond);
        QCOMPARE(third->connectionState, std::uint8_t(kStateEstablished));
        const DirectionCounters original = conntrack.counters(first->connection, 0);
        QCOMPARE(original.packets, std::uint64_t{3});
        QCOMPARE(original.bytes, std::uint64_t{3 * 28});
        QCOMPARE(conntrack.counters(first->connection, 1).packets, std::uint64_t{1});
    }

    void timeoutsOfOtherProtocols_data() {
        QTest::addColumn<int>("protocol");
        QTest::addColumn<bool>("answered");
        QTest::addColumn<int>("seconds");
        QTest::newRow("udp") << 17 << false << 30;
        QTest::newRow("udp stream") << 17 << true << 180;
        QTest::newRow("icmp") << 1 << false << 10;
        QTest::newRow("icmp answered") << 1 << true << 10;
        QTest::newRow("gre") << 47 << false << 600;
        QTest::newRow("gre answered") << 47 << true << 600;
    }
    void timeoutsOfOtherProtocols() {
        QFETCH(int, protocol);
        QFETCH(bool, answered);
        QFETCH(int, seconds);
        Packets packets;
        Conntrack conntrack(100, 1);
        const auto send = [&](std::uint32_t from, std::uint32_t to, std::uint8_t icmpType, core::base::Nanos at) {
            PacketBuf* p = protocol == 17  ? packets.udp(from, 7, to, 7)
                           : protocol == 1 ? packets.icmp(from, to, icmpType, 77)
                                           : packets.other(from, to, static_cast<std::uint8_t>(protocol));
            pass(conntrack, p, at);
        };
        send(kClient, kServer, icmp::kEchoRequest, kSecond);
        if (answered) {
            send(kServer, kClient, icmp::kEchoReply, kSecond);
        }
        conntrack.expire((1 + seconds) * kSecond - 1);
        QCOMPARE(conntrack.size(), std::size_t{1});
        conntrack.expire((1 + seconds) * kSecond + TimingWheel::kTick);
        QCOMPARE(conntrack.size(), std::size_t{0});
        QCOMPARE(conntrack.counters().expired, std::uint64_t{1});
    }

    void everyPacketProlongsTheTimeout() {
        Packets packets;
        Conntrack conntrack(100, 1);
        for (int i = 0; i < 20; ++i) {
            pass(conntrack, packets.udp(kClient, 5000, kServer, 53), i * 20 * kSecond);
            conntrack.expire(i * 20 * kSecond);
            QCOMPARE(conntrack.size(), std::size_t{1});
        }
        QCOMPARE(conntrack.counters().created, std::uint64_t{1});
    }

    void newTimeoutsHoldFromTheNextPacket() {
        Packets packets;
        Conntrack conntrack(100, 1);
        PacketBuf* p = packets.udp(kClient, 5000, kServer, 53);
        pass(conntrack, p, 0);
        TrackingConfig config;
        config.udp = 5 * kSecond;
        conntrack.configure(config);
        QCOMPARE(conntrack.timeLeft(p->connection, 0), 30 * kSecond);
        pass(conntrack, packets.udp(kClient, 5000, kServer, 53), kSecond);
        QCOMPARE(conntrack.timeLeft(p->connection, kSecond), 5 * kSecond);
        conntrack.expire(6 * kSecond + TimingWheel::kTick);
        QCOMPARE(conntrack.size(), std::size_t{0});
    }

    void echoRepliesNeedARequest() {
        Packets packets;
        Conntrack conntrack(100, 1);
        PacketBuf* stray = packets.icmp(kServer, kClient, icmp::kEchoReply, 9);
        conntrack.track(stray, 0);
        QCOMPARE(stray->connectionState, std::uint8_t(kStateInvalid));
        pass(conntrack, packets.icmp(kClient, kServer, icmp::kEchoRequest, 9), 0);
        PacketBuf* otherId = packets.icmp(kServer, kClient, icmp::kEchoReply, 10);
        conntrack.track(otherId, 0);
        QCOMPARE(otherId->connectionState, std::uint8_t(kStateInvalid));
        PacketBuf* answer = packets.icmp(kServer, kClient, icmp::kEchoReply, 9);
        conntrack.track(answer, 0);
        QCOMPARE(answer->connectionState, std::uint8_t(kStateEstablished));
        PacketBuf* opposite = packets.icmp(kServer, kClient, icmp::kEchoRequest, 9); // a ping of its own, same identifier
        conntrack.track(opposite, 0);
        QCOMPARE(opposite->connectionState, std::uint8_t(kStateNew));
        QVERIFY(opposite->connection != answer->connection);
    }

    void timestampQueriesAreTrackedLikeEchoes() {
        Packets packets;
        Conntrack conntrack(100, 1);
        pass(conntrack, packets.icmp(kClient, kServer, 13, 9), 0);
        PacketBuf* answer = packets.icmp(kServer, kClient, 14, 9);
        conntrack.track(answer, 0);
        QCOMPARE(answer->connectionState, std::uint8_t(kStateEstablished));
    }

    void icmpErrorsAboutAKnownFlowAreRelated() {
        Packets packets;
        Conntrack conntrack(100, 1);
        PacketBuf* data = packets.udp(kClient, 5000, kServer, 9999, {1, 2, 3});
        pass(conntrack, data, 0);
        for (const std::uint8_t type : {icmp::kUnreachable, icmp::kTimeExceeded, icmp::kParameterProblem}) {
            PacketBuf* error = packets.icmpError(kRouterOnTheWay, kClient, type, l3Octets(*data));
            conntrack.track(error, 0);
            QCOMPARE(error->connectionState, std::uint8_t(kStateRelated));
            QCOMPARE(error->connection, data->connection);
            QCOMPARE(error->direction, std::uint8_t(1));
        }
        QVERIFY(!conntrack.entry(data->connection).has(kSeenReply));
        PacketBuf* towardsServer = packets.icmpError(kClient, kServer, icmp::kUnreachable,
                                                     ipv4Packet(kServer, kClient, 17, udpDatagram(kServer, kClient, 9999, 5000)));
        conntrack.track(towardsServer, 0);
        QCOMPARE(towardsServer->connectionState, std::uint8_t(kStateRelated));
        QCOMPARE(towardsServer->direction, std::uint8_t(0));
    }

    void icmpErrorsThatQuoteNothingKnownAreInvalid_data() {
        QTest::addColumn<QByteArray>("quoted");
        const auto row = [](const char* name, const Octets& octets) {
            QTest::newRow(name) << QByteArray(reinterpret_cast<const char*>(octets.data()), qsizetype(octets.size()));
        };
        const Octets known = ipv4Packet(kClient, kServer, 17, udpDatagram(kClient, kServer, 5000, 9999, {1, 2, 3}));
        row("unknown flow", ipv4Packet(kClient, kServer, 17, udpDatagram(kClient, kServer, 5001, 9999)));
        row("nothing", {});
        for (std::size_t cut = 1; cut < 28; ++cut) {
            row(qPrintable(QStringLiteral("cut after %1").arg(cut)), Octets(known.begin(), known.begin() + qsizetype(cut)));
        }
        Octets laterFragment = known;
        laterFragment[7] = 8;
        row("later fragment", laterFragment);
        Octets version6 = known;
        version6[0] = 0x65;
        row("not IPv4", version6);
        Octets shortHeader = known;
        shortHeader[0] = 0x44;
        row("header length below 20", shortHeader);
        Octets longHeader = known;
        longHeader[0] = 0x4f;
        row("header length beyond the quote", longHeader);
        row("an error about an error", ipv4Packet(kClient, kServer, 1, icmpMessage(icmp::kUnreachable, 0, 0, known)));
    }
    void icmpErrorsThatQuoteNothingKnownAreInvalid() {
        QFETCH(QByteArray, quoted);
        Packets packets;
        Conntrack conntrack(100, 1);
        pass(conntrack, packets.udp(kClient, 5000, kServer, 9999, {1, 2, 3}), 0);
        PacketBuf* error = packets.icmpError(kRouterOnTheWay, kClient, icmp::kUnreachable, Octets(quoted.begin(), quoted.end()), 64);
        conntrack.track(error, 0);
        QCOMPARE(error->connectionState, std::uint8_t(kStateInvalid));
        QCOMPARE(error->connection, kNoConnection);
    }

    void randomOctetsBehindAnIcmpErrorDoNoHarm() {
        std::mt19937 random(3);
        Packets packets;
        Conntrack conntrack(100, 1);
        for (int i = 0; i < 3000; ++i) {
            Octets junk(random() % 60);
            for (std::uint8_t& octet : junk) {
                octet = static_cast<std::uint8_t>(random() % 4 == 0 ? 0x45 : random());
            }
            PacketBuf* error = packets.icmpError(kRouterOnTheWay, kClient, icmp::kUnreachable, junk, 64);
            conntrack.track(error, 0);
            QCOMPARE(error->connectionState, std::uint8_t(kStateInvalid));
        }
    }

    void laterFragmentsFollowTheirFirst() {
        Packets packets;
        Conntrack conntrack(100, 1);
        const Octets datagram = udpDatagram(kClient, kServer, 5000, 9999, Octets(64));
        const auto fragment = [&](std::size_t begin, std::size_t end, bool more, std::uint16_t id) {
            return packets.raw(ipv4Packet(kClient, kServer, 17,
                                          Octets(datagram.begin() + qsizetype(begin), datagram.begin() + qsizetype(end)), id,
                                          static_cast<std::uint16_t>((more ? ipv4::kMoreFragments : 0) | begin / 8)));
        };
        PacketBuf* orphan = fragment(32, 72, false, 4);
        conntrack.track(orphan, 0);
        QCOMPARE(orphan->connectionState, std::uint8_t(kStateInvalid));

        PacketBuf* first = fragment(0, 32, true, 5);
        pass(conntrack, first, 0);
        QCOMPARE(first->connectionState, std::uint8_t(kStateNew));
        PacketBuf* later = fragment(32, 72, false, 5);
        pass(conntrack, later, kSecond);
        QCOMPARE(later->connectionState, std::uint8_t(kStateNew));
        QCOMPARE(later->connection, first->connection);
        PacketBuf* otherDatagram = fragment(32, 72, false, 6);
        conntrack.track(otherDatagram, kSecond);
        QCOMPARE(otherDatagram->connectionState, std::uint8_t(kStateInvalid));
        PacketBuf* tooLate = fragment(32, 72, false, 5);
        conntrack.track(tooLate, FragmentTable::kLifetime);
        QCOMPARE(tooLate->connectionState, std::uint8_t(kStateInvalid));
    }

    void fragmentsOfAConnectionThatEndedAreInvalid() {
        Packets packets;
        Conntrack conntrack(100, 1);
        const Octets datagram = udpDatagram(kClient, kServer, 5000, 9999, Octets(64));
        PacketBuf* first =
            packets.raw(ipv4Packet(kClient, kServer, 17, Octets(datagram.begin(), datagram.begin() + 32), 5, ipv4::kMoreFragments));
        pass(conntrack, first, 0);
        QVERIFY(conntrack.remove(conntrack.id(first->connection)));
        pass(conntrack, packets.udp(kClient, 1, kServer, 1), 0); // takes the same memory
        PacketBuf* later = packets.raw(ipv4Packet(kClient, kServer, 17, Octets(datagram.begin() + 32, datagram.end()), 5, 4));
        conntrack.track(later, 1);
        QCOMPARE(later->connectionState, std::uint8_t(kStateInvalid));
    }

    void malformedAndTruncatedPacketsAreInvalid() {
        Packets packets;
        Conntrack conntrack(100, 1);
        PacketBuf* shortTcp = packets.raw(ipv4Packet(kClient, kServer, 6, Octets(12)));
        conntrack.track(shortTcp, 0);
        QCOMPARE(shortTcp->connectionState, std::uint8_t(kStateInvalid));
        Octets broken = ipv4Packet(kClient, kServer, 17, udpDatagram(kClient, kServer, 1, 1));
        broken[10] ^= 1; // header checksum
        PacketBuf* malformed = packets.raw(broken);
        conntrack.track(malformed, 0);
        QCOMPARE(malformed->connectionState, std::uint8_t(kStateInvalid));
        QCOMPARE(conntrack.counters().invalid, std::uint64_t{2});
    }

    void untrackedAndForeignPacketsAreLeftAlone() {
        Packets packets;
        Conntrack conntrack(100, 1);
        PacketBuf* notrack = packets.udp(kClient, 1, kServer, 1);
        notrack->connectionState = kStateUntracked;
        PacketBuf* arp = packets.udp(kClient, 1, kServer, 1);
        arp->flags = kIsArp;
        Batch batch;
        batch.push(notrack);
        batch.push(arp);
        conntrack.track(batch, 0);
        QCOMPARE(notrack->connectionState, std::uint8_t(kStateUntracked));
        QCOMPARE(notrack->connection, kNoConnection);
        QCOMPARE(arp->connectionState, std::uint8_t(0));
        QVERIFY(!Conntrack::refused(notrack));
        QVERIFY(!Conntrack::refused(arp));
        QCOMPARE(conntrack.counters().created, std::uint64_t{0});
    }

    void aDroppedFirstPacketLeavesNothing() {
        Packets packets;
        Conntrack conntrack(100, 1);
        PacketBuf* p = packets.udp(kClient, 1, kServer, 1);
        conntrack.track(p, 0);
        QCOMPARE(conntrack.size(), std::size_t{0}); // unconfirmed ones do not show
        conntrack.abandon(p);
        conntrack.endBatch();
        PacketBuf* answer = packets.tcp(kServer, 1, kClient, 1, tcp::kSyn | tcp::kAck);
        conntrack.track(answer, 0);
        QCOMPARE(answer->connectionState, std::uint8_t(kStateInvalid));
        QVERIFY(conntrack.isKeyFree(*flowKeyOf(*p)));
    }

    void packetsOfOneFlowInOneBatchShareTheConnection() {
        Packets packets;
        Conntrack conntrack(100, 1);
        Batch batch;
        for (int i = 0; i < 3; ++i) {
            batch.push(packets.udp(kClient, 1, kServer, 1));
        }
        conntrack.track(batch, 0);
        QCOMPARE(batch.packets[1]->connection, batch.packets[0]->connection);
        conntrack.abandon(batch.packets[0]); // one dropped, one forwarded, one forgotten
        QVERIFY(conntrack.confirm(batch.packets[1], 0));
        QCOMPARE(conntrack.size(), std::size_t{1});
        conntrack.endBatch();
        QCOMPARE(conntrack.size(), std::size_t{1});
        conntrack.abandon(batch.packets[2]); // does not touch a confirmed one
        conntrack.endBatch();
        QCOMPARE(conntrack.size(), std::size_t{1});
    }

    void aForgottenUnconfirmedConnectionTimesOut() {
        Packets packets;
        Conntrack conntrack(100, 1);
        PacketBuf* p = packets.udp(kClient, 1, kServer, 1);
        conntrack.track(p, 0);
        QVERIFY(!conntrack.isKeyFree(*flowKeyOf(*p)));
        conntrack.expire(31 * kSecond);
        QVERIFY(conntrack.isKeyFree(*flowKeyOf(*p)));
    }

    void aFullTableRefusesNewConnectionsOnly() {
        Packets packets;
        Conntrack conntrack;
        TrackingConfig config;
        config.maxEntries = 3;
        conntrack.configure(config);
        for (std::uint16_t port = 1; port <= 3; ++port) {
            pass(conntrack, packets.udp(kClient, port, kServer, 1), 0);
            pass(conntrack, packets.udp(kServer, 1, kClient, port), 0); // answered: assured
        }
        PacketBuf* fourth = packets.udp(kClient, 4, kServer, 1);
        conntrack.track(fourth, 0);
        QVERIFY(Conntrack::refused(fourth));
        QCOMPARE(conntrack.counters().tableFull, std::uint64_t{1});
        PacketBuf* known = packets.udp(kClient, 2, kServer, 1);
        conntrack.track(known, 0);
        QVERIFY(!Conntrack::refused(known));
        conntrack.expire(181 * kSecond);
        PacketBuf* again = packets.udp(kClient, 4, kServer, 1);
        conntrack.track(again, 181 * kSecond);
        QCOMPARE(again->connectionState, std::uint8_t(kStateNew));
    }

    void aFullTableGivesUpWhatNobodyAnswered() {
        Packets packets;
        Conntrack conntrack;
        TrackingConfig config;
        config.maxEntries = 3;
        conntrack.configure(config);
        for (std::uint16_t port = 1; port <= 3; ++port) {
            pass(conntrack, packets.udp(kClient, port, kServer, 1), 0);
        }
        pass(conntrack, packets.udp(kServer, 1, kClient, 2), 0);
        for (std::uint16_t port = 4; port <= 20; ++port) {
            PacketBuf* p = packets.udp(kClient, port, kServer, 1);
            conntrack.track(p, 0);
            QVERIFY(!Conntrack::refused(p));
            conntrack.confirm(p, 0);
            conntrack.endBatch();
        }
        QCOMPARE(conntrack.size(), std::size_t(3));
        QCOMPARE(conntrack.counters().dropped, std::uint64_t(17));
        PacketBuf* assured = packets.udp(kClient, 2, kServer, 1);
        conntrack.track(assured, 0);
        QCOMPARE(assured->connectionState, std::uint8_t(kStateEstablished));
    }

    void aReplyKeyOwnedBySomebodyElseRefusesTheConfirmation() {
        Packets packets;
        Conntrack conntrack(100, 1);
        PacketBuf* p = packets.udp(kClient, 5000, kServer, 53);
        conntrack.track(p, 0);
        PacketBuf* q = packets.udp(kClient, 6000, kServer, 53);
        pass(conntrack, q, 0);
        conntrack.proposeReply(p->connection, FlowKey{kServer, kClient, 53, 6000, 17, 0}); // what a translation would do
        QVERIFY(!conntrack.confirm(p, 0));
        QCOMPARE(conntrack.counters().clashes, std::uint64_t{1});
        conntrack.endBatch();
        QCOMPARE(conntrack.size(), std::size_t{1});
    }

    void connectionsAreRemovedByNumberAndOldNumbersDoNotReturn() {
        Packets packets;
        Conntrack conntrack(100, 1);
        PacketBuf* p = packets.udp(kClient, 1, kServer, 1);
        pass(conntrack, p, 0);
        const std::uint32_t id = conntrack.id(p->connection);
        QVERIFY(!conntrack.remove(id + (1u << 20)));
        QVERIFY(!conntrack.remove(id + 1));
        QVERIFY(!conntrack.remove(0xffffffff));
        QVERIFY(conntrack.remove(id));
        QVERIFY(!conntrack.remove(id));
        PacketBuf* q = packets.udp(kClient, 2, kServer, 1);
        pass(conntrack, q, 0);
        QCOMPARE(q->connection, p->connection); // same memory
        QVERIFY(conntrack.id(q->connection) != id);
        QVERIFY(!conntrack.remove(id));
        QCOMPARE(conntrack.size(), std::size_t{1});
    }

    void aFlowToItselfIsOneConnection() {
        Packets packets;
        Conntrack conntrack(100, 1);
        PacketBuf* p = packets.udp(kClient, 7, kClient, 7);
        pass(conntrack, p, 0);
        QCOMPARE(conntrack.size(), std::size_t{1});
        QVERIFY(conntrack.remove(conntrack.id(p->connection)));
        QVERIFY(conntrack.isKeyFree(*flowKeyOf(*p)));
    }

    void manyConnectionsComeAndGo() {
        Packets packets;
        Conntrack conntrack(kMaxConnections, 1);
        PacketBuf* p = packets.udp(kClient, 1, kServer, 1);
        core::base::Nanos now = 0;
        for (std::uint32_t i = 0; i < 200'000; ++i) {
            now += core::base::kMillisecond;
            p->src = i;
            p->connectionState = 0;
            p->connection = kNoConnection;
            conntrack.track(p, now);
            QCOMPARE(p->connectionState, std::uint8_t(kStateNew));
            QVERIFY(conntrack.confirm(p, now));
            if (i % 1000 == 0) {
                expireAll(conntrack, now);
            }
        }
        expireAll(conntrack, now);
        QVERIFY(conntrack.size() >= 30'000);
        QVERIFY(conntrack.size() <= 30'500); // 30 s of 1000 a second, and a tick of the wheel
        std::size_t seen = 0;
        conntrack.forEach([&](std::uint32_t) { ++seen; });
        QCOMPARE(seen, conntrack.size());
        expireAll(conntrack, now + 31 * kSecond);
        QCOMPARE(conntrack.size(), std::size_t{0});
    }

    void connectionsThatEndTogetherAreFreedInPortions() {
        Packets packets;
        Conntrack conntrack(kMaxConnections, 1);
        PacketBuf* p = packets.udp(kClient, 1, kServer, 1);
        std::vector<std::uint32_t> ids;
        for (std::uint32_t i = 0; i < 5000; ++i) {
            p->src = i;
            p->connectionState = 0;
            p->connection = kNoConnection;
            conntrack.track(p, 0);
            QVERIFY(conntrack.confirm(p, 0));
            ids.push_back(conntrack.id(p->connection));
        }
        const core::base::Nanos later = 31 * kSecond;
        while (conntrack.size() > Conntrack::kExpireAtOnce) {
            const std::size_t before = conntrack.size();
            QCOMPARE(conntrack.expire(later), later); // more are due
            QCOMPARE(before - conntrack.size(), Conntrack::kExpireAtOnce);
            QVERIFY(std::any_of(ids.begin(), ids.end(), [&](std::uint32_t id) { return conntrack.remove(id); })); // while it waits
        }
        QVERIFY(conntrack.expire(later) > later);
        QCOMPARE(conntrack.size(), std::size_t{0});
    }
};

QTEST_APPLESS_MAIN(ConntrackTest)
#include "tst_conntrack.moc"
