#include "core/planner/fasttrack_plans.h"

#include <QTest>

using core::model::Plan;
using core::model::Row;
using core::planner::addFastTrack;
using core::planner::removeFastTrack;
using core::planner::RouterFacts;
using core::planner::Rows;

namespace {

const Row kInput{{".id", "*1"}, {"chain", "input"}, {"action", "accept"}, {"connection-state", "established,related"}};
const Row kAccept{{".id", "*5"},
                  {"chain", "forward"},
                  {"action", "accept"},
                  {"connection-state", "established,related,untracked"},
                  {"disabled", "false"}};
const Row kDropInvalid{{".id", "*6"}, {"chain", "forward"}, {"action", "drop"}, {"connection-state", "invalid"}};
const Row kIpsec{{".id", "*4"}, {"chain", "forward"}, {"action", "accept"}, {"ipsec-policy", "in,ipsec"}};
const Row kDummy{{".id", "*FF"}, {"chain", "forward"}, {"action", "passthrough"}, {"dynamic", "true"}};

Row fastTrack(std::string id, std::string comment = "defconf: fasttrack", bool disabled = false) {
    return {{".id", std::move(id)},
            {"chain", "forward"},
            {"action", "fasttrack-connection"},
            {"connection-state", "established,related"},
            {"comment", std::move(comment)},
            {"disabled", disabled ? "true" : "false"},
            {"bytes", "123"},
            {"packets", "4"}};
}

RouterFacts factsWith(Rows filter) {
    RouterFacts facts;
    facts.version = "7.16 (stable)";
    facts.filter = std::move(filter);
    return facts;
}

std::vector<std::string> lines(const Plan& plan) {
    std::vector<std::string> out;
    for (const auto& step : plan.steps) {
        out.push_back(step.commandLine);
    }
    return out;
}

} // namespace

