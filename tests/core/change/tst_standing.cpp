// What became of each kind of step, whether a plan still fits, and what an undo weeks later would do.
#include "core/change/drift.h"
#include "core/change/preflight.h"
#include "core/change/standing.h"
#include "core/change/undo_plan.h"
#include "core/planner/steps.h"

#include <QTest>

using core::change::isInForce;
using core::change::SentChange;
using core::change::SentStep;
using core::change::undoPlanOf;
using core::model::Plan;
using core::model::Precondition;
using core::model::Row;
using Rows = std::vector<Row>;

namespace {

constexpr const char* kTree = "/queue/tree";

SentChange added() {
    SentChange sent;
    sent.plan.title = "Queues";
    sent.plan.steps = {core::planner::addStep(kTree, {{"name", "q"}, {"max-limit", "90M"}, {"comment", "pathscope: queue"}}, "comment", "")};
    sent.steps = {{"*5", {{".id", "*5"}, {"name", "q"}, {"max-limit", "90000000"}, {"comment", "pathscope: queue"}}}};
    return sent;
}

} // namespace

class TestStanding : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anAddIsSeenByItsIdAndMarks() {
        const SentChange sent = added();
        const Row there{{".id", "*5"}, {"comment", "pathscope: queue"}}, other{{".id", "*5"}, {"comment", "somebody's"}};
        QCOMPARE(isInForce(sent.plan.steps[0], &sent.steps[0], {}, Rows{there}), std::optional(true));
        QCOMPARE(isInForce(sent.plan.steps[0], &sent.steps[0], {}, Rows{other}), std::optional(false)); // its id was given to another
        QCOMPARE(isInForce(sent.plan.steps[0], nullptr, {}, Rows{there}), std::optional(true));         // it was on its way
        QCOMPARE(isInForce(sent.plan.steps[0], nullptr, {"*5"}, Rows{there}), std::optional(false));
    }

    void aRemovalIsNotInForceWhenTheItemCameBack() {
        const auto step = core::planner::removeStep(kTree, {{".id", "*2"}, {"name", "old"}}, "", "");
        const SentStep sent{"*2", {}};
        QCOMPARE(isInForce(step, &sent, {}, Rows{}), std::optional(true));
        QCOMPARE(isInForce(step, &sent, {}, Rows{{{".id", "*2"}, {"name", "old"}}}), std::optional(false));
        QCOMPARE(isInForce(step, &sent, {}, Rows{{{".id", "*F"}, {"name", "old"}}}), std::optional(false));
    }

    void aSettingIsNewOldOrNotKnown() {
        const auto step = core::planner::setStep("/ip/settings", "allow-fast-path", "yes", "no", "");
        QCOMPARE(isInForce(step, nullptr, {}, Rows{{{"allow-fast-path", "true"}}}), std::optional(true));
        QCOMPARE(isInForce(step, nullptr, {}, Rows{{{"allow-fast-path", "false"}}}), std::optional(false));
        const auto mtu = core::planner::setStep("/x", "mtu", "1500", "1400", "");
        QCOMPARE(isInForce(mtu, nullptr, {}, Rows{{{"mtu", "1300"}}}), std::nullopt);
    }

    void aMoveIsSeenByWhatStandsBehind() {
        const auto step = core::planner::moveStep("/f", {{".id", "*1"}}, "*3", "*2", "");
        QCOMPARE(isInForce(step, nullptr, {}, Rows{{{".id", "*2"}}, {{".id", "*1"}}, {{".id", "*3"}}}), std::optional(true));
        QCOMPARE(isInForce(step, nullptr, {}, Rows{{{".id", "*1"}}, {{".id", "*2"}}, {{".id", "*3"}}}), std::optional(false));
    }

    void needsAreMetOrNot() {
        Precondition holds{Precondition::Kind::Holds, "", kTree, {{"name", "q"}}, {{"disabled", "no"}}};
        QVERIFY(core::change::isMet(holds, Rows{{{"name", "q"}, {"disabled", "false"}}}));
        QVERIFY(!core::change::isMet(holds, Rows{{{"name", "q"}, {"disabled", "true"}}}));
        QVERIFY(!core::change::isMet(holds, Rows{}));
        QVERIFY(!core::change::isMet(holds, Rows{{{"name", "q"}, {"disabled", "no"}}, {{"name", "q"}, {"disabled", "no"}}})); // which of them?
        const Precondition absent{Precondition::Kind::Absent, "", kTree, {{"name", "q"}}, {}};
        QVERIFY(core::change::isMet(absent, Rows{{{"name", "other"}}}));
        QVERIFY(!core::change::isMet(absent, Rows{{{"name", "q"}}}));
    }

    void undoTakesAwayWhatIsStillThereAndTellsWhatChanged() {
        const SentChange sent = added();
        const Row asLeft{{".id", "*5"}, {"name", "q"}, {"max-limit", "90000000"}, {"comment", "pathscope: queue"}};
        auto undo = undoPlanOf(sent, {{kTree, {asLeft}}});
        QVERIFY(undo.conflicts.empty());
        QCOMPARE(undo.plan.steps.size(), std::size_t(1));
        QCOMPARE(undo.plan.steps[0].command.verb, std::string("remove"));
        QCOMPARE(undo.plan.steps[0].inverse.argument("max-limit").value(), std::string_view("90000000"));

        Row changed = asLeft;
        changed.set("max-limit", "50000000");
        undo = undoPlanOf(sent, {{kTree, {changed}}});
        QCOMPARE(undo.plan.steps.size(), std::size_t(1));
        QCOMPARE(undo.conflicts.size(), std::size_t(1));
        QVERIFY(undo.conflicts[0].find("max-limit was changed since") != std::string::npos);

        Row renumbered = asLeft;
        renumbered.set(".id", "*77");
        undo = undoPlanOf(sent, {{kTree, {renumbered}}});
        QCOMPARE(undo.plan.steps[0].command.argument(".id").value(), std::string_view("*77"));

        undo = undoPlanOf(sent, {{kTree, {}}});
        QVERIFY(undo.plan.steps.empty() && undo.plan.fulfilled);
        QCOMPARE(undo.conflicts.size(), std::size_t(1));
    }

    void undoSetsValuesBackAndTellsWhoseTheyAreNow() {
        SentChange sent;
        sent.plan.steps = {core::planner::setStep("/ip/settings", "rp-filter", "loose", "no", "")};
        sent.steps = {{"", {{"rp-filter", "loose"}}}};
        auto undo = undoPlanOf(sent, {{"/ip/settings", {{{"rp-filter", "strict"}}}}});
        QCOMPARE(undo.plan.steps.size(), std::size_t(1));
        QCOMPARE(undo.plan.steps[0].command.argument("rp-filter").value(), std::string_view("no"));
        QCOMPARE(undo.plan.steps[0].inverse.argument("rp-filter").value(), std::string_view("strict"));
        QCOMPARE(undo.conflicts.size(), std::size_t(1));
        undo = undoPlanOf(sent, {{"/ip/settings", {{{"rp-filter", "no"}}}}});
        QVERIFY(undo.plan.steps.empty());
    }

    void undoOfAnUndoIsTheChangeAgain() {
        const SentChange sent = added();
        const Row asLeft{{".id", "*5"}, {"name", "q"}, {"max-limit", "90000000"}, {"comment", "pathscope: queue"}};
        SentChange undone{undoPlanOf(sent, {{kTree, {asLeft}}}).plan, {{"*5", {}}}, {}, false, false};
        const auto again = undoPlanOf(undone, {{kTree, {}}});
        QCOMPARE(again.plan.steps.size(), std::size_t(1));
        QCOMPARE(again.plan.steps[0].command.argument("max-limit").value(), std::string_view("90000000"));
        QCOMPARE(again.plan.steps[0].command.argument("comment").value(), std::string_view("pathscope: queue"));
    }

    void whatMayLockOutIsTold() {
        Plan plan;
        plan.steps = {core::planner::addStep("/ip/firewall/filter", {{"chain", "forward"}, {"comment", "c"}}, "comment", ""),
                      core::planner::addStep("/ip/firewall/filter", {{"chain", "input"}, {"comment", "c"}}, "comment", ""),
                      core::planner::setStep("/interface/bridge/settings", "use-ip-firewall", "no", "yes", "")};
        const auto risks = core::change::lockoutRisks(plan);
        QCOMPARE(risks.size(), std::size_t(2));
        QVERIFY(risks[0].starts_with("Step 2") && risks[1].starts_with("Step 3"));
    }
};

QTEST_APPLESS_MAIN(TestStanding)
#include "tst_standing.moc"
