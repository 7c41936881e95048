// Safe mode, undo and redo, sessions: by command, as every front door gives them.
#include "tests/agent/control/commands/console.h"

#include <QTest>

using agent::control::Caller;
using agent::control::SessionId;
using core::routeros::api::Sentence;
using tests::Console;

namespace {

std::string name(Console& console) { return std::string(console.live.tree().settings("/system/identity").value("name")); }

void rename(Console& console, const char* to) { console.ask("/system/identity", "set", {{"name", to}}); }

std::string message(const Console::Sentences& answer) {
    return answer.front().back().starts_with("=message=") ? answer.front().back().substr(9) : answer.front().front();
}

std::string get(Console& console, const char* what) { return console.ask("/safe-mode", "get", {{"value-name", what}}).back().back(); }

Caller secondSession(Console& console) {
    const auto session = console.plane.context().sessions.open({"eve", "10.0.0.2", "ssh", "full", "now"});
    return {{"eve", "full", *agent::control::defaultGroupPolicies("full")}, *session};
}

std::string runAs(Console& console, const Caller& caller, std::string verb, std::vector<core::model::Attribute> arguments = {}) {
    const auto answer = agent::control::run(console.plane.context(), caller, {"/safe-mode", std::move(verb), std::move(arguments), {}, {}});
    return answer ? "done" : answer.error().message;
}

} // namespace

