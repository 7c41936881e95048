// Matchers that remember: rates, counts, connections, time, chance.
#include "tests/agent/dataplane/classifier/rule_bench.h"

#include "agent/dataplane/classifier/flow_mix.h"
#include "agent/dataplane/classifier/packet_payload.h"

#include <QtTest>

using namespace agent::dataplane;
using namespace agent::dataplane::testing;
using core::base::kMillisecond;
using core::base::kSecond;

class HistoryMatchers : public QObject {
    Q_OBJECT

    static int hitsOf(RuleBench& b, int packets) {
        PacketBuf* p = b.udp();
        int hits = 0;
        for (int i = 0; i < packets; ++i) {
            hits += b.hits(p) ? 1 : 0;
        }
        return hits;
    }

private Q_SLOTS:
    void nthIsEveryThird() {
        RuleBench b(match::Nth{3, 2});
        PacketBuf* p = b.udp();
        QList<bool> hits;
        for (int i = 0; i < 6; ++i) {
            hits << b.hits(p);
        }
        QCOMPARE(hits, (QList<bool>{false, true, false, false, true, false}));
        RuleBench negated(match::Nth{3, 2}, true);
        QCOMPARE(hitsOf(negated, 30), 20);
    }

    void nthGoesOnAcrossAConfiguration() {
        RuleBench b(match::Nth{3, 3});
        QCOMPARE(hitsOf(b, 2), 0);
        QVERIFY(b.configure());
        QCOMPARE(hitsOf(b, 1), 1);
        b.config.filter[0].match.more[0].what = match::Nth{2, 2}; // another matcher: from the start
        QVERIFY(b.configure());
        QCOMPARE(hitsOf(b, 1), 0);
    }

    void nthCountsOnlyWhatTheOtherMatchersLeave() {
        RuleBench b(match::Nth{2, 2});
        b.config.filter[0].match.more.insert(b.config.filter[0].match.more.begin() + 1, {match::PacketSize{29, 1000}, false}); // listed last
        QVERIFY(b.configure());
        QVERIFY(!b.hits(b.udp(1, {1})));
        QVERIFY(!b.hits(b.udp()));
        QVERIFY(b.hits(b.udp(1, {1})));
    }

    void randomIsAShare() {
        RuleBench b(match::Random{30}), all(match::Random{100}), never(match::Random{0}), negated(match::Random{30}, true);
        const int hits = hitsOf(b, 20000);
        QVERIFY2(hits > 5500 && hits < 6500, qPrintable(QString::number(hits)));
        QVERIFY(hitsOf(negated, 1000) > 600);
        QCOMPARE(hitsOf(all, 100), 100);
        QCOMPARE(hitsOf(never, 100), 0);
    }

    void limitLetsTheBurstAndThenTheRate() {
        RuleBench b(match::Limit{{10, kSecond, 5, false}});
        QCOMPARE(hitsOf(b, 100), 5);
        b.context.now += 100 * kMillisecond;
        QCOMPARE(hitsOf(b, 100), 1);
        b.context.now += 50 * kMillisecond;
        QCOMPARE(hitsOf(b, 100), 0);
        b.context.now += 50 * kMillisecond;
        QCOMPARE(hitsOf(b, 100), 1);
        b.context.now += 3600 * kSecond;
        QCOMPARE(hitsOf(b, 100), 5);
        RuleBench over(match::Limit{{1, 60 * kSecond, 2, false}}, true); // what is above the limit
        QCOMPARE(hitsOf(over, 10), 8);
    }

    void limitInBits() {
        RuleBench b(match::Limit{{2240, kSecond, 2240, true}}); // ten packets of 28 octets
        QCOMPARE(hitsOf(b, 100), 10);
        b.context.now += kSecond;
        QCOMPARE(hitsOf(b, 100), 10);
    }

    void dstLimitHasARateForEachAddress() {
        RuleBench b(match::DstLimit{{1, kSecond, 3, false}, match::kPccDstAddress, 10 * kSecond});
        int hits = 0;
        for (std::uint32_t host = 0; host < 50; ++host) {
            PacketBuf* p = b.packets.udp(1, 1, ip(10, 0, 0, host), 53);
            for (int i = 0; i < 10; ++i) {
                hits += b.hits(p) ? 1 : 0;
            }
        }
        QCOMPARE(hits, 150);
        b.context.now += kSecond;
        QVERIFY(b.hits(b.packets.udp(2, 9, ip(10, 0, 0, 7), 99)));
        QVERIFY(!b.hits(b.packets.udp(3, 9, ip(10, 0, 0, 7), 99)));
        b.context.now += 10 * kSecond; // it is forgotten, burst and all
        for (const bool expected : {true, true, true, false}) {
            QCOMPARE(b.hits(b.packets.udp(2, 9, ip(10, 0, 0, 7), 99)), expected);
        }
    }

