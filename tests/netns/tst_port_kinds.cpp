// iperf3 through the running agent on every kind of real port, both ways: it moves data, no receiver sees a wrong checksum, and the
// agent leaves the interfaces as they were, ended by SIGTERM.
#include "two_hosts.h"

#include "tests/support/cannot_run.h"

#include <QCoreApplication>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

namespace {

QString ip(const QString& command) {
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(QStringLiteral("ip"), command.split(QLatin1Char(' ')));
    process.waitForFinished();
    return process.exitCode() == 0 ? QString() : QString::fromUtf8(process.readAll());
}

// The value of a counter in /proc/net/snmp: names stand in one line, values in the next.
int tcpChecksumErrors(QProcess& cat) {
    cat.waitForFinished();
    QList<QByteArrayList> lines;
    for (const QByteArray& line : cat.readAllStandardOutput().split('\n')) {
        if (line.startsWith("Tcp:")) {
            lines << line.split(' ');
        }
    }
    const auto at = lines.size() == 2 ? lines[0].indexOf("InCsumErrors") : -1;
    return at < 0 || at >= lines[1].size() ? -1 : lines[1][at].toInt();
}

} // namespace

class tst_PortKinds : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        if (const QString why = hosts_.setUp(); !why.isEmpty()) {
            CANNOT_RUN(QStringLiteral("real ports could not be tested: %1").arg(why));
        }
        ready_ = true;
    }
    void cleanup() {
        agent_.terminate();
        agent_.waitForFinished(10000);
        for (const QString& bridge : bridges_) {
            ip(QStringLiteral("link del ") + bridge);
        }
        bridges_.clear();
    }
    void tcpGoesThroughBothWaysWithRightChecksums_data() {
        QTest::addColumn<QString>("kind");
        QTest::newRow("packet sockets") << QStringLiteral("af_packet");
        QTest::newRow("AF_XDP") << QStringLiteral("af_xdp");
        QTest::newRow("TAP") << QStringLiteral("tap");
    }
    void tcpGoesThroughBothWaysWithRightChecksums() {
        QVERIFY(ready_);
        QFETCH(QString, kind);
        const bool tap = kind == QLatin1String("tap");
        if (tap && !QFile::exists(QStringLiteral("/dev/net/tun"))) {
            CANNOT_RUN(QStringLiteral("no /dev/net/tun here, TAP ports"));
        }
        const QString id = QString::number(QCoreApplication::applicationPid() % 100000);
        const QString wan = tap ? QStringLiteral("ptw") + id : hosts_.wanPort(), lan = tap ? QStringLiteral("ptl") + id : hosts_.lanPort();
        startAgent(kind, wan, lan);
        if (QTest::currentTestFailed()) {
            return;
        }
        if (tap) { // the hosts' cables and the TAP interfaces meet in a bridge each
            bridge(QStringLiteral("pbw") + id, {wan, hosts_.wanPort()});
            bridge(QStringLiteral("pbl") + id, {lan, hosts_.lanPort()});
        }
        for (const QStringList& direction : {QStringList{}, QStringList{QStringLiteral("-R")}}) {
            const double octets = iperf3(direction);
            qInfo("%s %s: %.0f Mbit/s", qPrintable(kind), direction.isEmpty() ? "up" : "down", octets * 8 / 1e6);
            QVERIFY(octets > 5e6);
        }
        const QStringList counters{QStringLiteral("cat"), QStringLiteral("/proc/net/snmp")};
        QCOMPARE(tcpChecksumErrors(*hosts_.onClient(counters)), 0);
        QCOMPARE(tcpChecksumErrors(*hosts_.onServer(counters)), 0);
        agent_.terminate();
        QVERIFY(agent_.waitForFinished(10000));
        QCOMPARE(agent_.exitCode(), 0);
        QProcess show;
        show.start(QStringLiteral("ip"), {QStringLiteral("link"), QStringLiteral("show"), hosts_.lanPort()});
        show.waitForFinished();
        const QByteArray said = show.readAll();
        QVERIFY2(said.contains(hosts_.lanPort().toUtf8()) && !said.contains("xdp"), said.constData());
    }

private:
    void startAgent(const QString& kind, const QString& wan, const QString& lan) {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("PATHSCOPE_AGENT_PASSWORD"), QStringLiteral("netns"));
        agent_.setProcessEnvironment(environment);
        agent_.start(qEnvironmentVariable("PATHSCOPE_BIN") + QStringLiteral("/pathscope-agent"),
                     {QStringLiteral("--board"), QStringLiteral("CHR"), QStringLiteral("--native"), QStringLiteral("--config"), QStringLiteral(PATHSCOPE_NETNS_DIR "/router.rsc"),
                      QStringLiteral("--api-port"), QStringLiteral("0"), QStringLiteral("--attach"), QStringLiteral("ether1=%1:%2").arg(kind, wan),
                      QStringLiteral("--attach"), QStringLiteral("ether2=%1:%2").arg(kind, lan)});
        QTRY_VERIFY_WITH_TIMEOUT(agent_.canReadLine() || agent_.state() == QProcess::NotRunning, 15000);
        const QJsonObject line = QJsonDocument::fromJson(agent_.readLine()).object();
        const QByteArray said = agent_.readAllStandardError();
        QVERIFY2(line.value(QStringLiteral("ready")).toBool(), said.constData());
        QVERIFY2(!said.contains("Using af_packet"), said.constData());
    }
    void bridge(const QString& name, const QStringList& ports) {
        QCOMPARE(ip(QStringLiteral("link add %1 type bridge").arg(name)), QString());
        bridges_ << name;
        for (const QString& port : ports) {
            QCOMPARE(ip(QStringLiteral("link set %1 master %2").arg(port, name)), QString());
        }
        QCOMPARE(ip(QStringLiteral("link set %1 up").arg(name)), QString());
    }
    double iperf3(const QStringList& options) {
        auto server = hosts_.onServer({QStringLiteral("iperf3"), QStringLiteral("-s"), QStringLiteral("-1"), QStringLiteral("--forceflush")});
        if (!QTest::qWaitFor([&] { return server->peek(4096).contains("listening"); }, 10000)) {
            qWarning("iperf3 -s did not start");
            return 0;
        }
        auto client = hosts_.onClient(QStringList{QStringLiteral("iperf3"), QStringLiteral("-c"), TwoHosts::serverAddress(), QStringLiteral("-t"), QStringLiteral("1"),
                                                  QStringLiteral("-J")} + options);
        client->waitForFinished(20000);
        server->waitForFinished(5000);
        const QJsonObject end = QJsonDocument::fromJson(client->readAllStandardOutput()).object().value(QStringLiteral("end")).toObject();
        return end.value(QStringLiteral("sum_received")).toObject().value(QStringLiteral("bytes")).toDouble();
    }

    TwoHosts hosts_;
    QProcess agent_;
    QStringList bridges_;
    bool ready_ = false;
};

QTEST_GUILESS_MAIN(tst_PortKinds)
#include "tst_port_kinds.moc"
