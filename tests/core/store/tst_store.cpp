// The user's database: experiments and changes kept and found again, older and newer forms, other people's files, full disks, killed programs.
#include "core/base/resources.h"
#include "core/store/change_journal.h"
#include "core/store/experiment_json.h"
#include "core/store/experiment_log.h"
#include "core/store/migrations.h"
#include "core/store/path_log.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <SQLiteCpp/SQLiteCpp.h>
#include <csignal>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using core::base::ErrorCode;
using core::model::Experiment;
using core::model::ExperimentRun;
using core::model::Side;
using core::store::ChangeJournal;
using core::store::ExperimentLog;
using core::store::JournalOutcome;
using core::store::Store;

namespace {

ExperimentRun run(Side side, double bps) {
    ExperimentRun run;
    run.side = side;
    run.startedMs = 1'796'000'000'000;
    run.warmupS = 2;
    run.configHash = "ab";
    run.generatorPercent = 38.5;
    run.samples.push_back({1, bps, {0, 0, 0, bps / 3, bps / 7}, 1, {100, 40.25}, {{13.1, 19}, {48, 1}}});
    run.samples.push_back({2.0001, bps * 1.01, {}, 0, {}, {}});
    return run;
}

Experiment sample(const std::string& id) {
    Experiment e;
    e.id = id;
    e.createdMs = 1'796'000'000'000;
    e.title = "FastTrack on <b>branch</b>";
    e.question = "Does it help?";
    e.router = "branch";
    e.board = "RBD52G-5HacD2HnD";
    e.version = "7.16";
    e.arrangement = core::model::Arrangement::Interleaved;
    e.primary = core::model::Metric::PingP95;
    e.planId = "add-fasttrack";
    e.change = {"/ip firewall filter add chain=forward"};
    e.inverse = {"/ip firewall filter remove *5"};
    e.method = "8 flows";
    e.predicted = {{core::model::Metric::Throughput, 9e8, 8e8, {}}};
    e.note = "evening";
    e.runs = {run(Side::Before, 5.6e8), run(Side::After, 9.2e8)};
    return e;
}

} // namespace