    void dstLimitByServiceTellsPortsApart() {
        RuleBench b(match::DstLimit{{1, kSecond, 1, false}, match::kPccDstAddress | match::kPccDstPort | match::kPccSrcAddress, kSecond});
        QVERIFY(b.hits(b.packets.udp(1, 1, 2, 53)));
        QVERIFY(!b.hits(b.packets.udp(1, 9, 2, 53)));
        QVERIFY(b.hits(b.packets.udp(1, 1, 2, 54)));
        QVERIFY(b.hits(b.packets.udp(7, 1, 2, 53)));
    }

    void perConnectionClassifierSplitsWithoutRest() {
        std::array<int, 3> share{};
        for (std::uint32_t remainder = 0; remainder < 3; ++remainder) {
            RuleBench b(match::PerConnectionClassifier{match::kPccSrcAddress | match::kPccDstAddress, 3, remainder});
            for (std::uint32_t host = 0; host < 600; ++host) {
                const bool there = b.hits(b.packets.udp(ip(10, 0, host >> 8, host & 255), 1, RuleBench::kServer, 80));
                const bool back = b.hits(b.packets.udp(RuleBench::kServer, 80, ip(10, 0, host >> 8, host & 255), 1));
                QCOMPARE(there, back); // both-addresses is the same for both directions
                share[remainder] += there ? 1 : 0;
            }
        }
        QCOMPARE(share[0] + share[1] + share[2], 600);
        for (const int part : share) {
            QVERIFY2(part > 140 && part < 260, qPrintable(QString::number(part)));
        }
        Packets packets;
        const PacketBuf* a = packets.udp(1, 1000, 2, 80);
        const PacketBuf* b = packets.udp(1, 1001, 2, 80);
        QVERIFY(mixFields(*a, match::kPccSrcAddress) == mixFields(*b, match::kPccSrcAddress));
        QVERIFY(mixFields(*a, match::kPccSrcPort) != mixFields(*b, match::kPccSrcPort));
        QVERIFY(mixFields(*a, match::kPccDstPort) == mixFields(*b, match::kPccDstPort));
    }

    void connectionBytesCountsBothDirections() {
        RuleBench b(match::ConnectionBytes{100, 0}), span(match::ConnectionBytes{28, 60}), negated(match::ConnectionBytes{100, 0}, true);
        QVERIFY(!b.hitsTracked(b.udp(1, Octets(30)))); // 58
        QVERIFY(b.hitsTracked(b.answer(1, Octets(30)))); // 116
        QVERIFY(span.hitsTracked(span.udp()));          // 28
        QVERIFY(span.hitsTracked(span.answer()));       // 56
        QVERIFY(!span.hitsTracked(span.udp()));         // 84
        QVERIFY(negated.hitsTracked(negated.udp()));
        QVERIFY(!b.hits(b.udp(7))); // no connection
    }

    void connectionRateIsMeasuredOverASecond() {
        RuleBench b(match::ConnectionRate{2000, 0});
        PacketBuf* p = b.udp(1, Octets(97)); // 125 octets, 1000 bit
        for (int i = 0; i < 10; ++i) {
            QVERIFY(!b.hitsTracked(p));
            b.context.now += 100 * kMillisecond;
        }
        QVERIFY(b.hitsTracked(p)); // 10 000 bit/s
        b.context.now += 5 * kSecond;
        QVERIFY(!b.hitsTracked(p)); // 200
    }

