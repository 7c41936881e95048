// Patches and the history of a live configuration: what was done is undone and done again, exactly.
#include "agent/control/tree/load.h"
#include "agent/control/tree/state_file.h"
#include "tests/agent/control/tree/board.h"

#include <QTest>

#include <random>

using namespace agent::control;

namespace {

struct Router {
    LiveConfig live{tests::smallBoard(), false, [](auto) {}};

    void run(const core::model::Request& request, std::string action = "change") {
        const auto done = live.apply([&](Tree& tree) { return applyWrite(tree, request); }, {std::move(action), "admin", 1'796'002'400});
        QVERIFY2(done.has_value(), done ? "" : done.error().message.c_str());
    }
    // Everything there is, as one text.
    [[nodiscard]] std::string all() const {
        return formatState({live.tree(), "x"}).substr(0, formatState({live.tree(), "x"}).rfind("end "));
    }
    [[nodiscard]] std::string allButIds() const {
        std::string text = all();
        return text.substr(text.find("menu ")); // the highest id ever given out stays
    }
    [[nodiscard]] std::string rules() const {
        std::string out;
        for (const Item* item : live.tree().items("/ip/firewall/filter")) {
            out += std::string(item->value("comment"));
        }
        return out;
    }
};

} // namespace

class TestUndo : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void undoTakesBackAnAddASetAMoveAndARemove() {
        Router router;
        for (const char* name : {"a", "b", "c"}) {
            router.run({"/ip/firewall/filter", "add", {{"chain", "input"}, {"comment", name}}, {}, {}});
        }
        router.run({"/ip/firewall/filter", "move", {{"numbers", "2"}, {"destination", "0"}}, {}, {}});
        QCOMPARE(router.rules(), std::string("cab"));
        router.run({"/ip/firewall/filter", "set", {{"numbers", "0"}, {"comment", "C"}}, {}, {}});
        router.run({"/ip/firewall/filter", "remove", {{"numbers", "1"}}, {}, {}});
        QCOMPARE(router.rules(), std::string("Cb"));

        for (const char* expected : {"Cab", "cab", "abc", "ab", "a", ""}) {
            QVERIFY(router.live.undo().has_value());
            QCOMPARE(router.rules(), std::string(expected));
        }
        QCOMPARE(router.live.undo().error().message, std::string("failure: nothing to undo"));
        for (const char* expected : {"a", "ab", "abc", "cab", "Cab", "Cb"}) {
            QVERIFY(router.live.redo().has_value());
            QCOMPARE(router.rules(), std::string(expected));
        }
        QCOMPARE(router.live.redo().error().message, std::string("failure: nothing to redo"));
    }

    void aNewChangeForgetsWhatWasUndone() {
        Router router;
        router.run({"/system/identity", "set", {{"name", "one"}}, {}, {}});
        router.run({"/system/identity", "set", {{"name", "two"}}, {}, {}});
        QVERIFY(router.live.undo());
        router.run({"/system/identity", "set", {{"name", "three"}}, {}, {}});
        QVERIFY(!router.live.redo());
        QCOMPARE(router.live.history().entries().size(), std::size_t(2));
        QVERIFY(router.live.undo());
        QCOMPARE(router.live.tree().settings("/system/identity").value("name"), std::string_view("one"));
    }

    void theHistoryIsAHundredDeep() {
        Router router;
        for (int i = 0; i < 120; ++i) {
            router.run({"/system/identity", "set", {{"name", "n" + std::to_string(i)}}, {}, {}});
        }
        QCOMPARE(router.live.history().entries().size(), std::size_t(100));
        int undone = 0;
        while (router.live.undo()) {
            ++undone;
        }
        QCOMPARE(undone, 100);
        QCOMPARE(router.live.tree().settings("/system/identity").value("name"), std::string_view("n19"));
    }

    void aChangeThatChangesNothingIsNotRecorded() {
        Router router;
        router.run({"/system/identity", "set", {{"name", "MikroTik"}}, {}, {}});
        QVERIFY(router.live.history().entries().empty());
    }

    void aRenameAndEverythingThatFollowsIsOneStep() {
        Router router;
        router.run({"/interface/bridge", "add", {{"name", "br"}}, {}, {}});
        router.run({"/interface/bridge/port", "add", {{"bridge", "br"}, {"interface", "ether2"}}, {}, {}});
        router.run({"/interface/bridge", "set", {{"numbers", "br"}, {"name", "lan"}}, {}, {}});
        QCOMPARE(router.live.tree().items("/interface/bridge/port")[0]->value("bridge"), std::string_view("lan"));
        QVERIFY(router.live.undo());
        QCOMPARE(router.live.tree().items("/interface/bridge/port")[0]->value("bridge"), std::string_view("br"));
        QVERIFY(router.live.tree().findInterface("br"));
    }

    void anyMixOfChangesIsUndoneAndRedoneExactly() {
        std::mt19937 random(7);
        Router router;
        const std::string empty = router.allButIds();
        for (int i = 0; i < 60; ++i) {
            const auto count = router.live.tree().items("/ip/firewall/filter").size();
            const std::string at = count == 0 ? "" : std::to_string(random() % count);
            const unsigned what = count == 0 ? 0 : random() % 5;
            if (what <= 1) {
                router.run({"/ip/firewall/filter", "add", {{"chain", "c" + std::to_string(i)}}, {}, {}});
            } else if (what == 2) {
                router.run({"/ip/firewall/filter", "set", {{"numbers", at}, {"comment", std::to_string(i)}}, {}, {}});
            } else if (what == 3) {
                router.run({"/ip/firewall/filter", "move", {{"numbers", at}, {"destination", std::to_string(random() % count)}}, {}, {}});
            } else {
                router.run({"/ip/firewall/filter", "remove", {{"numbers", at}}, {}, {}});
            }
        }
        const std::string full = router.allButIds();
        while (router.live.undo()) {
        }
        QCOMPARE(router.allButIds(), empty);
        while (router.live.redo()) {
        }
        QCOMPARE(router.allButIds(), full);
    }

    void theHistorySpeaksRouterOs() {
        Router router;
        router.run({"/ip/firewall/filter", "add", {{"chain", "input"}, {"comment", "two words"}}, {}, {}});
        const Patch& patch = router.live.history().entries().front().patch;
        const std::string id = formatId(router.live.tree().items("/ip/firewall/filter")[0]->id);
        QCOMPARE(describePatch(patch, Direction::Back), "/ip/firewall/filter/remove " + id);
        const std::string redo = describePatch(patch, Direction::Forth);
        QVERIFY2(redo.starts_with("/ip/firewall/filter/add ") && redo.find("comment=\"two words\"") != std::string::npos, redo.c_str());
    }

    void secretsDoNotShowInTheHistory() {
        Router router;
        router.run({"/user", "add", {{"name", "u"}, {"group", "read"}, {"password", "hush"}}, {}, {}});
        QVERIFY(describePatch(router.live.history().entries().front().patch, Direction::Forth).find("hush") == std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestUndo)
#include "tst_undo.moc"
