// Real programs through the agent, and a third party as judge of bytes: iperf3's own report against the agent's counters and
// the console's figures. The FastTrack rule is removed and added by the console's own code.

#include "two_hosts.h"

#include "core/workspace/workspace.h"
#include "tests/support/cannot_run.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>

using core::model::PathKind;
using core::workspace::LinkState;
using core::workspace::Router;
using core::workspace::Tuning;
using core::workspace::Via;
using core::workspace::Workspace;

namespace {

constexpr double kFrameOverhead = 14 + 20 + 32 + 4; // Ethernet, IPv4, TCP with timestamps, FCS: what a port counts besides iperf3's octets

// Two windows of this size fit into the modelled receive ring: nothing is lost, so nothing is sent twice, and what a port carried can be
// compared with what arrived. (Octets that arrive twice are on the port's counter and not in iperf3's report.)
constexpr char kWindow[] = "128K";

struct Report {
    double octets = 0;        // as the receiver counted them
    double bitsPerSecond = 0;
};

// Waits without blocking the event loop: the console keeps polling meanwhile.
bool finish(QProcess& process, int timeoutMs) {
    if (process.state() == QProcess::NotRunning) {
        return true;
    }
    QSignalSpy finished(&process, &QProcess::finished);
    return finished.wait(timeoutMs);
}

double sumOf(const std::deque<core::model::RateSample>& history, std::size_t from, const std::string& interface,
             std::optional<core::base::BitRate> core::model::InterfaceRates::*rate) {
    double octets = 0;
    for (std::size_t i = from; i < history.size(); ++i) {
        for (const auto& figures : history[i].interfaces) {
            if (figures.name == interface && (figures.*rate)) {
                octets += (figures.*rate)->bps / 8.0 * static_cast<double>(history[i].elapsed) / 1e9;
            }
        }
    }
    return octets;
}

double packetsOf(const std::deque<core::model::RateSample>& history, std::size_t from, const std::string& interface) {
    double packets = 0;
    for (std::size_t i = from; i < history.size(); ++i) {
        for (const auto& figures : history[i].interfaces) {
            if (figures.name == interface && figures.txPackets) {
                packets += figures.txPackets->pps * static_cast<double>(history[i].elapsed) / 1e9;
            }
        }
    }
    return packets;
}

} // namespace

class tst_Iperf3Judges : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();

    void pingGoesThroughAndTheRouterAnswersItself();
    void bytesAgreeWithIperf3WithinOnePercent_data();
    void bytesAgreeWithIperf3WithinOnePercent();
    void fastTrackMovesTheShareAndRaisesThroughput();

private:
    bool change(Tuning tuning);
    Report iperf3(const QStringList& options = {});
    // Shares of the bytes of the samples since `from`, without the first and the last one (start and end of the run).
    double shareSince(std::size_t from, PathKind path) const;
    void waitForSamples(std::size_t more);

    TwoHosts hosts_;
    QProcess agent_;
    std::unique_ptr<Workspace> workspace_;
    Router* router_ = nullptr;
    bool ready_ = false;
};

