// The state on disk: comes back exactly; a file that was cut, bent or is no state at all is told, with its place.
#include "agent/control/tree/factory.h"
#include "agent/control/tree/load.h"
#include "agent/control/tree/state_file.h"
#include "tests/agent/control/tree/board.h"

#include <QTemporaryDir>
#include <QTest>

#include <random>

using namespace agent::control;
using core::base::ErrorCode;

namespace {

State sample() {
    Tree tree = factoryTree(tests::smallBoard());
    (void)applyWrite(tree, {"/ip/firewall/filter", "add", {{"chain", "input"}, {"comment", "caf\xe9 = 100%\n\"x\""}}, {}, {}});
    (void)applyWrite(tree, {"/ip/firewall/filter", "add", {{"chain", "forward"}}, {}, {}});
    tree.table("/ip/firewall/filter").back().absent = true;
    Item odd;
    odd.id = tree.nextId();
    odd.values = {{"a b", ""}, {"=", "%"}};
    tree.table("/odd menu").push_back(odd);
    return {tree, "TEST 5+%"};
}

} // namespace

class TestStateFile : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everythingComesBack() {
        const State state = sample();
        const std::string text = formatState(state);
        const auto read = parseState(text, "x");
        QVERIFY2(read.has_value(), read ? "" : read.error().text.c_str());
        QCOMPARE(read->board, state.board);
        QCOMPARE(read->tree.lastId(), state.tree.lastId());
        QCOMPARE(formatState(*read), text);
        QCOMPARE(*read->tree.items("/ip/firewall/filter")[0], *state.tree.items("/ip/firewall/filter")[0]);
        QVERIFY(read->tree.items("/ip/firewall/filter")[1]->absent);
        QVERIFY(read->tree.findBy("/interface/list", "name", "all")->builtin);
    }

    void aFileThatWasCutIsTold() {
        const std::string text = formatState(sample());
        for (std::size_t length = 0; length < text.size(); length += 13) {
            const auto read = parseState(text.substr(0, length), "config.state");
            QVERIFY(!read);
            QCOMPARE(read.error().code, ErrorCode::InvalidInput);
            QVERIFY(read.error().text.starts_with("config.state:"));
        }
    }

    void aFileThatWasBentIsTold() {
        const std::string text = formatState(sample());
        std::mt19937 random(3);
        for (int i = 0; i < 200; ++i) {
            std::string bent = text;
            bent[random() % bent.size()] ^= static_cast<char>(1 + random() % 100);
            QVERIFY(!parseState(bent, "x"));
        }
    }

    void whatIsNoStateIsToldWithItsLine() {
        for (const char* text : {"", "\n", "end \n", "/ip address\nadd address=1.1.1.1/24\n", "pathscope-state 1\nend 0\n"}) {
            QVERIFY(!parseState(text, "x"));
        }
    }

    void writingReplacesTheFileAndReadingFindsIt() {
        const QTemporaryDir directory;
        const std::filesystem::path file = directory.filePath(QStringLiteral("config.state")).toStdString();
        QCOMPARE(readState(file).error().code, ErrorCode::NotFound);
        State state = sample();
        QVERIFY(writeState(file, state).has_value());
        state.board = "other";
        QVERIFY(writeState(file, state).has_value());
        QCOMPARE(readState(file)->board, std::string("other"));
        QCOMPARE(std::distance(std::filesystem::directory_iterator(file.parent_path()), {}), 1); // nothing half-written is left
        const auto permissions = std::filesystem::status(file).permissions();
        QVERIFY((permissions & std::filesystem::perms::others_read) == std::filesystem::perms::none);
    }

    void aBrokenFileIsMovedAsideUnderANameOfItsOwn() {
        const QTemporaryDir directory;
        const std::filesystem::path file = directory.filePath(QStringLiteral("config.state")).toStdString();
        for (const char* expected : {"config.state.broken", "config.state.broken-2"}) {
            QVERIFY(writeState(file, sample()).has_value());
            const auto aside = moveAside(file);
            QVERIFY(aside.has_value());
            QCOMPARE(aside->filename().string(), std::string(expected));
            QVERIFY(!std::filesystem::exists(file));
        }
    }

    void aDirectoryThatIsNotThereIsToldAndNothingIsWritten() {
        const auto done = writeState("/nonexistent/place/config.state", sample());
        QVERIFY(!done);
        QVERIFY2(done.error().text.find("/nonexistent/place/config.state") != std::string::npos, done.error().text.c_str());
    }
};

QTEST_APPLESS_MAIN(TestStateFile)
#include "tst_state_file.moc"
