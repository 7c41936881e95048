// The script that brings a router back, run by the language's own interpreter on a few rows: wherever a change broke off, what is left is
// what was before.
#include "core/change/sent_change.h"
#include "core/change/way_back.h"
#include "core/planner/steps.h"
#include "core/routeros/script/interpreter.h"
#include "core/routeros/script/parser.h"
#include "tests/core/routeros/script/few_rows.h"

#include <QTest>

using core::change::InFlight;
using core::change::SentChange;
using core::model::Plan;
using core::model::PlanStep;
using core::model::Row;
using core::planner::addStep;

namespace {

constexpr const char* kTree = "/queue/tree";

class Bench : public FewRows {
public:
    Bench() {
        menus[kTree] = {{{".id", "*1"}, {"name", "theirs"}, {"comment", "pathscope: queue"}}, {{".id", "*2"}, {"name", "old"}, {"parent", "ether1"}}};
        menus["/system/scheduler"] = {{{".id", "*9"}, {"name", "pathscope-rollback"}}};
    }
    void back(const SentChange& sent, const InFlight* inFlight) {
        const std::string script = core::change::rollbackScript(7, core::change::appliedOf(sent), inFlight);
        core::routeros::script::Environment globals;
        const auto ran = core::routeros::script::Interpreter(*this, globals).run(core::routeros::script::parseProgram(script), "back");
        QVERIFY2(ran.has_value(), (ran ? script : ran.error().text + "\n" + script).c_str());
    }
    [[nodiscard]] std::vector<std::string> names() const {
        std::vector<std::string> out;
        for (const Row& row : menus.find(kTree)->second) {
            out.emplace_back(row.value("name"));
        }
        return out;
    }
    [[nodiscard]] bool armed() const { return !menus.find("/system/scheduler")->second.empty(); }
};

Plan addAndRemove() {
    Plan plan;
    plan.steps.push_back(addStep(kTree, {{"name", "new"}, {"comment", "pathscope: queue"}}, "comment", ""));
    plan.steps.push_back(core::planner::removeStep(kTree, {{".id", "*2"}, {"name", "old"}, {"parent", "ether1"}}, "", ""));
    return plan;
}

} // namespace

