// AgentProcess against small shell scripts that stand in for the agent.
#include "core/twin/agent_process.h"
#include "core/twin/agent_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>

using core::base::ErrorCode;
using core::base::Result;
using core::twin::AgentAddress;
using core::twin::AgentProcess;
using core::twin::readyPort;

namespace {

QCoro::Task<void> startInto(AgentProcess& agent, std::optional<Result<AgentAddress>>& into) {
    Result<AgentAddress> address = co_await agent.start();
    into = std::move(address);
}

} // namespace

class TestAgentProcess : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        answer_.reset();
        folder_ = std::make_unique<QTemporaryDir>();
        qputenv("PATHSCOPE_BIN", folder_->path().toLocal8Bit());
    }

    void theReadyLineIsRead() {
        QCOMPARE(readyPort("{\"ready\":true,\"api_port\":40123}"), std::optional<quint16>(40123));
        for (const char* bad : {"", "hello", "{}", "{\"ready\":false,\"api_port\":1}", "{\"ready\":true}",
                                "{\"ready\":true,\"api_port\":70000}", "{\"ready\":true,\"api"}) {
            QVERIFY2(!readyPort(bad), bad);
        }
    }

    void aReadyAgentGivesPortAndPassword() {
        script("echo some other line\necho '{\"ready\":true,\"api_port\":4242}'\ncat > /dev/null\n");
        AgentProcess agent(QStringLiteral("lab"));
        startInto(agent, answer_);
        QTRY_VERIFY(answer_.has_value());
        QCOMPARE((**answer_).port, quint16(4242));
        QVERIFY((**answer_).password.size() >= 20);
        QVERIFY(agent.isRunning());
    }

    void thePasswordIsInTheEnvironmentAndNotOnTheCommandLine() {
        script("echo \"$PATHSCOPE_AGENT_PASSWORD\" > \"$(dirname \"$0\")/password\"\necho \"$@\" > \"$(dirname \"$0\")/arguments\"\n"
               "echo '{\"ready\":true,\"api_port\":4242}'\ncat > /dev/null\n");
        AgentProcess agent(QStringLiteral("my lab"));
        startInto(agent, answer_);
        QTRY_VERIFY(answer_.has_value());
        QCOMPARE(read("password"), QByteArray::fromStdString((**answer_).password));
        QVERIFY(read("arguments").contains("--lab my lab"));
        QVERIFY(read("arguments").contains("--exit-with-parent"));
        QVERIFY(!read("arguments").contains(read("password")));
    }

    void anAgentThatEndsAtOnceIsAnErrorInItsOwnWords() {
        script("echo 'pathscope-agent: There is no lab nowhere.' >&2\nexit 2\n");
        AgentProcess agent(QStringLiteral("nowhere"));
        startInto(agent, answer_);
        QTRY_VERIFY(answer_.has_value());
        QCOMPARE(answer_->error().text, std::string("There is no lab nowhere."));
    }

    void anAgentThatNeverGetsReadyTimesOut() {
        script("exec cat > /dev/null\n");
        AgentProcess agent(QStringLiteral("lab"), std::chrono::milliseconds(100));
        startInto(agent, answer_);
        QTRY_VERIFY(answer_.has_value());
        QCOMPARE(answer_->error().code, ErrorCode::Timeout);
    }

    void aMissingAgentIsSaidWithThePlaces() {
        qputenv("PATH", "/nonexistent");
        AgentProcess agent(QStringLiteral("lab"));
        startInto(agent, answer_);
        QVERIFY(answer_.has_value());
        QCOMPARE(answer_->error().code, ErrorCode::NotFound);
        QVERIFY(answer_->error().text.find(folder_->path().toStdString()) != std::string::npos);
        qputenv("PATH", "/usr/bin:/bin");
    }

    void aKilledAgentCanBeStartedAgain() {
        script("echo $$ > \"$(dirname \"$0\")/pid\"\necho '{\"ready\":true,\"api_port\":4242}'\ncat > /dev/null\n");
        AgentProcess agent(QStringLiteral("lab"));
        startInto(agent, answer_);
        QTRY_VERIFY(answer_.has_value());
        ::kill(read("pid").toInt(), SIGKILL);
        QTRY_VERIFY(!agent.isRunning());
        answer_.reset();
        startInto(agent, answer_);
        QTRY_VERIFY(answer_.has_value());
        QVERIFY(answer_->has_value());
    }

    void theAgentEndsWithItsOwner() {
        script("echo $$ > \"$(dirname \"$0\")/pid\"\necho '{\"ready\":true,\"api_port\":4242}'\ncat > /dev/null\n");
        {
            AgentProcess agent(QStringLiteral("lab"));
            startInto(agent, answer_);
            QTRY_VERIFY(answer_.has_value());
        }
        QCOMPARE(::kill(read("pid").toInt(), 0), -1);
    }

    void destroyingItWhileStartingAnswersTheStart() {
        script("exec cat > /dev/null\n");
        auto agent = std::make_unique<AgentProcess>(QStringLiteral("lab"));
        startInto(*agent, answer_);
        agent.reset();
        QVERIFY(answer_.has_value());
        QCOMPARE(answer_->error().code, ErrorCode::Cancelled);
    }

private:
    void script(const char* body) {
        QFile file(folder_->filePath(QStringLiteral("pathscope-agent")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("#!/bin/sh\n");
        file.write(body);
        file.close();
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }
    QByteArray read(const char* name) {
        QFile file(folder_->filePath(QLatin1String(name)));
        return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed() : QByteArray();
    }

    std::unique_ptr<QTemporaryDir> folder_;
    std::optional<Result<AgentAddress>> answer_;
};

QTEST_GUILESS_MAIN(TestAgentProcess)
#include "tst_agent_process.moc"
