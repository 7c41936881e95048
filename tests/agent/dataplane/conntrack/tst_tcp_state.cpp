// TCP conversations as a router sees them, written as tables: ">" is the side that opened, "<" the other.
#include "agent/dataplane/conntrack/conntrack.h"
#include "agent/dataplane/conntrack/tcp_state.h"
#include "tests/agent/dataplane/conntrack/test_packets.h"

#include <QtTest>

using namespace agent::dataplane;
using namespace agent::dataplane::testing;
using core::base::kSecond;

namespace {

constexpr std::uint32_t kClient = ip(192, 168, 88, 10);
constexpr std::uint32_t kServer = ip(203, 0, 113, 5);

std::uint8_t flagsOf(const QString& text) {
    std::uint8_t flags = 0;
    for (const QChar c : text) {
        switch (c.unicode()) {
        case 'S': flags |= tcp::kSyn; break;
        case 'A': flags |= tcp::kAck; break;
        case 'F': flags |= tcp::kFin; break;
        case 'R': flags |= tcp::kRst; break;
        case 'P': flags |= tcp::kPsh; break;
        case 'U': flags |= tcp::kUrg; break;
        default: break;
        }
    }
    return flags;
}

QString stateOf(const PacketBuf* p) {
    switch (p->connectionState) {
    case kStateNew: return QStringLiteral("new");
    case kStateEstablished: return QStringLiteral("established");
    case kStateRelated: return QStringLiteral("related");
    case kStateInvalid: return QStringLiteral("invalid");
    case kStateUntracked: return QStringLiteral("untracked");
    default: return QStringLiteral("none");
    }
}

} // namespace

class TcpStateTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void conversationsWalkThroughTheStates_data() {
        // each step: direction and flags : connection-state : tcp-state afterwards
        QTest::addColumn<QString>("script");
        QTest::newRow("open, talk, client closes") << ">S:new:syn-sent <SA:established:syn-received >A:established:established "
                                                      "<PA:established:established >FA:established:fin-wait <A:established:close-wait "
                                                      "<FA:established:last-ack >A:established:time-wait";
        QTest::newRow("server closes first")
            << ">S:new:syn-sent <SA:established:syn-received >A:established:established "
               "<FA:established:fin-wait >A:established:close-wait >FA:established:last-ack <A:established:time-wait";
        QTest::newRow("both close at once")
            << ">S:new:syn-sent <SA:established:syn-received >A:established:established "
               ">FA:established:fin-wait <FA:established:last-ack >A:established:time-wait <A:established:time-wait";
        QTest::newRow("FIN retransmitted") << ">S:new:syn-sent <SA:established:syn-received >A:established:established "
                                              ">FA:established:fin-wait >FA:established:fin-wait <A:established:close-wait";
        QTest::newRow("half closed, server goes on") << ">S:new:syn-sent <SA:established:syn-received >A:established:established "
                                                        ">FA:established:fin-wait <PA:established:close-wait >A:established:close-wait "
                                                        "<PA:established:close-wait";
        QTest::newRow("refused") << ">S:new:syn-sent <RA:established:close";
        QTest::newRow("reset in the middle")
            << ">S:new:syn-sent <SA:established:syn-received >A:established:established <R:established:close "
               ">A:established:close";
        QTest::newRow("SYN and SYN+ACK retransmitted")
            << ">S:new:syn-sent >S:new:syn-sent <SA:established:syn-received "
               "<SA:established:syn-received >S:established:syn-received >A:established:established";
        QTest::newRow("opened from both ends") << ">S:new:syn-sent <S:established:syn-received >SA:established:syn-received "
                                                  "<SA:established:syn-received >A:established:established";
        QTest::newRow("old connection at the far end") << ">S:new:syn-sent <A:established:syn-sent >R:established:close";
        QTest::newRow("ACK without SYN+ACK") << ">S:new:syn-sent >A:invalid:syn-sent";
        QTest::newRow("FIN without SYN+ACK") << ">S:new:syn-sent >FA:invalid:syn-sent";
        QTest::newRow("client sends SYN+ACK") << ">S:new:syn-sent >SA:invalid:syn-sent";
        QTest::newRow("stray SYN in an open connection") << ">S:new:syn-sent <SA:established:syn-received >A:established:established "
                                                            ">S:established:established";
        QTest::newRow("picked up in the middle") << ">A:new:established <PA:established:established";
        QTest::newRow("same addresses again") << ">S:new:syn-sent <RA:established:close >S:new:syn-sent <SA:established:syn-received";
        QTest::newRow("bad flags in an open connection") << ">S:new:syn-sent <SA:established:syn-received >A:established:established "
                                                            ">SF:invalid:established >:invalid:established >A:established:established";
    }
    void conversationsWalkThroughTheStates() {
        QFETCH(QString, script);
        Packets packets;
        Conntrack conntrack(100, 1);
        core::base::Nanos now = 0;
        for (const QString& step : script.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
            const QStringList parts = step.split(QLatin1Char(':'));
            const bool forward = parts[0].startsWith(QLatin1Char('>'));
            PacketBuf* p = forward ? packets.tcp(kClient, 40000, kServer, 443, flagsOf(parts[0]))
                                   : packets.tcp(kServer, 443, kClient, 40000, flagsOf(parts[0]));
            now += core::base::kMillisecond;
            conntrack.endBatch();
            conntrack.track(p, now);
            QVERIFY(conntrack.confirm(p, now));
            QVERIFY2(stateOf(p) == parts[1], qPrintable(step + QStringLiteral(" got ") + stateOf(p)));
            QCOMPARE(conntrack.size(), std::size_t{1});
            conntrack.forEach([&](std::uint32_t c) {
                const std::string_view name = tcpStateName(conntrack.entry(c).tcpState);
                QVERIFY2(name == parts[2].toStdString(),
                         qPrintable(step + QStringLiteral(" got ") + QString::fromLatin1(name.data(), qsizetype(name.size()))));
            });
        }
    }

    void firstSegmentsOtherThanSynAreInvalid_data() {
        QTest::addColumn<QString>("flags");
        QTest::addColumn<bool>("looseAllows");
        QTest::newRow("SYN+ACK") << "SA" << false;
        QTest::newRow("RST") << "R" << false;
        QTest::newRow("RST+ACK") << "RA" << false;
        QTest::newRow("FIN+ACK") << "FA" << false;
        QTest::newRow("ACK") << "A" << true;
        QTest::newRow("data") << "PA" << true;
    }
    void firstSegmentsOtherThanSynAreInvalid() {
        QFETCH(QString, flags);
        QFETCH(bool, looseAllows);
        for (const bool loose : {true, false}) {
            Packets packets;
            Conntrack conntrack(100, 1);
            TrackingConfig config;
            config.looseTcpTracking = loose;
            conntrack.configure(config);
            PacketBuf* p = packets.tcp(kClient, 40000, kServer, 443, flagsOf(flags));
            conntrack.track(p, 0);
            QCOMPARE(p->connectionState, std::uint8_t(loose && looseAllows ? kStateNew : kStateInvalid));
            QCOMPARE(p->connection == kNoConnection, !(loose && looseAllows));
        }
    }

    void everyFlagCombinationIsJudged() {
        for (unsigned flags = 0; flags < 64; ++flags) {
            const unsigned core = flags & 0x17u; // without PSH and URG
            const bool sensible = core == tcp::kSyn || core == (tcp::kSyn | tcp::kAck) || core == tcp::kAck ||
                                  core == (tcp::kFin | tcp::kAck) || core == tcp::kRst || core == (tcp::kRst | tcp::kAck);
            QCOMPARE(tcpEventOf(static_cast<std::uint8_t>(flags)).has_value(), sensible);
        }
    }

    void eachStateHasItsOwnTimeout_data() {
        QTest::addColumn<QString>("script"); // leads into the state
        QTest::addColumn<int>("seconds");
        QTest::newRow("syn-sent") << ">S" << 11;
        QTest::newRow("syn-received") << ">S <SA" << 12;
        QTest::newRow("established") << ">S <SA >A" << 13000;
        QTest::newRow("fin-wait") << ">S <SA >A >FA" << 14;
        QTest::newRow("close-wait") << ">S <SA >A >FA <A" << 15;
        QTest::newRow("last-ack") << ">S <SA >A >FA <FA" << 16;
        QTest::newRow("time-wait") << ">S <SA >A >FA <FA >A" << 17;
        QTest::newRow("close") << ">S <R" << 18;
    }
    void eachStateHasItsOwnTimeout() {
        QFETCH(QString, script);
        QFETCH(int, seconds);
        TrackingConfig config;
        config.tcpSynSent = 11 * kSecond;
        config.tcpSynReceived = 12 * kSecond;
        config.tcpEstablished = 13000 * kSecond;
        config.tcpFinWait = 14 * kSecond;
        config.tcpCloseWait = 15 * kSecond;
        config.tcpLastAck = 16 * kSecond;
        config.tcpTimeWait = 17 * kSecond;
        config.tcpClose = 18 * kSecond;
        Packets packets;
        Conntrack conntrack(100, 1);
        conntrack.configure(config);
        core::base::Nanos now = 7 * kSecond;
        std::uint32_t connection = kNoConnection;
        for (const QString& step : script.split(QLatin1Char(' '))) {
            const bool forward = step.startsWith(QLatin1Char('>'));
            PacketBuf* p =
                forward ? packets.tcp(kClient, 1, kServer, 2, flagsOf(step)) : packets.tcp(kServer, 2, kClient, 1, flagsOf(step));
            conntrack.track(p, ++now);
            QVERIFY(conntrack.confirm(p, now));
            connection = p->connection;
        }
        QCOMPARE(conntrack.timeLeft(connection, now), seconds * kSecond);
        const core::base::Nanos end = now + seconds * kSecond;
        for (core::base::Nanos t = now; t < end; t += kSecond) {
            conntrack.expire(t);
        }
        conntrack.expire(end - 1);
        QCOMPARE(conntrack.size(), std::size_t{1});
        conntrack.expire(end + TimingWheel::kTick);
        QCOMPARE(conntrack.size(), std::size_t{0});
    }

    void anExpiredConnectionIsNotFoundEvenBeforeItIsSwept() {
        Packets packets;
        Conntrack conntrack(100, 1);
        PacketBuf* syn = packets.tcp(kClient, 1, kServer, 2, tcp::kSyn);
        conntrack.track(syn, 0);
        QVERIFY(conntrack.confirm(syn, 0));
        PacketBuf* late = packets.tcp(kServer, 2, kClient, 1, tcp::kSyn | tcp::kAck);
        conntrack.track(late, 5 * kSecond);
        QCOMPARE(late->connectionState, std::uint8_t(kStateInvalid));
        QCOMPARE(conntrack.size(), std::size_t{0});
    }
};

QTEST_APPLESS_MAIN(TcpStateTest)
#include "tst_tcp_state.moc"
