// Twin on a pasted configuration, with a small shell script in the agent's place.
#include "core/workspace/config_document.h"
#include "core/workspace/twin.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

using namespace core::workspace;
using core::model::PredictionRequest;
using Phase = TwinState::Phase;

namespace {

constexpr const char* kConfig = "# model = RB760iGS\n/ip address\nadd address=192.168.88.1/24 interface=bridge\n/interface bridge\nadd name=bridge\n";
// Keeps the job, and answers at once.
constexpr const char* kAnswers = "cat > \"$(dirname \"$0\")/job\"\n"
                                 "echo '{\"result\":{\"throughput_bps\":900000000,\"cpu_percent\":[90.5],\"paths\":{\"slow\":1}}}'\n";
constexpr const char* kRefuses = "cat > /dev/null\necho '{\"error\":\"traffic.to: no such place\"}'\nexit 2\n";
constexpr const char* kNeverEnds = "exec sleep 1000\n";

} // namespace

class TestTryOnTwin : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        qputenv("PATHSCOPE_BIN", folder_->path().toLocal8Bit());
        qputenv("XDG_CACHE_HOME", folder_->filePath(QStringLiteral("cache")).toLocal8Bit());
    }

    void theConfigurationIsReadWhenNobodyHas() {
        script(kAnswers);
        ConfigDocument document(QStringLiteral("1"), QStringLiteral("pasted"), kConfig);
        Twin twin(document);
        twin.run({});
        QCOMPARE(twin.state().phase, Phase::Running);
        QTRY_VERIFY(twin.state().phase != Phase::Running);
        QCOMPARE(twin.state().phase, Phase::Done);
        QCOMPARE(QString::fromStdString(twin.state().prediction->board), QStringLiteral("RB760iGS"));
        QCOMPARE(twin.state().prediction->now.throughputBps.median, 9e8);
    }

    void aConfigurationThatCannotBeReadIsSaidToBe() {
        script(kAnswers);
        ConfigDocument document(QStringLiteral("1"), QStringLiteral("pasted"), "this is a letter, no export");
        Twin twin(document);
        twin.run({});
        QTRY_COMPARE(twin.state().phase, Phase::Failed);
        QVERIFY(!twin.state().message.isEmpty());
    }

    void aPlansCommandsBecomeTheChange() {
        script(kAnswers);
        ConfigDocument document(QStringLiteral("1"), QStringLiteral("pasted"), kConfig);
        Twin twin(document);
        core::model::Plan plan;
        plan.steps.emplace_back().commandLine = "/ip settings set rp-filter=no";
        twin.run({}, plan);
        QTRY_COMPARE(twin.state().phase, Phase::Done);
        QCOMPARE(QString::fromStdString(twin.state().asked.change.value_or("")), QStringLiteral("/ip settings set rp-filter=no\n"));
        QVERIFY(twin.state().prediction->effect.has_value());
        QFile job(folder_->filePath(QStringLiteral("job")));
        QVERIFY(job.open(QIODevice::ReadOnly));
        QVERIFY(job.readAll().contains("rp-filter=no"));
    }

    void aRefusalKeepsTheResultBefore() {
        script(kAnswers);
        ConfigDocument document(QStringLiteral("1"), QStringLiteral("pasted"), kConfig);
        Twin twin(document);
        twin.run({});
        QTRY_COMPARE(twin.state().phase, Phase::Done);
        script(kRefuses);
        PredictionRequest other;
        other.to = "nowhere";
        twin.run(other);
        QTRY_COMPARE(twin.state().phase, Phase::Failed);
        QVERIFY(twin.state().message.contains(QStringLiteral("no such place")));
        QVERIFY(twin.state().prediction != nullptr);
    }

    void whatIsOnItsWayCanBeStopped() {
        script(kNeverEnds);
        ConfigDocument document(QStringLiteral("1"), QStringLiteral("pasted"), kConfig);
        Twin twin(document);
        twin.run({});
        twin.cancel(); // while the configuration is read
        QCOMPARE(twin.state().phase, Phase::Stopped);
        QTRY_VERIFY(document.config() != nullptr);
        QCOMPARE(twin.state().phase, Phase::Stopped);
        twin.run({});
        twin.cancel();
        QCOMPARE(twin.state().phase, Phase::Stopped);
    }

    void everyBoardIsTriedAndThoseItDoesNotRunOnComeLast() {
        script("if grep -q '\"model\": *\"RB760iGS\"'; then echo '{\"error\":\"it has no port\"}'; exit 2; fi\n"
               "echo '{\"result\":{\"throughput_bps\":900000000}}'\n");
        ConfigDocument document(QStringLiteral("1"), QStringLiteral("pasted"), kConfig);
        Twin twin(document);
        twin.tryBoards({});
        QVERIFY(twin.state().tryingBoards);
        QTRY_VERIFY_WITH_TIMEOUT(!twin.state().tryingBoards, 60'000);
        const auto& boards = twin.state().boards;
        QCOMPARE(boards.size(), twinBoards().size());
        QVERIFY(boards.front().predicted.has_value());
        QCOMPARE(QString::fromStdString(boards.back().board), QStringLiteral("RB760iGS"));
        QVERIFY(boards.back().problem.find("no port") != std::string::npos);
    }

private:
    void script(const char* body) {
        QFile file(folder_->filePath(QStringLiteral("pathscope-agent")));
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write("#!/bin/sh\n");
        file.write(body);
        file.close();
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }

    std::unique_ptr<QTemporaryDir> folder_;
};

QTEST_GUILESS_MAIN(TestTryOnTwin)
#include "tst_try_on_twin.moc"
