#include "lab.h"

#include "agent/runtime/runtime.h"
#include "core/devices/lab.h"

#include <QElapsedTimer>
#include <QtTest>
#include <atomic>
#include <thread>

using agent::runtime::Runtime;
using agent::runtime::TrafficReport;
using core::base::ErrorCode;

namespace {

const std::string kFlows = R"({"kind": "tcp", "name": "download", "client": "pc", "server": "server", "streams": 2, "rate": "50M"},
                              {"kind": "ping", "name": "ping", "client": "pc", "server": "server", "interval": "10ms"})";

} // namespace

class TestRuntime : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aScenarioRunsInRealTime() {
        Runtime runtime(lab::board(), {});
        runtime.publish(lab::config());
        runtime.start();
        QVERIFY(runtime.loadScenario(lab::scenario(kFlows), "test.json").has_value());
        QElapsedTimer timer;
        timer.start();
        QTRY_VERIFY_WITH_TIMEOUT(runtime.traffic().flows[0].bytes > 10'000'000, 20'000); // 1.6 s at 50 Mb/s
        QVERIFY2(timer.elapsed() > 1400, qPrintable(QString::number(timer.elapsed())));
        const TrafficReport report = runtime.traffic();
        QCOMPARE(report.scenario, std::string("test"));
        QCOMPARE(report.flows[1].kind, std::string("ping"));
        QVERIFY(report.flows[1].rttP50Ms > 0.7);
        QCOMPARE(runtime.cpuPercent().size(), std::size_t{2});
        QVERIFY(runtime.uptime() > core::base::kSecond);
        runtime.stopScenario();
        QVERIFY(runtime.traffic().scenario.empty());
    }

    void configurationIsInForceWhenPublishReturns() {
        Runtime runtime(lab::board(), {});
        runtime.start();
        for (std::uint64_t version = 1; version < 50; ++version) {
            auto config = lab::config();
            config->version = version;
            runtime.publish(config);
            std::uint64_t seen = 0;
            runtime.call([&](agent::dataplane::Engine& engine, core::base::Nanos) { seen = engine.config().version; });
            QCOMPARE(seen, version);
        }
    }

    void callsFromAnotherThreadWhileForwarding() {
        Runtime runtime(lab::board(), {});
        runtime.publish(lab::config());
        runtime.start();
        QVERIFY(runtime.loadScenario(lab::scenario(kFlows), "test.json").has_value());
        std::atomic<bool> ok = true;
        std::thread other([&] {
            std::uint64_t last = 0;
            for (int i = 0; i < 300; ++i) {
                std::uint64_t packets = 0;
                runtime.call([&](agent::dataplane::Engine& engine, core::base::Nanos) {
                    for (const std::uint64_t n : engine.pathCounters().packets) {
                        packets += n;
                    }
                });
                ok = ok && packets >= last;
                last = packets;
            }
        });
        for (std::uint64_t version = 2; version < 100; ++version) {
            auto config = lab::config();
            config->version = version;
            runtime.publish(config);
        }
        other.join();
        QVERIFY(ok);
    }

    void itStopsPromptlyWhileBusyAndStartsAgain() {
        Runtime runtime(lab::board(), {.native = true});
        runtime.publish(lab::config());
        QVERIFY(runtime.loadScenario(lab::scenario(R"({"kind": "tcp", "client": "pc", "server": "server", "streams": 8})"), "test.json").has_value());
        runtime.start();
        QTRY_VERIFY(runtime.traffic().flows[0].bytes > 1'000'000);
        QElapsedTimer timer;
        timer.start();
        runtime.stop();
        QVERIFY2(timer.elapsed() < 500, qPrintable(QString::number(timer.elapsed())));
        const auto stopped = runtime.traffic().flows[0].bytes; // still readable
        QCOMPARE(runtime.traffic().flows[0].bytes, stopped);
        runtime.start();
        QTRY_VERIFY(runtime.traffic().flows[0].bytes > stopped);
    }

    void everyShippedLabsScenarioFitsItsBoard() {
        const auto labs = core::devices::labEntries();
        QVERIFY2(labs.has_value(), labs ? "" : labs.error().describe().c_str());
        QVERIFY(!labs->empty());
        for (const auto& entry : *labs) {
            const auto lab = core::devices::loadLab(entry.name);
            QVERIFY2(lab.has_value(), lab ? "" : lab.error().describe().c_str());
            const auto board = core::devices::loadBoard(lab->board);
            QVERIFY2(board.has_value(), board ? "" : board.error().describe().c_str());
            Runtime runtime(*board, {.buffers = 1024});
            const auto loaded = runtime.loadScenario(lab->scenario.text, lab->scenario.path);
            QVERIFY2(loaded.has_value(), loaded ? "" : loaded.error().describe().c_str());
        }
    }

    void faultsInAScenarioLeaveTheRunningOneAlone() {
        Runtime runtime(lab::board(), {});
        runtime.publish(lab::config());
        runtime.start();
        QVERIFY(runtime.loadScenario(lab::scenario(kFlows), "good.json").has_value());
        const auto bad = runtime.loadScenario(R"({"hosts": [], "flows": [{"kind": "tcp", "client": "a", "server": "b"}]})", "bad.json");
        QVERIFY(!bad.has_value());
        QCOMPARE(bad.error().code, ErrorCode::InvalidInput);
        QVERIFY2(bad.error().text.find("bad.json: flows[0].client") == 0, bad.error().text.c_str());
        QCOMPARE(runtime.traffic().scenario, std::string("test"));
    }

    void anAttachThatCannotBeIsExplained() {
        Runtime runtime(lab::board(), {});
        const auto port = runtime.attach("ether9", "tap:x");
        QVERIFY(!port.has_value());
        QCOMPARE(port.error().code, ErrorCode::NotFound);
        QVERIFY(port.error().text.find("ether1, ether2") != std::string::npos);
        const auto kind = runtime.attach("ether1", "carrier-pigeon:x");
        QVERIFY(!kind.has_value());
        QCOMPARE(kind.error().code, ErrorCode::InvalidInput);
        QVERIFY2(kind.error().text.find("port ether1") == 0, kind.error().text.c_str());
        const auto missing = runtime.attach("ether1", "af_packet:no-such-if0");
        QVERIFY(!missing.has_value());
        QVERIFY(missing.error().code == ErrorCode::NotFound || missing.error().code == ErrorCode::PermissionDenied);
    }
};

QTEST_APPLESS_MAIN(TestRuntime)
#include "tst_runtime.moc"
