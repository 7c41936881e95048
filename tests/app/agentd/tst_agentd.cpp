// The agent as a program: what it says when it cannot start, that it is ready when it says so, and when it ends.
#include <QHostAddress>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <memory>

namespace {

struct Ended {
    int exitCode = -1;
    QString words;
};

} // namespace

class TestAgentd : public QObject {
    Q_OBJECT

    static QString program() { return qEnvironmentVariable("PATHSCOPE_BIN") + QStringLiteral("/pathscope-agent"); }

    static std::unique_ptr<QProcess> start(const QStringList& arguments, bool withPassword = true) {
        auto process = std::make_unique<QProcess>();
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.remove(QStringLiteral("PATHSCOPE_AGENT_PASSWORD"));
        if (withPassword) {
            environment.insert(QStringLiteral("PATHSCOPE_AGENT_PASSWORD"), QStringLiteral("secret"));
        }
        process->setProcessEnvironment(environment);
        process->start(program(), arguments);
        return process;
    }

    // Runs an agent that is expected to end by itself.
    static Ended run(const QStringList& arguments, bool withPassword = true) {
        const auto process = start(arguments, withPassword);
        if (!process->waitForFinished(20'000)) {
            return {};
        }
        return {process->exitCode(), QString::fromUtf8(process->readAllStandardError() + process->readAllStandardOutput())};
    }

    // Port of the ready line; 0 when none comes.
    static int readyPort(QProcess& process) {
        while (!process.canReadLine()) {
            if (!process.waitForReadyRead(20'000)) {
                return 0;
            }
        }
        const QJsonObject ready = QJsonDocument::fromJson(process.readLine()).object();
        return ready.value(QLatin1String("ready")).toBool() ? ready.value(QLatin1String("api_port")).toInt() : 0;
    }

    QString write(const QString& name, const QByteArray& text) {
        QFile file(directory_.filePath(name));
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? file.fileName() : QString();
    }

    QTemporaryDir directory_;

private Q_SLOTS:
    void itSaysReadyAndThenListens() {
        const auto process = start({QStringLiteral("--lab"), QStringLiteral("hap-ac2-gigabit"), QStringLiteral("--api-port"), QStringLiteral("0")});
        const int port = readyPort(*process);
        QVERIFY(port > 0);
        QTcpSocket socket;
        socket.connectToHost(QHostAddress::LocalHost, static_cast<quint16>(port));
        QVERIFY(socket.waitForConnected());
        socket.write(QByteArray("\x06/login\x0b=name=admin\x10=password=secret\0", 37));
        QVERIFY(socket.waitForReadyRead());
        QCOMPARE(socket.readAll(), QByteArray("\x05!done\0", 7));
        ::kill(static_cast<pid_t>(process->processId()), SIGTERM);
        QVERIFY(process->waitForFinished());
        QCOMPARE(process->exitStatus(), QProcess::NormalExit);
        QCOMPARE(process->exitCode(), 0);
    }

    void aBareBoardRunsUserFiles() {
        const QString file = write(QStringLiteral("good.rsc"), "/ip address add address=10.0.0.1/24 interface=ether1\n");
        const QString password = write(QStringLiteral("password"), "secret\n");
        const auto process = start({QStringLiteral("--board"), QStringLiteral("CHR"), QStringLiteral("--native"), QStringLiteral("--config"), file,
                                    QStringLiteral("--password-file"), password, QStringLiteral("--api-port"), QStringLiteral("0")},
                                   false);
        QVERIFY(readyPort(*process) > 0);
        process->terminate();
        QVERIFY(process->waitForFinished());
    }

    void itEndsWhenItsParentClosesTheInput() {
        const auto process = start({QStringLiteral("--board"), QStringLiteral("CHR"), QStringLiteral("--api-port"), QStringLiteral("0"),
                                    QStringLiteral("--exit-with-parent")});
        QVERIFY(readyPort(*process) > 0);
        process->closeWriteChannel();
        QVERIFY(process->waitForFinished());
        QCOMPARE(process->exitCode(), 0);
    }

    void faultsAreSaidAndHaveTheirOwnCode_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* name, const QString& arguments, int code, const char* words) {
            QTest::newRow(name) << arguments.split(QLatin1Char(' '), Qt::SkipEmptyParts) << code << QString::fromUtf8(words);
        };
        row("nothing to be", QString(), 2, "--lab NAME");
        row("unknown option", QStringLiteral("--lob x"), 2, "--lob");
        row("unknown lab", QStringLiteral("--lab nowhere"), 3, "hap-ac2-gigabit");
        row("unknown board", QStringLiteral("--board nothing"), 3, "RBD52G-5HacD2HnD");
        row("no such file", QStringLiteral("--board CHR --config /nowhere/x.rsc"), 3, "/nowhere/x.rsc");
        row("address that is none", QStringLiteral("--board CHR --api-address here"), 2, "--api-address here");
        row("attachment of no port", QStringLiteral("--board CHR --attach etherX=af_packet:lo"), 5, "etherX");
        row("attachment to nothing", QStringLiteral("--board CHR --attach ether1=af_packet:nowhere0"), 5, "nowhere0");
        row("attachment misspelled", QStringLiteral("--board CHR --attach ether1"), 2, "ether1=af_packet:veth0");
    }
    void faultsAreSaidAndHaveTheirOwnCode() {
        QFETCH(QStringList, arguments);
        QFETCH(int, exitCode);
        QFETCH(QString, words);
        const Ended ended = run(arguments);
        QCOMPARE(ended.exitCode, exitCode);
        QVERIFY2(ended.words.contains(words), qPrintable(ended.words));
    }