void tst_Iperf3Judges::initTestCase() {
    if (const QString why = hosts_.setUp(); !why.isEmpty()) {
        CANNOT_RUN(QStringLiteral("forwarding between namespaces could not be tested: %1").arg(why));
    }
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("PATHSCOPE_AGENT_PASSWORD"), QStringLiteral("netns"));
    agent_.setProcessEnvironment(environment);
    agent_.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    agent_.start(qEnvironmentVariable("PATHSCOPE_BIN") + QStringLiteral("/pathscope-agent"),
                 {QStringLiteral("--board"), QStringLiteral("RB760iGS"), QStringLiteral("--config"), QStringLiteral(PATHSCOPE_NETNS_DIR "/router.rsc"),
                  QStringLiteral("--api-port"), QStringLiteral("0"), QStringLiteral("--user"), QStringLiteral("admin"),
                  QStringLiteral("--attach"), QStringLiteral("ether1=af_packet:") + hosts_.wanPort(),
                  QStringLiteral("--attach"), QStringLiteral("ether2=af_packet:") + hosts_.lanPort()});
    QTRY_VERIFY_WITH_TIMEOUT(agent_.canReadLine() || agent_.state() == QProcess::NotRunning, 15000);
    const QJsonObject readyLine = QJsonDocument::fromJson(agent_.readLine()).object();
    QVERIFY2(readyLine.value(QStringLiteral("ready")).toBool(), "the agent did not become ready");

    workspace_ = std::make_unique<Workspace>();
    router_ = workspace_->addRouter({QStringLiteral("127.0.0.1"), static_cast<quint16>(readyLine.value(QStringLiteral("api_port")).toInt()), QStringLiteral("admin"), Via::Api},
                                    QStringLiteral("netns"));
    QTRY_VERIFY_WITH_TIMEOUT(router_->state().link == LinkState::Online, 15000);
    waitForSamples(1);
    ready_ = true;
}

void tst_Iperf3Judges::cleanupTestCase() {
    workspace_.reset();
    agent_.terminate();
    agent_.waitForFinished(10000);
}

void tst_Iperf3Judges::pingGoesThroughAndTheRouterAnswersItself() {
    QVERIFY(ready_);
    for (const QString& target : {TwoHosts::serverAddress(), QStringLiteral("192.168.88.1")}) {
        auto ping = hosts_.onClient({QStringLiteral("ping"), QStringLiteral("-c"), QStringLiteral("5"), QStringLiteral("-i"), QStringLiteral("0.2"), target});
        QVERIFY(finish(*ping, 20000));
        const QByteArray said = ping->readAll();
        QVERIFY2(said.contains(" 0% packet loss"), said.constData());
    }
    // A hop shows itself by "time exceeded".
    auto ttl = hosts_.onClient({QStringLiteral("ping"), QStringLiteral("-c"), QStringLiteral("1"), QStringLiteral("-t"), QStringLiteral("1"), TwoHosts::serverAddress()});
    QVERIFY(finish(*ttl, 20000));
    const QByteArray said = ttl->readAll();
    QVERIFY2(said.contains("From 192.168.88.1") && said.contains("Time to live exceeded"), said.constData());
}

void tst_Iperf3Judges::bytesAgreeWithIperf3WithinOnePercent_data() {
    QTest::addColumn<bool>("fastTrack");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QString>("sendingPort");
    QTest::newRow("slow path, upload") << false << QStringList{} << QStringLiteral("ether1");
    QTest::newRow("FastTrack, upload") << true << QStringList{} << QStringLiteral("ether1");
    QTest::newRow("FastTrack, download") << true << QStringList{QStringLiteral("-R")} << QStringLiteral("ether2");
}

void tst_Iperf3Judges::bytesAgreeWithIperf3WithinOnePercent() {
    QVERIFY(ready_);
    QFETCH(bool, fastTrack);
    QFETCH(QStringList, options);
    QFETCH(QString, sendingPort);
    QVERIFY(change(fastTrack ? Tuning::AddFastTrack : Tuning::RemoveFastTrack));

    waitForSamples(1);
    const std::size_t from = router_->history().size();
    const Report report = iperf3(options);
    waitForSamples(2);
    const double octets = sumOf(router_->history(), from, sendingPort.toStdString(), &core::model::InterfaceRates::tx)
                          - kFrameOverhead * packetsOf(router_->history(), from, sendingPort.toStdString());
    qInfo("iperf3 received %.0f octets, the console says %.0f: %+.3f %%", report.octets, octets, 100 * (octets / report.octets - 1));
    QVERIFY(report.octets > 10e6);
    QVERIFY(std::abs(octets / report.octets - 1) < 0.01);
}

