// The program itself, against an API server in this process.
#include "tests/core/link/fake_api_server.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <memory>

class TestPathscopectl : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        server_ = std::make_unique<tests::FakeApiServer>();
        port_ = server_->serverPort();
        server_->answer = [this](const tests::Request& request) {
            if (request.menu == "/interface") {
                octets_ += 1'000'000;
                return tests::rows(
                    {{{".id", "*1"}, {"name", "ether1"}, {"type", "ether"}, {"rx-byte", std::to_string(octets_)}, {"fp-rx-byte", "0"}}});
            }
            return tests::rows({});
        };
        program_ = std::make_unique<QProcess>();
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("HOME"), home_.path());
        environment.remove(QStringLiteral("XDG_CONFIG_HOME"));
        environment.insert(QStringLiteral("PATHSCOPE_PASSWORD"), QStringLiteral("secret"));
        program_->setProcessEnvironment(environment);
    }
    void cleanup() {
        program_->kill();
        program_->waitForFinished();
    }

    void countedJsonIsThatManyObjects() {
        run({QStringLiteral("--json"), QStringLiteral("--count"), QStringLiteral("2")});
        QCOMPARE(program_->exitCode(), 0);
        const QList<QByteArray> lines = program_->readAllStandardOutput().trimmed().split('\n');
        QCOMPARE(lines.size(), 2);
        for (const QByteArray& line : lines) {
            const QJsonObject object = QJsonDocument::fromJson(line).object();
            QVERIFY(object.value(QLatin1String("total_bps")).toDouble() > 0);
            QCOMPARE(object.value(QLatin1String("paths")).toObject().value(QLatin1String("slow")).toDouble(), 1.0);
        }
    }

    void theTableHasAHead() {
        run({QStringLiteral("--count"), QStringLiteral("1")});
        const QList<QByteArray> lines = program_->readAllStandardOutput().trimmed().split('\n');
        QCOMPARE(lines.size(), 2);
        QVERIFY(lines[0].contains("fasttrack"));
        QVERIFY(lines[1].contains("100.0 %"));
    }

    void aWrongPasswordEndsWithThree() {
        server_->password = "other";
        run({});
        QCOMPARE(program_->exitCode(), 3);
        const QByteArray errors = program_->readAllStandardError();
        QVERIFY(errors.contains("did not accept the password of user \"admin\""));
        QVERIFY(!errors.contains("secret"));
    }

    void nobodyListeningEndsWithThree() {
        server_->close();
        run({});
        QCOMPARE(program_->exitCode(), 3);
        QVERIFY(program_->readAllStandardError().contains("Nothing listens on 127.0.0.1"));
    }

    void thePasswordMayComeFromAFile() {
        QFile file(home_.filePath(QStringLiteral("password")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("secret\nsecond line\n");
        file.close();
        withoutPassword();
        run({QStringLiteral("--password-file"), file.fileName(), QStringLiteral("--count"), QStringLiteral("1")});
        QCOMPARE(program_->exitCode(), 0);
    }

    void withoutPasswordAndTerminalItSaysWhatToDo() {
        withoutPassword();
        run({});
        QCOMPARE(program_->exitCode(), 2);
        QVERIFY(program_->readAllStandardError().contains("PATHSCOPE_PASSWORD"));
    }

    void aWrongCommandLineEndsWithTwo() {
        for (const QStringList& arguments :
             {QStringList{}, QStringList{QStringLiteral("watch")}, QStringList{QStringLiteral("dance")},
              QStringList{QStringLiteral("watch"), QStringLiteral("h"), QStringLiteral("--lab"), QStringLiteral("l")},
              QStringList{QStringLiteral("watch"), QStringLiteral("h"), QStringLiteral("--port"), QStringLiteral("0")},
              QStringList{QStringLiteral("watch"), QStringLiteral("h"), QStringLiteral("--count"), QStringLiteral("none")}}) {
            start(arguments);
            QVERIFY(program_->waitForFinished());
            QCOMPARE(program_->exitCode(), 2);
        }
    }

    void helpNamesTheExitCodes() {
        start({QStringLiteral("watch"), QStringLiteral("--help")});
        QVERIFY(program_->waitForFinished());
        QCOMPARE(program_->exitCode(), 0);
        QVERIFY(program_->readAllStandardOutput().contains("Exit codes"));
    }

    void anInterruptionEndsCleanly() {
        start(watchArguments({QStringLiteral("--json")}));
        QTRY_VERIFY_WITH_TIMEOUT(program_->bytesAvailable() > 0, 8000);
        ::kill(static_cast<pid_t>(program_->processId()), SIGINT);
        QTRY_COMPARE(program_->state(), QProcess::NotRunning);
        QCOMPARE(program_->exitStatus(), QProcess::NormalExit);
        QCOMPARE(program_->exitCode(), 0);
    }

    void labsAreListed() {
        start({QStringLiteral("labs")});
        QVERIFY(program_->waitForFinished());
        QVERIFY(program_->readAllStandardOutput().contains("hap-ac2-gigabit"));
    }

private:
    QStringList watchArguments(const QStringList& more) const {
        return QStringList{QStringLiteral("watch"), QStringLiteral("127.0.0.1"), QStringLiteral("--port"),
                           QString::number(port_), QStringLiteral("--via"), QStringLiteral("api")} +
               more;
    }
    void start(const QStringList& arguments) {
        program_->start(QDir(qEnvironmentVariable("PATHSCOPE_BIN", QCoreApplication::applicationDirPath() + QStringLiteral("/../bin")))
                            .filePath(QStringLiteral("pathscopectl")),
                        arguments);
    }
    // The server answers in this process, so the wait has to run the event loop.
    void run(const QStringList& more) {
        start(watchArguments(more));
        program_->closeWriteChannel();
        QTRY_COMPARE_WITH_TIMEOUT(program_->state(), QProcess::NotRunning, 15000);
    }
    void withoutPassword() {
        QProcessEnvironment environment = program_->processEnvironment();
        environment.remove(QStringLiteral("PATHSCOPE_PASSWORD"));
        program_->setProcessEnvironment(environment);
    }

    QTemporaryDir home_;
    std::unique_ptr<tests::FakeApiServer> server_;
    std::unique_ptr<QProcess> program_;
    std::uint64_t octets_ = 0;
    quint16 port_ = 0; // the server's, also after it is closed
};

QTEST_GUILESS_MAIN(TestPathscopectl)
#include "tst_pathscopectl.moc"