class TestWayBack : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatWasSentIsTakenBackAndTheEntryWithIt() {
        Bench bench;
        bench.menus[kTree] = {{{".id", "*1"}, {"name", "theirs"}, {"comment", "pathscope: queue"}}, {{".id", "*5"}, {"name", "new"}, {"comment", "pathscope: queue"}}};
        SentChange sent{addAndRemove(), {{"*5", {}}, {"*2", {}}}, {}, false, false};
        bench.back(sent, nullptr);
        QCOMPARE(bench.names(), (std::vector<std::string>{"theirs", "old"}));
        QVERIFY(!bench.armed());
        QVERIFY(bench.lines.back().find("change 7 was rolled back") != std::string::npos);
    }

    void anAddOnItsWayIsFoundByItsMarksAndOthersStay() {
        Bench bench;
        bench.menus[kTree].push_back({{".id", "*5"}, {"name", "new"}, {"comment", "pathscope: queue"}});
        const SentChange sent{addAndRemove(), {}, {}, false, false};
        const InFlight add{sent.plan.steps[0], {"*1"}};
        bench.back(sent, &add);
        QCOMPARE(bench.names(), (std::vector<std::string>{"theirs", "old"}));
        bench.menus["/system/scheduler"] = {{{".id", "*9"}, {"name", "pathscope-rollback"}}};
        bench.back(sent, &add); // it had not arrived
        QCOMPARE(bench.names(), (std::vector<std::string>{"theirs", "old"}));
    }

    void aRemovalOnItsWayIsOnlyMadeGoodIfItArrived() {
        Bench bench;
        bench.menus[kTree].push_back({{".id", "*5"}, {"name", "new"}, {"comment", "pathscope: queue"}});
        const SentChange sent{addAndRemove(), {{"*5", {}}}, {}, false, false};
        const InFlight removal{sent.plan.steps[1], {}};
        bench.back(sent, &removal);
        QCOMPARE(bench.names(), (std::vector<std::string>{"theirs", "old"}));
        QVERIFY(bench.requests.front().verb != "add");
    }

    void whatOthersTookAwayDoesNotStopIt() {
        Bench bench;
        const SentChange sent{addAndRemove(), {{"*77", {}}, {"*2", {}}}, {}, false, false};
        std::erase_if(bench.menus[kTree], [](const Row& row) { return row.value(".id") == "*2"; });
        bench.back(sent, nullptr);
        QCOMPARE(bench.names(), (std::vector<std::string>{"theirs", "old"}));
        QVERIFY(!bench.armed());
    }

    void aPlaceBeforeAnItemThatCameBackIsItsNewId() {
        Bench bench;
        bench.menus["/ip/firewall/filter"] = {};
        Plan plan;
        const Row lower{{".id", "*B"}, {"chain", "forward"}, {"action", "drop"}}, upper{{".id", "*A"}, {"chain", "forward"}, {"action", "accept"}};
        plan.steps.push_back(core::planner::removeStep("/ip/firewall/filter", upper, "*B", ""));
        plan.steps.push_back(core::planner::removeStep("/ip/firewall/filter", lower, "", ""));
        bench.back({plan, {{"*A", {}}, {"*B", {}}}, {}, false, false}, nullptr);
        const auto& rows = bench.menus["/ip/firewall/filter"];
        QCOMPARE(rows.size(), std::size_t(2));
        QCOMPARE(rows[1].value("place-before"), rows[0].value(".id"));
    }

    void namesAreQuotedAgainstScripts() {
        Bench bench;
        Plan plan;
        plan.steps.push_back(addStep(kTree, {{"name", "x\" do={/system reset-configuration} $[:put 1]"}}, "name", ""));
        const SentChange sent{plan, {}, {}, false, false};
        bench.menus[kTree].push_back({{".id", "*5"}, {"name", "x\" do={/system reset-configuration} $[:put 1]"}});
        const InFlight add{plan.steps[0], {}};
        bench.back(sent, &add);
        QCOMPARE(bench.names(), (std::vector<std::string>{"theirs", "old"}));
    }

    void marksAreCommentThenNameThenPlainWords() {
        QCOMPARE(core::change::marksOf({"/x", "add", {{"comment", "c"}, {"name", "n"}}, {}, {}}).front().name, std::string("comment"));
        QCOMPARE(core::change::marksOf({"/x", "add", {{"name", "n"}, {"chain", "c"}}, {}, {}}).size(), std::size_t(1));
        QCOMPARE(core::change::marksOf({"/x", "add", {{"chain", "c"}, {"action", "drop"}, {"limit", "10M"}}, {}, {}}).size(), std::size_t(2));
        QVERIFY(core::change::marksOf({"/x", "add", {{"limit", "10M"}}, {}, {}}).empty());
    }

    void whatTheJournalKeepsComesBackTheSame() {
        SentChange sent{addAndRemove(), {{"*5", {{"name", "n\xff\n"}}}}, std::vector<std::string>{"*1", "*2"}, true, true};
        const std::string text = core::change::writeSent(sent);
        const auto again = core::change::readSent(text);
        QVERIFY2(again.has_value(), again ? "" : again.error().text.c_str());
        QVERIFY(again->plan == sent.plan);
        QCOMPARE(again->steps.size(), std::size_t(1));
        QVERIFY(again->steps[0].after == sent.steps[0].after);
        QVERIFY(again->present == sent.present && again->safeMode && again->disarming);
        for (std::size_t cut = 0; cut < text.size(); cut += 7) {
            QVERIFY(!core::change::readSent(text.substr(0, cut)));
        }
        for (const char* bad : {"[]", "{}", R"({"format":1,"plan":"x","sent":[]})", R"({"format":2,"plan":"","sent":[]})", R"({"format":"1"})"}) {
            QVERIFY(!core::change::readSent(bad));
        }
    }
};

QTEST_APPLESS_MAIN(TestWayBack)
#include "tst_way_back.moc"