    void connectionLimitCountsOpenConnectionsOfAClient() {
        RuleBench b(match::ConnectionLimit{3, 32});
        for (std::uint16_t port = 1; port <= 3; ++port) {
            QVERIFY(!b.hitsTracked(b.udp(port)));
        }
        QVERIFY(b.hitsTracked(b.udp(4)));
        QVERIFY(b.hitsTracked(b.udp(1))); // four are open
        QVERIFY(!b.hitsTracked(b.packets.udp(RuleBench::kClient + 1, 1, RuleBench::kServer, 53)));
        b.context.now += 31 * kSecond;
        b.conntrack.expire(b.context.now);
        QVERIFY(!b.hitsTracked(b.udp(5)));
        RuleBench net(match::ConnectionLimit{1, 24});
        QVERIFY(!net.hitsTracked(net.udp()));
        QVERIFY(net.hitsTracked(net.packets.udp(RuleBench::kClient + 1, 1, RuleBench::kServer, 53)));
        QVERIFY(!net.hitsTracked(net.packets.udp(ip(10, 0, 0, 1), 1, RuleBench::kServer, 53)));
    }

    void connectionLimitHoldsWithThousands() {
        RuleBench b(match::ConnectionLimit{899, 8});
        for (std::uint32_t i = 0; i < 900; ++i) {
            QCOMPARE(b.hitsTracked(b.packets.udp(ip(10, 0, i >> 8, i & 255), 1, 2, 3)), i == 899);
        }
    }

    void portScansAreSeen() {
        RuleBench b(match::PortScan{21, 3 * kSecond, 3, 1});
        const auto probe = [&](std::uint32_t host, std::uint16_t port) { return b.hits(b.packets.tcp(host, 40000, 2, port, tcp::kSyn)); };
        for (std::uint16_t port = 1; port <= 6; ++port) {
            QVERIFY(!probe(1, port));
            QVERIFY(!probe(1, 1)); // the same port again adds nothing
        }
        QVERIFY(probe(1, 7)); // 7 × 3
        QVERIFY(!probe(9, 7));
        b.context.now += 4 * kSecond;
        QVERIFY(!probe(1, 8)); // it rested
        for (std::uint16_t port = 2000; port < 2017; ++port) {
            QVERIFY(!probe(1, port));
        }
        QVERIFY(probe(1, 2017)); // 3 + 18
    }

    void timeIsDayAndSpan() {
        constexpr std::int64_t kMonday = 1'764'547'200; // 2025-12-01 00:00:00
        const auto at = [](const match::Time& m, std::int64_t seconds) {
            RuleBench b(m);
            b.classifier.setWallClock(seconds, b.context.now);
            return b.hits(b.udp());
        };
        const match::Time office{8 * 3600, 16 * 3600, 1 << 1 | 1 << 5}; // Monday and Friday
        QVERIFY(at(office, kMonday + 8 * 3600));
        QVERIFY(at(office, kMonday + 4 * 86400 + 12 * 3600));
        QVERIFY(!at(office, kMonday + 7 * 3600 + 3599));
        QVERIFY(!at(office, kMonday + 16 * 3600 + 1));
        QVERIFY(!at(office, kMonday + 86400 + 12 * 3600));
        const match::Time night{22 * 3600, 6 * 3600, 0x7f};
        QVERIFY(at(night, kMonday + 23 * 3600));
        QVERIFY(at(night, kMonday + 3600));
        QVERIFY(!at(night, kMonday + 12 * 3600));
        RuleBench moving(office); // the engine's time moves the wall's
        moving.classifier.setWallClock(kMonday + 7 * 3600, moving.context.now);
        QVERIFY(!moving.hits(moving.udp()));
        moving.context.now += 2 * 3600 * kSecond;
        QVERIFY(moving.hits(moving.udp()));
    }

    void connectionTypeIsTheHelpersChild() {
        RuleBench b(match::ConnectionType{Helper::Ftp});
        PacketBuf* p = b.udp();
        QVERIFY(!b.hitsTracked(p));
        b.conntrack.entry(p->connection).announcedBy = Helper::Ftp;
        QVERIFY(b.hits(p));
        b.conntrack.entry(p->connection).announcedBy = Helper::Sip;
        QVERIFY(!b.hits(p));
    }

    void verdictsOfSuchChainsMustNotBeRemembered() {
        RuleBench nth(match::Nth{2, 1}), pcc(match::PerConnectionClassifier{1, 2, 0}), dscp(match::Dscp{1});
        QVERIFY(nth.classifier.dependsOnPacket(Table::Filter, HookChain::Forward));
        QVERIFY(dscp.classifier.dependsOnPacket(Table::Filter, HookChain::Forward));
        QVERIFY(!pcc.classifier.dependsOnPacket(Table::Filter, HookChain::Forward));
    }
};

QTEST_APPLESS_MAIN(HistoryMatchers)
#include "tst_history_matchers.moc"
