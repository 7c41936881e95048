// PredictionJob and its cache against small shell scripts that stand in for the agent.
#include "core/twin/prediction_cache.h"
#include "core/twin/prediction_job.h"
#include "core/twin/prediction_json.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>

using namespace core::twin;
using core::base::ErrorCode;
using core::base::Result;
using core::model::Prediction;
using core::model::PredictionRequest;

namespace {

constexpr const char* kBoard = "{\"model\":\"X\",\"cores\":2,\"cost\":{\"slow\":1000}}";
// Answers at once, and counts how often it was asked.
constexpr const char* kAnswers = "cat > /dev/null\n"
                                 "echo run >> \"$(dirname \"$0\")/runs\"\n"
                                 "echo '{\"progress\":0.5,\"simulated_s\":1.0}'\n"
                                 "echo '{\"result\":{\"throughput_bps\":900000000,\"rtt_ms\":{\"p50\":1.25,\"mean\":2},\"rtt_cdf\":[[1.25,0.5],[3.5,1]],"
                                 "\"cpu_percent\":[90.5,10],\"paths\":{\"slow\":1}}}'\n";
constexpr const char* kNeverEnds = "echo $$ >> \"$(dirname \"$0\")/pids\"\nexec sleep 1000\n";

QCoro::Task<void> runInto(PredictionJob& job, std::optional<Result<Prediction>>& into) {
    Result<Prediction> answer = co_await job.run();
    into = std::move(answer);
}

Prediction full() {
    Prediction out;
    out.board = "RB760iGS";
    out.seed = 7;
    out.durationS = 12.5;
    out.now.throughputBps = {1e9 / 3, 1.0 / 7, 2e9};
    out.now.fastShare = {0.25, 0.125, 0.5};
    out.now.typical.throughputBps = 1e9 / 3;
    out.now.typical.rttCurve = {{0.1, 0.3}, {17.0 / 3, 1}};
    out.now.typical.cpuPercent = {99.5, 0.25};
    out.now.typical.paths = {{"slow", 0.75}, {"fasttrack", 0.25}};
    out.now.typical.drops = {{"receive-ring", 12}};
    out.now.typical.queues = {{"down \"x\"", 5'000'000'000, 3, 77}};
    out.now.typical.series = {{1, 5e8, std::nullopt, {3, 4}, 99}, {2, 6e8, 1.5, {}, 0}};
    out.now.typical.unmodelled = {"/ppp: \u00e4"};
    out.now.typical.assumed = {"an address"};
    out.change = out.now;
    out.effect.emplace().throughput = {0.64, 0.61, 0.66};
    out.fidelity = {0.6, {"rough"}};
    return out;
}

} // namespace

class TestPredictionJob : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        answer_.reset();
        folder_ = std::make_unique<QTemporaryDir>();
        qputenv("PATHSCOPE_BIN", folder_->path().toLocal8Bit());
        qputenv("XDG_CACHE_HOME", folder_->filePath(QStringLiteral("cache")).toLocal8Bit());
        request_ = {};
        request_.board = "X";
        request_.config = "/ip address";
    }

    void aPredictionComesBackFromJsonAsItWas() {
        const auto back = readPrediction(predictionJson(full()));
        QVERIFY(back.has_value());
        QVERIFY(*back == full());
        for (const char* bad : {"", "{}", "[]", "{\"format\":2,\"now\":{}}", "{\"format\":1}"}) {
            QVERIFY2(!readPrediction(bad), bad);
        }
    }

    void theSameQuestionIsAskedOnce() {
        script(kAnswers);
        const Prediction first = asked();
        QCOMPARE(runs(), 5); // three seeds, two costs
        QVERIFY(asked() == first);
        QCOMPARE(runs(), 5);
        QVERIFY(known_);
        request_.seed = 2;
        (void)asked();
        QCOMPARE(runs(), 10);
        request_.change = "/ip firewall filter";
        (void)asked();
        QCOMPARE(runs(), 20);
        script((std::string(kAnswers) + "# another build\n").c_str());
        (void)asked();
        QCOMPARE(runs(), 30);
        (void)asked(Caching::Off);
        QCOMPARE(runs(), 40);
        QVERIFY(!known_);
    }

    void progressIsToldAndReachesTheEnd() {
        script(kAnswers);
        PredictionJob job(request_, kBoard, Caching::Off);
        QSignalSpy progressed(&job, &PredictionJob::progressed);
        runInto(job, answer_);
        QTRY_VERIFY(answer_.has_value());
        QVERIFY(progressed.count() >= 5);
        QVERIFY(progressed.last().at(0).toDouble() <= 1);
    }

