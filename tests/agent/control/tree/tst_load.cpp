// Configuration files: every lab that is shipped loads, faults are said with file, line and column.
#include "agent/control/tree/load.h"
#include "core/devices/lab.h"
#include "tests/agent/control/tree/board.h"

#include <QTest>

using namespace agent::control;

class TestLoad : public QObject {
    Q_OBJECT

    static std::string errorOf(std::string_view text) {
        LiveConfig live(tests::smallBoard(), false, [](auto) {});
        const auto done = loadScript(live, text, "t.rsc");
        return done ? std::string() : done.error().text;
    }

private Q_SLOTS:
    void everyLabLoadsOnItsBoard() {
        const auto labs = core::devices::labEntries();
        QVERIFY2(labs.has_value(), labs ? "" : labs.error().text.c_str());
        QVERIFY(!labs->empty());
        for (const core::devices::LabEntry& entry : *labs) {
            const auto lab = core::devices::loadLab(entry.name);
            QVERIFY2(lab.has_value(), lab ? "" : lab.error().text.c_str());
            const auto board = core::devices::loadBoard(lab->board);
            QVERIFY2(board.has_value(), board ? "" : board.error().text.c_str());
            LiveConfig live(*board, false, [](auto) {});
            for (const core::devices::LabFile& file : lab->configs) {
                const auto done = loadScript(live, file.text, file.path);
                QVERIFY2(done.has_value(), done ? "" : done.error().text.c_str());
            }
            QVERIFY2(live.compiled().invalid.empty(), entry.name.c_str());
        }
    }

    void findWorksInFiles() {
        LiveConfig live(tests::smallBoard(), false, [](auto) {});
        const auto done = loadScript(live,
                                     "/ip firewall filter\nadd chain=forward comment=\"known connections\"\n"
                                     "add chain=forward action=fasttrack-connection place-before=[find comment=\"known connections\"]\n"
                                     "/interface ethernet set [ find default-name=ether1 ] name=wan\n/ip address remove [find]\n",
                                     "t.rsc");
        QVERIFY2(done.has_value(), done ? "" : done.error().text.c_str());
        QCOMPARE(live.tree().items("/ip/firewall/filter")[0]->value("action"), std::string_view("fasttrack-connection"));
        QVERIFY(live.tree().findInterface("wan"));
    }

    void faultsAreSaidWithTheirPlace() {
        QCOMPARE(errorOf("/ip address\nadd address=10.0.0.1/24 interface=nowhere"),
                 std::string("t.rsc:2:1: input does not match any value of interface"));
        QCOMPARE(errorOf("/ip address\n\n  add adress=1"), std::string("t.rsc:3:3: unknown parameter adress"));
        QCOMPARE(errorOf("/ip nowhere add x=y"), std::string("t.rsc:1:1: no such command or directory (nowhere)"));
        QCOMPARE(errorOf("/ip address print"), std::string("t.rsc:1:1: no such command or directory (print)"));
        QVERIFY(errorOf("/ip address add comment=\"x").starts_with("t.rsc:1:25: "));
    }

    void aFaultyFileChangesNothing() {
        LiveConfig live(tests::smallBoard(), false, [](auto) {});
        QVERIFY(!loadScript(live, "/interface bridge add name=b\n/ip address add address=x interface=b", "t.rsc"));
        QVERIFY(!live.tree().findInterface("b"));
    }
};

QTEST_APPLESS_MAIN(TestLoad)
#include "tst_load.moc"
