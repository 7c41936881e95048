#include "core/planner/link_speed.h"
#include "core/planner/queue_plans.h"

#include <QTest>

using core::model::Plan;
using core::model::Row;
using core::planner::queuesOnGlobal;
using core::planner::queuesOnInterfaces;
using core::planner::removeQueues;
using core::planner::RouterFacts;

namespace {

// The default lab's shape: ether1 to the provider, four ports in a bridge.
RouterFacts homeRouter() {
    RouterFacts facts;
    facts.interfaces = {{{".id", "*1"}, {"name", "ether1"}, {"type", "ether"}},
                        {{".id", "*2"}, {"name", "ether2"}, {"type", "ether"}},
                        {{".id", "*6"}, {"name", "bridge"}, {"type", "bridge"}}};
    facts.addresses = {{{"address", "192.168.88.1/24"}, {"interface", "bridge"}}, {{"address", "203.0.113.2/24"}, {"interface", "ether1"}}};
    facts.routes = {{{"dst-address", "0.0.0.0/0"}, {"gateway", "203.0.113.1"}, {"immediate-gw", "203.0.113.1%ether1"}, {"active", "true"}}};
    facts.linkSpeed = {{"ether1", {1e9}}};
    return facts;
}

Row typeRow() {
    return {{".id", "*A"}, {"name", "pathscope-fq-codel"}, {"kind", "fq-codel"}};
}

Row tree(std::string id, std::string parent, std::string comment = "pathscope: queue") {
    return {{".id", std::move(id)},
            {"name", "t-" + parent},
            {"parent", parent},
            {"packet-mark", "no-mark"},
            {"queue", "pathscope-fq-codel"},
            {"max-limit", "950000000"},
            {"comment", std::move(comment)},
            {"rate", "5"},
            {"disabled", "false"}};
}

} // namespace

