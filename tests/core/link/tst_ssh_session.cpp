// The SSH session against Debian's OpenSSH server, whose only command replays a recorded router.
#include "core/link/ssh_session.h"
#include "tests/core/link/kept.h"
#include "tests/support/cannot_run.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <unistd.h>

using core::base::ErrorCode;
using core::link::Answer;
using core::link::Security;
using core::link::SshOptions;
using core::link::SshSession;
using core::link::Timeouts;
using tests::Kept;

namespace {

QString asJson(const QString& print) {
    return QStringLiteral(":put [:serialize to=json options=json.no-string-conversion [%1 as-value]]").arg(print);
}

} // namespace

class TestSshSession : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY2(QFile::exists(QStringLiteral("/usr/sbin/sshd")),
                 "sshd is missing: install package openssh-server (packaging/debian-packages.txt)");
        if (!QDir(QStringLiteral(PATHSCOPE_FIXTURES "/oxidized")).exists()) {
            CANNOT_RUN(QStringLiteral("the recordings are missing: set PATHSCOPE_FIXTURES to their folder when configuring"));
        }
        qunsetenv("SSH_AUTH_SOCK");
        if (geteuid() == 0) {
            QDir().mkpath(QStringLiteral("/run/sshd")); // where sshd separates privileges
        }
        makeKey(QStringLiteral("host"), QStringLiteral("ed25519"));
        makeKey(QStringLiteral("rsa"), QStringLiteral("rsa"));
        makeKey(QStringLiteral("user"), QStringLiteral("rsa"));
        QVERIFY(QFile::copy(path("user.pub"), path("authorized")));
        answers_[QStringLiteral(":put [/system resource get version]")] = QStringLiteral("7.16 (stable)\r\n");
    }
    void init() {
        QFile::remove(path("known_hosts"));
        startServer({});
    }
    void cleanup() {
        server_.kill();
        server_.waitForFinished();
    }

    void rowsComeWithTheApisNamesAndCountersJoined() {
        answers_[asJson(QStringLiteral("/interface print detail")) + QStringLiteral("; :put \"--- stats ---\"; ") +
                 asJson(QStringLiteral("/interface print stats"))] =
            QStringLiteral("[{\".id\":\"*1\",\"name\":\"ether1\",\"type\":\"ether\",\"disabled\":false},{\".id\":\"*2\",\"name\":\"br\","
                           "\"type\":\"bridge\"}]\r\n--- stats ---\r\n"
                           "[{\".id\":\"*2\",\"rx-byte\":\"7\"},{\".id\":\"*1\",\"rx-byte\":\"205149015\"}]\r\n");
        writeTable();
        auto session = logIn();
        Kept<Answer> answer(session->request({"/interface", "print", {{".proplist", "name,rx-byte"}}, {"type=ether"}, {}}));
        QTRY_VERIFY(answer.ready());
        QVERIFY2(answer.result().has_value(), answer.result() ? "" : answer.result().error().describe().c_str());
        QCOMPARE(answer.result()->rows, (std::vector<core::model::Row>{{{"name", "ether1"}, {"rx-byte", "205149015"}}}));
    }

    void aRecordedPrintIsReadByItsLayoutWhenNothingElseWorks() {
        const QString refused = QStringLiteral("expected end of command (line 1 column 30)\r\n");
        answers_[asJson(QStringLiteral("/system resource print"))] = refused;
        answers_[QStringLiteral("/system resource print detail without-paging")] = QStringLiteral("@recorded /system resource print");
        writeTable();
        auto session = logIn();
        Kept<Answer> answer(
            session->request({"/system/resource", "print", {{".proplist", "board-name,version,cpu-load,total-memory"}}, {}, {}}));
        QTRY_VERIFY(answer.ready());
        QVERIFY2(answer.result().has_value(), answer.result() ? "" : answer.result().error().describe().c_str());
        QCOMPARE(answer.result()->rows.size(), 1u);
        const core::model::Row& row = answer.result()->rows[0];
        QCOMPARE(row.value("version"), std::string_view("7.16 (stable)"));
        QCOMPARE(row.value("cpu-load"), std::string_view("2"));
        QCOMPARE(row.value("total-memory"), std::string_view("402653184"));
        QCOMPARE(row.value("board-name"), std::string_view("CHR QEMU Standard PC (i440FX + PIIX, 1996)"));
    }

    void aRecordedExportComesWhole() {
        answers_[QStringLiteral("/export show-sensitive")] = QStringLiteral("@recorded /export show-sensitive");
        writeTable();
        auto session = logIn();
        Kept<Answer> answer(session->request({"", "export", {{"show-sensitive", ""}}, {}, {}}));
        QTRY_VERIFY(answer.ready());
        QVERIFY(answer.result().has_value());
        QVERIFY(answer.result()->ret().find("add address=10.0.2.100/24 interface=ether1") != std::string::npos);
    }

    void writesReturnIdsAndRefusals() {
        answers_[QStringLiteral(":put [/queue tree add name=x parent=ether1]")] = QStringLiteral("*1000003\r\n");
        answers_[QStringLiteral("/queue tree remove *9")] = QStringLiteral("no such item\r\n");
        answers_[QStringLiteral("/queue tree set *1 comment=\"\"")] = QString();
        writeTable();
        auto session = logIn();
        Kept<Answer> added(session->request({"/queue/tree", "add", {{"name", "x"}, {"parent", "ether1"}}, {}, {}}));
        Kept<Answer> removed(session->request({"/queue/tree", "remove", {{".id", "*9"}}, {}, {}}));
        Kept<Answer> set(session->request({"/queue/tree", "set", {{".id", "*1"}, {"comment", ""}}, {}, {}}));
        Kept<Answer> unknown(session->request({"/nowhere", "enable", {{".id", "*1"}}, {}, {}}));
        Kept<Answer> listen(session->request({"/log", "listen", {}, {}, {}}));
        QTRY_VERIFY(added.ready() && removed.ready() && set.ready() && unknown.ready() && listen.ready());
        QCOMPARE(added.result()->ret(), std::string("*1000003"));
        QCOMPARE(removed.result().error().code, ErrorCode::Refused);
        QCOMPARE(removed.result().error().cause, std::string("no such item"));
        QVERIFY(set.result().has_value());
        QVERIFY(core::link::isNoSuchCommand(unknown.result().error()));
        QCOMPARE(listen.result().error().code, ErrorCode::Unsupported);
    }

    void aStreamIsAskedAgainUntilCancelled() {
        answers_[asJson(QStringLiteral("/interface monitor-traffic interface=ether1 once"))] =
            QStringLiteral("[{\"name\":\"ether1\",\"rx-bits-per-second\":\"512\"}]\r\n");
        writeTable();
        auto session = logIn();
        int rows = 0;
        const std::string tag = session->stream(
            {"/interface", "monitor-traffic", {{"interface", "ether1"}}, {}, {}}, [&rows](const core::model::Row&) { ++rows; },
            [](const core::base::Result<void>&) {});
        QTRY_VERIFY(rows >= 2);
        session->cancel(tag);
    }

    void theHostKeyIsRememberedAtFirstSight() {
        auto first = logIn();
        QCOMPARE(first->security(), Security::Unverified);
        QVERIFY(first->identity().fingerprint.starts_with("SHA256:"));
        QCOMPARE(first->identity().detail, std::string("ssh-ed25519"));
        auto second = logIn();
        QCOMPARE(second->security(), Security::Pinned);
        // ssh-keygen reads our file and finds the same key.
        QProcess keygen;
        keygen.start(QStringLiteral("ssh-keygen"), {QStringLiteral("-l"), QStringLiteral("-f"), path("known_hosts"), QStringLiteral("-F"),
                                                    QStringLiteral("[127.0.0.1]:%1").arg(port_)});
        QVERIFY(keygen.waitForFinished());
        QVERIFY(keygen.readAllStandardOutput().contains(QByteArray::fromStdString(first->identity().fingerprint)));
    }

    void anotherHostKeyIsRefusedUntilItIsTrusted() {
        const std::string before = logIn()->identity().fingerprint;
        const quint16 port = port_;
        cleanup();
        makeKey(QStringLiteral("host"), QStringLiteral("ed25519"));
        startServer({}, port);
        SshSession session({QStringLiteral("127.0.0.1"), port_}, options());
        Kept<void> opened(session.open(user(), ""));
        QTRY_VERIFY(opened.ready());
        QCOMPARE(opened.result().error().code, ErrorCode::PermissionDenied);
        QVERIFY(session.peerChange().has_value());
        QCOMPARE(session.peerChange()->known, before);
        QVERIFY(opened.result().error().text.find(before) != std::string::npos);
        QVERIFY(opened.result().error().text.find(session.peerChange()->seen.fingerprint) != std::string::npos);
        SshOptions trusting = options();
        trusting.pinned = session.peerChange()->seen.fingerprint;
        logIn(trusting);
        logIn(); // known from now on
    }

    void aWrongUserOrPasswordIsALoginFailure() {
        SshOptions none = options();
        none.keyFile.clear();
        SshSession session({QStringLiteral("127.0.0.1"), port_}, none);
        Kept<void> opened(session.open("nobody-of-that-name", "wrong"));
        QTRY_VERIFY_WITH_TIMEOUT(opened.ready(), 15000);
        QCOMPARE(opened.result().error().code, ErrorCode::LoginFailed);
        QVERIFY(opened.result().error().text.find("wrong") == std::string::npos);
    }

    void oldAlgorithmsAreUsedOnlyByChoice() {
        cleanup();
        startServer({QStringLiteral("KexAlgorithms diffie-hellman-group14-sha1"), QStringLiteral("HostKeyAlgorithms ssh-rsa"),
                     QStringLiteral("Ciphers aes128-cbc"), QStringLiteral("MACs hmac-sha1"),
                     QStringLiteral("PubkeyAcceptedAlgorithms ssh-rsa")});
        SshSession modern({QStringLiteral("127.0.0.1"), port_}, options());
        Kept<void> opened(modern.open(user(), ""));
        QTRY_VERIFY(opened.ready());
        QCOMPARE(opened.result().error().code, ErrorCode::Unsupported);
        QVERIFY(opened.result().error().text.find("old algorithms") != std::string::npos);
        SshOptions legacy = options();
        legacy.legacyAlgorithms = true;
        QCOMPARE(logIn(legacy)->identity().detail, std::string("ssh-rsa"));
    }

    void aStalledCommandTimesOutAndTheOthersGoOn() {
        answers_[QStringLiteral("/stall")] = QStringLiteral("@stall");
        answers_[QStringLiteral("/ok")] = QString();
        writeTable();
        auto session = logIn();
        Kept<Answer> stalled(session->request({"", "stall", {}, {}, {}}, std::chrono::milliseconds(400)));
        Kept<Answer> fine(session->request({"", "ok", {}, {}, {}}));
        QTRY_VERIFY(stalled.ready() && fine.ready());
        QCOMPARE(stalled.result().error().code, ErrorCode::Timeout);
        QVERIFY(fine.result().has_value());
    }

    void outputWithoutEndIsCutOff() {
        answers_[QStringLiteral("/flood")] = QStringLiteral("@flood");
        writeTable();
        auto session = logIn();
        Kept<Answer> answer(session->request({"", "flood", {}, {}, {}}));
        QTRY_VERIFY_WITH_TIMEOUT(answer.ready(), 30000);
        QCOMPARE(answer.result().error().code, ErrorCode::Protocol);
        QVERIFY(session->isOpen());
    }

    void theEndOfTheServerEndsTheSession() {
        auto session = logIn();
        QSignalSpy closed(session.get(), &core::link::Session::closed);
        endConnections();
        cleanup();
        QTRY_COMPARE_WITH_TIMEOUT(closed.count(), 1, 10000);
        QVERIFY(!session->isOpen());
    }

    void aServerThatSaysNothingTimesOutAndCanBeLeftAtOnce() {
        QTcpServer mute;
        QVERIFY(mute.listen(QHostAddress::LocalHost));
        SshSession session({QStringLiteral("127.0.0.1"), mute.serverPort()}, options(),
                           Timeouts{std::chrono::milliseconds(200), std::chrono::seconds(5)});
        Kept<void> opened(session.open("admin", "x"));
        QTRY_VERIFY(opened.ready());
        QCOMPARE(opened.result().error().code, ErrorCode::Timeout);
        auto second = std::make_unique<SshSession>(core::link::SshAddress{QStringLiteral("127.0.0.1"), mute.serverPort()}, options());
        Kept<void> never(second->open("admin", "x"));
        QTRY_VERIFY(mute.hasPendingConnections());
        QElapsedTimer clock;
        clock.start();
        second.reset();
        QVERIFY(clock.elapsed() < 1500);
        QVERIFY(never.ready());
    }