void tst_Iperf3Judges::fastTrackMovesTheShareAndRaisesThroughput() {
    QVERIFY(ready_);
    QVERIFY(change(Tuning::RemoveFastTrack));
    std::size_t from = router_->history().size();
    const Report before = iperf3();
    waitForSamples(1);
    const double shareBefore = shareSince(from, PathKind::FastTrack);

    QVERIFY(change(Tuning::AddFastTrack));
    from = router_->history().size();
    const Report after = iperf3();
    waitForSamples(1);
    const double shareAfter = shareSince(from, PathKind::FastTrack);

    qInfo("without the rule %.0f Mb/s, %.1f %% FastTrack; with it %.0f Mb/s, %.1f %% FastTrack", before.bitsPerSecond / 1e6, 100 * shareBefore,
          after.bitsPerSecond / 1e6, 100 * shareAfter);
    QVERIFY(shareBefore < 0.05);
    QVERIFY(shareAfter > 0.95);
    QVERIFY(after.bitsPerSecond > before.bitsPerSecond);
}

bool tst_Iperf3Judges::change(Tuning tuning) {
    bool done = false;
    bool worked = false;
    auto run = [&]() -> QCoro::Task<void> {
        auto plan = co_await router_->plan(tuning);
        if (plan && !plan->steps.empty()) {
            core::workspace::ChangeTerms terms;
            terms.keepAtOnce = true; // the next one waits for this one
            auto record = co_await router_->apply(*plan, terms);
            worked = record.has_value();
        } else {
            worked = plan.has_value(); // it is already as wanted
        }
        done = true;
    };
    auto task = run();
    return QTest::qWaitFor([&] { return done; }, 20000) && worked;
}

Report tst_Iperf3Judges::iperf3(const QStringList& options) {
    auto server = hosts_.onServer({QStringLiteral("iperf3"), QStringLiteral("-s"), QStringLiteral("-1"), QStringLiteral("--forceflush")});
    // The server is listening once it has said so.
    if (!QTest::qWaitFor([&] { return server->peek(4096).contains("listening"); }, 10000)) {
        qWarning("iperf3 -s did not start: %s", server->readAllStandardError().constData());
        return {};
    }
    auto client = hosts_.onClient(QStringList{QStringLiteral("iperf3"), QStringLiteral("-c"), TwoHosts::serverAddress(), QStringLiteral("-t"), QStringLiteral("6"),
                                              QStringLiteral("-P"), QStringLiteral("2"), QStringLiteral("-w"), QString::fromLatin1(kWindow), QStringLiteral("-J")} + options);
    if (!finish(*client, 60000) || !finish(*server, 10000)) {
        qWarning("iperf3 did not end");
        return {};
    }
    const QJsonObject document = QJsonDocument::fromJson(client->readAllStandardOutput()).object();
    const QJsonObject received = document.value(QStringLiteral("end")).toObject().value(QStringLiteral("sum_received")).toObject();
    if (received.isEmpty()) {
        qWarning("iperf3: %s", qPrintable(document.value(QStringLiteral("error")).toString()));
    }
    return {received.value(QStringLiteral("bytes")).toDouble(), received.value(QStringLiteral("bits_per_second")).toDouble()};
}

double tst_Iperf3Judges::shareSince(std::size_t from, PathKind path) const {
    const auto& history = router_->history();
    double on = 0;
    double total = 0;
    for (std::size_t i = from + 1; i + 1 < history.size(); ++i) {
        if (history[i].paths.total.bps < 20e6) {
            continue; // before the flows began or after they ended
        }
        on += history[i].paths.of(path).bps * static_cast<double>(history[i].elapsed);
        total += history[i].paths.total.bps * static_cast<double>(history[i].elapsed);
    }
    return total > 0 ? on / total : -1;
}

void tst_Iperf3Judges::waitForSamples(std::size_t more) {
    const std::size_t want = router_->history().size() + more;
    QTRY_VERIFY_WITH_TIMEOUT(router_->history().size() >= want, 15000);
}

QTEST_GUILESS_MAIN(tst_Iperf3Judges)
#include "tst_iperf3_judges.moc"