    void whatAFileNamesAndTheBoardHasNotIsSaidWithLineAndColumn() {
        const QString file = write(QStringLiteral("bad.rsc"), "/ip address\n  add address=10.0.0.1/24 interface=nowhere\nadd address=[[[\n");
        const auto process = start({QStringLiteral("--board"), QStringLiteral("CHR"), QStringLiteral("--config"), file, QStringLiteral("--api-port"), QStringLiteral("0")});
        QVERIFY(readyPort(*process) > 0);
        const QString said = QString::fromUtf8(process->readAllStandardError());
        QVERIFY2(said.contains(QStringLiteral("bad.rsc:2:3: /ip/address: input does not match any value of interface: kept as it is")), qPrintable(said));
        QVERIFY2(said.contains(QStringLiteral("bad.rsc:3:15: this bracket is never closed")), qPrintable(said));
        process->terminate();
        QVERIFY(process->waitForFinished());
    }

    void withoutAPasswordItDoesNotStart() {
        const Ended ended = run({QStringLiteral("--board"), QStringLiteral("CHR")}, false);
        QCOMPARE(ended.exitCode, 2);
        QVERIFY(ended.words.contains(QStringLiteral("PATHSCOPE_AGENT_PASSWORD")));
    }

    void aTakenPortIsNamed() {
        QTcpServer taken;
        QVERIFY(taken.listen(QHostAddress::LocalHost, 0));
        const Ended ended = run({QStringLiteral("--board"), QStringLiteral("CHR"), QStringLiteral("--api-port"), QString::number(taken.serverPort())});
        QCOMPARE(ended.exitCode, 4);
        QVERIFY2(ended.words.contains(QString::number(taken.serverPort())), qPrintable(ended.words));
    }

    void helpAndVersion() {
        QCOMPARE(run({QStringLiteral("--version")}).exitCode, 0);
        const Ended help = run({QStringLiteral("--help")});
        QCOMPARE(help.exitCode, 0);
        QVERIFY(help.words.contains(QStringLiteral("--attach")));
    }
};

QTEST_GUILESS_MAIN(TestAgentd)
#include "tst_agentd.moc"