    void aBrokenEntryIsLeftOutAndSaidToBe() {
        script(kAnswers);
        (void)asked();
        const QDir kept(PredictionCache::userFolder());
        QCOMPARE(kept.entryList(QDir::Files).size(), 1);
        const QString file = kept.filePath(kept.entryList(QDir::Files).first());
        QFile entry(file);
        QVERIFY(entry.open(QIODevice::ReadWrite));
        const QByteArray whole = entry.readAll();
        entry.resize(whole.size() / 2);
        entry.close();
        (void)asked();
        QCOMPARE(runs(), 10);
        QVERIFY2(problem_.contains(QStringLiteral("cut short")), qPrintable(problem_));
        QVERIFY(entry.open(QIODevice::ReadWrite));
        QByteArray changed = whole;
        changed.replace("900000000", "100000000");
        entry.write(changed);
        entry.close();
        QCOMPARE(asked().now.throughputBps.median, 9e8);
        QCOMPARE(runs(), 15);
    }

    void theLeastRecentlyUsedGoesFirst() {
        const QString folder = folder_->filePath(QStringLiteral("small"));
        PredictionCache cache(folder);
        cache.insert("aa", full());
        const qint64 one = QFileInfo(folder + QStringLiteral("/aa.prediction")).size();
        cache.insert("bb", full());
        const auto used = [&](const char* name, int secondsAgo) {
            QFile file(folder + u'/' + QString::fromLatin1(name) + QStringLiteral(".prediction"));
            QVERIFY(file.open(QIODevice::ReadWrite));
            QVERIFY(file.setFileTime(QDateTime::currentDateTimeUtc().addSecs(-secondsAgo), QFileDevice::FileModificationTime));
        };
        used("aa", 200);
        used("bb", 100);
        QVERIFY(cache.find("aa")); // used now
        PredictionCache bounded(folder, 2 * one + one / 2);
        bounded.insert("cc", full());
        QVERIFY(bounded.find("aa"));
        QVERIFY(!bounded.find("bb"));
        QVERIFY(bounded.find("cc"));
    }

    void aFolderThatCannotBeWrittenIsSaid() {
        QFile inTheWay(folder_->filePath(QStringLiteral("file")));
        QVERIFY(inTheWay.open(QIODevice::WriteOnly));
        PredictionCache cache(inTheWay.fileName() + QStringLiteral("/below"));
        cache.insert("aa", full());
        QVERIFY(cache.lastProblem().contains(QStringLiteral("not kept")));
        QVERIFY(!cache.find("aa"));
    }

    void cancellingEndsTheProcesses() {
        script(kNeverEnds);
        PredictionJob job(request_, kBoard, Caching::On);
        runInto(job, answer_);
        QTRY_COMPARE(pids().size(), std::size_t(2));
        job.cancel();
        QTRY_VERIFY(answer_.has_value());
        QCOMPARE(answer_->error().code, ErrorCode::Cancelled);
        for (const int pid : pids()) {
            QTRY_COMPARE(::kill(pid, 0), -1);
        }
    }

    void theEndOfAJobEndsItsProcesses() {
        script(kNeverEnds);
        auto job = std::make_unique<PredictionJob>(request_, kBoard, Caching::On);
        runInto(*job, answer_);
        QTRY_COMPARE(pids().size(), std::size_t(2));
        job.reset();
        QTRY_VERIFY(answer_.has_value());
        QCOMPARE(answer_->error().code, ErrorCode::Cancelled);
        for (const int pid : pids()) {
            QTRY_COMPARE(::kill(pid, 0), -1);
        }
    }

    void anAnswerIsNotKeptWhenItIsAnError() {
        script("cat > /dev/null\necho '{\"error\":\"config:3: no\"}'\nexit 2\n");
        PredictionJob job(request_, kBoard, Caching::On);
        runInto(job, answer_);
        QTRY_VERIFY(answer_.has_value());
        QCOMPARE(answer_->error().text, std::string("config:3: no"));
        QVERIFY(QDir(PredictionCache::userFolder()).entryList(QDir::Files).isEmpty());
    }

private:
    Prediction asked(Caching caching = Caching::On) {
        answer_.reset();
        PredictionJob job(request_, kBoard, caching);
        runInto(job, answer_);
        if (!QTest::qWaitFor([this] { return answer_.has_value(); }) || !*answer_) {
            return {};
        }
        known_ = job.wasKnown();
        problem_ = job.cacheProblem();
        return **answer_;
    }
    void script(const char* body) {
        QFile file(folder_->filePath(QStringLiteral("pathscope-agent")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("#!/bin/sh\n");
        file.write(body);
        file.close();
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }
    [[nodiscard]] QByteArrayList lines(const char* name) const {
        QFile file(folder_->filePath(QLatin1String(name)));
        return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed().split('\n') : QByteArrayList();
    }
    [[nodiscard]] int runs() const { return static_cast<int>(lines("runs").size()); }
    [[nodiscard]] std::vector<int> pids() const {
        std::vector<int> out;
        for (const QByteArray& line : lines("pids")) {
            out.push_back(line.toInt());
        }
        return out;
    }

    std::unique_ptr<QTemporaryDir> folder_;
    PredictionRequest request_;
    std::optional<Result<Prediction>> answer_;
    bool known_ = false;
    QString problem_;
};

QTEST_GUILESS_MAIN(TestPredictionJob)
#include "tst_prediction_job.moc"