class TestStore : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anExperimentComesBackAsItWas() {
        ExperimentLog log(open());
        Experiment made = sample("7f3a01");
        QVERIFY(log.begin(made));
        const ExperimentRun third = run(Side::After, 9.1e8);
        QVERIFY(log.addRun(made.id, third));
        made.runs.push_back(third);
        made.note = "night";
        QVERIFY(log.update(made));
        ExperimentLog again(open());
        QCOMPARE(again.find("7f3a01").value() == made, true);
        QCOMPARE(again.find("7f").value() == made, true);
        QCOMPARE(again.find("last").value() == made, true);
        QCOMPARE(core::store::readExperiment(core::store::experimentText(made)).value() == made, true);
        const auto list = again.list().value();
        QCOMPARE(list.size(), std::size_t(1));
        QCOMPARE(list[0].runs, std::size_t(3));
        QCOMPARE(list[0].board, made.board);
    }

    void minutesOfPathsComeBackInOrder() {
        core::store::PathLog log(open());
        core::store::PathMinute one{29'000'000, 60, {1, 2, 3, 4, 5}, 6}, two{29'000'001, 20, {0, 0, 0, 0, 7}, 0};
        QVERIFY(log.add("branch", two) && log.add("branch", one) && log.add("home", one));
        QCOMPARE(core::store::PathLog(open()).between("branch", 29'000'000, 29'000'002).value() == (std::vector{one, two}), true);
        QCOMPARE(log.between("branch", 29'000'000, 29'000'001).value().size(), std::size_t(1));
        QVERIFY(log.between("nobody", 0, 29'000'002).value().empty());
        QCOMPARE(log.routers().value() == (std::vector<std::string>{"branch", "home"}), true);
        core::store::PathMinute more = two, less = two; // two consoles watched the same minute
        more.seconds = 50;
        less.seconds = 10;
        QVERIFY(log.add("branch", more) && log.add("branch", less));
        QCOMPARE(log.between("branch", 29'000'001, 29'000'002).value().front() == more, true);
        QVERIFY(log.forgetBefore(29'000'001));
        QCOMPARE(log.routers().value() == (std::vector<std::string>{"branch"}), true);
    }

    void whatIsNotThereIsSaid() {
        ExperimentLog log(open());
        QVERIFY(log.begin(sample("7f3a01")) && log.begin(sample("7f3b")));
        QCOMPARE(log.find("9").error().code, ErrorCode::NotFound);
        QCOMPARE(log.find("").error().code, ErrorCode::NotFound);
        QCOMPARE(log.find("7f%").error().code, ErrorCode::NotFound);
        QCOMPARE(log.find("7f").error().code, ErrorCode::InvalidInput);
        QCOMPARE(log.begin(sample("7f3b")).error().code, ErrorCode::Refused);
        QCOMPARE(log.begin(sample("")).error().code, ErrorCode::InvalidInput);
        QCOMPARE(log.addRun("9", run(Side::Before, 1)).error().code, ErrorCode::NotFound);
        QCOMPARE(log.update(sample("9")).error().code, ErrorCode::NotFound);
        QVERIFY(log.remove("7f3b"));
        QCOMPARE(log.remove("7f3b").error().code, ErrorCode::NotFound);
        QCOMPARE(log.find("7f").value().id, std::string("7f3a01"));
        QVERIFY(!core::store::readExperiment("{}"));
        QVERIFY(!core::store::readExperiment("{\"experiment\":{\"runs\":7}}"));
        QVERIFY(!core::store::readExperiment("\xff"));
    }

    void notesStayWithTheirExperiment() {
        ExperimentLog log(open());
        QVERIFY(log.begin(sample("a1")));
        QVERIFY(log.addNote("a1", {20, "later"}) && log.addNote("a1", {10, "first"}));
        QCOMPARE(log.notes("a1").value().front().text, std::string("first"));
        QCOMPARE(log.addNote("b", {1, ""}).error().code, ErrorCode::NotFound);
        QVERIFY(log.remove("a1"));
        QVERIFY(log.notes("a1").value().empty());
    }

    void theJournalTellsEveryWrite() {
        ChangeJournal journal(open());
        core::store::JournalChange change;
        change.startedMs = 5;
        change.router = "branch";
        change.user = "admin";
        change.planId = "add-fasttrack";
        change.title = "Add FastTrack";
        const auto id = journal.begin(change).value();
        QCOMPARE(journal.addStep(id, {6, "/queue tree add name=a", "", ""}).value(), 0);
        QCOMPARE(journal.addStep(id, {7, "/queue tree add name=b", "", ""}).value(), 1);
        QVERIFY(journal.finishStep(id, 0, "/queue tree remove *5", "ret=*5"));
        QVERIFY(journal.setBody(id, "{\"x\":1}"));
        // A program that died here is read as this: a change under way, the second step without an answer.
        QCOMPARE(journal.find(id).value().outcome, JournalOutcome::Pending);
        QVERIFY(journal.steps(id).value()[1].result.empty());
        QVERIFY(journal.end(id, JournalOutcome::Kept, "fine", 9));
        const auto all = journal.changes("branch").value();
        QCOMPARE(all.size(), std::size_t(1));
        QCOMPARE(all[0].outcome, JournalOutcome::Kept);
        QCOMPARE(all[0].endedMs, std::int64_t(9));
        QCOMPARE(all[0].body, std::string("{\"x\":1}"));
        QCOMPARE(journal.steps(id).value()[0].inverse, std::string("/queue tree remove *5"));
        QVERIFY(journal.changes("other").value().empty());
        QCOMPARE(journal.changes("").value().size(), std::size_t(1));
        QCOMPARE(journal.addStep(77, {}).error().code, ErrorCode::NotFound);
        QCOMPARE(journal.finishStep(id, 9, "", "").error().code, ErrorCode::NotFound);
        QCOMPARE(journal.end(77, JournalOutcome::Kept, "", 0).error().code, ErrorCode::NotFound);
        QCOMPARE(journal.find(77).error().code, ErrorCode::NotFound);
    }

    void theFirstFormOpensForEver() {
        const auto sql = core::base::readFile(std::filesystem::path(QFINDTESTDATA("form1.sql").toStdString()));
        QVERIFY(sql.has_value());
        SQLite::Database(file(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec(*sql);
        const auto store = open();
        QCOMPARE(ExperimentLog(store).find("7f3a").value().runs.at(0).samples.at(0).rtts.at(1).ms, 48.0);
        QCOMPARE(ExperimentLog(store).notes("7f3a00c2").value().size(), std::size_t(1));
        QCOMPARE(ChangeJournal(store).steps(1).value().at(0).result, std::string("ret=*5"));
        SQLite::Database after(file(), SQLite::OPEN_READONLY);
        QCOMPARE(after.execAndGet("PRAGMA user_version").getInt(), core::store::newestForm());
        QVERIFY(after.tableExists("path_minutes"));
    }

    void aNewerFormIsLeftAlone() {
        QVERIFY(open() != nullptr);
        SQLite::Database(file(), SQLite::OPEN_READWRITE).exec("PRAGMA user_version = 99");
        const QByteArray before = bytes();
        const auto store = Store::open(file());
        QCOMPARE(store.error().code, ErrorCode::Unsupported);
        QVERIFY(store.error().text.find("newer") != std::string::npos);
        QCOMPARE(bytes(), before);
    }

    void anotherProgramsFileIsLeftAlone() {
        SQLite::Database(file(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec("CREATE TABLE theirs(x)");
        QCOMPARE(Store::open(file()).error().code, ErrorCode::InvalidInput);
        QFile text(QString::fromStdString(file()));
        QVERIFY(text.open(QIODevice::WriteOnly));
        text.write(QByteArray(5000, 'x'));
        text.close();
        QCOMPARE(Store::open(file()).error().code, ErrorCode::InvalidInput);
        QCOMPARE(Store::openCopy(file()).error().code, ErrorCode::InvalidInput);
        QCOMPARE(Store::openCopy(folder_->filePath(QStringLiteral("none")).toStdString()).error().code, ErrorCode::NotFound);
        QVERIFY(!Store::open("/proc/none/x.db"));
    }

    void onlyTheOwnerMayReadIt() {
        QVERIFY(open() != nullptr);
        QCOMPARE(QFile::permissions(QString::fromStdString(file())) & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
    }

    void aFullDiskKeepsWhatWasThere() {
        const auto store = open();
        ExperimentLog log(store);
        QVERIFY(log.begin(sample("a1")));
        QVERIFY(store->write("x", [](SQLite::Database& database) {
            const int pages = database.execAndGet("PRAGMA page_count").getInt();
            database.exec("PRAGMA max_page_count = " + std::to_string(pages));
        }));
        Experiment large = sample("a2");
        for (int i = 0; i < 200; ++i) {
            large.runs.push_back(run(Side::Before, i));
        }
        const auto kept = log.begin(large);
        QCOMPARE(kept.error().code, ErrorCode::Io);
        QVERIFY(kept.error().text.find("full") != std::string::npos);
        QCOMPARE(log.list().value().size(), std::size_t(1));
        QCOMPARE(log.find("a1").value() == sample("a1"), true);
    }

    // Killed while it writes as fast as it can: what was told to be kept is there, and no experiment is there by half.
    void aKilledProgramLosesNothingItWasToldIsKept() {
        for (int round = 0; round < 10; ++round) {
            int told[2];
            QVERIFY(pipe(told) == 0);
            const pid_t child = fork();
            if (child == 0) {
                ExperimentLog log(*Store::open(file()));
                for (int i = 0;; ++i) {
                    const std::string id = std::to_string(round) + "-" + std::to_string(i);
                    if (!log.begin(sample(id)) || ::write(told[1], &i, sizeof i) != sizeof i) {
                        _exit(1);
                    }
                }
            }
            int last = -1;
            for (int i = 0; i < 3 + round; ++i) {
                QVERIFY(::read(told[0], &last, sizeof last) == sizeof last);
            }
            kill(child, SIGKILL);
            waitpid(child, nullptr, 0);
            close(told[1]);
            while (::read(told[0], &last, sizeof last) == sizeof last) {
            }
            close(told[0]);
            ExperimentLog log(open());
            for (int i = 0; i <= last; ++i) {
                QVERIFY(log.find(std::to_string(round) + "-" + std::to_string(i)).has_value());
            }
            for (const auto& entry : log.list().value()) {
                QCOMPARE(entry.runs, std::size_t(2));
            }
        }
    }

    void twoProgramsTakeTurns() {
        const auto one = open();
        std::thread other([this] {
            ExperimentLog log(*Store::open(file()));
            for (int i = 0; i < 20; ++i) {
                static_cast<void>(log.begin(sample("b" + std::to_string(i))));
            }
        });
        ExperimentLog log(one);
        for (int i = 0; i < 20; ++i) {
            QVERIFY(log.begin(sample("a" + std::to_string(i))));
        }
        other.join();
        QCOMPARE(log.list().value().size(), std::size_t(40));
    }

    void aBundleIsOneFileAndIsOnlyRead() {
        const auto bundle = Store::create(file());
        QVERIFY(bundle.has_value());
        QVERIFY(ExperimentLog(*bundle).begin(sample("a1")));
        QCOMPARE(QDir(folder_->path()).entryList(QDir::Files).size(), 1);
        const QByteArray before = bytes();
        const auto copy = Store::openCopy(file());
        QVERIFY(copy.has_value());
        QCOMPARE(ExperimentLog(*copy).find("a1").value() == sample("a1"), true);
        QVERIFY(ExperimentLog(*copy).remove("a1"));
        QCOMPARE(bytes(), before);
    }

    void init() { folder_ = std::make_unique<QTemporaryDir>(); }
    void cleanup() { folder_.reset(); }

private:
    [[nodiscard]] std::string file() const { return folder_->filePath(QStringLiteral("pathscope.db")).toStdString(); }
    [[nodiscard]] std::shared_ptr<Store> open() const { return Store::open(file()).value(); }
    [[nodiscard]] QByteArray bytes() const {
        QFile in(QString::fromStdString(file()));
        return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
    }
    std::unique_ptr<QTemporaryDir> folder_;
};

QTEST_GUILESS_MAIN(TestStore)
#include "tst_store.moc"
