// Verdicts: what the statistics say of runs that are alike, of runs that differ, and when nothing may be said.
#include "core/experiment/judge.h"

#include <QTest>
#include <cmath>
#include <random>

using core::experiment::judge;
using core::metrics::Weighted;
using core::model::Experiment;
using core::model::ExperimentRun;
using core::model::ExperimentVerdict;
using core::model::Metric;
using core::model::PathKind;
using core::model::Side;

namespace {

struct Noise {
    double level = 5e8;
    double seconds = 0.05;   // standard deviation of a second, share of the level
    double neighbours = 0.6; // correlation of a second with the one before
    double runs = 0.01;      // of a whole run
    int pings = 0;           // a second
};

class Lab {
public:
    explicit Lab(std::uint64_t seed)
        : random_(seed) {}

    ExperimentRun run(Side side, const Noise& noise, double effect = 1, int seconds = 25) {
        ExperimentRun run;
        run.side = side;
        run.warmupS = 5;
        const double level = noise.level * effect * (1 + noise.runs * gauss());
        double state = gauss();
        for (int i = 1; i <= seconds; ++i) {
            state = noise.neighbours * state + std::sqrt(1 - noise.neighbours * noise.neighbours) * gauss();
            core::model::ExperimentSample sample;
            sample.atS = i;
            sample.throughputBps = i <= 5 ? level / 10 : level * (1 + noise.seconds * state);
            sample.pathBps[static_cast<std::size_t>(PathKind::Slow)] = sample.throughputBps;
            sample.cpuPercent = {60, 30};
            for (int ping = 0; ping < noise.pings; ++ping) {
                sample.rtts.push_back({std::round(40 * std::exp(0.3 * state + 0.2 * gauss())) / 4, 1});
            }
            run.samples.push_back(sample);
        }
        return run;
    }

    Experiment pairs(int count, const Noise& noise, double effect = 1) {
        Experiment experiment;
        experiment.arrangement = core::model::Arrangement::Interleaved;
        for (int i = 0; i < count; ++i) {
            for (const Side side : i % 2 == 0 ? std::array{Side::Before, Side::After} : std::array{Side::After, Side::Before}) {
                experiment.runs.push_back(run(side, noise, side == Side::After ? effect : 1));
            }
        }
        return experiment;
    }

private:
    // Box and Muller: the same everywhere, which std::normal_distribution does not promise.
    double gauss() {
        const double u = (static_cast<double>(random_() >> 11) + 1) / 9007199254740993.0, v = static_cast<double>(random_() >> 11) / 9007199254740992.0;
        return std::sqrt(-2 * std::log(u)) * std::cos(6.283185307179586 * v);
    }
    std::mt19937_64 random_;
};

constexpr core::experiment::JudgeOptions kQuick{100, 1};

} // namespace

