// Our sender and our sink over loopback: octets both ways, pings that come back, UDP, and every way it can end.
#include "core/load/sink.h"
#include "core/load/sink_load.h"

#include <QSignalSpy>
#include <QTcpSocket>
#include <QTest>
#include <atomic>

using namespace core::load;
using core::base::ErrorCode;
using core::base::Result;

namespace {

constexpr int kPatienceMs = 20000;

QCoro::Task<void> startInto(SinkLoad& load, std::optional<Result<void>>& into) {
    Result<void> answer = co_await load.start(1);
    into = std::move(answer);
}

QCoro::Task<void> stopInto(SinkLoad& load, std::optional<Result<LoadEnd>>& into) {
    Result<LoadEnd> answer = co_await load.stop();
    into = std::move(answer);
}

LoadRequest towards(const Sink& sink, Direction direction, int flows) {
    LoadRequest request;
    request.host = QStringLiteral("127.0.0.1");
    request.port = sink.port();
    request.direction = direction;
    request.flows = flows;
    return request;
}

// Octets that came in over loopback, of the whole computer: what the connections carry, seen from outside of both ends.
std::uint64_t loopbackOctets() {
    QFile counters(QStringLiteral("/proc/net/dev"));
    if (!counters.open(QIODevice::ReadOnly)) {
        return 0;
    }
    for (const QByteArray& line : counters.readAll().split('\n')) {
        if (line.trimmed().startsWith("lo:")) {
            return line.trimmed().mid(3).trimmed().split(' ').first().toULongLong();
        }
    }
    return 0;
}

} // namespace