class TestQueuePlans : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void oneTypeAndATreeForEachDirection() {
        const Plan plan = queuesOnInterfaces(homeRouter());
        QVERIFY(plan.obstacle.empty());
        QCOMPARE(plan.steps.size(), 3u);
        QCOMPARE(plan.steps[0].commandLine, std::string("/queue type add name=pathscope-fq-codel kind=fq-codel"));
        QCOMPARE(plan.steps[1].commandLine,
                 std::string("/queue tree add name=pathscope-download-bridge parent=bridge packet-mark=no-mark queue=pathscope-fq-codel "
                             "max-limit=950M bucket-size=0.01 comment=\"pathscope: queue\""));
        QCOMPARE(plan.steps[1].inverseLine, std::string("/queue tree remove [find name=pathscope-download-bridge]"));
        QCOMPARE(plan.steps[2].command.argument("parent").value(), std::string_view("ether1"));
    }

    void measuredTrafficStandsInForAnUnknownLinkSpeed() {
        RouterFacts facts = homeRouter();
        facts.linkSpeed.clear();
        facts.measuredPeak = {{"ether1", {200e6}}};
        QCOMPARE(queuesOnInterfaces(facts).steps[1].command.argument("max-limit").value(), std::string_view("190M"));
    }

    void anUnknownSpeedIsAnObstacle() {
        RouterFacts facts = homeRouter();
        facts.linkSpeed.clear();
        QVERIFY(queuesOnInterfaces(facts).obstacle.find("speed of ether1") != std::string::npos);
        QVERIFY(!queuesOnGlobal(facts).obstacle.empty());
    }

    void noDefaultRouteIsAnObstacle() {
        RouterFacts facts = homeRouter();
        facts.routes.clear();
        QVERIFY(queuesOnInterfaces(facts).obstacle.find("default route") != std::string::npos);
        QVERIFY(queuesOnInterfaces(facts).steps.empty());
    }

    void noLanIsAnObstacle() {
        RouterFacts facts = homeRouter();
        facts.addresses.erase(facts.addresses.begin());
        QVERIFY(!queuesOnInterfaces(facts).obstacle.empty());
    }

    void somebodyElsesTreeIsAnObstacleUnlessDisabled() {
        RouterFacts facts = homeRouter();
        facts.queueTrees = {tree("*1", "ether1", "mine")};
        QVERIFY(queuesOnInterfaces(facts).obstacle.find("t-ether1") != std::string::npos);
        facts.queueTrees[0].set("disabled", "true");
        QCOMPARE(queuesOnInterfaces(facts).steps.size(), 3u);
    }

    void aSecondRunHasNothingToDo() {
        RouterFacts facts = homeRouter();
        facts.queueTypes = {typeRow()};
        facts.queueTrees = {tree("*1", "bridge"), tree("*2", "ether1")};
        const Plan plan = queuesOnInterfaces(facts);
        QVERIFY(plan.steps.empty());
        QVERIFY(plan.obstacle.starts_with("Nothing to do"));
    }

    void aDisabledTreeOfOursIsEnabled() {
        RouterFacts facts = homeRouter();
        facts.queueTypes = {typeRow()};
        facts.queueTrees = {tree("*1", "bridge"), tree("*2", "ether1")};
        facts.queueTrees[1].set("disabled", "true");
        const Plan plan = queuesOnInterfaces(facts);
        QCOMPARE(plan.steps.size(), 1u);
        QCOMPARE(plan.steps[0].commandLine, std::string("/queue tree enable *2"));
    }

    void changingFromGlobalToInterfacesTakesTheOldOneAway() {
        RouterFacts facts = homeRouter();
        facts.queueTypes = {typeRow()};
        facts.queueTrees = {tree("*9", "global")};
        const Plan plan = queuesOnInterfaces(facts);
        QCOMPARE(plan.steps.size(), 3u);
        QCOMPARE(plan.steps[0].commandLine, std::string("/queue tree remove *9"));
        QVERIFY(!plan.steps[0].inverse.argument("rate"));
        QCOMPARE(plan.steps[0].inverse.argument("max-limit").value(), std::string_view("950000000"));
    }

    void globalGetsOneTreeForBothDirections() {
        const Plan plan = queuesOnGlobal(homeRouter());
        QCOMPARE(plan.steps.size(), 2u);
        QCOMPARE(plan.steps[1].command.argument("parent").value(), std::string_view("global"));
        QCOMPARE(plan.steps[1].command.argument("max-limit").value(), std::string_view("1900M"));
        QVERIFY(plan.expectation.find("slow path") != std::string::npos);
    }

    void globalSaysWhatFastTrackDoesToIt() {
        RouterFacts facts = homeRouter();
        facts.filter = {{{".id", "*1"}, {"chain", "forward"}, {"action", "fasttrack-connection"}}};
        QVERIFY(queuesOnGlobal(facts).expectation.find("unshaped") != std::string::npos);
    }

    void globalWorksWithoutAProvider() {
        RouterFacts facts = homeRouter();
        facts.routes.clear();
        QCOMPARE(queuesOnGlobal(facts).steps.size(), 2u);
    }

    void globalTwiceHasNothingToDo() {
        RouterFacts facts = homeRouter();
        facts.queueTypes = {typeRow()};
        facts.queueTrees = {tree("*9", "global")};
        QVERIFY(queuesOnGlobal(facts).obstacle.starts_with("Nothing to do"));
    }

    void removingTakesOnlyWhatIsOursAndTheTypeLast() {
        RouterFacts facts = homeRouter();
        facts.queueTypes = {typeRow()};
        facts.queueTrees = {tree("*1", "bridge"), tree("*2", "ether1"), tree("*3", "ether2", "mine")};
        facts.queueTrees[2].set("queue", "default-small");
        const Plan plan = removeQueues(facts);
        QCOMPARE(plan.steps.size(), 3u);
        QCOMPARE(plan.steps[2].commandLine, std::string("/queue type remove *A"));
    }

    void aTypeInUseElsewhereStays() {
        RouterFacts facts = homeRouter();
        facts.queueTypes = {typeRow()};
        facts.queueTrees = {tree("*3", "ether2", "mine")};
        QVERIFY(removeQueues(facts).steps.empty());
        QVERIFY(removeQueues(homeRouter()).obstacle.starts_with("Nothing to do"));
    }

    void linkSpeedsAreReadAsRouterOsWritesThem() {
        using core::planner::parseLinkSpeed;
        QCOMPARE(parseLinkSpeed("1Gbps")->bps, 1e9);
        QCOMPARE(parseLinkSpeed("2.5Gbps")->bps, 2.5e9);
        QCOMPARE(parseLinkSpeed("100Mbps")->bps, 1e8);
        QCOMPARE(parseLinkSpeed("10G-baseSR-LR")->bps, 1e10);
        QCOMPARE(parseLinkSpeed("1000M-full")->bps, 1e9);
        for (const char* bad : {"", "1", "G", "1G", "fast", "-1Gbps", "1Tbps"}) {
            QVERIFY2(!parseLinkSpeed(bad), bad);
        }
    }

    void limitsAreWholeMegabits() {
        QCOMPARE(core::planner::queueLimit({1e9}), std::string("950M"));
        QCOMPARE(core::planner::queueLimit({512e3}), std::string("486400"));
    }
};

QTEST_APPLESS_MAIN(TestQueuePlans)
#include "tst_queue_plans.moc"