private:
    QString path(const char* name) const { return dir_.filePath(QString::fromLatin1(name)); }
    static std::string user() { return qEnvironmentVariable("USER", geteuid() == 0 ? QStringLiteral("root") : QString()).toStdString(); }

    void makeKey(const QString& name, const QString& type) {
        QFile::remove(dir_.filePath(name));
        QFile::remove(dir_.filePath(name + QStringLiteral(".pub")));
        QProcess keygen;
        keygen.start(QStringLiteral("ssh-keygen"), {QStringLiteral("-q"), QStringLiteral("-m"), QStringLiteral("PEM"), QStringLiteral("-t"),
                                                    type, QStringLiteral("-N"), QString(), QStringLiteral("-f"), dir_.filePath(name)});
        QVERIFY(keygen.waitForFinished());
        QCOMPARE(keygen.exitCode(), 0);
    }

    void writeTable() {
        QFile table(path("table.json"));
        QVERIFY(table.open(QIODevice::WriteOnly));
        table.write(QJsonDocument(QJsonObject::fromVariantMap(answers_)).toJson());
    }

    void startServer(const QStringList& more, quint16 port = 0) {
        if (port == 0) {
            QTcpServer probe;
            QVERIFY(probe.listen(QHostAddress::LocalHost));
            port = probe.serverPort();
        }
        port_ = port;
        writeTable();
        QStringList lines{QStringLiteral("Port %1").arg(port_),
                          QStringLiteral("ListenAddress 127.0.0.1"),
                          QStringLiteral("HostKey ") + path("host"),
                          QStringLiteral("HostKey ") + path("rsa"),
                          QStringLiteral("AuthorizedKeysFile ") + path("authorized"),
                          QStringLiteral("PidFile none"),
                          QStringLiteral("StrictModes no"),
                          QStringLiteral("UsePAM no"),
                          QStringLiteral("PermitRootLogin yes"),
                          QStringLiteral("ForceCommand /usr/bin/python3 %1 %2 %3")
                              .arg(QStringLiteral(PATHSCOPE_SSHD_REPLAY), path("table.json"),
                                   QStringLiteral(PATHSCOPE_FIXTURES "/oxidized/routeros_CHR_7.16_simulation.yaml"))};
        QFile config(path("sshd_config"));
        QVERIFY(config.open(QIODevice::WriteOnly | QIODevice::Truncate));
        config.write((lines + more).join(u'\n').toUtf8() + '\n');
        config.close();
        server_.setProcessChannelMode(QProcess::MergedChannels);
        server_.start(QStringLiteral("/usr/sbin/sshd"),
                      {QStringLiteral("-D"), QStringLiteral("-e"), QStringLiteral("-f"), path("sshd_config")});
        QByteArray said;
        QTRY_VERIFY_WITH_TIMEOUT((said += server_.readAll()).contains("Server listening"), 10000);
    }

    // The processes sshd has started for its connections, by their parent.
    void endConnections() {
        QFile children(QStringLiteral("/proc/%1/task/%1/children").arg(server_.processId()));
        QVERIFY(children.open(QIODevice::ReadOnly));
        for (const QByteArray& id : children.readAll().split(' ')) {
            if (id.toInt() > 1) {
                ::kill(id.toInt(), SIGKILL);
            }
        }
    }

    SshOptions options() const {
        SshOptions out;
        out.knownHosts = path("known_hosts").toStdString();
        out.keyFile = path("user").toStdString();
        return out;
    }

    std::unique_ptr<SshSession> logIn() { return logIn(options()); }
    std::unique_ptr<SshSession> logIn(const SshOptions& with) {
        auto session = std::make_unique<SshSession>(core::link::SshAddress{QStringLiteral("127.0.0.1"), port_}, with);
        Kept<void> opened(session->open(user(), ""));
        if (!QTest::qWaitFor([&opened] { return opened.ready(); }, 15000) || !opened.result()) {
            QTest::qFail(opened.ready() ? opened.result().error().describe().c_str() : "no answer to the login", __FILE__, __LINE__);
        }
        return session;
    }

    QTemporaryDir dir_;
    QProcess server_;
    quint16 port_ = 0;
    QVariantMap answers_;
};

QTEST_GUILESS_MAIN(TestSshSession)
#include "tst_ssh_session.moc"
