#include "core/devices/board.h"
#include "core/devices/board_files.h"

#include <QTest>

using namespace core::devices;

namespace {

const char* const kSmallBoard = R"({
  "boardName": "Test", "model": "T-1", "architecture": "arm", "cpu": "ARM", "cores": 2,
  "chips": [{ "name": "switch1", "type": "Atheros-8327" }],
  "ports": [{ "name": "ether1", "speedBps": 1000000000, "chip": "switch1" }, { "name": "sfp1", "speedBps": 1000000000 }],
  "cost": { "bridge": 1, "fastPath": 2, "fastTrack": 3, "slow": 4, "slowBridge": 5, "connectionNew": 6, "rule": 7, "vlan": 8,
            "simpleQueue": 9, "queueing": 10, "receiveCores": 2, "source": "this test" }
})";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const auto at = text.find(from);
    Q_ASSERT(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

} // namespace

class tst_Boards : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyShippedBoardLoadsUnderItsOwnModelName() {
        const auto models = boardModels();
        QVERIFY2(models, models ? "" : models.error().describe().c_str());
        QVERIFY(models->size() >= 5);
        for (const std::string& model : *models) {
            const auto board = loadBoard(model);
            QVERIFY2(board, board ? "" : board.error().describe().c_str());
            QCOMPARE(board->model, model);
            QVERIFY(!board->cost.source.empty());
        }
    }
    void portsPointAtTheirChip() {
        const auto board = parseBoard(kSmallBoard, "t.json");
        QVERIFY(board);
        QCOMPARE(board->ports[0].chip, std::optional<std::uint16_t>(0));
        QVERIFY(!board->ports[1].chip);
        QCOMPARE(board->cost.queueing, 10.0);
    }
    void theFirstCalibrationIsWhatABoardRunsWith() {
        const auto board = loadBoard("RB760iGS");
        QVERIFY(board);
        QCOMPARE(board->calibrations.size(), std::size_t{2});
        QCOMPARE(board->calibrations[0].fittedOn, std::vector<std::string>{"hex-routing-25-rules-512"});
        QCOMPARE(board->cost.slow, board->calibrations[0].cost.slow);
        QVERIFY(board->calibrations[1].cost.slow < board->cost.slow); // RouterOS 6 was faster
        QVERIFY(board->cost.low < 1 && board->cost.high > 1);
    }
    void costsOfItsOwnComeBeforeACalibration() {
        const std::string text = replaced(kSmallBoard, "\"cost\": {", "\"calibrations\": [{\"name\": \"a\", \"basis\": \"one-row\", \"fittedOn\": [\"x\"], \"cost\": {\"bridge\": 1}}], \"cost\": {");
        const auto board = parseBoard(text, "c.json");
        QVERIFY(!board); // a calibration is as complete as costs are
        QVERIFY2(board.error().text.starts_with("c.json: calibrations[0].cost."), board.error().text.c_str());
    }
    void theCcr2004CannotSwitchOrRouteInHardware() {
        const auto board = loadBoard("CCR2004-1G-12S+2XS");
        QVERIFY(board);
        QVERIFY(!board->chips.at(0).bridge);
        QVERIFY(!board->chips.at(0).routing);
        QCOMPARE(board->cores, 4u);
    }
    void aFaultNamesFileAndField_data() {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("expected");
        QTest::newRow("missing field") << R"("cpu": "ARM", )" << "" << "b.json: cpu is missing.";
        QTest::newRow("wrong type") << R"("cores": 2)" << R"("cores": "two")" << "b.json: cores has the wrong type (string).";
        QTest::newRow("unknown chip") << R"("chip": "switch1")" << R"("chip": "switch9")" << "b.json: ports[0].chip names \"switch9\", which is not in chips.";
        QTest::newRow("no speed") << R"("speedBps": 1000000000, "chip")" << R"("speedBps": 0, "chip")" << "b.json: ports[0].speedBps must be above 0.";
        QTest::newRow("negative cost") << R"("rule": 7)" << R"("rule": -7)" << "b.json: cost.rule is negative.";
        QTest::newRow("too many receive cores") << R"("receiveCores": 2)" << R"("receiveCores": 3)" << "b.json: cost.receiveCores is more than cores.";
        QTest::newRow("no cost at all") << R"("cost": {)" << R"("price": {)" << "b.json: cost.bridge the object it belongs to is missing.";
    }
    void aFaultNamesFileAndField() {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, expected);
        const auto board = parseBoard(replaced(kSmallBoard, from.toStdString(), to.toStdString()), "b.json");
        QVERIFY(!board);
        QCOMPARE(QString::fromStdString(board.error().text), expected);
    }
    void brokenJsonNamesLineAndColumn() {
        const auto board = parseBoard("{\n  \"cores\": 4,\n  oops\n}", "b.json");
        QVERIFY(!board);
        QVERIFY2(board.error().text.starts_with("b.json:3:3:"), board.error().text.c_str());
    }
    void anUnknownBoardListsTheKnownOnes() {
        const auto board = loadBoard("RB9999");
        QVERIFY(!board);
        QCOMPARE(board.error().code, core::base::ErrorCode::NotFound);
        QVERIFY(board.error().text.find("RB760iGS") != std::string::npos);
        QVERIFY(!loadBoard("../labs/hap-ac2-gigabit/lab"));
    }
};

QTEST_APPLESS_MAIN(tst_Boards)
#include "tst_boards.moc"