class TestSafeMode : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aSessionThatEndsInSafeModeLeavesNothingBehind() {
        Console console;
        rename(console, "before");
        QCOMPARE(console.ask("/safe-mode", "take"), (Console::Sentences{{"!done"}}));
        QCOMPARE(get(console, "current"), std::string("=ret=true"));
        rename(console, "during");
        console.ask("/ip/address", "add", {{"address", "10.0.0.1/24"}, {"interface", "ether1"}});
        console.plane.context().sessions.close(console.conversation.caller().session);
        QCOMPARE(name(console), std::string("before"));
        QVERIFY(console.live.tree().items("/ip/address").empty());
        QVERIFY(console.plane.context().log.lines().back().message.find("rolled back") != std::string::npos);
        QCOMPARE(console.live.history().entries().size(), std::size_t(1)); // what was rolled back is not there to be undone
    }

    void releaseKeepsTheChanges() {
        Console console;
        console.ask("/safe-mode", "take");
        rename(console, "kept");
        QCOMPARE(console.ask("/safe-mode", "release"), (Console::Sentences{{"!done"}}));
        console.plane.context().sessions.close(console.conversation.caller().session);
        QCOMPARE(name(console), std::string("kept"));
    }

    void unrollTakesThemBackAndEndsSafeMode() {
        Console console;
        console.ask("/safe-mode", "take");
        rename(console, "gone");
        QCOMPARE(console.ask("/safe-mode", "unroll"), (Console::Sentences{{"!done"}}));
        QCOMPARE(name(console), std::string("MikroTik"));
        QCOMPARE(get(console, "enabled"), std::string("=ret=false"));
        QCOMPARE(message(console.ask("/safe-mode", "unroll")), std::string("failure: safe mode is not taken by this session"));
    }

    void whatOthersChangeMeanwhileIsRolledBackToo() {
        Console console;
        console.ask("/safe-mode", "take");
        const Caller eve = secondSession(console);
        QVERIFY(agent::control::run(console.plane.context(), eve, {"/system/identity", "set", {{"name", "eve was here"}}, {}, {}}));
        console.ask("/safe-mode", "unroll");
        QCOMPARE(name(console), std::string("MikroTik"));
    }

    void aSecondTakerIsRefusedUnlessItSaysWhatToDo() {
        Console console;
        console.ask("/safe-mode", "take");
        rename(console, "first");
        const Caller eve = secondSession(console);
        QCOMPARE(runAs(console, eve, "take"), std::string("failure: safe mode is taken by admin"));
        QCOMPARE(runAs(console, eve, "release"), std::string("failure: safe mode is not taken by this session"));
        QCOMPARE(runAs(console, eve, "take", {{"on-error", "maybe"}}), std::string("input does not match any value of on-error"));
        QCOMPARE(runAs(console, eve, "take", {{"on-error", "release"}}), std::string("done"));
        QCOMPARE(name(console), std::string("first"));
        QCOMPARE(get(console, "user"), std::string("=ret=eve"));
        QCOMPARE(get(console, "owner"), std::string("=ret=ssh:10.0.0.2"));
        rename(console, "second");
        const Caller other = secondSession(console);
        QCOMPARE(runAs(console, other, "take", {{"on-error", "unroll"}}), std::string("done"));
        QCOMPARE(name(console), std::string("first"));
        console.plane.context().sessions.close(eve.session); // lost it: nothing happens
        QCOMPARE(name(console), std::string("first"));
    }

    void whoHasNoSessionCannotTakeIt() {
        Console console;
        Caller caller = console.conversation.caller();
        caller.session = 0;
        QCOMPARE(runAs(console, caller, "take"), std::string("failure: safe mode needs a session that lasts"));
    }

    void moreThanAHundredChangesDropIt() {
        Console console;
        console.ask("/safe-mode", "take");
        for (int i = 0; i <= 100; ++i) {
            rename(console, ("n" + std::to_string(i)).c_str());
        }
        QCOMPARE(get(console, "enabled"), std::string("=ret=false"));
        console.plane.context().sessions.close(console.conversation.caller().session);
        QCOMPARE(name(console), std::string("n100"));
    }

    void toggleTakesAndReleases() {
        Console console;
        console.ask("/safe-mode", "toggle");
        QCOMPARE(get(console, "current"), std::string("=ret=true"));
        console.ask("/safe-mode", "toggle");
        QCOMPARE(get(console, "current"), std::string("=ret=false"));
    }

    void undoAndRedoByCommand() {
        Console console;
        rename(console, "one");
        rename(console, "two");
        QCOMPARE(console.ask("", "undo"), (Console::Sentences{{"!done"}}));
        QCOMPARE(name(console), std::string("one"));
        const auto rows = console.rows("/system/history");
        QCOMPARE(rows.size(), std::size_t(2));
        QCOMPARE(rows[0].value("undoable"), std::string_view("false"));
        QCOMPARE(rows[0].value("redoable"), std::string_view("true"));
        QCOMPARE(rows[1].value("action"), std::string_view("identity changed"));
        QCOMPARE(rows[1].value("by"), std::string_view("admin"));
        QCOMPARE(rows[1].value("time"), std::string_view("2026-11-30 01:33:20"));
        QCOMPARE(rows[1].value("undo"), std::string_view("/system/identity/set name=MikroTik"));
        QCOMPARE(console.ask("", "redo"), (Console::Sentences{{"!done"}}));
        QCOMPARE(name(console), std::string("two"));
        QCOMPARE(message(console.ask("", "redo")), std::string("failure: nothing to redo"));
    }

    void undoNeedsThePolicyWrite() {
        Console reader("read");
        for (const char* verb : {"undo", "redo"}) {
            QCOMPARE(message(reader.ask("", verb)), std::string("not enough permissions (9)"));
        }
        QCOMPARE(message(reader.ask("/safe-mode", "take")), std::string("not enough permissions (9)"));
    }

    void aDoorHasSoManySessions() {
        Console console;
        auto& sessions = console.plane.context().sessions;
        sessions.setLimit("ssh", 2);
        const auto one = sessions.open({"a", "x", "ssh", "full", ""});
        QVERIFY(one && sessions.open({"a", "x", "ssh", "full", ""}));
        QVERIFY(!sessions.open({"a", "x", "ssh", "full", ""}));
        QVERIFY(sessions.open({"a", "x", "rest-api", "full", ""}).has_value());
        sessions.close(*one);
        sessions.close(*one); // twice is once
        QVERIFY(sessions.open({"a", "x", "ssh", "full", ""}).has_value());
    }
};

QTEST_APPLESS_MAIN(TestSafeMode)
#include "tst_safe_mode.moc"
