// The configuration over restarts: kept after changes, restored, never lost to a broken file, a full disk or a crash in safe mode.
#include "agent/control/commands/state_keeper.h"
#include "tests/agent/control/commands/console.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using agent::control::StateKeeper;
using tests::Console;

namespace {

std::filesystem::path at(const QTemporaryDir& directory) { return directory.path().toStdString(); }
std::string name(Console& console) { return std::string(console.live.tree().settings("/system/identity").value("name")); }

} // namespace

class TestStateKeeper : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aRestartChangesNothing() {
        const QTemporaryDir directory;
        std::string id;
        {
            Console console;
            StateKeeper keeper(console.plane.context(), at(directory) / "made/by/it");
            const auto restored = keeper.restore();
            QVERIFY(restored && !restored->found && restored->trouble.empty());
            QVERIFY(console.plane.context().accounts.ensureUser("anna", "secret"));
            console.ask("/system/identity", "set", {{"name", "kept"}});
            console.ask("/ip/firewall/filter", "add", {{"chain", "input"}});
            id = console.rows("/ip/firewall/filter")[0].value(".id");
            QVERIFY(keeper.keep());
        }
        Console console;
        StateKeeper keeper(console.plane.context(), at(directory) / "made/by/it");
        QVERIFY(keeper.restore()->found);
        QCOMPARE(name(console), std::string("kept"));
        QCOMPARE(console.rows("/ip/firewall/filter")[0].value(".id"), std::string_view(id));
        QVERIFY(console.plane.context().accounts.login("anna", "secret", "a", "api").has_value());
        QVERIFY(!console.plane.context().accounts.passwordOf("anna")); // only its hash is known now
        console.ask("/ip/firewall/filter", "add", {{"chain", "input"}});
        QVERIFY(console.rows("/ip/firewall/filter")[1].value(".id") != id);
    }

    void nothingIsWrittenWhenNothingChanged() {
        const QTemporaryDir directory;
        Console console;
        StateKeeper keeper(console.plane.context(), at(directory));
        QVERIFY(keeper.restore() && keeper.keep());
        std::filesystem::remove(at(directory) / "config.state");
        QVERIFY(keeper.keep());
        QVERIFY(!std::filesystem::exists(at(directory) / "config.state"));
        console.ask("/system/identity", "set", {{"name", "x"}});
        QVERIFY(keeper.keep());
        QVERIFY(std::filesystem::exists(at(directory) / "config.state"));
    }

    void aBrokenStateIsMovedAsideAndTold() {
        const QTemporaryDir directory;
        std::ofstream(at(directory) / "config.state") << "pathscope-state 1\nboard TEST-5\nme";
        Console console;
        StateKeeper keeper(console.plane.context(), at(directory));
        const auto restored = keeper.restore();
        QVERIFY(restored && !restored->found);
        QVERIFY2(restored->trouble.find("config.state:3") != std::string::npos &&
                     restored->trouble.find("config.state.broken") != std::string::npos,
                 restored->trouble.c_str());
        QVERIFY(keeper.keep());
        QVERIFY(std::filesystem::exists(at(directory) / "config.state.broken") && std::filesystem::exists(at(directory) / "config.state"));
    }

    void theStateOfAnotherBoardIsLeftAlone() {
        const QTemporaryDir directory;
        Console console;
        StateKeeper first(console.plane.context(), at(directory));
        QVERIFY(first.restore() && first.keep());
        auto board = tests::smallBoard();
        board.model = "OTHER";
        agent::control::LiveConfig live(board, false, [](auto) {});
        agent::control::ControlPlane plane(live, console.engine, console.clock, console.wallClock, false);
        StateKeeper second(plane.context(), at(directory));
        const auto restored = second.restore();
        QVERIFY(!restored);
        QVERIFY2(restored.error().text.find("--board TEST-5") != std::string::npos, restored.error().text.c_str());
        QVERIFY(std::filesystem::exists(at(directory) / "config.state"));
    }

    void aCrashInSafeModeRollsBack() {
        const QTemporaryDir directory;
        Console console;
        StateKeeper keeper(console.plane.context(), at(directory));
        QVERIFY(keeper.restore());
        console.ask("/system/identity", "set", {{"name", "safe"}});
        console.ask("/safe-mode", "take");
        console.ask("/system/identity", "set", {{"name", "risky"}});
        QVERIFY(keeper.keep());
        {
            Console after;
            StateKeeper again(after.plane.context(), at(directory));
            QVERIFY(again.restore()->found);
            QCOMPARE(name(after), std::string("safe"));
        }
        console.ask("/safe-mode", "release");
        QVERIFY(keeper.keep());
        Console after;
        StateKeeper again(after.plane.context(), at(directory));
        QVERIFY(again.restore()->found);
        QCOMPARE(name(after), std::string("risky"));
    }

    void aDiskThatTakesNothingIsToldOnceAndTriedAgain() {
        const QTemporaryDir directory;
        Console console;
        StateKeeper keeper(console.plane.context(), at(directory) / "state");
        QVERIFY(keeper.restore() && keeper.keep());
        std::filesystem::rename(at(directory) / "state", at(directory) / "gone");
        console.ask("/system/identity", "set", {{"name", "x"}});
        QVERIFY(!keeper.keep() && !keeper.keep());
        const auto critical = console.rows("/log", {}, {"topics=system,error,critical"});
        QCOMPARE(critical.size(), std::size_t(1));
        QVERIFY(critical[0].value("message").find("could not be kept") != std::string_view::npos);
        std::filesystem::rename(at(directory) / "gone", at(directory) / "state");
        QVERIFY(keeper.keep());
        Console after;
        StateKeeper again(after.plane.context(), at(directory) / "state");
        QVERIFY(again.restore()->found);
        QCOMPARE(name(after), std::string("x"));
    }
};

QTEST_APPLESS_MAIN(TestStateKeeper)
#include "tst_state_keeper.moc"