class TestSinkLoad : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void octetsRunAndPingsComeBack_data() {
        QTest::addColumn<int>("direction");
        QTest::addColumn<double>("udpBps");
        QTest::newRow("down") << static_cast<int>(Direction::Down) << 0.0;
        QTest::newRow("up") << static_cast<int>(Direction::Up) << 0.0;
        QTest::newRow("both") << static_cast<int>(Direction::Both) << 0.0;
        QTest::newRow("UDP down") << static_cast<int>(Direction::Down) << 2e7;
        QTest::newRow("UDP up") << static_cast<int>(Direction::Up) << 2e7;
    }
    void octetsRunAndPingsComeBack() {
        QFETCH(int, direction);
        QFETCH(double, udpBps);
        Sink sink;
        QVERIFY(sink.listen(QHostAddress::LocalHost, 0).has_value());
        QSignalSpy told(&sink, &Sink::told);
        LoadRequest request = towards(sink, static_cast<Direction>(direction), udpBps > 0 ? 0 : 3);
        request.udpBps = udpBps;
        SinkLoad load(request);
        for (int again = 0; again < 2; ++again) {
            const std::uint64_t before = loopbackOctets();
            std::optional<Result<void>> begun;
            startInto(load, begun);
            QTRY_VERIFY_WITH_TIMEOUT(begun, kPatienceMs);
            QVERIFY2(begun->has_value(), begun->has_value() ? "" : begun->error().describe().c_str());
            QTRY_VERIFY_WITH_TIMEOUT(loopbackOctets() - before > 500'000, kPatienceMs);
            QTest::qWait(350); // for some pings
            std::optional<Result<LoadEnd>> ended;
            stopInto(load, ended);
            QTRY_VERIFY_WITH_TIMEOUT(ended, kPatienceMs);
            QVERIFY2(ended->has_value(), ended->has_value() ? "" : ended->error().describe().c_str());
            QVERIFY((*ended)->pings.size() >= 2);
            for (const LoadPing& ping : (*ended)->pings) {
                QVERIFY(ping.ms > 0 && ping.ms < 10000);
            }
            QVERIFY(!load.problem());
        }
        QTRY_COMPARE_WITH_TIMEOUT(told.size(), qsizetype{4}, kPatienceMs); // two runs, each begun and ended
    }

    void nobodyThere() {
        LoadRequest request;
        request.host = QStringLiteral("127.0.0.1");
        request.port = 1;
        SinkLoad load(request);
        std::optional<Result<void>> begun;
        startInto(load, begun);
        QTRY_VERIFY_WITH_TIMEOUT(begun, kPatienceMs);
        QVERIFY(!begun->has_value());
        QCOMPARE(begun->error().code, ErrorCode::Unreachable);
        QVERIFY(begun->error().text.find("pathscopectl sink") != std::string::npos);
    }

    void aServerThatIsNoSink() {
        QTcpServer server;
        QVERIFY(server.listen(QHostAddress::LocalHost));
        connect(&server, &QTcpServer::newConnection, &server, [&server] { server.nextPendingConnection()->write("220 welcome\r\n"); });
        LoadRequest request;
        request.host = QStringLiteral("127.0.0.1");
        request.port = server.serverPort();
        SinkLoad load(request);
        std::optional<Result<void>> begun;
        startInto(load, begun);
        QTRY_VERIFY_WITH_TIMEOUT(begun, kPatienceMs);
        QCOMPARE(begun->error().code, ErrorCode::Protocol);
    }

    void aSinkThatGoesIsAProblem() {
        auto sink = std::make_unique<Sink>();
        QVERIFY(sink->listen(QHostAddress::LocalHost, 0).has_value());
        SinkLoad load(towards(*sink, Direction::Down, 2));
        std::optional<Result<void>> begun;
        startInto(load, begun);
        QTRY_VERIFY_WITH_TIMEOUT(begun, kPatienceMs);
        QVERIFY(begun->has_value());
        sink.reset();
        QTRY_VERIFY_WITH_TIMEOUT(load.problem(), kPatienceMs);
        std::optional<Result<LoadEnd>> ended;
        stopInto(load, ended);
        QVERIFY(ended && !ended->has_value());
        QCOMPARE(ended->error().code, ErrorCode::ConnectionLost);
    }

    void strangersAreHungUpOn_data() {
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("nonsense") << QByteArray("GET / HTTP/1.1\r\n\r\n");
        QTest::newRow("a line without end") << QByteArray(2000, 'x');
        QTest::newRow("data of nobody's run") << dataLine(1, false);
    }
    void strangersAreHungUpOn() {
        QFETCH(QByteArray, says);
        Sink sink;
        QVERIFY(sink.listen(QHostAddress::LocalHost, 0).has_value());
        QTcpSocket stranger;
        stranger.connectToHost(QHostAddress::LocalHost, sink.port());
        QTRY_COMPARE_WITH_TIMEOUT(stranger.state(), QAbstractSocket::ConnectedState, kPatienceMs);
        stranger.write(says);
        QTRY_COMPARE_WITH_TIMEOUT(stranger.state(), QAbstractSocket::UnconnectedState, kPatienceMs);
        QVERIFY(stranger.readAll().size() < 400);
    }

    void moreRunsThanItServesAreRefused() {
        Sink sink;
        QVERIFY(sink.listen(QHostAddress::LocalHost, 0).has_value());
        std::vector<std::unique_ptr<QTcpSocket>> many;
        for (std::size_t i = 0; i <= Sink::kMostRuns; ++i) {
            many.push_back(std::make_unique<QTcpSocket>());
            many.back()->connectToHost(QHostAddress::LocalHost, sink.port());
            many.back()->write(helloLine({Direction::Down, 1, 0}));
            QTRY_VERIFY_WITH_TIMEOUT(many.back()->canReadLine(), kPatienceMs);
        }
        QVERIFY(readControlLine(many.front()->readLine().trimmed())->token.has_value());
        QVERIFY(readControlLine(many.back()->readLine().trimmed())->error.has_value());
    }

    void aPortThatIsTakenIsSaid() {
        Sink one, other;
        QVERIFY(one.listen(QHostAddress::LocalHost, 0).has_value());
        const auto second = other.listen(QHostAddress::LocalHost, one.port());
        QVERIFY(!second.has_value());
        QCOMPARE(second.error().code, ErrorCode::AddressInUse);
    }

    void nothingIsLeftWhenItGoesInTheMiddle() {
        Sink sink;
        QVERIFY(sink.listen(QHostAddress::LocalHost, 0).has_value());
        QSignalSpy told(&sink, &Sink::told);
        std::optional<Result<void>> begun;
        {
            SinkLoad load(towards(sink, Direction::Both, 2));
            startInto(load, begun);
            QTRY_VERIFY_WITH_TIMEOUT(begun, kPatienceMs);
        }
        QTRY_COMPARE_WITH_TIMEOUT(told.size(), qsizetype{2}, kPatienceMs);
    }
};

QTEST_GUILESS_MAIN(TestSinkLoad)
#include "tst_sink_load.moc"