class TestFastTrackPlans : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theRuleGoesAboveTheFirstAcceptOfEstablished() {
        const Plan plan = addFastTrack(factsWith({kDummy, kInput, kIpsec, kAccept, kDropInvalid}));
        QVERIFY(plan.obstacle.empty());
        QCOMPARE(plan.steps.size(), 1u);
        QCOMPARE(
            plan.steps[0].commandLine,
            std::string(
                "/ip firewall filter add chain=forward action=fasttrack-connection connection-state=established,related hw-offload=yes "
                "comment=\"pathscope: fasttrack\" place-before=*5"));
        QCOMPARE(plan.steps[0].command.path(), std::string("/ip/firewall/filter/add"));
        QCOMPARE(plan.steps[0].inverse.verb, std::string("remove"));
        QCOMPARE(plan.steps[0].inverseLine, std::string("/ip firewall filter remove [find comment=\"pathscope: fasttrack\"]\n"
                                                        "/ip firewall connection remove [find fasttrack=yes]"));
        QCOMPARE(plan.steps[0].inverseAlso.size(), 1u);
        QVERIFY(!plan.expectation.empty());
    }

    void withoutAnAcceptBothRulesGoToTheTopOfForward() {
        const Plan plan = addFastTrack(factsWith({kDummy, kInput, kDropInvalid}));
        QCOMPARE(plan.steps.size(), 2u);
        QCOMPARE(plan.steps[0].command.argument("action").value(), std::string_view("fasttrack-connection"));
        QCOMPARE(plan.steps[0].command.argument("place-before").value(), std::string_view("*6"));
        QCOMPARE(plan.steps[1].command.argument("action").value(), std::string_view("accept"));
        QCOMPARE(plan.steps[1].command.argument("place-before").value(), std::string_view("*6"));
    }

    void anEmptyFirewallGetsBothRulesWithoutAPlace() {
        const Plan plan = addFastTrack(factsWith({}));
        QCOMPARE(plan.steps.size(), 2u);
        QVERIFY(!plan.steps[0].command.argument("place-before"));
    }

    void aDisabledAcceptDoesNotCount() {
        Row disabled = kAccept;
        disabled.set("disabled", "true");
        QCOMPARE(addFastTrack(factsWith({disabled, kDropInvalid})).steps.size(), 2u);
    }

    void anAcceptOfEverythingCounts() {
        const Row all{{".id", "*9"}, {"chain", "forward"}, {"action", "accept"}, {"bytes", "1"}, {"log", "false"}};
        const Plan plan = addFastTrack(factsWith({kDropInvalid, all}));
        QCOMPARE(plan.steps.size(), 1u);
        QCOMPARE(plan.steps[0].command.argument("place-before").value(), std::string_view("*9"));
    }

    void anAcceptOfEverythingButEstablishedDoesNotCount() {
        Row other = kAccept;
        other.set("connection-state", "!established,related");
        QCOMPARE(addFastTrack(factsWith({other})).steps.size(), 2u);
    }

    void aSecondRunHasNothingToDo() {
        const Plan plan = addFastTrack(factsWith({fastTrack("*7"), kAccept}));
        QVERIFY(plan.steps.empty());
        QVERIFY(plan.obstacle.starts_with("Nothing to do"));
    }

    void aDisabledRuleInPlaceIsEnabled() {
        const Plan plan = addFastTrack(factsWith({fastTrack("*7", "x", true), kAccept}));
        QCOMPARE(lines(plan), std::vector<std::string>{"/ip firewall filter enable *7"});
        QVERIFY(plan.steps[0].inverseLine.starts_with("/ip firewall filter disable *7"));
    }

    void aRuleThatStandsTooLowIsMovedAndBack() {
        const Plan plan = addFastTrack(factsWith({kAccept, fastTrack("*7"), kDropInvalid}));
        QCOMPARE(lines(plan), std::vector<std::string>{"/ip firewall filter move *7 destination=*5"});
        QCOMPARE(plan.steps[0].inverse.argument("destination").value(), std::string_view("*6"));
    }

    void forbiddenFastPathIsAllowedFirst() {
        RouterFacts facts = factsWith({kAccept});
        facts.ipSettings = {{"allow-fast-path", "false"}};
        const Plan plan = addFastTrack(facts);
        QCOMPARE(plan.steps.size(), 2u);
        QCOMPARE(plan.steps[0].commandLine, std::string("/ip settings set allow-fast-path=yes"));
        QCOMPARE(plan.steps[0].inverseLine, std::string("/ip settings set allow-fast-path=no"));
    }

    void withoutConnectionTrackingThereIsAnObstacle() {
        RouterFacts facts = factsWith({kAccept});
        facts.connectionTracking = {{"enabled", "no"}};
        const Plan plan = addFastTrack(facts);
        QVERIFY(plan.steps.empty());
        QVERIFY(plan.obstacle.find("enabled=no") != std::string::npos);
    }

    void routerOs6KnowsNoHwOffload() {
        RouterFacts facts = factsWith({kAccept});
        facts.version = "6.49.10 (long-term)";
        QVERIFY(!addFastTrack(facts).steps[0].command.argument("hw-offload"));
    }

    void anInactiveBridgeFastPathIsMentioned() {
        RouterFacts facts = factsWith({kAccept});
        facts.interfaces = {{{"name", "bridge"}, {"type", "bridge"}}};
        facts.bridgeSettings = {{"bridge-fast-path-active", "false"}};
        QVERIFY(addFastTrack(facts).expectation.find("Bridge fast path is not active") != std::string::npos);
    }

    void ourRulesAreRemovedAndComeBackInTheirOrder() {
        Row accept = kAccept;
        accept.set(".id", "*8");
        accept.set("comment", "pathscope: established");
        const Plan plan = removeFastTrack(factsWith({kInput, fastTrack("*7", "pathscope: fasttrack"), accept, kDropInvalid}));
        QCOMPARE(lines(plan), (std::vector<std::string>{"/ip firewall filter remove *8", "/ip firewall filter remove *7",
                                                        "/ip firewall connection remove [find fasttrack=yes]"}));
        // Undo runs backwards: *7 comes back before *6, then *8 before *6.
        QCOMPARE(plan.steps[1].inverse.argument("place-before").value(), std::string_view("*6"));
        QCOMPARE(plan.steps[0].inverse.argument("place-before").value(), std::string_view("*6"));
        QVERIFY(!plan.steps[1].inverse.argument("bytes"));
        QVERIFY(!plan.steps[1].inverse.argument(".id"));
        QCOMPARE(plan.steps[1].inverse.argument("action").value(), std::string_view("fasttrack-connection"));
        QVERIFY(plan.steps[2].inverse.verb.empty());
    }

    void theAdministratorsRuleIsOnlyDisabled() {
        const Plan plan = removeFastTrack(factsWith({fastTrack("*7"), kAccept}));
        QCOMPARE(plan.steps[0].commandLine, std::string("/ip firewall filter disable *7"));
        QCOMPARE(plan.steps[0].inverseLine, std::string("/ip firewall filter enable *7"));
    }

    void removingWhatIsNotThereHasNothingToDo() {
        QVERIFY(removeFastTrack(factsWith({kAccept, fastTrack("*7", "x", true)})).obstacle.starts_with("Nothing to do"));
    }
};

QTEST_APPLESS_MAIN(TestFastTrackPlans)
#include "tst_fasttrack_plans.moc"
