// /system/scheduler and /system/script: what runs, when, as whom, and what a restart does to it.
#include "agent/control/commands/state_keeper.h"
#include "tests/agent/control/commands/console.h"

#include <QTemporaryDir>
#include <QTest>

using agent::control::StateKeeper;
using core::model::Attribute;
using tests::Console;

namespace {

std::string name(Console& console) { return std::string(console.live.tree().settings("/system/identity").value("name")); }
std::string message(const Console::Sentences& answer) {
    return answer.front().back().starts_with("=message=") ? answer.front().back().substr(9) : answer.front().front();
}

void schedule(Console& console, std::vector<Attribute> arguments) {
    arguments.push_back({"name", "job"});
    const auto answer = console.ask("/system/scheduler", "add", std::move(arguments));
    QVERIFY2(answer.size() == 1 && answer[0][0] == "!done", message(answer).c_str());
}

// Lets the router look at its clock once a second.
void pass(Console& console, int seconds) {
    for (int i = 0; i < seconds; ++i) {
        ++console.wallClock.now;
        console.plane.housekeep();
    }
}

} // namespace

class TestScheduler : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anEntryRunsAfterItsIntervalAndAgain() {
        Console console;
        console.plane.housekeep();
        schedule(console, {{"interval", "3m"}, {"on-event", ":global n; :if ([:typeof $n] = \"nothing\") do={:set n 0}; :set n ($n + 1); /system identity set name=(\"run\" . $n)"}});
        const auto rows = console.rows("/system/scheduler");
        QCOMPARE(rows[0].value("start-date"), std::string_view("2026-11-30"));
        QCOMPARE(rows[0].value("start-time"), std::string_view("01:33:20"));
        QCOMPARE(rows[0].value("run-count"), std::string_view("0"));
        QCOMPARE(rows[0].value("next-run"), std::string_view("2026-11-30 01:36:20"));
        const std::string before = name(console);
        pass(console, 179);
        QCOMPARE(name(console), before);
        pass(console, 1);
        QCOMPARE(name(console), std::string("run1"));
        pass(console, 360);
        QCOMPARE(name(console), std::string("run3"));
        QCOMPARE(console.rows("/system/scheduler")[0].value("run-count"), std::string_view("3"));
    }

    void anEntryMayTakeItselfAway() {
        Console console;
        schedule(console, {{"interval", "5s"}, {"on-event", "/system identity set name=once\n/system scheduler remove [find name=\"job\"]"}});
        pass(console, 20);
        QCOMPARE(name(console), std::string("once"));
        QVERIFY(console.rows("/system/scheduler").empty());
    }

    void aShorterIntervalTakesEffectAtOnce() {
        Console console;
        console.plane.housekeep();
        schedule(console, {{"interval", "1h"}, {"on-event", "/system identity set name=early"}});
        pass(console, 30);
        console.ask("/system/scheduler", "set", {{"numbers", "job"}, {"interval", "1s"}});
        pass(console, 1);
        QCOMPARE(name(console), std::string("early"));
    }

    void aPointInTimeIsMetOnceAndAPastOneNever() {
        Console console;
        schedule(console, {{"start-time", "01:33:30"}, {"on-event", "/system identity set name=at"}});
        console.ask("/system/scheduler", "add", {{"name", "late"}, {"start-time", "00:00:00"}, {"on-event", "/system identity set name=never"}});
        pass(console, 9);
        QVERIFY(name(console) != "at");
        pass(console, 60);
        QCOMPARE(name(console), std::string("at"));
        QCOMPARE(console.rows("/system/scheduler")[0].value("run-count"), std::string_view("1"));
        QVERIFY(!console.rows("/system/scheduler")[0].get("next-run"));
        QCOMPARE(console.rows("/system/scheduler")[1].value("run-count"), std::string_view("0"));
    }

    void disabledEntriesRest() {
        Console console;
        schedule(console, {{"interval", "2s"}, {"disabled", "yes"}, {"on-event", "/system identity set name=no"}});
        pass(console, 10);
        QVERIFY(name(console) != "no");
    }

    void aRestartKeepsTheDeadline() {
        const QTemporaryDir directory;
        const std::filesystem::path at = directory.path().toStdString();
        {
            Console console;
            StateKeeper keeper(console.plane.context(), at);
            QVERIFY(keeper.restore());
            schedule(console, {{"interval", "1m"}, {"on-event", "/system identity set name=\"a \\\"b\\\"\"\n/system scheduler remove job"}});
            console.ask("/system/scheduler", "add", {{"name", "boot"}, {"start-time", "startup"}, {"on-event", ":log info \"started\""}});
            pass(console, 20);
            QVERIFY(keeper.keep());
        }
        Console console;
        console.wallClock.now += 40;
        StateKeeper keeper(console.plane.context(), at);
        QVERIFY(keeper.restore()->found);
        console.plane.housekeep();
        QCOMPARE(console.rows("/log").back().value("message"), std::string_view("started"));
        pass(console, 19);
        QVERIFY(name(console) != "a \"b\"");
        pass(console, 1);
        QCOMPARE(name(console), std::string("a \"b\""));
        QCOMPARE(console.rows("/system/scheduler").size(), std::size_t(1));
    }

    void aScriptThatFailsIsLogged() {
        Console console;
        schedule(console, {{"interval", "1s"}, {"on-event", "/nowhere add x=1"}});
        pass(console, 1);
        const auto lines = console.rows("/log");
        QVERIFY(lines.back().value("topics") == "script,error");
        QVERIFY(lines.back().value("message").find("scheduler job: job:1:1: no such command") != std::string_view::npos);
    }

    void namesAreTakenOnce() {
        Console console;
        schedule(console, {{"interval", "1h"}});
        const auto again = console.ask("/system/scheduler", "add", {{"name", "job"}, {"interval", "1h"}});
        QCOMPARE(again[0][0], std::string("!trap"));
    }

    void nobodySchedulesMoreThanTheyMay() {
        Console writer("write");
        QCOMPARE(message(writer.ask("/system/scheduler", "add", {{"name", "x"}, {"policy", "read,write,policy"}})), std::string("not enough permissions (9)"));
        QVERIFY(message(writer.ask("/system/scheduler", "add", {{"name", "x"}, {"policy", "read,fly"}})).find("policy") != std::string::npos);
        schedule(writer, {{"interval", "1s"}, {"on-event", "/user add name=eve group=full password=x"}});
        pass(writer, 2);
        QVERIFY(writer.rows("/log").back().value("message").find("not enough permissions") != std::string_view::npos);
        Console reader("read");
        QCOMPARE(message(reader.ask("/system/scheduler", "add", {{"name", "x"}})), std::string("not enough permissions (9)"));
    }

    void scriptsRunByNameAndOnDemand() {
        Console console;
        console.ask("/system/script", "add", {{"name", "hello"}, {"source", ":put \"hi\"; /system identity set name=scripted"}});
        const auto answer = console.ask("/system/script", "run", {{"numbers", "hello"}});
        QCOMPARE(answer.size(), std::size_t(2));
        QCOMPARE(answer[0].back(), std::string("=line=hi"));
        QCOMPARE(name(console), std::string("scripted"));
        console.ask("/system/identity", "set", {{"name", "other"}});
        schedule(console, {{"interval", "1s"}, {"on-event", "hello"}});
        pass(console, 1);
        QCOMPARE(name(console), std::string("scripted"));
        QVERIFY(message(console.ask("/system/script", "run", {{"numbers", "none"}})).find("no such item") != std::string::npos);
    }

    void aScriptCannotUndoOrTakeSafeMode() {
        Console console;
        console.ask("/system/script", "add", {{"name", "s"}, {"source", "/safe-mode take"}});
        QVERIFY(message(console.ask("/system/script", "run", {{"numbers", "s"}})).find("cannot be used in a script") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestScheduler)
#include "tst_scheduler.moc"
