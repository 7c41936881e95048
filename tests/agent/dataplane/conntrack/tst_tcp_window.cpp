// Sequence numbers, acknowledgments and windows of a connection as the router in the middle follows them.
#include "agent/dataplane/conntrack/conntrack.h"
#include "tests/agent/dataplane/support/packet_builder.h"

#include "agent/dataplane/packet/packet_pool.h"
#include "agent/dataplane/parse/parse.h"

#include <QTest>

#include <cstring>

using namespace agent::dataplane;
using namespace agent::dataplane::test;
using core::base::kSecond;

namespace {

const Frame kScale7{3, 3, 7, 1};

// A client and a server whose segments pass one conntrack.
struct Line {
    PacketPool pool{64};
    Conntrack conntrack{1000, 1};
    core::base::Nanos now = kSecond;
    std::uint32_t connection = kNoConnection;
    std::uint8_t state = 0;

    explicit Line(TrackingConfig config = {}) { conntrack.configure(config); }

    PacketBuilder client(std::uint8_t flags) { return PacketBuilder::tcp(flags).from("10.0.0.2", 1000).to("203.0.113.5", 80); }
    PacketBuilder server(std::uint8_t flags) { return PacketBuilder::tcp(flags).from("203.0.113.5", 80).to("10.0.0.2", 1000); }

    // Connection-state the segment gets.
    std::uint8_t pass(const PacketBuilder& builder) {
        const Frame f = builder.build();
        PacketBuf* p = pool.take();
        p->inPort = 0;
        p->inInterface = 0;
        p->length = static_cast<std::uint16_t>(f.size());
        std::memcpy(p->frame(), f.data(), f.size());
        parse(*p);
        trimPadding(*p);
        conntrack.track(p, now);
        conntrack.confirm(p, now);
        connection = p->connection == kNoConnection ? connection : p->connection;
        state = p->connectionState;
        conntrack.endBatch();
        pool.give(p);
        return state;
    }
    bool passes(const PacketBuilder& builder) { return pass(builder) != kStateInvalid; }
    // Client at 1001, server at 5001; windows of 1000 each, scaled when asked for.
    void open(const Frame& clientOptions = {}, const Frame& serverOptions = {}) {
        pass(client(tcp::kSyn).sequence(1000).window(1000).tcpOptions(clientOptions));
        pass(server(tcp::kSyn | tcp::kAck).sequence(5000, 1001).window(1000).tcpOptions(serverOptions));
        pass(client(tcp::kAck).sequence(1001, 5001).window(1000));
    }
};

} // namespace

class TcpWindowTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aDialogueWithinItsWindowsPasses() {
        Line line;
        line.open();
        QCOMPARE(line.state, std::uint8_t(kStateEstablished));
        QVERIFY(line.passes(line.client(tcp::kAck).sequence(1001, 5001).window(1000).payload(500)));
        QVERIFY(line.passes(line.server(tcp::kAck).sequence(5001, 1501).window(1000).payload(1000)));
        QVERIFY(line.passes(line.client(tcp::kAck).sequence(1501, 6001).window(1000)));
        QVERIFY(line.passes(line.client(tcp::kAck).sequence(1001, 6001).window(1000).payload(500))); // sent again
        QVERIFY(line.passes(line.client(tcp::kFin | tcp::kAck).sequence(1501, 6001).window(1000)));
        QVERIFY(line.passes(line.server(tcp::kFin | tcp::kAck).sequence(6001, 1502).window(1000)));
        QVERIFY(line.passes(line.client(tcp::kAck).sequence(1502, 6002).window(1000)));
        QCOMPARE(line.conntrack.entry(line.connection).tcpState, TcpState::TimeWait);
        QCOMPARE(line.conntrack.counters().outOfWindow, std::uint64_t(0));
    }
    void segmentsBeyondTheWindowAreInvalid() {
        Line line;
        line.open();
        QVERIFY(!line.passes(line.client(tcp::kAck).sequence(1001 + 1001, 5001).window(1000).payload(1)));
        QVERIFY(!line.passes(line.client(tcp::kAck).sequence(1001 - 2000, 5001).window(1000)));            // far too old
        QVERIFY(!line.passes(line.client(tcp::kAck).sequence(1001, 5002).window(1000)));                   // acknowledges what was never sent
        QVERIFY(!line.passes(line.client(tcp::kAck).sequence(1001, 5001 - 70000).window(1000)));           // or was long ago
        QCOMPARE(line.conntrack.counters().outOfWindow, std::uint64_t(4));
        QVERIFY(line.passes(line.client(tcp::kAck).sequence(1001, 5001).window(1000).payload(1))); // and nothing was learned of them
    }
    void aForgedResetEndsNothing() {
        Line line;
        line.open();
        QVERIFY(!line.passes(line.server(tcp::kRst).sequence(900'000)));
        QCOMPARE(line.conntrack.entry(line.connection).tcpState, TcpState::Established);
        QVERIFY(line.passes(line.server(tcp::kRst).sequence(5001)));
        QCOMPARE(line.conntrack.entry(line.connection).tcpState, TcpState::Close);
    }
    void aResetAnswersASyn() {
        Line line;
        line.pass(line.client(tcp::kSyn).sequence(1000));
        QVERIFY(line.passes(line.server(tcp::kRst | tcp::kAck).sequence(0, 1001)));
        QCOMPARE(line.conntrack.entry(line.connection).tcpState, TcpState::Close);
    }
    void scaledWindowsCountWhenBothOfferThem() {
        Line both;
        both.open(kScale7, kScale7);
        both.pass(both.server(tcp::kAck).sequence(5001, 1001).window(1000)); // 128 000 from now on
        QVERIFY(both.passes(both.client(tcp::kAck).sequence(1001 + 100'000, 5001).window(1000).payload(10)));
        Line one;
        one.open(kScale7, {});
        one.pass(one.server(tcp::kAck).sequence(5001, 1001).window(1000));
        QVERIFY(!one.passes(one.client(tcp::kAck).sequence(1001 + 100'000, 5001).window(1000).payload(10)));
    }
    void selectiveAcknowledgmentsAreNotPastTheEnd() {
        Line line;
        line.open();
        line.pass(line.client(tcp::kAck).sequence(1001, 5001).window(1000).payload(500));
        const auto sack = [](std::uint32_t left, std::uint32_t right) {
            Frame f{1, 1, 5, 10, 0, 0, 0, 0, 0, 0, 0, 0};
            core::base::storeBe32(&f[4], left);
            core::base::storeBe32(&f[8], right);
            return f;
        };
        QVERIFY(line.passes(line.server(tcp::kAck).sequence(5001, 1001).window(1000).tcpOptions(sack(1101, 1501))));
        QVERIFY(!line.passes(line.server(tcp::kAck).sequence(5001, 1001).window(1000).tcpOptions(sack(1101, 9000))));
    }
    void aClosedWindowIsProbedByOneOctet() {
        Line line;
        line.open();
        line.pass(line.client(tcp::kAck).sequence(1001, 5001).window(1000).payload(1000));
        line.pass(line.server(tcp::kAck).sequence(5001, 2001).window(0));
        QVERIFY(line.passes(line.client(tcp::kAck).sequence(2001, 5001).window(1000).payload(1)));
        QVERIFY(!line.passes(line.client(tcp::kAck).sequence(2003, 5001).window(1000).payload(1)));
    }
    void numbersWrapAround() {
        Line line;
        line.pass(line.client(tcp::kSyn).sequence(0xffffff00).window(1000));
        line.pass(line.server(tcp::kSyn | tcp::kAck).sequence(0xfffffff0, 0xffffff01).window(1000));
        line.pass(line.client(tcp::kAck).sequence(0xffffff01, 0xfffffff1).window(1000));
        QVERIFY(line.passes(line.client(tcp::kAck).sequence(0xffffff01, 0xfffffff1).window(1000).payload(900)));
        QVERIFY(line.passes(line.server(tcp::kAck).sequence(0xfffffff1, 0xffffff01 + 900).window(1000).payload(100)));
        QVERIFY(!line.passes(line.client(tcp::kAck).sequence(0xffffff01, 0x80000000).window(1000)));
    }
    void aStreamMetInTheMiddleIsTakenAsItIsFound() {
        Line line;
        QCOMPARE(line.pass(line.client(tcp::kAck).sequence(700'000, 900'000).window(500).payload(10)), std::uint8_t(kStateNew));
        QVERIFY(line.passes(line.server(tcp::kAck).sequence(900'000, 700'010).window(500).payload(1400)));
        QVERIFY(line.passes(line.client(tcp::kAck).sequence(700'010, 901'400).window(500).payload(60'000 / 50)));
        TrackingConfig strict;
        strict.looseTcpTracking = false;
        Line other(strict);
        QVERIFY(!other.passes(other.client(tcp::kAck).sequence(700'000, 900'000)));
    }
    void liberalTrackingLetsThemPass() {
        TrackingConfig liberal;
        liberal.liberalTcpTracking = true;
        Line line(liberal);
        line.open();
        QVERIFY(line.passes(line.client(tcp::kAck).sequence(500'000, 5001).window(1000).payload(1)));
    }
    void whatPassedUnseenByFastTrackDoesNotCount() {
        Line line;
        line.open();
        QVERIFY(line.conntrack.setFastTrack(line.connection));
        QVERIFY(line.passes(line.client(tcp::kAck).sequence(50'000'000, 90'000'000).window(1000).payload(1)));
        QVERIFY(line.passes(line.server(tcp::kFin | tcp::kAck).sequence(90'000'000, 50'000'001).window(1000)));
        QCOMPARE(line.conntrack.entry(line.connection).tcpState, TcpState::FinWait);
    }
    void aSynWithOtherNumbersStartsOver() {
        Line line;
        line.pass(line.client(tcp::kSyn).sequence(1000).window(1000));
        line.pass(line.client(tcp::kSyn).sequence(9'000'000).window(1000));
        QVERIFY(line.passes(line.server(tcp::kSyn | tcp::kAck).sequence(5000, 9'000'001).window(1000)));
        QVERIFY(line.passes(line.client(tcp::kAck).sequence(9'000'001, 5001).window(1000)));
    }
    void unacknowledgedDataShortensTheTimeout() {
        Line line;
        line.open();
        QCOMPARE(line.conntrack.entry(line.connection).timeout(), 86400 * kSecond);
        line.pass(line.client(tcp::kAck).sequence(1001, 5001).window(1000).payload(100));
        QCOMPARE(line.conntrack.entry(line.connection).timeout(), 300 * kSecond);
        line.pass(line.server(tcp::kAck).sequence(5001, 1101).window(1000));
        QCOMPARE(line.conntrack.entry(line.connection).timeout(), 86400 * kSecond);
    }
    void repeatsWithoutAnAnswerShortenIt() {
        TrackingConfig config;
        config.tcpUnacked = 86400 * kSecond;
        config.tcpMaxRetrans = 60 * kSecond;
        Line line(config);
        line.open();
        for (int i = 0; i < 3; ++i) {
            line.pass(line.client(tcp::kAck).sequence(1001, 5001).window(1000).payload(100));
            QCOMPARE(line.conntrack.entry(line.connection).timeout(), 86400 * kSecond);
        }
        line.pass(line.client(tcp::kAck).sequence(1001, 5001).window(1000).payload(100));
        QCOMPARE(line.conntrack.entry(line.connection).timeout(), 60 * kSecond);
    }
};

QTEST_APPLESS_MAIN(TcpWindowTest)
#include "tst_tcp_window.moc"
