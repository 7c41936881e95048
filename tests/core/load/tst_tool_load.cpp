// Programs of the user's as loads: what they are called with, what is read from what they print, and how their failures are told. Small scripts stand
// in for programs that fail; iperf3 itself is asked by tests/integration.
#include "core/load/tool_load.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace core::load;
using core::base::ErrorCode;
using core::base::Result;

namespace {

constexpr int kPatienceMs = 20000;

QCoro::Task<void> startInto(ToolLoad& load, std::optional<Result<void>>& into) {
    Result<void> answer = co_await load.start(1);
    into = std::move(answer);
}

QCoro::Task<void> stopInto(ToolLoad& load, std::optional<Result<LoadEnd>>& into) {
    Result<LoadEnd> answer = co_await load.stop();
    into = std::move(answer);
}

LoadRequest of(const char* text) {
    return *parseLoad(text);
}

} // namespace

class TestToolLoad : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    QByteArray path_ = qgetenv("PATH");

    void install(const char* name, const QByteArray& body) {
        QFile file(folder_.filePath(QString::fromLatin1(name)));
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write("#!/bin/sh\n" + body);
        file.close();
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        qputenv("PATH", folder_.path().toUtf8() + ":" + path_);
    }

private Q_SLOTS:
    void cleanup() { qputenv("PATH", path_); }

    void whatIperf3IsCalledWith() {
        LoadRequest load = of("iperf3:10.0.0.9:5202");
        QCOMPARE(toolCommand(load, 65, {}).join(QLatin1Char(' ')), QStringLiteral("iperf3 -c 10.0.0.9 -J -t 67 -P 8 --connect-timeout 5000 -p 5202 -R"));
        load.direction = Direction::Both;
        load.udpBps = 8e7;
        QVERIFY(toolCommand(load, 65, {}).join(QLatin1Char(' ')).endsWith(QStringLiteral("-u -b 10000000 --bidir")));
    }

    void whatTheOthersAreCalledWith() {
        QCOMPARE(toolCommand(of("irtt:2001:db8::1"), 10, {}).last(), QStringLiteral("2001:db8::1"));
        QCOMPARE(toolCommand(of("irtt:[2001:db8::1]:2112"), 10, {}).last(), QStringLiteral("[2001:db8::1]:2112"));
        QCOMPARE(toolCommand(of("flent:server"), 10, QStringLiteral("f.gz")).join(QLatin1Char(' ')), QStringLiteral("flent rrul -H server -l 12 -o f.gz"));
    }

    void roundTripsOfIrttHaveTheirTime() {
        const QByteArray output = "{\"round_trips\":["
                                  "{\"delay\":{\"rtt\":2500000},\"timestamps\":{\"client\":{\"receive\":{\"wall\":1700000000123000000}}}},"
                                  "{\"lost\":\"true_down\",\"timestamps\":{\"client\":{\"send\":{\"wall\":1}}}}]}";
        const auto end = readToolOutput(Tool::Irtt, output, 0);
        QVERIFY(end.has_value());
        QCOMPARE(end->pings.size(), std::size_t{1});
        QCOMPARE(end->pings[0].ms, 2.5);
        QCOMPARE(end->pings[0].atMs, std::int64_t{1700000000123});
        QVERIFY(!readToolOutput(Tool::Irtt, "{}", 0).has_value());
    }

    void iperf3TellsHowBusyItWas() {
        const QByteArray output = "{\"start\":{},\"intervals\":[{\"sum\":{\"end\":1.0,\"bits_per_second\":5e8},\"streams\":[{\"rtt\":4200}]}],"
                                  "\"end\":{\"cpu_utilization_percent\":{\"host_total\":12.5,\"remote_total\":97.0}}}";
        const auto end = readToolOutput(Tool::Iperf3, output, 5000);
        QVERIFY(end.has_value());
        QCOMPARE(*end->busyPercent, 97.0);
        QCOMPARE(end->pings[0].ms, 4.2);
        QCOMPARE(end->pings[0].atMs, std::int64_t{6000});
    }

    void aProgramThatIsNotThere() {
        qputenv("PATH", folder_.path().toUtf8());
        ToolLoad load(of("flent:server"));
        std::optional<Result<void>> begun;
        startInto(load, begun);
        QTRY_VERIFY_WITH_TIMEOUT(begun, kPatienceMs);
        QCOMPARE(begun->error().code, ErrorCode::NotFound);
        QVERIFY(begun->error().text.find("flent is not installed") != std::string::npos);
    }

    void aProgramThatGivesUpAtOnce() {
        install("iperf3", "echo '{\"start\":{},\"intervals\":[],\"end\":{},\"error\":\"unable to connect to server: refused\"}'; exit 1\n");
        ToolLoad load(of("iperf3:server"));
        std::optional<Result<void>> begun;
        startInto(load, begun);
        QTRY_VERIFY_WITH_TIMEOUT(begun, kPatienceMs);
        QVERIFY(!begun->has_value());
        QVERIFY(begun->error().describe().find("unable to connect") != std::string::npos);
    }

    void aProgramThatIsAwaited() {
        install("irtt", "sleep 1.5; echo '{\"round_trips\":[]}'\n");
        ToolLoad load(of("irtt:server"));
        std::optional<Result<void>> begun;
        startInto(load, begun);
        QTRY_VERIFY_WITH_TIMEOUT(begun, kPatienceMs);
        QVERIFY(begun->has_value());
        std::optional<Result<LoadEnd>> ended;
        stopInto(load, ended);
        QTRY_VERIFY_WITH_TIMEOUT(ended, kPatienceMs);
        QVERIFY(ended->has_value());
        QVERIFY((*ended)->pings.empty());
    }
};

QTEST_GUILESS_MAIN(TestToolLoad)
#include "tst_tool_load.moc"
