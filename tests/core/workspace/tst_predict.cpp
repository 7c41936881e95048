// What is asked of the agent for a prediction, what is read of its answer, and how far a prediction is trusted.
#include "core/twin/predict.h"
#include "core/twin/rehearsal_job.h"
#include "core/workspace/predict.h"
#include "core/workspace/throughput_check.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace core::model;
using namespace core::twin;

namespace {

Rehearsed moved(double bps) {
    Rehearsed out;
    out.throughputBps = bps;
    out.paths = {{"fasttrack", 0.9}, {"slow", 0.1}};
    return out;
}

} // namespace

class TestPredict : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aJobCarriesTheBoardWithOtherCosts() {
        PredictionRequest request;
        request.tests = {"tcp_nup=20", "ping"};
        request.from = "vlan10";
        const QByteArray board = R"({"model":"X","cores":2,"cost":{"slow":1000,"receiveCores":4,"source":"a table"}})";
        const auto text = jobText(request, "/ip address\n", board, 1.25, 7);
        QVERIFY(text.has_value());
        const QJsonObject job = QJsonDocument::fromJson(*text).object();
        const QJsonObject cost = job[QStringLiteral("board")][QStringLiteral("cost")].toObject();
        QCOMPARE(cost[QStringLiteral("slow")].toDouble(), 1250.0);
        QCOMPARE(cost[QStringLiteral("receiveCores")].toInt(), 4);
        QCOMPARE(cost[QStringLiteral("source")].toString(), QStringLiteral("a table"));
        QCOMPARE(job[QStringLiteral("seed")].toInt(), 7);
        QCOMPARE(job[QStringLiteral("config")].toString(), QStringLiteral("/ip address\n"));
        QCOMPARE(job[QStringLiteral("traffic")][QStringLiteral("tests")].toArray().size(), 2);
        QCOMPARE(job[QStringLiteral("traffic")][QStringLiteral("from")].toString(), QStringLiteral("vlan10"));
        QVERIFY(!jobText(request, "", "no json", 1, 1).has_value());
    }

    void linesOfAnswersAreRead() {
        QCOMPARE(readJobLine(R"({"progress":0.25,"simulated_s":15.0})").progress.value_or(0), 0.25);
        QCOMPARE(QString::fromStdString(readJobLine(R"({"error":"config:3: no"})").error.value_or("")), QStringLiteral("config:3: no"));
        const auto line = readJobLine(R"({"result":{"throughput_bps":9e8,"rtt_ms":{"p95":3.5},"cpu_percent":[90,10],"paths":{"slow":1},)"
                                      R"("drops":{"ring":12},"unmodelled":["a"],"assumed":["b","c"]}})");
        QVERIFY(line.result.has_value());
        QCOMPARE(line.result->throughputBps, 9e8);
        QCOMPARE(line.result->rttP95Ms, 3.5);
        QCOMPARE(line.result->cpuPercent.size(), std::size_t(2));
        QCOMPARE(line.result->drops.at("ring"), std::uint64_t(12));
        QCOMPARE(line.result->assumed.size(), std::size_t(2));
        const auto curves = readJobLine(R"({"result":{"rtt_ms":{"mean":2.5},"rtt_cdf":[[1.5,0.5],[4,1]],"queues":[{"name":"q","bytes":9,"drops":1,"backlog_p95":77}],)"
                                        R"("series":[{"t":1,"throughput_bps":5,"rtt_ms":null,"cpu_percent":[3],"backlog_bytes":12}]}})");
        QCOMPARE(curves.result->rttMeanMs, 2.5);
        QCOMPARE(curves.result->rttCurve.at(1).ms, 4.0);
        QCOMPARE(curves.result->queues.at(0).backlogP95, 77.0);
        QCOMPARE(curves.result->series.at(0).backlogBytes, 12.0);
        QVERIFY(!curves.result->series.at(0).rttMs);
        for (const char* broken : {"", "{", "[]", "{\"result\":3}", "null"}) {
            QVERIFY(!readJobLine(broken).result && !readJobLine(broken).progress);
        }
    }

    void theMedianSeedIsTypicalAndTheIntervalSpansAllRuns() {
        const Predicted p = summarised({moved(5), moved(9), moved(7), moved(4), moved(12)});
        QCOMPARE(p.typical.throughputBps, 7.0);
        QCOMPARE(p.throughputBps.median, 7.0);
        QCOMPARE(p.throughputBps.low, 4.0);
        QCOMPARE(p.throughputBps.high, 12.0);
    }

    void noThroughputIsToldFinerThanTablesScatter() {
        const Predicted p = summarised({moved(100), moved(100), moved(100), moved(100), moved(100)});
        QCOMPARE(p.throughputBps.low, 95.0);
        QCOMPARE(p.throughputBps.high, 105.0);
    }

    void whatACalibrationIsWorthIsSaid() {
        Prediction prediction;
        prediction.now = summarised({moved(100), moved(100), moved(100), moved(100), moved(100)});
        const auto scoreOf = [&](const char* basis) { return core::workspace::fidelityOf(prediction, {"", "a table", "fasttrack", {}, basis}).score; };
        QVERIFY(scoreOf("vendor-table") > scoreOf("one-row"));
        QVERIFY(scoreOf("one-row") > scoreOf("relative"));
        QCOMPARE(scoreOf("relative"), scoreOf(""));
    }

    void aMixIsWrittenAsParts() {
        PredictionRequest request;
        request.mix = {{{"tcp_ndown=4"}, "bridge", "ether1", 3e8, 1518}, {{"udp_nup"}, "vlan20", "ether1", 1e6, 200}};
        request.rttMs = 12.5;
        const QJsonObject traffic = QJsonDocument::fromJson(*jobText(request, "", "{}", 1, 1)).object()[QStringLiteral("traffic")].toObject();
        QCOMPARE(traffic[QStringLiteral("parts")].toArray().size(), 2);
        QCOMPARE(traffic[QStringLiteral("parts")][1][QStringLiteral("packet_size")].toInt(), 200);
        QCOMPARE(traffic[QStringLiteral("rtt_ms")].toDouble(), 12.5);
        QVERIFY(!traffic.contains(QStringLiteral("tests")));
    }

    void theEffectIsTakenRunByRun() {
        const std::vector<Rehearsed> now{moved(100), moved(200)}, change{moved(150), moved(220)};
        const PredictedEffect effect = effectOf(now, change, now[0], change[0]);
        QCOMPARE(effect.throughput.median, 0.5);
        QVERIFY(qAbs(effect.throughput.low - 0.1) < 1e-9);
        QCOMPARE(effect.throughput.high, 0.5);
        QCOMPARE(effect.rttMean.median, 0.0); // no ping, no effect on one
        QCOMPARE(effect.fastShare.high, 0.0);
    }

    void aThroughputToExpectIsRead() {
        const auto read = core::workspace::parseThroughput("LAN -> vlan 10: 2.5G");
        QVERIFY(read.has_value());
        QCOMPARE(QString::fromStdString(read->to), QStringLiteral("vlan 10"));
        QCOMPARE(read->bps, 2.5e9);
        for (const char* bad : {"", "LAN->WAN", "LAN: 5M", "->WAN: 5M", "LAN->WAN: fast", "LAN->WAN: 0", "LAN->WAN: 5X", "LAN:->WAN 5M"}) {
            QVERIFY2(!core::workspace::parseThroughput(bad), bad);
        }
    }

    void whatSpeaksAgainstAPredictionIsSaid() {
        Prediction prediction;
        prediction.now = summarised({moved(100), moved(100), moved(100), moved(95), moved(105)});
        const Fidelity good = core::workspace::fidelityOf(prediction, {"", "a table", "fasttrack", {}});
        QCOMPARE(good.why.size(), std::size_t(1));
        QVERIFY(good.score > 0.7 && good.score < 1);
        const Fidelity other = core::workspace::fidelityOf(prediction, {"", "a table", "slow", {}});
        QVERIFY(other.score < good.score && other.why.size() == 2);
        const Fidelity counted = core::workspace::fidelityOf(prediction, {"", "a table", "fasttrack", {"counters say otherwise"}});
        QVERIFY(counted.score < good.score && counted.why.back() == "counters say otherwise");
        prediction.now.typical.unmodelled = {"one", "two"};
        prediction.change = prediction.now;
        QCOMPARE(core::workspace::fidelityOf(prediction, {"", "a table", "", {}}).why.size(), std::size_t(3)); // each once
        prediction.now.throughputBps.low = 10;
        QVERIFY(core::workspace::fidelityOf(prediction, {"", "a table", "", {}}).why.back().find("board's costs") != std::string::npos);
        prediction.now.typical.unmodelled = std::vector<std::string>(40, "x");
        QVERIFY(core::workspace::fidelityOf(prediction, {"", "a table", "slow", {}}).score >= 0);
    }
};

QTEST_APPLESS_MAIN(TestPredict)
#include "tst_predict.moc"