class TestJudge : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void quantilesAreOfWeights() {
        QCOMPARE(core::metrics::median({{3}, {1}, {2}}), 2.0);
        QCOMPARE(core::metrics::quantile({{1, 19}, {48, 1}}, 0.95), 1.0);
        QCOMPARE(core::metrics::quantile({{1, 19}, {48, 1}}, 0.96), 48.0);
        QCOMPARE(core::metrics::quantile({}, 0.5), 0.0);
        QCOMPARE(core::metrics::mean(std::vector<Weighted>{{1, 3}, {5, 1}}), 2.0);
    }

    void blocksGrowWithTheCorrelationOfNeighbours() {
        std::vector<double> alternating, slow;
        for (int i = 0; i < 60; ++i) {
            alternating.push_back(i % 2);
            slow.push_back(std::sin(i / 10.0));
        }
        QCOMPARE(core::metrics::blockLength(alternating), std::size_t(4));
        QCOMPARE(core::metrics::blockLength(slow), std::size_t(20));
        QCOMPARE(core::metrics::blockLength(std::vector<double>{1, 2}), std::size_t(1));
    }

    void studentsTIsTheTables() {
        QCOMPARE(core::metrics::studentT95(1), 12.706);
        QCOMPARE(core::metrics::studentT95(5), 2.571);
        QVERIFY(std::abs(core::metrics::studentT95(60) - 2.000) < 0.002);
    }

    // The promise: two sides that are the same are told apart as "better" in at most one of twenty experiments.
    void experimentsOfNothingAreSeldomCalledBetter_data() {
        QTest::addColumn<int>("pairs");
        QTest::addColumn<int>("metric");
        QTest::addColumn<double>("neighbours");
        QTest::newRow("six pairs, throughput") << 6 << 0 << 0.6;
        QTest::newRow("three pairs, strong correlation") << 3 << 0 << 0.85;
        QTest::newRow("six pairs, ping p95") << 6 << 2 << 0.6;
    }
    void experimentsOfNothingAreSeldomCalledBetter() {
        QFETCH(int, pairs);
        QFETCH(int, metric);
        QFETCH(double, neighbours);
        int better = 0, worse = 0;
        for (std::uint64_t seed = 1; seed <= 200; ++seed) {
            Noise noise;
            noise.neighbours = neighbours;
            noise.pings = metric == 2 ? 4 : 0;
            Experiment experiment = Lab(seed).pairs(pairs, noise);
            experiment.primary = static_cast<Metric>(metric);
            const auto verdict = judge(experiment, kQuick).verdict;
            better += verdict == ExperimentVerdict::Better;
            worse += verdict == ExperimentVerdict::Worse;
        }
        qInfo("of 200 experiments of nothing, %d better, %d worse", better, worse);
        QVERIFY2(better <= 10, qPrintable(QString::number(better)));
        QVERIFY2(worse <= 10, qPrintable(QString::number(worse)));
    }

    void aTenthMoreIsFoundFourTimesOutOfFive() {
        int better = 0;
        for (std::uint64_t seed = 1; seed <= 100; ++seed) {
            better += judge(Lab(seed).pairs(6, {}, 1.1), kQuick).verdict == ExperimentVerdict::Better;
        }
        QVERIFY2(better >= 80, qPrintable(QString::number(better)));
    }

    void theSameExperimentGivesTheSameFigures() {
        Noise calm;
        calm.seconds = 0.01;
        calm.runs = 0.001;
        const Experiment experiment = Lab(7).pairs(3, calm, 1.64);
        const auto once = judge(experiment), again = judge(experiment);
        QCOMPARE(once.metrics == again.metrics, true);
        QCOMPARE(once.verdict, ExperimentVerdict::Better);
        QCOMPARE(once.metrics.at(0).metric, Metric::Throughput);
        QVERIFY(std::abs(once.metrics.at(0).difference - 0.64) < 0.02);
        QVERIFY(once.metrics.at(0).low < once.metrics.at(0).difference && once.metrics.at(0).difference < once.metrics.at(0).high);
    }

    void aSideAloneHasTheValueTheJudgementShows() {
        Noise pinged;
        pinged.pings = 5;
        const Experiment experiment = Lab(5).pairs(3, pinged, 1.3);
        const auto judgement = judge(experiment);
        QVERIFY(judgement.metrics.size() >= 4);
        for (const auto& each : judgement.metrics) {
            QCOMPARE(core::experiment::sideValue(experiment, Side::Before, each.metric).value(), each.before);
            QCOMPARE(core::experiment::sideValue(experiment, Side::After, each.metric).value(), each.after);
        }
        QVERIFY(!core::experiment::sideValue(Lab(5).pairs(3, {}), Side::After, Metric::PingP95).has_value());
    }

    void lessIsWorseAndForPingsBetter() {
        QCOMPARE(judge(Lab(1).pairs(6, {}, 0.7)).verdict, ExperimentVerdict::Worse);
        Noise pinged;
        pinged.pings = 5;
        Experiment pings = Lab(1).pairs(6, pinged);
        pings.primary = Metric::PingP95;
        for (ExperimentRun& run : pings.runs) {
            for (auto& sample : run.samples) {
                for (auto& rtt : sample.rtts) {
                    rtt.ms *= run.side == Side::After ? 0.3 : 1;
                }
            }
        }
        QCOMPARE(judge(pings).verdict, ExperimentVerdict::Better);
    }

    void whatCouldHaveBeenSeenAndWasNotIsNoDifference() {
        Noise calm;
        calm.seconds = 0.01;
        calm.runs = 0.001;
        const auto judgement = judge(Lab(3).pairs(6, calm));
        QCOMPARE(judgement.verdict, ExperimentVerdict::NoDifference);
        QVERIFY(judgement.metrics.at(0).detectable < 0.05);
    }

    void aDifferenceTooSmallToMatterIsNone() {
        Noise none;
        none.seconds = none.runs = 0.0001;
        QCOMPARE(judge(Lab(3).pairs(6, none, 1.005)).verdict, ExperimentVerdict::NoDifference);
    }

    void noiseThatCouldHideATenthIsNotEnoughData() {
        Noise wild;
        wild.runs = 0.4;
        const auto judgement = judge(Lab(3).pairs(3, wild));
        QCOMPARE(judgement.verdict, ExperimentVerdict::NotEnoughData);
        QVERIFY(judgement.reason.find("more pairs") != std::string::npos);
    }

    void aFewSecondsAreNotEnough() {
        Experiment experiment;
        experiment.runs = {Lab(1).run(Side::Before, {}, 1, 12), Lab(2).run(Side::After, {}, 2, 40)};
        const auto judgement = judge(experiment);
        QCOMPARE(judgement.verdict, ExperimentVerdict::NotEnoughData);
        QVERIFY(judgement.reason.find("7 seconds") != std::string::npos);
        QCOMPARE(judge(Experiment()).verdict, ExperimentVerdict::NotEnoughData);
    }

    void aGeneratorAtItsLimitIsNoMeasurement() {
        Experiment experiment = Lab(1).pairs(3, {}, 1.5);
        experiment.runs[2].generatorPercent = 99;
        const auto judgement = judge(experiment);
        QCOMPARE(judgement.verdict, ExperimentVerdict::Refused);
        QVERIFY(judgement.reason.find("99 %") != std::string::npos);
    }

    void otherTrafficInARunOfTheSameSideRefusesTheVerdict() {
        Experiment experiment = Lab(1).pairs(3, {}, 1.5);
        const auto shift = [&](double share) {
            for (auto& sample : experiment.runs[3].samples) { // of side Before
                sample.pathBps = {};
                sample.pathBps[static_cast<std::size_t>(PathKind::FastTrack)] = share * sample.throughputBps;
                sample.pathBps[static_cast<std::size_t>(PathKind::Slow)] = (1 - share) * sample.throughputBps;
            }
        };
        shift(0.09);
        QCOMPARE(judge(experiment).verdict, ExperimentVerdict::Better);
        shift(0.12);
        QCOMPARE(judge(experiment).verdict, ExperimentVerdict::Refused);
        // The change itself may move it as far as it will.
        experiment = Lab(1).pairs(3, {}, 1.5);
        for (ExperimentRun& run : experiment.runs) {
            for (auto& sample : run.samples) {
                if (run.side == Side::After) {
                    std::swap(sample.pathBps[3], sample.pathBps[4]);
                }
            }
        }
        QCOMPARE(judge(experiment).verdict, ExperimentVerdict::Better);
        QCOMPARE(judge(experiment).metrics.back().difference, 1.0);
    }

    void aSingleRunThatDriftsIsRefusedToo() {
        Experiment experiment;
        experiment.runs = {Lab(1).run(Side::Before, {}, 1, 45), Lab(2).run(Side::After, {}, 2, 45)};
        QCOMPARE(judge(experiment).verdict, ExperimentVerdict::Better);
        for (std::size_t i = 25; i < 45; ++i) {
            std::swap(experiment.runs[0].samples[i].pathBps[3], experiment.runs[0].samples[i].pathBps[4]);
        }
        QCOMPARE(judge(experiment).verdict, ExperimentVerdict::Refused);
    }

    void whatItCannotProveIsSaid() {
        Experiment plain;
        plain.runs = {Lab(1).run(Side::Before, {}, 1, 45), Lab(2).run(Side::After, {}, 2, 45)};
        plain.runs[0].configHash = "a";
        const auto said = judge(plain).cautions;
        QCOMPARE(said.size(), std::size_t(2));
        QVERIFY(said[0].find("one after the other") != std::string::npos);
        QVERIFY(said[1].find("single run") != std::string::npos);
        Noise pinged;
        pinged.pings = 5;
        Experiment pairs = Lab(1).pairs(3, pinged, 1.5);
        QVERIFY(judge(pairs).cautions.empty());
        pairs.runs[0].configHash = "a";
        pairs.runs[3].configHash = "b";
        QCOMPARE(judge(pairs).cautions.size(), std::size_t(1));
        for (ExperimentRun& run : pairs.runs) {
            for (auto& sample : run.samples) {
                for (auto& rtt : sample.rtts) {
                    rtt.ms *= run.side == Side::After ? 3 : 1;
                }
            }
        }
        const auto worse = judge(pairs);
        QCOMPARE(worse.verdict, ExperimentVerdict::Better);
        QVERIFY(worse.cautions.back().find("became worse") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestJudge)
#include "tst_judge.moc"
